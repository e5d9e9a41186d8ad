#!/usr/bin/env python3
"""Runs our side of each benchmark beside its floor and its peer, in one run, and prints ratios.

usage: bench.py [import|sooner|formats|images|adjust|fetch|columns|words|changes|details|resources|groups|hashes|saves|video|memory|cloud|start|gallery|serving|upload|places|duplicates ...]

A ratio is ours divided by theirs: under 1 we are faster. The bound of each line comes from thresholds.json; a line over its bound is
marked and makes the exit status 1. Runs alternate between the sides and the best of each counts, since machines are noisy.
"""
import json, os, pathlib, shutil, struct, subprocess, sys, tempfile, time

from finding import bench_duplicates, bench_places, bench_words
from gallery import bench_gallery, playing
from measure import HERE, PHOTOS, ROOT, ROUNDS, WORK, absolute, built, compiled, cpu_of, installed, json_value, line, million, over, run, say, tree_memory
from serving import bench_serving
from uploading import bench_upload


def pictures():
    """Twelve-megapixel JPEGs as a camera writes them, the same every time: enough that starting up does not count."""
    count, drawn = int(os.environ.get("BENCH_PICTURES", "200")), 20
    folder = WORK / f"pictures-{count}"
    if not folder.exists():
        say(f"Making {count} pictures of 12 megapixels.")
        made = folder.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        run([floor_import(), "--generate", made, min(count, drawn)])
        originals = sorted(made.iterdir())
        for number in range(len(originals), count):
            # Drawing takes seconds; a few bytes behind the end make a picture of its own for the importer.
            data = originals[number % len(originals)].read_bytes()
            (made / f"copy-{number:06}.jpg").write_bytes(data + number.to_bytes(8, "little"))
        made.rename(folder)
    return folder, count


def floor_import():
    return compiled("floor-import", ["-lturbojpeg", "-lcrypto", "-lm"])


def bench_import():
    folder, count = pictures()
    floor, peer_python = floor_import(), installed("peers", "pyvips[binary]") / "python3"
    ours, floors, peers, wall = [], [], [], []
    for _ in range(ROUNDS):
        floors.append(cpu_of([floor, folder]) / count)
        with tempfile.TemporaryDirectory(dir=WORK) as scratch:
            library = pathlib.Path(scratch) / "Bench.photolibrary"
            began = time.monotonic()
            ours.append(cpu_of([PHOTOS, "--library", library, "import", folder, "--quiet"]) / count)
            wall.append((time.monotonic() - began) / count)
        peers.append(cpu_of([peer_python, HERE / "peer_import.py", folder]) / count)
    line("import.jpeg.floor", min(ours) * 1000, min(floors) * 1000, "ms CPU", "floor program in C")
    line("import.jpeg.peer", min(ours) * 1000, min(peers) * 1000, "ms CPU", "libvips 8.18 + exiftool")
    absolute("import.jpeg.cores", min(ours) / min(wall), "cores")


def bench_sooner():
    """How soon a library is whole, beside what making each thumbnail with its file takes, and both ways' processor time. `BENCH_PICTURES=10000` takes 76 GB."""
    folder, _ = pictures()
    later, once = [], []
    for _ in range(ROUNDS):
        once.append(run([PHOTOS, "bench", "import", folder, "--at-once"]))
        later.append(run([PHOTOS, "bench", "import", folder]))
    least = lambda texts, name: min(json_value(text, name) for text in texts)
    line("import.files", least(later, "import.files.wall"), least(once, "import.wall"), "ms", "each thumbnail at once")
    line("import.later.cpu", least(later, "import.cpu"), least(once, "import.cpu"), "ms CPU", "each thumbnail at once")


def bench_formats():
    """HEIC, PNG and video against vipsthumbnail and ffmpeg, on samples where there are any, else on files made here."""
    folder = WORK / "formats"
    folder.mkdir(parents=True, exist_ok=True)
    source, _ = pictures()
    first = sorted(source.iterdir())[0]
    files = {}
    png = folder / "twelve.png"
    if not png.exists():
        run(["vips", "copy", first, png])
    files["png"] = png
    movie = folder / "movie.mov"
    if not movie.exists():
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=10", "-pix_fmt", "yuv420p", movie])
    files["video"] = movie
    heic = sample_heic()
    if heic:
        files["heic"] = heic
    else:
        say("No HEIC sample: set PHOTOS_SAMPLES to measure HEIC.")
    for kind, file in files.items():
        copies = 4 if kind != "video" else 8
        ours, theirs = [], []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory(dir=WORK) as scratch:
                ours.append(json_value(run([PHOTOS, "bench", "decode", *([file] * copies)]), "decode.cpu") / 1000)
                theirs.append(sum(peer_thumbnails(kind, file, pathlib.Path(scratch)) for _ in range(copies)) / copies)
        line(f"derive.{kind}.peer", min(ours) * 1000, min(theirs) * 1000, "ms CPU", "ffmpeg" if kind == "video" else "vipsthumbnail")


