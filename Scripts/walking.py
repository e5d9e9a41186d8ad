"""What Scripts/walk-api walks with: a right request for each operation of the gallery's API, with what it names made before, and who asks.

As a program it sends each of them once, as everybody who may, and compares the answers with the API's description: `python3 walking.py ADDRESS`. Schemathesis loads it as its
hooks, so that half of what is sent by chance names what is there. Who asks there stands in WALK_AS.
"""
import base64, http.client, json, os, random, sys, urllib.parse, urllib.request

TOKEN = "walks-through-every-route"
#: A site whose forms may ask for a picker.
SITE = "http://127.0.0.1:9"
PASSWORD = "the word"
#: Streams of events have no end that a walk could wait for.
STREAMS = {"changes", "pickerEvents"}
#: Outlines come with a package that not every machine has.
OPTIONAL = {"mapLand": 404, "mapBorders": 404}

VIEWING = {
    "library", "timeline", "suggestions", "assets", "shapes", "asset", "exposure", "place", "covers", "collections", "image", "thumbnails", "video", "live", "stream", "streamPart",
    "trim", "edit", "speed", "map", "mapTowns", "mapTiles", "towns", "pageFile",
}
CHOOSING = {"pickerPage", "choice", "goneOfChoice"}
COLLECTING = {"picker", "pickedFile", "pickedResource", "pickedImage"}
VISITING = {"sharedPage", "sharedPageFile", "share", "unlock"}
#: Who asks, and for what; None is all there is. What would end the asker's own picker is asked for by the owner alone.
WALKERS = {"owner": None, "chooser": VIEWING | CHOOSING, "collector": COLLECTING, "visitor": VISITING}


class Right:
    """A right request: what stands in its path, its query, its headers and its body, and what that is."""

    def __init__(self, path=None, query=None, headers=None, body=None, kind="application/json"):
        self.path, self.query, self.headers, self.body, self.kind = path or {}, query or {}, headers or {}, body, kind


class Scene:
    """What is in the library that is served, and what is made there to be asked for. The owner makes it."""

    def __init__(self, address):
        self.address = address
        self.kept = {}

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def asset(self, kind):
        """A photo, a Live Photo or a video as it is now: edits give it another revision."""
        condition = {"photo": "all(images,not(livePhotos))", "live": "livePhotos", "video": "videos"}[kind]
        found = self.ask(f"/api/assets?limit=2&filter={urllib.parse.quote(condition)}")["assets"]
        if not found:
            sys.exit(f"walk-api: the library that is walked has no {kind}. Give the demonstration more --photos.")
        return found[0]

    def photos(self):
        return [tile["id"] for tile in self.ask("/api/assets?limit=3&filter=" + urllib.parse.quote("all(images,not(livePhotos))"))["assets"]]

    def picker(self):
        """A picker that somebody may choose at."""
        return self.ask("/api/picker/sessions", {"limit": 0})

    def standing(self, name, make):
        """A picker that stands until it is displaced by later ones; then another."""
        try:
            self.ask(f"/api/picker/sessions/{self.kept[name]['id']}")
        except (KeyError, OSError):
            self.kept[name] = make()
        return self.kept[name]

    def open_picker(self):
        return self.standing("open", self.picker)

    def confirmed(self):
        def make():
            picker = self.picker()
            self.ask(f"/api/picker/sessions/{picker['id']}/choice", {"assets": [self.asset("photo")["id"], self.asset("live")["id"]]})
            return picker
        return self.standing("confirmed", make)

    def link(self, name, **wish):
        """The token of a link that is made once."""
        if name not in self.kept:
            self.kept[name] = self.ask("/api/shares", wish)["url"].rstrip("/").rsplit("/", 1)[-1]
        return self.kept[name]

    def shared(self):
        return self.link("shared", assets=[self.asset(kind)["id"] for kind in ("photo", "live", "video")], downloads=True)

    def locked(self):
        return self.link("locked", assets=[self.asset("photo")["id"]], password=PASSWORD)

    def taking(self):
        return self.link("taking", title="Party", uploads={})


