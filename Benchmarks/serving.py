"""What `photos serve` hands out, beside nginx with the same bytes in the same run: thumbnails, originals and parts of videos; and a picker's page."""
import http.client, json, os, pathlib, random, re, shutil, time, urllib.parse

from chromium import Chromium
from gallery import HEIGHT, WIDTH, enter, nginx, open_page, serving
from measure import HERE, PHOTOS, ROUNDS, WORK, absolute, generated, line, million, run, say

CONNECTIONS = 64
SECONDS = 5
# Thumbnails that are asked for at random.
SERVED = int(os.environ.get("BENCH_SERVED", "100000"))
# Of a file of a camera, and of a video.
PICTURE, MOVIE, PART = 6 << 20, 64 << 20, 1 << 20


def bench_serving():
    served_thumbnails()
    served_files()
    picker()


class Client:
    """One connection with the owner's cookie."""

    def __init__(self, url, cookie):
        address = urllib.parse.urlsplit(url)
        self.connection, self.headers = http.client.HTTPConnection(address.hostname, address.port), {"Cookie": cookie}

    def get(self, path):
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"bench: {path} answered {answer.status}: {body[:300]}")
        return body

    def post(self, path, body):
        self.connection.request("POST", path, json.dumps(body), {**self.headers, "Content-Type": "application/json"})
        answer = self.connection.getresponse()
        return json.loads(answer.read())

    def tiles(self, count):
        found = []
        while len(found) < count:
            more = json.loads(self.get(f"/api/assets?offset={len(found)}&limit=1000"))["assets"]
            if not more:
                break
            found += more
        return found[:count]


def served_thumbnails():
    library = generated(SERVED)
    folder = WORK / f"served-{SERVED}"
    with serving(library) as (server, url, cookie):
        client = Client(url, cookie)
        tiles = client.tiles(SERVED)
        paths = [f"/image/{tile['id']}/{tile['revision']}/thumbnail" for tile in tiles]
        if not (folder / "complete").exists():
            say(f"Keeping {len(paths)} thumbnails as files for nginx.")
            shutil.rmtree(folder, ignore_errors=True)
            for path in paths:
                file = folder / "files" / path[1:]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(client.get(path))
            (folder / "complete").touch()
        else:
            # All have been asked for once, on both sides.
            for path in paths:
                client.get(path)
        compare("served.thumbnails", url, folder, script(folder, [(path, "") for path in paths], cookie))
        slow(server, url, cookie)


def script(folder, asked, cookie):
    """For wrk: paths and ranges to ask for at random. They are read from a file, since LuaJIT takes no more than 65,536 of them in a script."""
    (folder / "asked.txt").write_text("".join(f"{path} {part}\n" for path, part in asked))
    file = folder / "asked.lua"
    file.write_text(LUA % (folder / "asked.txt", cookie))
    return file


def compare(name, url, folder, script, seconds=SECONDS):
    """Both by turns; the best of each counts, and the quantiles of the best."""
    ours, theirs = [], []
    # What a disk takes is nobody's here: nginx's files are in memory as ours are.
    for file in (folder / "files").rglob("*"):
        if file.is_file():
            file.read_bytes()
    with nginx(folder) as other:
        for side in (url, other):
            asked(side, script, 1)
        for _ in range(max(ROUNDS, 3)):
            theirs.append(asked(other, script, seconds))
            ours.append(asked(url, script, seconds))
    best, peer = max(ours), max(theirs)
    line(name, 1e6 / best[0], 1e6 / peer[0], "µs", "nginx with files")
    absolute(name + ".rate", best[0], "per s")
    # The tail of one run is often the scheduler's.
    absolute(name + ".tail", min(p99 / median for _, median, p99 in ours), "× median")
    absolute(name + ".tail.nginx", min(p99 / median for _, median, p99 in theirs), "× median")


def asked(url, script, seconds):
    """Requests a second that one thread of wrk gets answered, and its median and 99th percentile in microseconds."""
    address = urllib.parse.urlsplit(url)
    said = run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "--timeout", "30s", "-s", script, f"http://{address.netloc}/"])
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"bench: {url} did not answer all of wrk's requests: {said}")

    def quantile(share):
        found = re.search(rf"^\s+{share}%\s+([\d.]+)(us|ms|s)\s*$", said, re.M)
        if found is None:
            raise SystemExit(f"bench: wrk told no time of {url}: {said}")
        return float(found[1]) * {"us": 1, "ms": 1e3, "s": 1e6}[found[2]]

    return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)), quantile(50), quantile(99)


def slow(server, url, cookie):
    """How long a hundred thumbnails take beside 200 clients that take nothing of what they asked for, and while their answers are still being made."""
    client = Client(url, cookie)
    address = urllib.parse.urlsplit(url)
    tiles = client.tiles(100)

    def hundred():
        began = time.monotonic()
        for tile in tiles:
            client.get(f"/image/{tile['id']}/{tile['revision']}/thumbnail")
        return (time.monotonic() - began) * 1000

    alone = min(hundred() for _ in range(5))
    idle = []
    try:
        for _ in range(200):
            connection = http.client.HTTPConnection(address.hostname, address.port)
            connection.connect()
            request = f"GET /api/assets?limit=1000 HTTP/1.1\r\nHost: {address.netloc}\r\nCookie: {cookie}\r\n\r\n"
            connection.sock.sendall(request.encode() * 20)
            idle.append(connection)
        # The system's buffers take some of the answers, thousands of tiles each, which two cores are busy with at first.
        absolute("served.beside.busy", min(hundred() for _ in range(5)), "ms")
        rest(server)
        beside = min(hundred() for _ in range(5))
    finally:
        for connection in idle:
            connection.close()
    line("served.beside.slow", beside, alone, "ms", "alone")


