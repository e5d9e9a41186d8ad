"""What is found among a million photos: by words, by the names of places, and what is there twice."""
import json, os, pathlib, random, time, urllib.parse
from concurrent.futures import ThreadPoolExecutor

from gallery import serving
from measure import HERE, PHOTOS, ROUNDS, WORK, absolute, built, installed, json_value, line, million, run, say
from serving import Client


def bench_words():
    """Searches for words, and what keeping the words takes."""
    library = million()
    ours = {}
    for _ in range(max(ROUNDS, 5)):
        for row in run([PHOTOS, "--library", library, "bench", "words"]).splitlines():
            entry = json.loads(row)
            ours.setdefault(entry["name"], []).append((entry["value"], entry["unit"]))
    for name, values in ours.items():
        value, unit = min(values)
        absolute(name, value, unit)
    typed(library)


# As BenchWords.swift has them.
TYPED = {
    "every": "img", "number": "5678", "one": '"picture 77"', "none": "zebra", "keyword": "Österreich", "album": '"ten thousand"', "camera": "iphone", "letter": "a", "chinese": "海",
    "three": "img canon sea", "place": "seattle",
}


def typed(library):
    """From a search until the gallery's page has its days and its first photos, which it asks for at once. No server is asked the same twice, as it would know the answer."""
    took = {}
    for _ in range(max(ROUNDS, 5)):
        with serving(library) as (_, url, cookie), ThreadPoolExecutor(2) as both:
            clients = Client(url, cookie), Client(url, cookie)

            def search(text):
                view = urllib.parse.urlencode({"in": "library", "order": "newest", "tz": "UTC", "q": text})
                began = time.monotonic()
                list(both.map(Client.get, clients, (f"/api/timeline?{view}&by=day", f"/api/assets?{view}&offset=0&limit=200")))
                return (time.monotonic() - began) * 1000

            search("")
            # The tables of places are read for it, and each place of the library is looked up.
            took.setdefault("first", []).append(search("quagga"))
            for name, text in TYPED.items():
                took.setdefault(name, []).append(search(text))
    for name, values in took.items():
        absolute("words.page." + name, min(values), "ms", "words.page" if name in TYPED else None)


def bench_places():
    """What a million positions are called, one after the other, beside a search by the peer in one thread, which knows six times as many towns and English names alone."""
    count = int(os.environ.get("BENCH_POSITIONS", "1000000"))
    file = positions(count)
    peer = installed("geocoder", "reverse_geocoder") / "python3"
    ours, theirs, reading = [], [], []
    for _ in range(ROUNDS):
        said = run([PHOTOS, "bench", "places", file])
        ours.append(json_value(said, "places.names"))
        reading.append(json_value(said, "places.reading"))
        theirs.append(float(run([peer, HERE / "peer_places.py", file])))
    absolute("places", min(ours), "ms")
    line("places.peer", min(ours), min(theirs), "ms", "reverse_geocoder")
    absolute("places.reading", min(reading), "ms")


def positions(count):
    """Three of four within twenty kilometres of a town, as photos mostly are, the others anywhere; the same every time."""
    file = WORK / f"positions-{count}"
    if not file.exists():
        say(f"Making {count} positions.")
        tables = pathlib.Path(os.environ.get("PHOTOS_GAZETTEER") or "/usr/share/libtimezonemap/ui")
        rows = (row.split("\t") for row in (tables / "cities15000.txt").read_text(encoding="utf-8").splitlines())
        towns = [(float(row[4]), float(row[5])) for row in rows]
        chance = random.Random(1)

        def position(number):
            if number % 4 == 0:
                return chance.uniform(-90, 90), chance.uniform(-180, 180)
            north, east = chance.choice(towns)
            return max(-90, min(90, north + chance.uniform(-0.18, 0.18))), max(-180, min(180, east + chance.uniform(-0.18, 0.18)))

        made = file.with_suffix(".new")
        made.write_text("".join("%.6f %.6f\n" % position(number) for number in range(count)))
        made.rename(file)
    return file


def bench_duplicates():
    """`photos duplicates` on two cores, from its start to its end: pictures that are alike, of a million whose signs are known from a search before."""
    library, count = million(), int(os.environ.get("BENCH_ASSETS", "1000000"))
    signs = library / "derivatives" / "similarity"
    if not signs.exists():
        say("Giving each photo a look of its own.")
        run([built("photos-generate"), "--looks", "--assets", count, library])
    # The day's snapshot is no part of a search.
    run([PHOTOS, "--library", library, "backup"])
    before, took = signs.stat().st_mtime_ns, []
    for _ in range(max(ROUNDS, 3)):
        began = time.monotonic()
        groups = run(["taskset", "-c", "0,1", PHOTOS, "--library", library, "duplicates", "list", "--similar", "--json"]).splitlines()
        took.append(time.monotonic() - began)
    if signs.stat().st_mtime_ns != before:
        raise SystemExit(f"bench: the search did not believe {signs}, and looked at thumbnails. Remove it, and run this again.")
    # One photo of twenty is another try of the one before it, and nine of ten assets are photos.
    if not count / 30 < len(groups) < count / 20:
        raise SystemExit(f"bench: a search for photos that are alike found {len(groups)} groups among {count} assets")
    absolute("duplicates", min(took), "s")
