"""The gallery at a million assets: how soon pictures are seen, what it holds in memory, and thumbnails over HTTP beside nginx."""
import contextlib, http.client, json, os, pathlib, re, shutil, socket, subprocess, sys, tempfile, time, urllib.parse

from chromium import Chromium
from measure import HERE, PHOTOS, ROUNDS, WORK, absolute, line, million, run

WIDTH, HEIGHT = 1440, 900
CONNECTIONS = 16
SECONDS = 4


def bench_gallery():
    library = million()
    with serving(library) as (process, url, cookie):
        browse(process, url, cookie)
        thumbnails(url, cookie)
        absolute("gallery.memory.peak", status(process.pid, "VmHWM"), "MB")
    justified(library)
    editing()


@contextlib.contextmanager
def serving(library):
    process = subprocess.Popen([str(PHOTOS), "--library", str(library), "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
    try:
        first = process.stdout.readline()
        if not first:
            sys.exit(f"bench: photos serve ended with {process.wait()}")
        yield process, *enter(json.loads(first)["url"])
    finally:
        process.terminate()
        process.wait(20)


def enter(printed):
    """Exchanges the printed address for the first page's and a cookie, as a browser does."""
    address = urllib.parse.urlsplit(printed)
    connection = http.client.HTTPConnection(address.hostname, address.port)
    connection.request("GET", f"{address.path}?{address.query}")
    answer = connection.getresponse()
    if answer.status != 303:
        sys.exit(f"bench: the printed address answered {answer.status}")
    return f"http://{address.netloc}/", answer.getheader("Set-Cookie").partition(";")[0]


def status(pid, field):
    """Megabytes of a field of /proc/PID/status."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{field}:\s+(\d+) kB", text, re.M).group(1)) * 1024 / 1e6


def open_page(page, url, cookie, place=""):
    """Leads a page to the gallery, let in by a cookie."""
    name, _, value = cookie.partition("=")
    page.send("Network.setCookie", {"url": url, "name": name, "value": value, "httpOnly": True, "sameSite": "Strict"})
    page.send("Page.navigate", {"url": url + place})


def browse(process, url, cookie):
    with Chromium() as browser:
        # Its own start is no part of this: the first page is one that shows something else.
        first, middle = [], []
        for turn in range(max(ROUNDS, 5) + 1):
            if turn > 0:
                page.close()
            page = browser.page(WIDTH, HEIGHT, (HERE / "gallery-watch.js").read_text())
            open_page(page, url, cookie)
            first.append(page.evaluate("watch.painted(0)"))
            if turn == 0:
                time.sleep(2)
                absolute("gallery.memory.idle", status(process.pid, "VmRSS"), "MB")
            middle.append(jump(page, 0.5))
        absolute("gallery.first.cold", first[0], "ms")
        absolute("gallery.first", min(first[1:]), "ms")
        absolute("gallery.middle.cold", middle[0], "ms")
        absolute("gallery.middle", min(middle[1:]), "ms")
        fling(process, page)


def scrubber(page):
    return page.evaluate("(({left, top, width, height}) => ({left, top, width, height}))(document.querySelector('.scrubber').getBoundingClientRect())")


def jump(page, share):
    """Milliseconds from a press on the scrubber until the pictures of that place are seen."""
    box = scrubber(page)
    x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] * share
    page.evaluate("watch.paintedElsewhere()")
    page.mouse("mousePressed", x, y)
    page.mouse("mouseReleased", x, y)
    return page.evaluate("watch.jump")


def fling(process, page):
    """Wheels and drags through the whole library, and looks at the main thread, the document and the server's memory meanwhile."""
    page.evaluate("watch.reset()")
    for turn in range(300):
        page.mouse("mouseWheel", WIDTH / 3, HEIGHT / 2, deltaX=0, deltaY=(400, 1600, 6400)[turn // 100])
    box = scrubber(page)
    x = box["left"] + box["width"] / 2
    for share in (0.0, 1.0):
        page.mouse("mousePressed", x, box["top"] + box["height"] * (1 - share))
        for step in range(101):
            page.mouse("mouseMoved", x, box["top"] + box["height"] * abs((1 - share) - step / 100))
        page.mouse("mouseReleased", x, box["top"] + box["height"] * share)
        page.evaluate("watch.painted(performance.now())")
    absolute("gallery.longest", page.evaluate("watch.longest"), "ms")
    absolute("gallery.elements", page.evaluate("watch.elements"), "elements")
    absolute("gallery.memory.scrolling", status(process.pid, "VmRSS"), "MB")


def justified(library):
    """Photos in their own shape: the first page and the first fling, each time of a server and a browser that have kept nothing. The worst of each counts."""
    chosen = 'if (location.protocol === "http:") localStorage.setItem("timeline.shape", "own");'
    watch = (HERE / "gallery-watch.js").read_text()
    firsts, longest, elements = [], [], []
    for _ in range(max(ROUNDS, 5)):
        with serving(library) as (_, url, cookie), Chromium() as browser:
            # The browser's own start is no part of it.
            browser.page(WIDTH, HEIGHT, "").close()
            page = browser.page(WIDTH, HEIGHT, chosen + watch)
            open_page(page, url, cookie)
            firsts.append(page.evaluate("watch.painted(0)"))
            if not page.evaluate("document.querySelector('#timeline .is-justified') !== null"):
                sys.exit("bench: the timeline shows squares, and not photos in their own shape")
            page.evaluate("watch.reset()")
            for _ in range(60):
                page.mouse("mouseWheel", WIDTH / 3, HEIGHT / 2, deltaX=0, deltaY=1600)
            page.evaluate("watch.painted(performance.now())")
            longest.append(page.evaluate("watch.longest"))
            elements.append(page.evaluate("watch.elements"))
    absolute("gallery.justified.first.cold", max(firsts), "ms")
    absolute("gallery.justified.longest", max(longest), "ms")
    absolute("gallery.justified.elements", max(elements), "elements")


PLAYS = """new Promise((resolve) => {
  const look = () => {
    const video = document.querySelector("#viewer video.movie");
    if (video?.paused) { video.muted = true; video.play().catch(() => {}); }
    if (video?.currentTime > 0 && video.videoWidth > 0) resolve(performance.now() - window.pressed);
    else requestAnimationFrame(look);
  };
  look();
})"""
SEEKS = """new Promise((resolve) => {
  const video = document.querySelector("#viewer video.movie"), began = performance.now();
  video.currentTime = SECONDS;
  const look = () => {
    if (!video.seeking && video.currentTime > SECONDS) resolve(performance.now() - began);
    else requestAnimationFrame(look);
  };
  look();
})"""


def playing(movie, seconds):
    """A video that the browser doesn't know: from the click until it plays, and from a seek until it plays there, somewhere else each time."""
    shows, seeks = [], []
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library = pathlib.Path(scratch) / "Film.photolibrary"
        run([PHOTOS, "--library", library, "import", movie])
        for turn in range(max(ROUNDS, 3)):
            # A server of its own each time, which has kept nothing.
            with serving(library) as (_, url, cookie), Chromium() as browser:
                page = browser.page(WIDTH, HEIGHT, "addEventListener('pointerdown', () => { window.pressed = performance.now(); }, { capture: true });")
                open_page(page, url, cookie)
                box = page.evaluate("""new Promise((resolve) => { const look = () => { const image = document.querySelector(".photo img");
                    if (!image?.complete) return requestAnimationFrame(look);
                    const { left, top, width, height } = image.getBoundingClientRect(); resolve([left + width / 2, top + height / 2]); }; look(); })""")
                page.mouse("mousePressed", *box)
                page.mouse("mouseReleased", *box)
                shows.append(page.evaluate(PLAYS))
                seeks.append(page.evaluate(SEEKS.replace("SECONDS", str(seconds * (0.5 + 0.1 * turn)))))
    absolute("video.play", min(shows), "ms")
    absolute("video.seek", min(seeks), "ms")


EDITS = """new Promise((resolve) => {
  let isPressed = false;
  const look = () => {
    const button = document.querySelector("#viewer [aria-keyshortcuts=E]:not([hidden])");
    if (!isPressed && button) { isPressed = true; button.click(); }
    if (document.querySelector("#editor[open] .editor-canvas")?.width > 1) return resolve(true);
    requestAnimationFrame(look);
  };
  look();
})"""
# As a person moves it: a step a frame, there and back. The first second is the pace's, which finds out how many pixels this machine draws in time. Sharpness is
# what takes longest to draw.
SLIDES = """(async sharpness => {
  const input = document.querySelector("#editor [data-parameter=exposure]"), frame = () => new Promise(requestAnimationFrame), frames = [];
  const canvas = document.querySelector("#editor .editor-canvas"), sharp = document.querySelector("#editor [data-parameter=sharpness]");
  sharp.value = sharpness;
  for (const name of ["input", "change"]) sharp.dispatchEvent(new Event(name, { bubbles: true }));
  await frame();
  await frame();
  const whole = canvas.width;
  let last = await frame();
  for (let step = 0; step < 360; step++) {
    input.value = Math.abs((step % 180) - 90);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const now = await frame();
    if (step >= 60) frames.push(now - last);
    last = now;
  }
  frames.sort((a, b) => a - b);
  return [frames[frames.length >> 1], frames[Math.floor(frames.length * 0.95)], 100 * canvas.width / whole];
})"""


def editing():
    """Milliseconds from one frame to the next while a slider of the editor moves, of a photo of 12 megapixels: the median, and the 95th of 100. And how many of a side's
    pixels are drawn meanwhile, where a machine is too slow for all; the same of a photo that is sharpened."""
    plain, sharp = [], []
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library, picture = pathlib.Path(scratch) / "Edit.photolibrary", pathlib.Path(scratch) / "picture.jpg"
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=4032x3024", "-frames:v", "1", "-q:v", "3", picture])
        run([PHOTOS, "--library", library, "import", picture])
        found = json.loads(run([PHOTOS, "--library", library, "assets", "--json"]).splitlines()[0])["localIdentifier"].partition("/")[0]
        with serving(library) as (_, url, cookie), Chromium() as browser:
            for _ in range(max(ROUNDS, 3)):
                page = browser.page(WIDTH, HEIGHT, "")
                open_page(page, url, cookie, f"#/library/asset/{found}")
                page.evaluate(EDITS)
                plain.append(page.evaluate(f"{SLIDES}(0)"))
                sharp.append(page.evaluate(f"{SLIDES}(50)"))
                page.close()
    for name, rounds in (("frame", plain), ("sharp", sharp)):
        middle, tail, drawn = zip(*rounds)
        absolute(f"gallery.editor.{name}", min(middle), "ms")
        absolute(f"gallery.editor.{name}.tail", min(tail), "ms")
        absolute(f"gallery.editor.{name}.pixels", max(drawn), "%")


def thumbnails(url, cookie):
    """The same thousand thumbnails from ours and, as files, from nginx, by turns."""
    folder = WORK / "nginx"
    shutil.rmtree(folder, ignore_errors=True)
    paths = keep_thumbnails(url, cookie, folder / "files")
    script = folder / "paths.lua"
    # nginx asks for no proof, but gets the same bytes to read.
    script.write_text(LUA % (",\n".join(f'"{path}"' for path in paths), cookie))
    ours, theirs = [], []
    with nginx(folder) as other:
        for _ in range(max(ROUNDS, 3)):
            theirs.append(rate(other, script))
            ours.append(rate(url, script))
    line("gallery.thumbnails", 1e6 / max(ours), 1e6 / max(theirs), "µs", "nginx with files")
    absolute("gallery.thumbnails.rate", max(ours), "per s")


def keep_thumbnails(url, cookie, folder):
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port)

    def get(path):
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            sys.exit(f"bench: {path} answered {answer.status}: {body[:300]}")
        return body

    paths = []
    for tile in json.loads(get("/api/assets?offset=0&limit=1000"))["assets"]:
        path = f"/image/{tile['id']}/{tile['revision']}/thumbnail"
        file = folder / path[1:]
        file.parent.mkdir(parents=True)
        file.write_bytes(get(path))
        paths.append(path)
    return paths


@contextlib.contextmanager
def nginx(folder, more=""):
    """Serves the files below `files` of a folder.

    `more` is for its server's configuration.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(NGINX.format(user="user root;" if os.getuid() == 0 else "", folder=folder, port=port, more=more))
    process = subprocess.Popen(["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")],
                               env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(20)


def rate(url, script):
    """Requests a second that one thread of wrk gets answered."""
    address = urllib.parse.urlsplit(url)
    said = run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", script, f"http://{address.netloc}/"])
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(f"bench: {url} did not answer all of wrk's requests: {said}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))


LUA = """local paths = {
%s
}
local requests, turn = {}, 0
init = function()
  for index, path in ipairs(paths) do requests[index] = wrk.format("GET", path, {Cookie = "%s"}) end
end
request = function()
  turn = turn %% #requests + 1
  return requests[turn]
end
"""

NGINX = """daemon off;
{user}
worker_processes auto;
pid {folder}/nginx.pid;
events {{ worker_connections 256; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type image/jpeg;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/files;
    {more}
  }}
}}
"""
