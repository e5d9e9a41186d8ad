"""Reads the table of Apple's public symbols, and finds each row among the symbols that a module declares."""
import csv, json, pathlib, re, subprocess, tempfile

TYPES = ("class", "struct", "enum", "optionset", "protocol")


class Row:
    def __init__(self, fields):
        self.type, self.kind, self.swift, self.value, self.portable = (fields[key] for key in ("type", "kind", "swift", "value", "portable"))
        self.owner = "" if self.type == "(global)" else self.type.split(".")[-1].split("<")[0]
        self.name = self.symbol_name()
        self.usrs = set()

    def symbol_name(self):
        text = re.sub(r"@\w+(\([^)]*\))?\s+", "", self.swift).replace("`", "")
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


def rows(path, framework):
    """The rows that mean something here, those about videos with stand-ins included."""
    with open(path, encoding="utf-8") as file:
        return [
            Row(fields) for fields in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if fields["framework"] == framework and fields["portable"] in ("yes", "av")
        ]


def extract(package, module, folder):
    """Writes the symbol graphs of a module's public symbols, of the last debug build. Returns their files."""
    products = pathlib.Path(package) / ".build" / "debug"
    search = [products / "Modules"]
    for sources in (pathlib.Path(package) / "Sources", pathlib.Path(package) / ".build" / "checkouts"):
        search += sorted({path.parent for path in sources.glob("**/module.modulemap") if "Tests" not in path.parts})
    target = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True, check=True).stdout)["target"]["triple"]
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public", "-target", target, "-output-dir", folder]
    for path in search: command += ["-I", str(path)]
    for path in sorted(products.glob("*.build/module.modulemap")): command += ["-Xcc", f"-fmodule-map-file={path}"]
    ran = subprocess.run(command, capture_output=True, text=True)
    graphs = [path for path in pathlib.Path(folder).iterdir() if path.name.split(".")[0].split("@")[0] == module]
    if not graphs: raise SystemExit(f"no symbol graph of {module}: run `swift build --build-tests` first\n{ran.stderr}")
    return graphs


def symbol_graph(package, module):
    """The module's public symbols as the compiler gives them, of the last debug build."""
    with tempfile.TemporaryDirectory() as folder:
        parts = [json.loads(path.read_text(encoding="utf-8")) for path in extract(package, module, folder)]
        return {key: [entry for part in parts for entry in part[key]] for key in ("symbols", "relationships")}


def types(declaration):
    """The types of a declaration's arguments, spelled without spaces: what tells overloads apart."""
    start, depth, text = declaration.find("(") + 1, 1, ""
    for character in declaration[start:]:
        depth += (character == "(") - (character == ")")
        if depth == 0: break
        text += character
    return re.sub(r"\s|\bany\b|@\w+", "", re.sub(r"\w+(\s+\w+)?\s*:", ":", text))


def declare(scope, package, modules):
    """Gives each row the compiler's names of the declarations that answer it. Returns what each declaration overrides."""
    declared, bases = {}, {}
    graphs = [symbol_graph(package, module) for module in modules]
    graph = {key: [entry for each in graphs for entry in each[key]] for key in ("symbols", "relationships")}
    for symbol in graph["symbols"]:
        path = symbol["pathComponents"]
        owner = path[-2] if len(path) > 1 else ""
        text = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
        declared.setdefault((owner, path[-1]), []).append((symbol["identifier"]["precise"], types(text)))
    for relation in graph["relationships"]:
        if relation["kind"] == "overrides": bases.setdefault(relation["source"], set()).add(relation["target"])
    # Swift sees some types under another name than the table's column of types has.
    names = {row.type: row.name for row in scope if row.is_type and "." not in row.type}
    # Names that begin with two underscores are in no symbol graph: ours are second names of types without them.
    for row in scope:
        if row.is_type and row.name.startswith("__"): row.name = names[row.type] = row.name[2:]
    twins = {}
    for row in scope:
        owner = ("" if "." not in row.type else row.type.split(".")[-2]) if row.is_type else names.get(row.type, row.owner)
        # Notifications are members of a type of Foundation's.
        if row.kind == "notification": owner = "Name"
        row.usrs = {usr for usr, _ in declared.get((owner, row.name), [])}
        twins.setdefault((row.type, row.name), []).append((row, declared.get((owner, row.name), [])))
    for overloads in twins.values():
        if len(overloads) == 1: continue
        taken = set()
        for row, candidates in overloads:
            exact = {usr for usr, text in candidates if text == types(row.swift)}
            row.usrs = exact
            taken |= exact
        for row, candidates in overloads:
            if not row.usrs: row.usrs = {usr for usr, _ in candidates} - taken
    return bases