def uploads(scene, prefix, base, place):
    """The operations of uploads, of the owner's own or by a link. `base` gives their path, and `place` what of a path varies before a batch."""
    def batch():
        return {**place(), "batch": scene.ask(base(), {"files": []})["id"]}

    def file():
        # Four bytes are announced, and the batch is never complete: nothing of it comes into the library.
        begun = scene.ask(base(), {"files": [{"name": "WALK.TXT", "size": 4}]})
        return {**place(), "batch": begun["id"], "file": begun["files"][0]["number"]}

    tus = {"Tus-Resumable": "1.0.0"}
    octets = "application/offset+octet-stream"
    named = "filename " + base64.b64encode(b"WALK.TXT").decode()
    found = {
        "beginUpload": lambda: Right(place(), body={"files": [{"name": "WALK.TXT", "size": 4}]}),
        "upload": lambda: Right(batch()), "addToUpload": lambda: Right(batch(), body={"files": [{"name": "MORE.TXT", "size": 4}]}), "cancelUpload": lambda: Right(batch()),
        "uploadOptions": lambda: Right(batch()), "createUpload": lambda: Right(batch(), headers={**tus, "Upload-Length": "4", "Upload-Metadata": named}),
        "uploadOffset": lambda: Right(file(), headers=tus), "sendUpload": lambda: Right(file(), headers={**tus, "Upload-Offset": "0"}, body="walk", kind=octets),
        "withdrawUpload": lambda: Right(file(), headers=tus),
        "overrideUpload": lambda: Right(file(), headers={**tus, "X-HTTP-Method-Override": "DELETE"}, body="", kind=octets),
    }
    return {prefix + (name[0].upper() + name[1:] if prefix else name): make for name, make in found.items()}