def rest(process, patience=60):
    """Returns once a process has had no processor for half a second."""
    def ticks():
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    end, before = time.monotonic() + patience, None
    while (now := ticks()) != before:
        if time.monotonic() > end:
            raise SystemExit("bench: the server does not come to rest beside clients that take nothing.")
        before = now
        time.sleep(0.5)


def served_files():
    """Whole originals and random parts of videos, of which nobody needs to be decoded: the bytes are chance."""
    folder = WORK / "served-files"
    source, library = folder / "source", folder / "Files.photolibrary"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        source.mkdir(parents=True)
        picture, movie = folder / "picture.jpg", folder / "movie.mp4"
        run(["vips", "black", f"{picture}", "640", "480"])
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=2", "-pix_fmt", "yuv420p", movie])
        chance = random.Random(1)
        for number in range(40):
            (source / f"picture-{number}.jpg").write_bytes(picture.read_bytes() + chance.randbytes(PICTURE))
        for number in range(4):
            # What stands behind the last box is passed over by whoever plays it.
            padding = chance.randbytes(MOVIE)
            (source / f"movie-{number}.mp4").write_bytes(movie.read_bytes() + (len(padding) + 8).to_bytes(4, "big") + b"free" + padding)
        run([PHOTOS, "--library", library, "import", source, "--quiet"])
        (folder / "complete").touch()
    with serving(library) as (_, url, cookie):
        tiles = Client(url, cookie).tiles(1000)
        files = folder / "files"
        shutil.rmtree(files, ignore_errors=True)
        pictures, parts = [], []
        chance = random.Random(2)
        for tile in tiles:
            path = f"/{'video' if tile['kind'] == 'video' else 'original'}/{tile['id']}/{tile['revision']}"
            kept = files / path[1:]
            kept.parent.mkdir(parents=True, exist_ok=True)
            os.link(source / tile["filename"], kept)
            if tile["kind"] != "video":
                pictures.append(path)
                continue
            for _ in range(50):
                first = chance.randrange(0, MOVIE - PART)
                parts.append((path, f"bytes={first}-{first + PART - 1}"))
        compare("served.originals", url, folder, script(folder, [(path, "") for path in pictures], cookie))
        compare("served.ranges", url, folder, script(folder, parts, cookie))


def picker():
    """A picker's page over a million assets: the first photos, the first fling, and choosing the five hundredth one."""
    library = million()
    firsts, longest = [], []
    for turn in range(max(ROUNDS, 3)):
        # A server of its own each time, which has kept nothing; the browser's own start is no part of it.
        with serving(library) as (_, url, cookie), Chromium() as browser:
            browser.page(WIDTH, HEIGHT, "").close()
            begun = Client(url, cookie).post("/api/picker/sessions", {"limit": 0, "ordered": True})
            page = browser.page(WIDTH, HEIGHT, (HERE / "gallery-watch.js").read_text())
            # As the gallery's: let in before, since a browser that is led on by the printed address begins two pages.
            _, person = enter(begun["url"])
            open_page(page, url, person, f"pick/{begun['id']}")
            firsts.append(page.evaluate("watch.painted(0)"))
            page.evaluate("watch.reset()")
            for _ in range(60):
                page.mouse("mouseWheel", WIDTH / 3, HEIGHT / 2, deltaX=0, deltaY=1600)
            page.evaluate("watch.painted(performance.now())")
            longest.append(page.evaluate("watch.longest"))
            if turn == 0:
                choosing(page)
    absolute("picker.first.cold", max(firsts), "ms")
    absolute("picker.longest", max(longest), "ms")


def choosing(page):
    """Milliseconds of the page's main thread from a click until the page is laid out anew, for the first photos and for those around the five hundredth."""
    took = page.evaluate(CHOOSE)
    first, last = sorted(took[:20]), sorted(took[490:510])
    line("picker.choosing", last[len(last) // 2], first[len(first) // 2], "ms", "the first photos")


CHOOSE = """(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const took = [];
  const scroller = document.querySelector("#timeline .scroll");
  while (took.length < 520) {
    const next = [...document.querySelectorAll("#timeline [role=gridcell][data-id]")].filter((cell) => {
      const { top, bottom, width } = cell.getBoundingClientRect();
      return width > 0 && top > 60 && bottom < innerHeight - 160 && cell.getAttribute("aria-selected") !== "true";
    });
    if (next.length === 0) {
      scroller.scrollBy(0, 400);
      await frame();
      await frame();
      continue;
    }
    for (const cell of next.slice(0, 520 - took.length)) {
      const { left, top, width, height } = cell.getBoundingClientRect(), at = { bubbles: true, cancelable: true, button: 0, clientX: left + width / 2, clientY: top + height / 2, pointerType: "mouse", isPrimary: true, pointerId: 1 };
      const began = performance.now();
      for (const name of ["pointerdown", "pointerup"]) cell.dispatchEvent(new PointerEvent(name, at));
      cell.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
      document.body.getBoundingClientRect();
      took.push(performance.now() - began);
      await frame();
    }
  }
  return took;
})()"""


LUA = """local requests = {}
init = function()
  math.randomseed(1)
  for line in io.lines("%s") do
    local path, part = line:match("^(%%S+) (%%S*)$")
    requests[#requests + 1] = wrk.format("GET", path, {Cookie = "%s", Range = part ~= "" and part or nil})
  end
end
request = function() return requests[math.random(#requests)] end
"""
