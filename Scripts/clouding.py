"""What Scripts/cloud-faults and Scripts/cloud-trial share: Ceph's gateway, a bad network before it, the tool and its server, made pictures, and whether all of them are there."""
import collections, hashlib, http.client, json, os, pathlib, random, select, shutil, signal, socket, subprocess, sys, tempfile, threading, time, zlib

TOP = pathlib.Path(__file__).resolve().parent.parent
TOKEN = "asks-for-what-lies-elsewhere"


def say(text):
    print(text, flush=True)


def tool(given, name):
    """The tool that was named, else the newest that is built."""
    built = [TOP / ".build" / kind / "photos" for kind in ("release", "debug")]
    program = given or max((one for one in built if one.exists()), key=lambda one: one.stat().st_mtime, default=None)
    if program is None:
        sys.exit(f"{name}: there is no photos in .build. Run ./photos once, or name one with --photos.")
    return pathlib.Path(program).resolve()


def end_alike():
    """Has Ctrl-C and SIGTERM end this program in good order: what it started ends, and its folders go. A second one doesn't disturb that."""
    def end(number, frame):
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    numbers = (signal.SIGTERM, signal.SIGINT)
    for number in numbers:
        signal.signal(number, end)


class Ended(Exception):
    """What was ended begins nothing more."""


class Failures:
    """What went wrong, from any thread."""

    def __init__(self):
        self.all, self.lock = [], threading.Lock()

    def add(self, text):
        with self.lock:
            self.all.append(text)
        say(f"FAILED: {text}")

    def end(self):
        """Ends the program with what it found."""
        if self.all:
            say(f"{len(self.all)} things went wrong:")
            for text in self.all:
                say(f"  {text}")
        sys.exit(1 if self.all else 0)


# MARK: The store


class Gateway:
    """Ceph's gateway with an empty bucket, which keeps everything in memory. It ends with this process, however that ends."""

    SERVER = TOP / "Scripts" / "s3-server"

    def __init__(self):
        self.is_closed, self.lock = False, threading.Lock()
        # Names of sockets are short.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="s3-", dir="/tmp"))
        started = subprocess.run([self.SERVER, "start", self.folder / "state", str(os.getpid())], stdout=subprocess.PIPE, text=True)
        if started.returncode:
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: there is no S3 server; Scripts/debian-packages check installs Ceph.")
        self.settings = dict(row.split("=", 1) for row in started.stdout.splitlines())
        self.port = int(self.settings["S3_ENDPOINT"].rsplit(":", 1)[1])
        self.environment = {**os.environ, **{name: value for name, value in self.settings.items() if name.startswith("AWS_")}}

    def address(self, port=None):
        return f"s3://{self.settings['S3_BUCKET']}/library?endpoint=http://127.0.0.1:{port or self.port}&region={self.settings['AWS_DEFAULT_REGION']}&style=path"

    def kill(self):
        """As by a crash; it is there again when this returns."""
        with self.lock:
            if self.is_closed:
                raise Ended
            subprocess.run([self.SERVER, "restart", self.folder / "state"], check=True, stdout=subprocess.DEVNULL)

    def close(self):
        with self.lock:
            self.is_closed = True
            subprocess.run([self.SERVER, "stop", self.folder / "state"], stdout=subprocess.DEVNULL)
            shutil.rmtree(self.folder, ignore_errors=True)


class Network:
    """What lies between this machine's programs and a server: each request of a connection draws its fault, as the tests' FaultyProxy does, and all of it can be gone."""

    #: What happens to how many of a thousand requests.
    FAULTS = {
        "cut request": 15, "cut answer": 15, "damaged request": 10, "damaged answer": 10, "503": 20, "500": 10, "403": 5, "delay": 30, "no answer": 10, "silence": 1,
    }
    CODES = {"503": "SlowDown", "500": "InternalError", "403": "AccessDenied"}

    def __init__(self, server, seed):
        self.server, self.chance, self.lock = server, random.Random(seed), threading.Lock()
        self.open, self.drawn, self.is_faulty, self.is_gone = set(), collections.Counter(), False, False
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, seconds):
        """Ends all connections at once, and lets nobody through for so long."""
        with self.lock:
            self.is_gone = True
            ends = list(self.open)
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        time.sleep(seconds)
        self.is_gone = False

    def draw(self):
        with self.lock:
            if not self.is_faulty:
                return "none", 0
            kinds = [*self.FAULTS, "none"]
            kind = self.chance.choices(kinds, [*self.FAULTS.values(), 1000 - sum(self.FAULTS.values())])[0]
            # Small objects are most of them.
            place = self.chance.randrange(self.chance.choice([300, 3_000, 300_000, 3_000_000]))
            self.drawn[kind] += 1
            return kind, place

    def _accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        with client:
            try:
                if self.is_gone:
                    return
                with socket.create_connection(("127.0.0.1", self.server)) as upstream:
                    for end in (client, upstream):
                        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    with self.lock:
                        if self.is_gone:
                            return
                        self.open |= {client, upstream}
                    try:
                        Conversation(client, upstream, self.draw).run()
                    finally:
                        with self.lock:
                            self.open -= {client, upstream}
            except OSError:
                # Either end is gone, or the gateway is being started again.
                pass


