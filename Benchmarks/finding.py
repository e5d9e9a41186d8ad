"""What is found among a million photos."""
import json, time, urllib.parse
from concurrent.futures import ThreadPoolExecutor

from gallery import serving
from measure import PHOTOS, ROUNDS, absolute, million, run
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