def peer_thumbnails(kind, file, scratch):
    """CPU seconds that the peer takes for the preview and the thumbnail."""
    if kind == "video":
        preview = cpu_of(["ffmpeg", "-v", "error", "-threads", "1", "-ss", "0", "-i", file, "-frames:v", "1", "-vf", "scale=1440:-2", "-y", scratch / "p.jpg"])
        return preview + cpu_of(["ffmpeg", "-v", "error", "-threads", "1", "-i", scratch / "p.jpg", "-vf", "scale=256:-2", "-y", scratch / "t.jpg"])
    environment = dict(os.environ, VIPS_CONCURRENCY="1")
    preview = cpu_of(["vipsthumbnail", file, "--size", "1440x1440", "-o", f"{scratch}/p.jpg[Q=85]"], env=environment)
    return preview + cpu_of(["vipsthumbnail", f"{scratch}/p.jpg", "--size", "256x256", "-o", f"{scratch}/t.jpg[Q=80]"], env=environment)


def sample_heic(name="IMG_4394.HEIC"):
    samples = os.environ.get("PHOTOS_SAMPLES") or ROOT.parent / "shared" / "samples"
    found = sorted(pathlib.Path(samples).glob(f"iphone/{name}"))
    return found[0] if found else None


def bench_images():
    """Pixels of a size from 12-megapixel JPEGs, worker and sandbox included, and from stored thumbnails, beside libjpeg-turbo in C."""
    folder, _ = pictures()
    files = sorted(folder.iterdir())[:3]
    floor = compiled("floor-decode", ["-lturbojpeg", "-lm"])
    for side in (256, 1440, 0):
        ours, floors = [], []
        # A machine that others share is faster and slower by turns: the best of few rounds is luck.
        for _ in range(max(ROUNDS, 12)):
            floors.append(float(run([floor, side, 5, *files])))
            ours.append(json_value(run([PHOTOS, "bench", "render", "--side", side, "--runs", 5, *files]), f"render.{side or 'full'}"))
        line(f"images.jpeg.{side or 'full'}", min(ours), min(floors), "ms", "libjpeg-turbo in C")
    library = million()
    with tempfile.TemporaryDirectory(dir=WORK) as kept:
        pixels, each, screens, firsts, hits, here, trips, floors = [], [], [], [], [], [], [], []
        one_core = ["taskset", "-c", "0"]
        for _ in range(max(ROUNDS, 5)):
            said = run([*one_core, PHOTOS, "--library", library, "bench", "thumbnails", "--runs", 60, "--keep", kept])
            pixels.append(json_value(said, "thumbnails.pixels"))
            each.append(json_value(said, "thumbnails.each"))
            screens.append(json_value(said, "thumbnails.screen"))
            floors.append(float(run([*one_core, floor, 0, 60, *sorted(pathlib.Path(kept).iterdir())])))
            firsts.append(json_value(run([PHOTOS, "--library", library, "bench", "thumbnails"]), "thumbnails.first"))
            said = run([PHOTOS, "--library", library, "bench", "requests"])
            hits.append(json_value(said, "requests.hit"))
            here.append(json_value(said, "requests.hit.synchronous"))
            trips.append(json_value(said, "requests.trip"))
    line("images.thumbnail", min(pixels), min(floors), "ms", "libjpeg-turbo in C")
    line("images.thumbnail.asked", min(each), min(floors), "ms", "libjpeg-turbo in C")
    absolute("images.screen", min(screens), "ms")
    absolute("images.first", min(firsts), "ms")
    absolute("images.hit", min(hits), "µs")
    absolute("images.hit.synchronous", min(here), "µs")
    absolute("images.trip", min(trips), "µs")
    raw()
    poster()
    heic()


EDIT = {
    "format": "org.openphotokit.adjustments", "version": "1.0", "straighten": 4, "exposure": 0.5, "shadows": 0.3, "contrast": 0.2, "warmth": 0.2, "saturation": 0.2,
    "sharpness": 0.5, "vignette": 0.4, "filter": "chrome",
}


