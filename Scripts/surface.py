"""Reads the table of Apple's public symbols, and finds each row among the symbols that a module declares."""
import csv, glob, json, pathlib, re

TYPES = ("class", "struct", "enum", "optionset", "protocol")

# Not in the scope of this table: other parts of the project prove these.
OTHER_TYPES = {
    "images": r"PHImage|PHCachingImage|PHVideo|PHLivePhoto(?!s$)|PHReferenceImage",
    "editing": r"PHContentEditing|PHAdjustmentData",
    "resources": r"PHAssetResource|PHBackgroundResource",
}
OTHER_MEMBERS = {
    "images": r"PHImage\w*Key|PHImageManagerMaximumSize|ImageRequestID|PHAsset(Image|Video)ProgressHandler|PHLivePhoto(RequestID|Info|Editing)",
    "editing": r"ontentEditing|revertAssetContent",
    "resources": r"ploadJob|PHAssetResource(Data|Progress)|PHInvalidAssetResource",
}


class Row:
    def __init__(self, fields):
        self.type, self.kind, self.swift, self.value = fields["type"], fields["kind"], fields["swift"], fields["value"]
        self.owner = "" if self.type == "(global)" else self.type.split(".")[-1].split("<")[0]
        self.name = self.symbol_name()
        self.usrs = set()

    def symbol_name(self):
        text = re.sub(r"@\w+(\([^)]*\))?\s+", "", self.swift)
        if text.startswith("subscript"): return "subscript(_:)"
        if self.kind == "init": return "init(" + labels(text[text.find("init"):]) + ")"
        if self.kind in ("method", "classmethod"):
            found = re.search(r"func\s+(\w+)", text)
            return f"{found[1]}({labels(text[found.start():])})"
        found = re.search(r"(?:case|var|let|typealias|class|struct|enum|protocol)\s+(?:func\s+)?([\w.]+)", text.replace("class var", "var"))
        return found[1].split(".")[-1]

    @property
    def is_type(self): return self.kind in TYPES

    @property
    def title(self): return self.type if self.is_type else (self.name if not self.owner else f"{self.type}.{self.name}")


def labels(declaration):
    """`for:handler:` of a declaration's first list of arguments."""
    start, depth, words, word = declaration.find("(") + 1, 0, [], ""
    for character in declaration[start:]:
        if depth == 0 and character in ",)":
            if word.strip(): words.append(word)
            word = ""
            if character == ")": break
            continue
        if character in "([{<": depth += 1
        if character in ")]}" or (character == ">" and not word.endswith("-")): depth -= 1
        word += character
    def label(word): return re.sub(r"@\w+\s+", "", word).split(":")[0].split()[0] + ":"
    return "".join(map(label, words))


def outside(fields):
    """The part of the project that a row belongs to, or None for a row of this table."""
    for part, pattern in OTHER_TYPES.items():
        if re.match(pattern, fields["type"]): return part
    for part, pattern in OTHER_MEMBERS.items():
        if re.search(pattern, fields["swift"]): return part
    return "AppIntents" if "AppIntents" in fields["note"] else None


def rows(path, framework):
    """The portable rows in scope, and how many each other part has."""
    scope, others = [], {}
    with open(path, encoding="utf-8") as file:
        for fields in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if fields["framework"] != framework or fields["portable"] != "yes": continue
            part = outside(fields)
            if part: others[part] = others.get(part, 0) + 1
            else: scope.append(Row(fields))
    return scope, others


def declare(scope, package, module):
    """Gives each row the compiler's names of the declarations that answer it."""
    declared = {}
    graphs = glob.glob(f"{package}/.build/**/symbolgraph/{module}*.symbols.json", recursive=True)
    if not graphs: raise SystemExit("no symbol graph: run `swift package dump-symbol-graph --minimum-access-level public` first")
    for graph in graphs:
        if pathlib.Path(graph).name.split(".")[0].split("@")[0] != module: continue
        for symbol in json.load(open(graph))["symbols"]:
            path = symbol["pathComponents"]
            owner = path[-2] if len(path) > 1 else ""
            declared.setdefault((owner, path[-1]), set()).add(symbol["identifier"]["precise"])
    for row in scope:
        owner = ("" if "." not in row.type else row.type.split(".")[-2]) if row.is_type else row.owner
        # Types that the table writes without their module's prefix, as Swift sees refined ones.
        row.usrs = declared.get((owner, row.name), set())