def rights(scene, walker="owner"):
    """Right requests by the names of their operations, made when they are called."""
    ask = scene.ask

    def of(kind, **more):
        return {"id": scene.asset(kind)["id"], **more}

    def seen(what, **more):
        tile = scene.asset(what)
        return {"id": tile["id"], "revision": tile["revision"], **more}

    def favorite():
        tile = scene.asset("photo")
        return {"act": "favorite", "assets": [tile["id"]], "value": not tile["isFavorite"]}

    def last(url):
        return url.rstrip("/").rsplit("/", 1)[-1]

    def thumbnail():
        tile = scene.asset("photo")
        return f"{tile['id']}.{tile['revision']}"

    world = {"west": -10, "south": -10, "east": 10, "north": 10, "zoom": 2}
    # A collector has one picker, and a person chooses at one.
    confirmed = lambda: {"session": os.environ.get("WALK_PICKER") if walker == "collector" else scene.confirmed()["id"]}
    chosen_at = lambda: {"session": os.environ.get("WALK_PICKER") if walker == "chooser" else scene.open_picker()["id"]}
    link = lambda: {"token": scene.locked() if walker == "visitor" else scene.shared()}
    taking = lambda: {"token": scene.taking()}
    nothing = lambda: Right()
    table = {
        **dict.fromkeys([
            "page", "library", "collections", "cloud", "clients", "shares", "uploads", "shareTarget", "description", "duplicateProgress", "mapLand", "mapBorders", "mapTiles",
        ], nothing),
        **dict.fromkeys(["timeline", "assets", "shapes"], lambda: Right(query={"in": "library"})),
        "pageFile": lambda: Right({"file": "manifest.webmanifest"}), "suggestions": lambda: Right(query={"in": "library", "q": "s"}),
        **dict.fromkeys(["asset", "exposure", "edit", "adjusted", "fetching", "speed"], lambda: Right(of("photo"))),
        "trim": lambda: Right(of("video")), "saveTrim": lambda: Right(of("video"), body={"part": None}), "saveEdit": lambda: Right(of("photo"), body={"adjustments": None}),
        "place": lambda: Right(query={"in": "library", **of("photo")}), "covers": lambda: Right(query={"in": "library", "at": "0"}),
        "act": lambda: Right(body=favorite()), "undo": lambda: Right(body={"undo": ask("/api/acts", favorite())["undo"]}),
        "previewEdit": lambda: Right(body={"assets": scene.photos(), "edit": {"rating": 1}}), "pauseCloud": lambda: Right(body={"isPaused": True}),
        "archive": lambda: Right(body={"assets": scene.photos()}), "download": lambda: Right({"token": last(ask("/api/archives", {"assets": scene.photos()})["url"])}),
        "duplicates": lambda: Right(query={"limit": 5}), "previewMerge": lambda: Right(body={"assets": scene.photos()[:2]}),
        "image": lambda: Right(seen("photo", size="thumbnail")), "thumbnails": lambda: Right(query={"of": thumbnail()}), "original": lambda: Right(seen("photo")),
        "video": lambda: Right(seen("video")), "live": lambda: Right(seen("live")), "stream": lambda: Right(seen("video", kind="video")),
        "streamPart": lambda: Right(seen("video", kind="video", part="0-500")), "map": lambda: Right(query={"in": "library", **world}), "mapTowns": lambda: Right(query=world),
        "towns": lambda: Right(query={"q": "lis"}),
        "admitClient": lambda: Right(body={"application": "org.example.walk"}),
        "endClient": lambda: Right({"client": ask("/api/clients", {"application": "org.example.walk"})["client"]["id"]}),
        "addShare": lambda: Right(body={"assets": scene.photos()}), "revokeShare": lambda: Right({"id": ask("/api/shares", {"assets": scene.photos()})["share"]["id"]}),
        "receiveShared": lambda: Right(headers={"Sec-Fetch-Site": "same-origin"}, body={"files": ["walk"]}, kind="multipart/form-data"),
        "pickerForm": lambda: Right(query={"return": SITE + "/chosen", "limit": "9"}), "beginPicker": lambda: Right(body={"limit": 9, "filter": "images"}),
        **dict.fromkeys(["pickerPage", "choice"], lambda: Right(chosen_at())), "goneOfChoice": lambda: Right(chosen_at(), body={"assets": scene.photos()}),
        "choose": lambda: Right({"session": scene.picker()["id"]}, body={"assets": scene.photos()}), "picker": lambda: Right(confirmed()),
        "updatePicker": lambda: Right({"session": scene.open_picker()["id"]}, body={"limit": 5}), "endPicker": lambda: Right({"session": scene.picker()["id"]}),
        "pickedFile": lambda: Right({**confirmed(), "item": 0}), "pickedResource": lambda: Right({**confirmed(), "item": 0, "resource": 0}),
        "pickedImage": lambda: Right({**confirmed(), "item": 0, "size": "thumbnail"}),
        **dict.fromkeys(["sharedPage", "share", "sharedItems"], lambda: Right(link())), "sharedPageFile": lambda: Right({**link(), "folder": "css", "name": "sharing.css"}),
        "unlock": lambda: Right({"token": scene.locked()}, body={"password": PASSWORD}), "sharedImage": lambda: Right({**link(), **of("photo", size="thumbnail")}),
        "sharedVideo": lambda: Right({**link(), **of("video")}), "sharedLive": lambda: Right({**link(), **of("live")}), "sharedFile": lambda: Right({**link(), **of("photo")}),
        "sharedArchive": lambda: Right(link(), body={}),
        "sharedDownload": lambda: Right({**link(), "ticket": last(ask(f"/share/{scene.shared()}/api/archive", {})["url"])}),
    }
    table.update(uploads(scene, "", lambda: "/api/uploads", dict))
    table.update(uploads(scene, "shared", lambda: f"/share/{scene.taking()}/api/uploads", taking))
    return table


def admitted(scene, walker):
    """What a walker brings with each request, and its picker's identifier, where it has one."""
    if walker == "owner":
        return {"Authorization": f"Bearer {TOKEN}"}, None
    if walker == "visitor":
        return {}, None
    picker = scene.picker()
    if walker == "collector":
        scene.ask(f"/api/picker/sessions/{picker['id']}/choice", {"assets": [scene.asset("photo")["id"]]})
        return {"Authorization": f"Bearer {picker['token']}"}, picker["id"]
    # A person opens the picker's address, and gets a cookie.
    url = urllib.parse.urlsplit(picker["url"])
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(scene.address).netloc, timeout=60)
    connection.request("GET", f"{url.path}?{url.query}")
    cookie = connection.getresponse().getheader("Set-Cookie")
    connection.close()
    if cookie is None:
        sys.exit("walk-api: the address of a picker lets nobody in.")
    return {"Cookie": cookie.split(";")[0]}, picker["id"]


