"""Reads the compiler's index store: which declaration uses which symbol.

`swift build` writes the index beside its products. This is a thin face over the toolchain's libIndexStore.
"""
import ctypes, os, pathlib, shutil, subprocess

CHILD_OF, OVERRIDE_OF, CALLED_BY, CONTAINED_BY = 1 << 9, 1 << 11, 1 << 13, 1 << 16
RECORD = 2


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Occurrence:
    """One mention of a symbol (`usr`, `name`): in which declarations (`within`: usr to name), what it overrides, whose member it is."""

    def __init__(self, usr, name):
        self.usr, self.name, self.within, self.overrides, self.parent = usr, name, {}, set(), None


def library_path():
    swift = shutil.which("swift") or ""
    beside = pathlib.Path(os.path.realpath(swift)).parent.parent / "lib" / "libIndexStore.so"
    if beside.exists(): return str(beside)
    raise SystemExit("no libIndexStore.so beside the swift command: the toolchain that builds the package must be installed")


class IndexStore:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.lib = lib = ctypes.CDLL(library_path())
        pointer = ctypes.c_void_p
        self.visitor = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
        def function(name, result, *arguments):
            f = getattr(lib, "indexstore_" + name)
            f.restype, f.argtypes = result, arguments
            return f
        error = ctypes.POINTER(pointer)
        self.unit_create = function("unit_reader_create", pointer, pointer, ctypes.c_char_p, error)
        self.unit_dispose = function("unit_reader_dispose", None, pointer)
        self.unit_file = function("unit_reader_get_main_file", Text, pointer)
        self.unit_module = function("unit_reader_get_module_name", Text, pointer)
        self.unit_parts = function("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, self.visitor)
        self.part_kind = function("unit_dependency_get_kind", ctypes.c_int, pointer)
        self.part_name = function("unit_dependency_get_name", Text, pointer)
        self.part_file = function("unit_dependency_get_filepath", Text, pointer)
        self.record_create = function("record_reader_create", pointer, pointer, ctypes.c_char_p, error)
        self.record_dispose = function("record_reader_dispose", None, pointer)
        self.record_each = function("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, self.visitor)
        self.occurrence_symbol = function("occurrence_get_symbol", pointer, pointer)
        self.occurrence_relations = function("occurrence_relations_apply_f", ctypes.c_bool, pointer, pointer, self.visitor)
        self.relation_roles = function("symbol_relation_get_roles", ctypes.c_uint64, pointer)
        self.relation_symbol = function("symbol_relation_get_symbol", pointer, pointer)
        self.symbol_usr = function("symbol_get_usr", Text, pointer)
        self.symbol_name = function("symbol_get_name", Text, pointer)
        create = function("store_create", pointer, ctypes.c_char_p, error)
        problem = pointer()
        self.store = create(str(path).encode(), ctypes.byref(problem))
        if not self.store: raise SystemExit(f"no index at {path}: run `swift build --build-tests` first")

    def files(self, modules):
        """(module, source file, occurrences) for every file of the modules as last compiled."""
        newest = {}
        for unit_path in (self.path / "v5" / "units").iterdir():
            reader = self.unit_create(self.store, unit_path.name.encode(), None)
            if not reader: continue
            module, file = str(self.unit_module(reader)), str(self.unit_file(reader))
            if module in modules and file and os.path.exists(file):
                records = []
                def part(_, dependency):
                    if self.part_kind(dependency) == RECORD and str(self.part_file(dependency)) == file:
                        records.append(str(self.part_name(dependency)))
                    return True
                self.unit_parts(reader, None, self.visitor(part))
                written = unit_path.stat().st_mtime
                if (module, file) not in newest or newest[module, file][0] < written: newest[module, file] = (written, records)
            self.unit_dispose(reader)
        for (module, file), (written, records) in sorted(newest.items()):
            yield module, file, written, [o for record in records for o in self.occurrences(record)]

    def occurrences(self, record):
        reader = self.record_create(self.store, record.encode(), None)
        if not reader: return []
        found = []
        def each(_, occurrence):
            symbol = self.occurrence_symbol(occurrence)
            mention = Occurrence(str(self.symbol_usr(symbol)), str(self.symbol_name(symbol)))
            def relation(_, related):
                roles, owner = self.relation_roles(related), self.relation_symbol(related)
                usr = str(self.symbol_usr(owner))
                if roles & (CALLED_BY | CONTAINED_BY): mention.within[usr] = str(self.symbol_name(owner))
                if roles & OVERRIDE_OF: mention.overrides.add(usr)
                if roles & CHILD_OF: mention.parent = usr
                return True
            self.occurrence_relations(occurrence, None, self.visitor(relation))
            found.append(mention)
            return True
        self.record_each(reader, None, self.visitor(each))
        self.record_dispose(reader)
        return found