def bench_adjust():
    """An edit by numbers as the worker draws it, beside libvips doing the same chain in C: of a 12-megapixel JPEG at 1440 pixels, and a slider's next step, which
    begins with the stored preview: of light and colours, and with everything else that an edit can have."""
    folder, _ = pictures()
    picture = sorted(folder.iterdir())[0]
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "vips"], capture_output=True, text=True, check=True).stdout.split()
    floor = compiled("floor-adjust", [*flags, "-lm"])
    preview = WORK / "preview-1440.jpg"
    if not preview.exists():
        run(["vipsthumbnail", picture, "--size", "1440x1440", "-o", f"{preview}[Q=85]"])
    light = {name: value for name, value in EDIT.items() if name not in ("straighten", "sharpness")}
    ours, theirs, steps, whole_steps = [], [], [], []
    for _ in range(max(ROUNDS, 5)):
        theirs.append(float(run([floor, 1440, 5, picture])))
        ours.append(json_value(run([PHOTOS, "bench", "render", "--side", 1440, "--adjustments", json.dumps(EDIT), picture]), "render.1440"))
        steps.append(json_value(run([PHOTOS, "bench", "render", "--adjustments", json.dumps(light), preview]), "render.full"))
        whole_steps.append(json_value(run([PHOTOS, "bench", "render", "--adjustments", json.dumps(EDIT), preview]), "render.full"))
    line("adjust.preview", min(ours), min(theirs), "ms", "libvips in C, same chain")
    absolute("adjust.step", min(steps), "ms")
    absolute("adjust.step.whole", min(whole_steps), "ms")


def raw():
    """A RAW file's own preview, which suffices for a screen: the sensor's twelve megapixels stay where they are. Beside it the preview's JPEG by itself."""
    file = WORK / "formats" / "camera.dng"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_dng(file, 4032, 3024, preview(2048))
    floor = compiled("floor-decode", ["-lturbojpeg", "-lm"])
    ours, floors = [], []
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        jpeg = pathlib.Path(scratch) / "preview.jpg"
        bytes_of = file.read_bytes()
        start = bytes_of.index(b"\xff\xd8\xff")
        jpeg.write_bytes(bytes_of[start:bytes_of.index(b"\xff\xd9", start) + 2])
        for _ in range(max(ROUNDS, 5)):
            floors.append(float(run([floor, 1440, 10, jpeg])))
            ours.append(json_value(run([PHOTOS, "bench", "render", "--side", 1440, "--runs", 20, file]), "render.1440"))
    absolute("images.raw.preview", min(ours), "ms")
    line("images.raw.preview.floor", min(ours), min(floors), "ms", "its JPEG with libjpeg-turbo in C")


def preview(side):
    folder, _ = pictures()
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        made = pathlib.Path(scratch) / "preview.jpg"
        run(["vipsthumbnail", sorted(folder.iterdir())[0], "--size", side, "-o", f"{made}[Q=90]"])
        return made.read_bytes(), side, side * 3 // 4


def write_dng(path, width, height, jpeg):
    """As a camera writes it: a directory for the JPEG preview, and below it one for what the sensor saw."""
    (jpeg, across, down), sensor = jpeg, bytes(width * 2) * height
    kinds = {"byte": (1, "B"), "text": (2, "B"), "short": (3, "H"), "long": (4, "I"), "signed": (10, "ii")}

    def directory(tags, at):
        entries, rest = b"", b""
        for tag, kind, values in sorted(tags):
            number, letter = kinds[kind]
            data = b"".join(struct.pack("<" + letter, *(value if isinstance(value, tuple) else (value,))) for value in values)
            if len(data) > 4:
                place = at + 2 + 12 * len(tags) + 4 + len(rest)
                rest += data + bytes(len(data) % 2)
                data = struct.pack("<I", place)
            entries += struct.pack("<HHI", tag, number, len(values)) + data.ljust(4, b"\0")
        return struct.pack("<H", len(tags)) + entries + bytes(4) + rest

    matrix = [(32405, 10000), (-15371, 10000), (-4985, 10000), (-9693, 10000), (18760, 10000), (416, 10000), (556, 10000), (-2040, 10000), (10572, 10000)]
    main = lambda below, strip: directory([
        (254, "long", [1]), (256, "long", [across]), (257, "long", [down]), (258, "short", [8, 8, 8]), (259, "short", [7]), (262, "short", [6]),
        (271, "text", b"Bench\0"), (272, "text", b"Camera\0"), (273, "long", [strip]), (274, "short", [1]), (277, "short", [3]), (278, "long", [down]),
        (279, "long", [len(jpeg)]), (330, "long", [below]), (50706, "byte", [1, 4, 0, 0]), (50708, "text", b"Bench Camera\0"), (50721, "signed", matrix),
        (50728, "signed", [(1, 1)] * 3), (50778, "short", [21])], 8)
    below = 8 + len(main(0, 0))
    raw = lambda strip: directory([
        (254, "long", [0]), (256, "long", [width]), (257, "long", [height]), (258, "short", [16]), (259, "short", [1]), (262, "short", [32803]),
        (273, "long", [strip]), (277, "short", [1]), (278, "long", [height]), (279, "long", [len(sensor)]), (33421, "short", [2, 2]),
        (33422, "byte", [0, 1, 1, 2]), (50714, "short", [0]), (50717, "long", [16383])], below)
    strip = below + len(raw(0))
    path.write_bytes(b"II*\0" + struct.pack("<I", 8) + main(below, strip) + raw(strip + len(jpeg)) + jpeg + sensor)