def walk(address):
    """Sends each right request once, as everybody who may. How many went wrong."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.errors import FailureGroup
    from schemathesis.specs.openapi.checks import content_type_conformance, response_headers_conformance, response_schema_conformance, status_code_conformance

    scene, wrong, sent = Scene(address), [], 0
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", headers={"Authorization": f"Bearer {TOKEN}"})
    document = scene.ask("/api/openapi.json")
    names = {operation["operationId"] for methods in document["paths"].values() for operation in methods.values()} - STREAMS
    for walker, operations in WALKERS.items():
        headers, picker = admitted(scene, walker)
        os.environ["WALK_PICKER"] = picker or ""
        table = rights(scene, walker)
        wrong += [f"{name} has no right request. Write one in Scripts/walking.py." for name in sorted(names - set(table)) if operations is None]
        wrong += [f"{name} is none of the API's operations, but stands in Scripts/walking.py." for name in sorted(set(operations or table) - names)]
        for name in sorted(names & set(operations or table)):
            try:
                right = table[name]()
                fields = {"path_parameters": right.path, "query": right.query, "headers": {**right.headers, **headers}}
                if right.body is not None:
                    fields.update(body=right.body, media_type=right.kind)
                case = schema.find_operation_by_id(name).Case(**fields)
                response = case.call(timeout=120)
                sent += 1
                status = response.status_code
                if OPTIONAL.get(name) == status:
                    print(f"{walker}: {name} has nothing to answer with here.", file=sys.stderr)
                elif not 200 <= status < 400 or status == 304:
                    wrong.append(f"{walker}: {name} answers {status}: {response.text[:300]}")
                checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance, response_schema_conformance]
                case.validate_response(response, checks=checks)
            except FailureGroup as failures:
                wrong += [f"{walker}: {name}: {failure}" for failure in failures.exceptions]
            except Exception as error:
                wrong.append(f"{walker}: {name} could not be asked for: {type(error).__name__}: {error}")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{sent} right requests of {len(names)} operations, as {', '.join(WALKERS)}: {len(wrong) or 'nothing'} wrong.", file=sys.stderr)
    return len(wrong)


# walk-api itself runs without schemathesis, which is installed by it.
try:
    import schemathesis
except ImportError:
    schemathesis = None

if schemathesis is not None:
    @schemathesis.serializer("application/offset+octet-stream")
    def octets(context, value):
        return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value

    #: By operation: what was made to be named stays good for a while, and is made anew now and then.
    remembered = {}

    @schemathesis.hook
    def map_case(context, case):
        """Of what is right by the description, half names what is there."""
        meta, address = getattr(case, "meta", None), os.environ.get("WALK_ADDRESS")
        if address is None or meta is None or meta.generation.mode.value != "positive" or random.random() < 0.5:
            return case
        name = case.operation.definition.raw.get("operationId")
        scene = remembered.setdefault("scene", Scene(address))
        make = rights(scene, os.environ.get("WALK_AS", "owner")).get(name)
        if make is None or not case.path_parameters:
            return case
        if name not in remembered or random.random() < 0.25:
            try:
                remembered[name] = make().path
            except OSError:
                # So much was made that no more is taken, such as files by a link; what there was may do.
                remembered.setdefault(name, {})
        for parameter, value in remembered[name].items():
            if parameter in case.path_parameters:
                case.path_parameters[parameter] = value
        return case


if __name__ == "__main__":
    if len(sys.argv) != 2 or schemathesis is None:
        sys.exit("usage: walking.py ADDRESS, by the Python that Scripts/walk-api installs schemathesis in")
    sys.exit(1 if walk(sys.argv[1]) else 0)
