"""Files that `photos serve` receives by tus, hashed and safely published, beside nginx that receives the same bytes by PUT, in the same run."""
import http.client, json, os, pathlib, tempfile, time, urllib.parse
from concurrent.futures import ThreadPoolExecutor

from gallery import nginx, serving, status
from measure import PHOTOS, ROUNDS, WORK, absolute, line, run
from serving import Client

# The gallery's page sends as many files at a time.
CONNECTIONS = 3
# In pieces as large as ours, of which nginx writes a sixty-fourth at a time otherwise.
PUT = """location / {
      dav_methods PUT;
      client_max_body_size 0;
      client_body_buffer_size 1m;
    }"""


def bench_upload(folder):
    """Seconds from the first byte until all files are on the disk. Ours are in the catalogue by then, and each is known by its hash; nginx's only have their names."""
    files = sorted(folder.iterdir())
    ours, peaks, cached, flushed = [], [], [], []
    for _ in range(max(ROUNDS, 3)):
        received, whole = by_put(files)
        cached.append(received)
        flushed.append(whole)
        took, peak = by_tus(files)
        ours.append(took)
        peaks.append(peak)
    line("upload", min(ours), min(flushed), "s", "nginx's PUT, and sync")
    line("upload.cached", min(ours), min(cached), "s", "nginx's PUT, unflushed")
    absolute("upload.memory", min(peaks), "MB")


def by_put(files):
    """Seconds until nginx has answered for all of them, and until they are on the disk."""
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        folder = pathlib.Path(scratch)
        (folder / "files").mkdir()
        # What others have still to write is no part of it.
        os.sync()
        with nginx(folder, PUT) as url:
            began = time.monotonic()
            send(url, "PUT", {f"/{file.name}": file for file in files}, {})
            received = time.monotonic() - began
            run(["sync", "-f", folder])
            return received, time.monotonic() - began


def by_tus(files):
    """Seconds until the library has all of them, and the most megabytes that the server held by then."""
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library = pathlib.Path(scratch) / "Upload.photolibrary"
        run([PHOTOS, "--library", library, "init"])
        os.sync()
        with serving(library) as (process, url, cookie):
            client = Client(url, cookie)
            began = time.monotonic()
            announced = [{"name": file.name, "size": file.stat().st_size} for file in files]
            batch = client.post("/api/uploads", {"files": announced, "isComplete": True})
            address = f"/api/uploads/{batch['id']}"
            headers = {"Cookie": cookie, "Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
            send(url, "PATCH", {f"{address}/files/{told['number']}": file for told, file in zip(batch["files"], files)}, headers)
            while batch["done"] < len(files):
                batch = json.loads(client.get(f"{address}?since={batch['revision']}"))
                if batch["failed"] or batch["trouble"]:
                    raise SystemExit(f"bench: files that were sent did not come in: {batch}")
                time.sleep(0.005)
            took, peak = time.monotonic() - began, status(process.pid, "VmHWM")
            kinds = {told["outcome"]["kind"] for told in json.loads(client.get(address))["files"]}
            if kinds != {"imported"}:
                raise SystemExit(f"bench: of files that were sent some are not imported, but {', '.join(sorted(kinds))}")
            return took, peak


def send(url, method, wanted, headers):
    """Sends files over several connections, each of them one file after the other, from the page cache by the kernel."""
    address, paths = urllib.parse.urlsplit(url), list(wanted)

    def some(first):
        connection = http.client.HTTPConnection(address.hostname, address.port)
        for path in paths[first::CONNECTIONS]:
            with open(wanted[path], "rb") as body:
                connection.putrequest(method, path)
                for name, value in {**headers, "Content-Length": str(os.fstat(body.fileno()).st_size)}.items():
                    connection.putheader(name, value)
                connection.endheaders()
                connection.sock.sendfile(body)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status not in (201, 204):
                raise SystemExit(f"bench: {method} {path} answered {answer.status}: {text[:300]}")
        connection.close()

    with ThreadPoolExecutor(CONNECTIONS) as connections:
        list(connections.map(some, range(CONNECTIONS)))