def poster():
    """The first picture of a video, as pixels."""
    movie = WORK / "formats" / "movie.mov"
    if not movie.exists():
        movie.parent.mkdir(parents=True, exist_ok=True)
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=10", "-pix_fmt", "yuv420p", movie])
    ours, theirs = [], []
    for _ in range(max(ROUNDS, 5)):
        began = time.monotonic()
        run(["ffmpeg", "-v", "error", "-ss", "0", "-i", movie, "-frames:v", "1", "-pix_fmt", "rgba", "-f", "rawvideo", "-y", "/dev/null"])
        theirs.append((time.monotonic() - began) * 1000)
        ours.append(json_value(run([PHOTOS, "bench", "render", movie]), "render.full"))
    line("images.poster", min(ours), min(theirs), "ms", "ffmpeg -ss")


def heic():
    """A HEIC's full size beside libavcodec decoding as many pixels of the same kind, on one thread each; of 12 and of 24 megapixels."""
    for row, sample, name, frames in (("images.heic.full", "IMG_4394.HEIC", "intra.hevc", 4), ("images.heic.full.24", "IMG_3582.HEIC", "intra-24.hevc", 2)):
        file = sample_heic(sample)
        if not file:
            continue
        stream = WORK / "formats" / name
        stream.parent.mkdir(parents=True, exist_ok=True)
        if not stream.exists():
            png = stream.with_suffix(".png")
            run(["vips", "copy", file, png])
            run(["ffmpeg", "-v", "error", "-loop", "1", "-i", png, "-frames:v", frames, "-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset", "veryfast",
                 "-x265-params", "keyint=1:crf=24:log-level=error", "-y", stream])
            png.unlink()
        ours, theirs = [], []
        # Each round takes a second or two, in which a busy machine may be half as fast as in the next.
        for _ in range(max(ROUNDS, 12)):
            theirs.append(cpu_of(["ffmpeg", "-v", "error", "-threads", "1", "-i", stream, "-f", "null", "-"]) / frames * 1000)
            ours.append(json_value(run([PHOTOS, "bench", "render", "--runs", 3, file]), "render.full"))
        line(row, min(ours), min(theirs), "ms", "libavcodec, as many pixels")


def bench_fetch():
    library = million()
    floor = compiled("floor-fetch", ["-lsqlite3"])
    database = library / "database" / "catalog.sqlite"
    ours, floors = {}, {}
    # Milliseconds are easily disturbed, and a round takes only seconds.
    for _ in range(max(ROUNDS, 8)):
        for row in run([PHOTOS, "--library", library, "bench", "fetch"]).splitlines():
            entry = json.loads(row)
            ours.setdefault(entry["name"], []).append(entry["value"])
            if "sql" in entry:
                floors.setdefault(entry["name"], []).append(float(run([floor, database, entry["sql"]]).split()[0]))
    for name, values in floors.items():
        line(name, min(ours[name]), min(values), "ms", "same SQL stepped in C")
    for name, values in ours.items():
        if name not in floors:
            absolute(name, min(values), "bytes" if name.endswith("bytes") else "ms")


# The floor reads one byte an asset. A quotient, a power or several conditions read two to four numbers of eight bytes each and compute, which no
# code does in the time of that byte.
COMPUTED = {"ratio", "square", "stars", "minutes", "megapixels", "either", "four"}
# SQLite has an index of just these sets: it reads as few rows as there are results, where the columns look at every asset.
INDEXED = {"favorites", "videos", "subtype", "month"}


def bench_columns():
    """Fetches over columns against one flag filter and one day count in C, and against the same fetch through SQL."""
    library = million()
    count = os.environ.get("BENCH_ASSETS", "1000000")
    floor = compiled("floor-columns", ["-lm"])
    ours, sql, filters, days = {}, {}, [], []
    rounds = max(ROUNDS, 5)
    for turn in range(rounds):
        filtering, counting = map(float, run([floor, WORK, count]).split()[:2])
        filters.append(filtering)
        days.append(counting)
        # SQL takes seconds, and its ratios are far from their bounds.
        for row in run([PHOTOS, "--library", library, "bench", "columns", "--sql-runs", "0" if turn else "2"]).splitlines():
            entry = json.loads(row)
            side, name = entry["name"].split(".", 1)
            (ours if side == "columns" else sql).setdefault(name, []).append(entry["value"])
    for name, values in ours.items():
        kind = name.split(".")[0]
        if kind == "count":
            absolute("columns." + name, min(values), "ms")
        elif kind == "buckets":
            line("columns." + name, min(values), min(days), "ms", "day loop in C", "columns.buckets")
        elif kind != "sort":
            group = "computed" if kind in COMPUTED else "newest" if name.endswith(".newest") else None
            line("columns." + name, min(values), min(filters), "ms", "flag filter in C", ".".join(filter(None, ["columns.predicate", group])))
        if kind != "count":
            group = "columns.sort.sql" if kind == "sort" else "columns.predicate.sql.indexed" if kind in INDEXED else "columns.predicate.sql"
            line(f"columns.{name}.sql", min(values), min(sql[name]), "ms", "same fetch through SQL", group)


