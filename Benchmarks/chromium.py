"""A headless Chromium, spoken to over its debugging pipe; nothing but Python's own library is needed."""
import fcntl, glob, json, os, select, shutil, signal, tempfile, time

PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
FLAGS = [
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--mute-audio", "--disable-extensions",
    "--disable-component-update", "--disable-background-networking", "--disable-sync", "--disable-breakpad", "--disable-dev-shm-usage",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--no-proxy-server",
]


class Chromium:
    """`with Chromium() as browser: page = browser.page(1280, 800)`"""

    def __init__(self):
        program = next((found for found in map(shutil.which, PROGRAMS) if found), None)
        if program is None:
            raise SystemExit("bench: chromium is missing: Scripts/debian-packages bench installs it")
        self.folder = tempfile.mkdtemp(prefix="photos-bench-")
        flags = FLAGS + [f"--user-data-dir={self.folder}/profile"] + (["--no-sandbox"] if os.getuid() == 0 else [])
        # Above the two that the browser is given, so that neither takes the other's place.
        (reading, self.commands), (self.answers, writing) = [[fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()] for _ in range(2)]
        nothing = os.open(os.devnull, os.O_RDWR)
        actions = [(os.POSIX_SPAWN_DUP2, nothing, 0), (os.POSIX_SPAWN_DUP2, nothing, 1), (os.POSIX_SPAWN_DUP2, nothing, 2),
                   (os.POSIX_SPAWN_DUP2, reading, 3), (os.POSIX_SPAWN_DUP2, writing, 4)]
        self.pid = os.posix_spawn(program, [program, *flags, "about:blank"], os.environ, file_actions=actions, setpgroup=0)
        for end in (reading, writing, nothing):
            os.close(end)
        self.buffer, self.last = b"", 0
        self.send("Browser.getVersion", limit=120)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                break
            time.sleep(0.05)

    def send(self, method, params=None, session=None, limit=60):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + limit
        while True:
            answer = self.receive(until, method)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise SystemExit(f"bench: the browser refused {method}: {answer['error']}")
                return answer["result"]

    def receive(self, until, what):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0, until - time.monotonic()))[0]:
                raise SystemExit(f"bench: the browser did not answer {what} in time")
            got = os.read(self.answers, 1 << 20)
            if not got:
                raise SystemExit(f"bench: the browser ended during {what}")
            self.buffer += got
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def page(self, width, height, script):
        """A page in a context of its own, whose cache is empty; the script runs before those of every document.

        The browser's own window has been built when this returns: what that costs is nobody's page.
        """
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", {"url": "about:blank", "browserContextId": context, "width": width, "height": height})["targetId"]
        page = Page(self, self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"], context)
        page.send("Page.enable")
        page.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        page.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.wait_until_idle()
        return page

    def wait_until_idle(self, limit=5):
        """Waits until the browser's processes rest, or have not for so many seconds."""
        until = time.monotonic() + limit
        resting = 0
        while resting < 3 and time.monotonic() < until:
            before = self.ticks()
            time.sleep(0.2)
            resting = resting + 1 if self.ticks() - before <= 1 else 0

    def ticks(self):
        """Processor time of all the browser's processes."""
        ticks = 0
        for name in glob.glob("/proc/[0-9]*/stat"):
            try:
                fields = open(name).read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == self.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks


class Page:
    def __init__(self, browser, session, context):
        self.browser, self.session, self.context = browser, session, context

    def close(self):
        """Ends the page and all that its context holds."""
        self.browser.send("Target.disposeBrowserContext", {"browserContextId": self.context})

    def send(self, method, params=None, limit=60):
        return self.browser.send(method, params, self.session, limit)

    def evaluate(self, expression, limit=60):
        """The value of an expression, awaited where it is a promise."""
        result = self.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}, limit)
        if "exceptionDetails" in result:
            raise SystemExit(f"bench: the page failed at {expression[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def mouse(self, kind, x, y, **more):
        held = 1 if kind in ("mousePressed", "mouseMoved") and more.pop("held", True) else 0
        self.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left" if kind != "mouseWheel" else "none",
                                               "buttons": held, "clickCount": 0 if kind == "mouseMoved" else 1, **more})
