"""What all benchmarks share: where things are, running programs, printing figures beside their bounds, and the generated library."""
import json, os, pathlib, resource, shutil, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
RELEASE = ROOT / ".build" / "release"
PHOTOS = RELEASE / "photos"
WORK = ROOT / ".build" / "bench"
BOUNDS = json.loads((HERE / "thresholds.json").read_text())
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))

over = []


def say(text):
    print(text, file=sys.stderr, flush=True)


def line(name, ours, theirs, unit, against, group=None):
    """Prints one comparison and remembers it when it is over its bound, which is its own or else its group's."""
    ratio = ours / theirs if theirs else float("inf")
    bound = BOUNDS.get(name, BOUNDS.get(group))
    mark = "" if bound is None or ratio <= bound else f"  OVER {bound}"
    if mark:
        over.append(name)
    print(f"{name:34} {ours:10.3f} {unit:9} {against:24} {theirs:10.3f} {unit:9} ratio {ratio:6.3f}{mark}", flush=True)


def absolute(name, value, unit, group=None):
    """Prints one figure that has a bound of its own, or its group's."""
    bound = BOUNDS.get(name, BOUNDS.get(group))
    mark = "" if bound is None or value <= bound else f"  OVER {bound}"
    if mark:
        over.append(name)
    print(f"{name:34} {value:10.3f} {unit:9}{mark}", flush=True)


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode not in (0,):
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def cpu_of(command, **options):
    """CPU seconds of a command and all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def compiled(name, libraries):
    """A floor program of ours in C or Swift, built when its source is newer."""
    source = next(file for file in (HERE / name).iterdir() if file.suffix in (".c", ".swift"))
    program = WORK / name
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        compiler = ["cc", "-O3", "-std=gnu11"] if source.suffix == ".c" else ["swiftc", "-O"]
        run([*compiler, "-o", program, source, *libraries])
    return program


def built(product, *options):
    """A program of the package that only benchmarks need, in its newest state."""
    run(["swift", "build", "--package-path", ROOT, "-c", "release", "--product", product, *options])
    return RELEASE / product


def installed(name, *packages):
    """The programs of an environment of its own with packages from PyPI, as those of the peers are."""
    environment = WORK / name
    listed, wanted = environment / "packages", " ".join(packages)
    if not listed.exists() or listed.read_text() != wanted:
        say(f"Installing a peer from PyPI ({wanted}).")
        run([sys.executable, "-m", "venv", "--clear", environment])
        run([environment / "bin" / "python3", "-m", "pip", "-q", "install", *packages])
        listed.write_text(wanted)
    return environment / "bin"


def json_value(text, name):
    for row in text.splitlines():
        entry = json.loads(row)
        if entry["name"] == name:
            return entry["value"]
    sys.exit(f"bench: no figure named {name} in:\n{text}")


def million():
    return generated(int(os.environ.get("BENCH_ASSETS", "1000000")))


def generated(count):
    library = WORK / f"Generated-{count}.photolibrary"
    if not (library / "derivatives" / "placeholders").exists():
        say(f"Making a library of {count} assets.")
        made = library.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        run([built("photos-generate"), "--assets", count, "--thumbnails", made])
        shutil.rmtree(library, ignore_errors=True)
        made.rename(library)
    return library


def tree_memory(root):
    """Proportional set size in bytes of a process and its descendants."""
    total, waiting = 0, [root]
    while waiting:
        pid = waiting.pop()
        try:
            for row in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if row.startswith("Pss:"):
                    total += int(row.split()[1]) * 1024
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                waiting += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return total