def bench_changes():
    """Changes through PhotoKit, and the column file, on a copy of the library."""
    floor = compiled("floor-changes", ["-lsqlite3"])
    copy = WORK / "Changes.photolibrary"
    shutil.rmtree(copy, ignore_errors=True)
    run(["cp", "-a", "--reflink=auto", million(), copy])
    database = copy / "database" / "catalog.sqlite"
    ours, floors = {}, {}
    for _ in range(ROUNDS):
        for row in run([PHOTOS, "--library", copy, "bench", "changes"]).splitlines():
            entry = json.loads(row)
            ours.setdefault(entry["name"], []).append(entry["value"])
            if "sql" in entry:
                floors.setdefault(entry["name"], []).append(float(run([floor, database, "select", entry["sql"], 2]).split()[0]))
        floors.setdefault("changes.thousand", []).append(float(run([floor, database, "edit", 1000, 5]).split()[0]))
    for name, values in floors.items():
        line(name, min(ours[name]), min(values), "ms", "SELECT in C" if name == "columns.build" else "the same rows in C")
    for name, values in ours.items():
        if name not in floors:
            absolute(name, min(values), "bytes" if name.endswith("bytes") else "ms")
    shutil.rmtree(copy, ignore_errors=True)


def bench_details():
    """Change details of a result of everything, on a copy of the library, and how soon a commit elsewhere is heard."""
    copy = WORK / "Details.photolibrary"
    shutil.rmtree(copy, ignore_errors=True)
    run(["cp", "-a", "--reflink=auto", million(), copy])
    ours = {}
    for _ in range(ROUNDS):
        for row in run([PHOTOS, "--library", copy, "bench", "details"]).splitlines():
            entry = json.loads(row)
            ours.setdefault(entry["name"], []).append(entry["value"])
    for name, values in ours.items():
        absolute(name, min(values), "ms")
    shutil.rmtree(copy, ignore_errors=True)


def bench_resources():
    """The resources of assets listed one asset after the other, beside the same SQL in C; and a large one written into a file, beside cp and sync."""
    library = million()
    count = min(100_000, int(os.environ.get("BENCH_ASSETS", "1000000")))
    floor = compiled("floor-resources", ["-lsqlite3"])
    ours, floors = [], []
    for _ in range(max(ROUNDS, 5)):
        entry = json.loads(run([PHOTOS, "--library", library, "bench", "resources", "--assets", count]))
        ours.append(entry["value"])
        floors.append(float(run([floor, library / "database" / "catalog.sqlite", entry["sql"], count]).split()[0]))
    line("resources.list", min(ours), min(floors), "ms", "same SQL stepped in C")
    folder, _ = pictures()
    megabytes = int(os.environ.get("BENCH_MEGABYTES", "512"))
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        large, copy = pathlib.Path(scratch) / "large.jpg", pathlib.Path(scratch) / "copy.jpg"
        with open(large, "wb") as file:
            file.write(sorted(folder.iterdir())[0].read_bytes())
            for _ in range(megabytes):
                file.write(os.urandom(1 << 20))
        ours, theirs = [], []
        for _ in range(max(ROUNDS, 5)):
            ours.append(json_value(run([PHOTOS, "bench", "resources", large]), "resources.write"))
            # A file gets its name when it is on disk, so cp has to wait for that as well.
            began = time.monotonic()
            run(["cp", "--reflink=never", large, copy])
            run(["sync", copy])
            theirs.append((time.monotonic() - began) * 1000)
            copy.unlink()
    line("resources.write", min(ours), min(theirs), "ms", "cp and sync")


def bench_groups():
    """The Camera Roll gone through by AssetsLibrary beside PhotoKit's fetch result, each asset's size in pixels asked for; and its count."""
    count = min(100_000, int(os.environ.get("BENCH_ASSETS", "1000000")))
    program = built("photos-enumerate")
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library = pathlib.Path(scratch) / "Groups.photolibrary"
        run([built("photos-generate"), "--assets", count, library])
        found = {}
        for _ in range(ROUNDS):
            for row in run([program], env={**os.environ, "PHOTOS_LIBRARY": str(library)}).splitlines():
                entry = json.loads(row)
                found.setdefault(entry["name"], []).append(entry["value"])
    line("groups.enumerate", min(found["enumerated"]), min(found["fetched"]), "ms", "PHFetchResult")
    absolute("groups.count", min(found["counted"]), "ms")
    absolute("groups.count.filtered", min(found["filtered"]), "ms")
    line("groups.facts", min(found["modelled"]), min(found["plain"]), "ms", "PhotoKit's calls")