class Conversation:
    """Two ends, and which request is between them."""

    def __init__(self, client, upstream, draw):
        self.client, self.upstream, self.draw = client, upstream, draw
        self.kind, self.place, self.is_between = "none", 0, True
        self.sent = self.received = 0
        self.head, self.body_start = b"", None

    def run(self):
        while True:
            ready, _, _ = select.select([self.client, self.upstream], [], [])
            if self.client in ready and not self._from_client():
                return
            if self.upstream in ready and not self._from_server():
                return

    def _from_client(self):
        data = self.client.recv(1 << 16)
        if not data:
            return False
        if self.is_between:
            self.kind, self.place = self.draw()
            self.is_between, self.sent, self.received, self.head, self.body_start = False, 0, 0, b"", None
            if self.kind == "delay":
                time.sleep(self.place % 500 / 1000)
            elif self.kind == "silence":
                return self._wait_for_end()
            elif self.kind in Network.CODES:
                body = f"<Error><Code>{Network.CODES[self.kind]}</Code></Error>"
                self.client.sendall(f"HTTP/1.1 {self.kind} Refused\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
                self.client.shutdown(socket.SHUT_WR)
                return self._wait_for_end()
        if self.kind == "damaged request":
            data = damaged(data, self.place - self.sent)
        wanted = data[: max(0, self.place - self.sent)] if self.kind == "cut request" else data
        self.upstream.sendall(wanted)
        self.sent += len(wanted)
        return len(wanted) == len(data)

    def _from_server(self):
        data = self.upstream.recv(1 << 16)
        if not data:
            return False
        self.is_between = True
        if self.body_start is None:
            self.head += data
            end = self.head.find(b"\r\n\r\n")
            self.body_start = end + 4 if end >= 0 else None
        if self.kind == "damaged answer" and self.body_start is not None:
            data = damaged(data, self.body_start + self.place - self.received)
        wanted = data
        if self.kind in ("cut answer", "no answer"):
            wanted = data[: max(0, (self.place if self.kind == "cut answer" else 0) - self.received)]
        self.client.sendall(wanted)
        self.received += len(wanted)
        return len(wanted) == len(data)

    def _wait_for_end(self):
        """Takes what still comes, as a server does that is not to reset the connection, until the client goes."""
        while self.client.recv(1 << 16):
            pass
        return False


def damaged(data, index):
    """With one bit turned over, where that byte is among these."""
    if not 0 <= index < len(data):
        return data
    return data[:index] + bytes([data[index] ^ 4]) + data[index + 1:]


# MARK: Machines


#: `was_killed`: by us, on purpose.
Run = collections.namedtuple("Run", "status output errors was_killed")


class Machine:
    """A library, the tool for it, and its server where one runs."""

    def __init__(self, program, library, environment, failures, limit=900):
        self.program, self.library, self.failures, self.limit = program, library, failures, limit
        self.environment, self.server, self.port = {**environment, "PHOTOS_TOKEN": TOKEN, "LC_ALL": "C.UTF-8"}, None, None
        self.running, self.has_ended, self.lock = set(), False, threading.Lock()

    def _start(self, words, **pipes):
        with self.lock:
            if self.has_ended:
                raise Ended
            process = subprocess.Popen([str(word) for word in words], env=self.environment, **pipes)
            self.running = {one for one in self.running if one.poll() is None} | {process}
            return process

    def end(self):
        """Kills all that runs, and begins nothing more."""
        with self.lock:
            self.has_ended = True
            for process in self.running:
                process.kill()
            for process in self.running:
                process.wait()

    def run(self, *words, killed_after=None):
        """The tool with these words. What does not end in its time is a failure, and so is a crash."""
        command = [self.program, "--library", self.library, *words, "--wait", "120"]
        # Files, since a worker of one that was killed may have a pipe open for a moment longer.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = self._start(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
            was_killed = False
            try:
                process.wait(self.limit if killed_after is None else killed_after)
            except subprocess.TimeoutExpired:
                was_killed = killed_after is not None
                process.kill()
                process.wait()
                if not was_killed:
                    self.failures.add(f"{self.library.name}: {words} did not end within {self.limit} s")
            output.seek(0)
            errors.seek(0)
            run = Run(process.returncode, output.read().decode(errors="replace"), errors.read().decode(errors="replace"), was_killed)
        if self.has_ended:
            raise Ended
        if not was_killed and (run.status < 0 or run.status == 70):
            self.failures.add(f"{self.library.name}: {words} ended with {run.status}: {run.errors[-800:]}")
        return run

    def must(self, *words):
        """What has to succeed, as on a sound network."""
        run = self.run(*words)
        if run.status != 0:
            self.failures.add(f"{self.library.name}: {words} ended with {run.status}: {run.output[-400:]} {run.errors[-800:]}")
        return run

    def json(self, *words):
        """What it says as one object; nothing where it fails, which is a failure."""
        run = self.must(*words, "--json")
        try:
            return json.loads(run.output)
        except ValueError:
            self.failures.add(f"{self.library.name}: {words} says no JSON: {run.output[-400:]}")
            return {}

    def assets(self):
        """All that it has, by file name. Two of one name are a failure."""
        found = {}
        for row in self.must("assets", "--json").output.splitlines():
            asset = json.loads(row)
            if asset["filename"] in found:
                self.failures.add(f"{self.library.name}: {asset['filename']} is there twice")
            found[asset["filename"]] = asset
        return found

    def serve(self):
        """Begins to serve it, on any port."""
        command = [self.program, "--library", self.library, "serve", "--port", "0", "--json"]
        self.server = self._start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = self.server.stdout.readline()
        if not said:
            self.failures.add(f"{self.library.name}: photos serve ended with {self.server.wait()}")
            self.server = None
            return
        self.port = json.loads(said)["port"]

    def stop_serving(self):
        if self.server is None:
            return
        self.server.terminate()
        try:
            if (status := self.server.wait(120)) < 0 or status == 70:
                self.failures.add(f"{self.library.name}: photos serve ended with {status}")
        except subprocess.TimeoutExpired:
            self.failures.add(f"{self.library.name}: photos serve did not end within 120 s of SIGTERM")
            self.server.kill()
            self.server.wait()
        self.server = None

    def kill_server(self):
        if self.server is not None:
            self.server.kill()
            self.server.wait()
            self.server = None

    def get(self, path, limit=600):
        """Status and body, as far as they came: `None` where the connection ended before, which is an end, too. What doesn't end in its time is a failure."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except TimeoutError:
            self.failures.add(f"{self.library.name}: GET {path} did not end within {limit} s")
            return None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def originals(self):
        """The hashes of all originals that are here, each as often as it is there."""
        return collections.Counter(digest(path) for path in (self.library / "originals").rglob("*") if path.is_file())

    def expect_sound(self):
        """Each byte is what was recorded. What can be made again may be missing after a kill."""
        if self.run("verify", "--json").status != 0:
            self.run("verify", "--repair", "--json")
            self.must("verify", "--json")

    def expect_files(self, sums):
        """Every original is here, byte by byte. A process that was killed may leave a file that no photo has, which `photos verify` judges."""
        missing = collections.Counter(sums.values()) - self.originals()
        if missing:
            self.failures.add(f"{self.library.name}: of {len(sums)} originals {missing.total()} are missing or have other bytes")


# MARK: Pictures


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def make_picture(path, number, size):
    """A PNG of two greys, of the same look for the same number, with bytes of its own behind its end. Returns its hash."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    width, height = 1_600, 1_200
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 0, 0, 0, 0])
    split = 1 + number * 7 % (width - 1)
    row = b"\0" + bytes([number * 37 % 256]) * split + bytes([255 - number * 53 % 256]) * (width - split)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * height, 1)) + chunk(b"IEND", b"")
    path.write_bytes(picture + number.to_bytes(8, "little") + os.urandom(max(0, size - len(picture) - 8)))
    return digest(path)
