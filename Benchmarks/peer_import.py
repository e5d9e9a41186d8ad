"""The import pipeline of the leading self-hosted photo server, modelled: SHA-1, metadata by a kept-open exiftool, a 1440-pixel JPEG
preview and a 250-pixel WebP thumbnail by libvips from one decode, and a small colour placeholder. Reads every file of a folder."""
import hashlib, os, pathlib, subprocess, sys

os.environ["VIPS_CONCURRENCY"] = "1"
import pyvips

pyvips.cache_set_max(0)

folder = pathlib.Path(sys.argv[1])
exiftool = subprocess.Popen(["exiftool", "-stay_open", "True", "-@", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def metadata(path):
    exiftool.stdin.write(f"-json\n-n\n{path}\n-execute\n")
    exiftool.stdin.flush()
    while exiftool.stdout.readline().strip() != "{ready}":
        pass


for path in sorted(folder.iterdir()):
    data = path.read_bytes()
    hashlib.sha1(data).digest()
    metadata(path)
    preview = pyvips.Image.thumbnail_buffer(data, 1440, height=1440, size="down").copy_memory()
    preview.jpegsave_buffer(Q=80)
    preview.thumbnail_image(250, height=250, size="down").webpsave_buffer(Q=80)
    preview.thumbnail_image(100, height=100, size="down").write_to_memory()

exiftool.stdin.write("-stay_open\nFalse\n")
exiftool.stdin.flush()
exiftool.wait()