def bench_hashes():
    """SHA-1 and SHA-256 of new data beside OpenSSL's program. Of what is in a library nothing is read: its hashes came with the import."""
    program = built("photos-hash")
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        file = pathlib.Path(scratch) / "data"
        with open(file, "wb") as out:
            block = os.urandom(1 << 20)
            for number in range(512):
                out.write(number.to_bytes(4, "big") + block[4:])
        for name in ("sha1", "sha256"):
            ours, theirs = [], []
            for _ in range(max(ROUNDS, 3)):
                began = time.monotonic()
                mine = run([program, name, file]).split()[0]
                ours.append((time.monotonic() - began) * 1000)
                began = time.monotonic()
                other = run(["openssl", "dgst", "-" + name, "-r", file]).split()[0]
                theirs.append((time.monotonic() - began) * 1000)
                if mine != other:
                    sys.exit(f"bench: the {name} of {file} is {other}, and ours is {mine}")
            line("hashes." + name, min(ours), min(theirs), "ms", "openssl dgst")


def bench_saves():
    """Memory of a program that saves twenty thousand pictures while pictures are in flight: how much it grows by the second ten thousand.

    The first ten thousand fill the catalogue's page caches, which have their bounds; a leak goes on after them.
    """
    count = int(os.environ.get("BENCH_SAVES", "20000"))
    program = built("photos-save-many")
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library, picture = pathlib.Path(scratch) / "Saves.photolibrary", pathlib.Path(scratch) / "picture.jpg"
        run([PHOTOS, "--library", library, "init"])
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480", "-frames:v", 1, "-y", picture])
        rows = [json.loads(row) for row in run([program, picture, count], env={**os.environ, "PHOTOS_LIBRARY": str(library)}).splitlines()]
    held = [row["kilobytes"] for row in rows if "saved" in row]
    # What is in flight comes and goes: the least from 16,000 on beside the least from 10,000 to 14,000.
    absolute("saves.growth", (min(held[7:]) - min(held[4:7])) / 1000, "MB")


def bench_video():
    """A video encoded anew beside ffmpeg with the same encoder and settings, and the first second of one that a browser can't play."""
    movie, hevc = WORK / "formats" / "movie.mov", WORK / "formats" / "movie-hevc.mov"
    movie.parent.mkdir(parents=True, exist_ok=True)
    if not movie.exists():
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=10", "-pix_fmt", "yuv420p", movie])
    if not hevc.exists():
        run(["ffmpeg", "-v", "error", "-i", movie, "-c:v", "libx265", "-preset", "veryfast", "-tag:v", "hvc1", "-x265-params", "log-level=error", "-y", hevc])
    for row, file, side in (("video.same", movie, 0), ("video.smaller", hevc, 1280)):
        ours, theirs = [], []
        with tempfile.TemporaryDirectory(dir=WORK) as scratch:
            scale = ["-vf", f"scale={side}:-2:flags=bicubic"] if side else []
            for _ in range(max(ROUNDS, 3)):
                began = time.monotonic()
                run(["ffmpeg", "-v", "error", "-i", file, *scale, "-c:v", "libx264", "-preset", "fast", "-crf", 21, "-y", pathlib.Path(scratch) / "peer.mp4"])
                theirs.append((time.monotonic() - began) * 1000)
                ours.append(json_value(run([PHOTOS, "bench", "film", "--runs", 1, "--side", side, file]), "film"))
        line(row, min(ours), min(theirs), "ms", "ffmpeg, same encoder and settings")
    encoders(movie)
    absolute("video.first", json_value(run([PHOTOS, "bench", "film", "--live", "--runs", 5, hevc]), "film.live"), "ms")
    playing(long_film(hevc), 60)


def encoders(movie):
    """The slower encoders, which have three seconds."""
    short = movie.with_name("movie-short.mov")
    if not short.exists():
        run(["ffmpeg", "-v", "error", "-i", movie, "-t", 3, "-c", "copy", "-y", short])
    settings = {"hevc": ["libx265", "-preset", "fast", "-crf", 24, "-x265-params", "log-level=error"], "av1": ["libsvtav1", "-preset", 8, "-crf", 32]}
    for codec, options in settings.items():
        ours, theirs = [], []
        with tempfile.TemporaryDirectory(dir=WORK) as scratch:
            for _ in range(max(ROUNDS, 3)):
                began = time.monotonic()
                run(["ffmpeg", "-v", "error", "-i", short, "-c:v", *options, "-y", pathlib.Path(scratch) / "peer.mp4"])
                theirs.append((time.monotonic() - began) * 1000)
                ours.append(json_value(run([PHOTOS, "bench", "film", "--runs", 1, "--codec", codec, short]), "film"))
        line(f"video.{codec}", min(ours), min(theirs), "ms", "ffmpeg, same encoder and settings")


def long_film(film):
    """The same for a minute."""
    made = film.with_name("movie-minute.mov")
    if not made.exists():
        run(["ffmpeg", "-v", "error", "-stream_loop", 5, "-i", film, "-c", "copy", "-tag:v", "hvc1", "-y", made])
    return made


def bench_memory():
    """Peak memory of an import of many small files, the workers' included."""
    count = int(os.environ.get("BENCH_FILES", "100000"))
    folder = WORK / f"small-{count}"
    if not folder.exists():
        say(f"Making {count} small pictures.")
        made = folder.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        run([floor_import(), "--generate-small", made, count])
        made.rename(folder)
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library = pathlib.Path(scratch) / "Memory.photolibrary"
        process = subprocess.Popen([str(PHOTOS), "--library", str(library), "import", str(folder), "--quiet"])
        peak = 0
        while process.poll() is None:
            peak = max(peak, tree_memory(process.pid))
            time.sleep(0.2)
        if process.returncode != 0:
            sys.exit(f"bench: the import of {count} files ended with {process.returncode}")
    absolute("import.memory", peak / 1e6, "MB")


def files_of(name, count, size):
    """Files that no compression makes smaller, the same number and size every time."""
    folder = WORK / f"{name}-{count}"
    if not folder.exists():
        say(f"Making {count} files of {size // 1000} kB.")
        made = folder.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        block = os.urandom(size)
        for number in range(count):
            (made / f"{number:06}.bin").write_bytes(number.to_bytes(8, "little") + block[8:])
        made.rename(folder)
    return folder


def bench_cloud():
    """Upload and download of originals and of thumbnails, to Ceph's gateway on this machine, beside s5cmd or awscli, whichever is faster; the same encrypted; and the
    memory of it."""
    program, peer = built("photos-transfer"), installed("s5cmd", "s5cmd") / "s5cmd"
    originals, thumbnails = int(os.environ.get("BENCH_ORIGINALS", "500")), int(os.environ.get("BENCH_THUMBNAILS", "20000"))
    state = pathlib.Path(tempfile.mkdtemp(dir="/tmp")) / "s3"
    settings = dict(row.split("=", 1) for row in run([ROOT / "Scripts" / "s3-server", "start", state, os.getpid()]).splitlines())
    environment = {**os.environ, **settings}
    address, peak = f"s3://{settings['S3_BUCKET']}", 0
    # Its client in C is not in PyPI's awscli, which is of version 1; Debian's has it.
    aws = shutil.which("aws")
    if aws and not run([aws, "--version"]).startswith("aws-cli/2."):
        aws = None
    if aws:
        (state.parent / "aws").write_text("[default]\nregion = us-east-1\ns3 =\n    preferred_transfer_client = crt\n    addressing_style = path\n")
    else:
        say("awscli 2 is not there, and not compared: Scripts/debian-packages bench installs it.")
    for name, folder in [("originals", files_of("originals", originals, 4_000_000)), ("thumbnails", files_of("thumbnails", thumbnails, 12_000))]:
        found = {}
        for number in range(ROUNDS):
            with tempfile.TemporaryDirectory(dir=WORK) as scratch:
                listing = pathlib.Path(scratch) / "list"

                def ours(what, prefix, *more):
                    target = folder if what == "upload" else pathlib.Path(scratch) / prefix
                    target.mkdir(exist_ok=True)
                    done = json.loads(run([program, what, target, prefix, listing, *more], env=environment))
                    found.setdefault((what, *more), []).append(done["seconds"])
                    if what == "download":
                        shutil.rmtree(target)
                    return done["megabytes"]

                def theirs(what, name, command, **more):
                    pathlib.Path(scratch, "theirs").mkdir(exist_ok=True)
                    began = time.monotonic()
                    run(command, env={**environment, **more})
                    found.setdefault((what, name), []).append(time.monotonic() - began)
                    shutil.rmtree(pathlib.Path(scratch, "theirs"))

                # In turns, and what was sent goes again: the server keeps it in memory.
                plain, secret, other, third = f"plain-{number}", f"secret-{number}", f"other-{number}", f"third-{number}"
                sent = [plain, secret, other]
                for step in [("upload", plain), ("upload", secret, "encrypted"), ("download", plain), ("download", secret, "encrypted")]:
                    if step[1] == plain:
                        ways = (f"{folder}/", f"{address}/{{}}/") if step[0] == "upload" else (f"{address}/{{}}/", f"{scratch}/theirs/")
                        source, target = (way.format(other) for way in ways)
                        theirs(step[0], "s5cmd", [peer, "--endpoint-url", settings["S3_ENDPOINT"], "--log", "error", "cp", f"{source}*", target])
                        if aws:
                            source, target = (way.format(third) for way in ways)
                            command = [aws, "--endpoint-url", settings["S3_ENDPOINT"], "s3", "cp", "--recursive", "--only-show-errors", source, target]
                            try:
                                theirs(step[0], "awscli", command, AWS_CONFIG_FILE=str(state.parent / "aws"), AWS_EC2_METADATA_DISABLED="true")
                                sent += [third] if step[0] == "upload" else []
                            except SystemExit as reason:
                                say(f"awscli is not compared: {reason}")
                                aws = None
                    peak = max(peak, ours(*step))
                for prefix in sent:
                    run([peer, "--endpoint-url", settings["S3_ENDPOINT"], "--log", "error", "rm", f"{address}/{prefix}/*"], env=environment)
        for what in ("upload", "download"):
            best = {kind: min(values) for kind, values in found.items() if kind[0] == what}
            against = min((name for name in ("s5cmd", "awscli") if (what, name) in best), key=lambda name: best[(what, name)])
            line(f"cloud.{name}.{what}", best[(what,)], best[(what, against)], "s", against, "cloud")
            line(f"cloud.{name}.{what}.encrypted", best[(what, "encrypted")], best[(what,)], "s", "not encrypted", "cloud.encrypted")
    absolute("cloud.memory", peak, "MB")
    run([ROOT / "Scripts" / "s3-server", "stop", state])
    cloud_library()


def cloud_library():
    """The first picture of an asset whose file is elsewhere, beside one whose file is here; the changes of another machine, beside the same ones made here; and how soon
    a library that is made again from its store shows its first screen."""
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        def measured(what, count):
            copy = pathlib.Path(scratch) / f"{what}.photolibrary"
            run(["cp", "-a", "--reflink=auto", stored(count), copy])
            said = run([PHOTOS, "--library", copy, "bench", "cloud", what], env={**os.environ, "TMPDIR": scratch})
            shutil.rmtree(copy)
            return said

        said = [measured("degraded", 2_000) for _ in range(ROUNDS)]
        line("cloud.degraded", *(min(json_value(text, f"cloud.degraded.{where}") for text in said) for where in ("elsewhere", "here")), "ms", "its file is here")
        # A few are hidden or deleted, and are not changed.
        said = measured("merge", 130_000)
        line("cloud.merge", json_value(said, "cloud.merge.foreign"), json_value(said, "cloud.merge.local"), "ms", "the same changes here")
        absolute("cloud.recover.first", json_value(measured("recover", int(os.environ.get("BENCH_ASSETS", "1000000"))), "cloud.recover.first"), "s")


def stored(count):
    """A library whose files are said to be in a store, to be measured on a copy."""
    library = WORK / f"Stored-{count}.photolibrary"
    if not library.exists():
        say(f"Making a library of {count} assets in a store.")
        made = library.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        run([built("photos-generate"), "--assets", count, "--stored", made])
        made.rename(library)
    return library


def process_of(command, **options):
    """Milliseconds and peak megabytes of one process; of many, the fastest and the smallest."""
    return json.loads(run([sys.executable, HERE / "processes.py", 10 * ROUNDS, *command], **options))


def bench_start():
    """From nothing to the end of a process: the tool that says its version, and a client that fetches once, beside a Swift program that opens the same file."""
    floor = compiled("floor-start", ["-I", HERE / "floor-start" / "CSQLite"])
    fetch = built("photos-first-fetch", "-Xlinker", "-s")
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        library = pathlib.Path(scratch) / "Start.photolibrary"
        run([built("photos-generate"), "--assets", "1000", library])
        # The day's snapshot is no part of a start.
        run([PHOTOS, "--library", library, "backup"])
        theirs = process_of([floor, library / "database" / "catalog.sqlite"])
        for name, ours in [("start.version", process_of([PHOTOS, "--version"])), ("start.fetch", process_of([fetch], env={**os.environ, "PHOTOS_LIBRARY": str(library)}))]:
            line(name, ours[0], theirs[0], "ms", "a Swift program", name)
            absolute(name + ".memory", ours[1], "MB")


ALL = {
    "import": bench_import, "sooner": bench_sooner, "formats": bench_formats, "images": bench_images, "adjust": bench_adjust, "fetch": bench_fetch, "columns": bench_columns, "words": bench_words, "changes": bench_changes, "details": bench_details,
    "resources": bench_resources, "groups": bench_groups, "hashes": bench_hashes, "saves": bench_saves, "video": bench_video, "memory": bench_memory, "cloud": bench_cloud, "start": bench_start, "gallery": bench_gallery,
    "serving": bench_serving, "upload": lambda: bench_upload(pictures()[0]), "places": bench_places, "duplicates": bench_duplicates,
}


def main():
    wanted = sys.argv[1:] or list(ALL)
    unknown = [name for name in wanted if name not in ALL]
    if unknown:
        sys.exit(f"bench: no benchmark named {', '.join(unknown)}; there are {', '.join(ALL)}")
    WORK.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        ALL[name]()
    if over:
        sys.exit("Over their bounds: " + ", ".join(over))


main()
