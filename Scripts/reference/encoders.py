"""Encoders of others: ffmpeg (x264, x265, aom), libjpeg and libjxl through two small C programs, Pillow."""
import os
import struct
import subprocess
import tempfile

import numpy as np

from . import files

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = tempfile.TemporaryDirectory()
PIXELS = {(8, (2, 2)): "yuv420p", (8, (1, 1)): "yuv444p", (8, (2, 1)): "yuv422p", (10, (2, 2)): "yuv420p10le", (10, (1, 1)): "yuv444p10le",
          (10, (2, 1)): "yuv422p10le", (12, (2, 2)): "yuv420p12le", (8, None): "gray", (10, None): "gray10le", (12, None): "gray12le"}


def run(*command, data=None):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def program(name, *libraries):
    out = os.path.join(WORK.name, name)
    if not os.path.exists(out):
        run("cc", "-O1", "-o", out, os.path.join(HERE, name + ".c"), *["-l" + library for library in libraries])
    return out


def jpeg(samples, space, *, stored=None, step=(1, 1), quality=98, **how):
    """`samples` of 8 bits; `space` and `stored` are rgb, ycc, grey, cmyk or ycck. `how`: progressive, arithmetic, restart."""
    samples = np.ascontiguousarray(samples.reshape(samples.shape[0], samples.shape[1], -1))
    height, width, channels = samples.shape
    words = [space, stored or {"rgb": "ycc"}.get(space, space), str(width), str(height), str(channels), str(quality), str(step[0]), str(step[1])]
    return run(program("jpeg", "jpeg"), *words, *[name for name, on in how.items() if on], data=samples.tobytes())


def jxl(samples, *, orientation=1, transfer="srgb", primaries="srgb", bits=None):
    """Lossless. `samples` as they are stored."""
    samples = np.ascontiguousarray(samples.reshape(samples.shape[0], samples.shape[1], -1))
    height, width, channels = samples.shape
    words = [str(v) for v in (width, height, channels, bits or samples.dtype.itemsize * 8, orientation, transfer, primaries)]
    return run(program("jxl", "jxl"), *words, data=samples.tobytes())


def _ffmpeg(planes, bits, step, arguments, name, frames=1, data=None):
    """`data` is all frames, where they are not all alike."""
    height, width = planes[0].shape
    path = os.path.join(WORK.name, name)
    run("ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", PIXELS[bits, step], "-s", f"{width}x{height}", "-r", "5", "-i", "-",
        "-frames:v", str(frames), "-bitexact", "-map_metadata", "-1", *arguments, path,
        data=data or b"".join(p.tobytes() for p in planes) * frames)
    with open(path, "rb") as file:
        return file.read()


def _boxes(data, at=0, end=None):
    end = len(data) if end is None else end
    while at + 8 <= end:
        size, name = struct.unpack_from(">I4s", data, at)
        if size < 8:
            return
        yield name, data[at + 8:at + size]
        at += size


def _find(data, *path):
    for name, content in _boxes(data):
        if name == path[0].encode():
            return content if len(path) == 1 else _find(content, *path[1:])
    raise LookupError(path)


def coded(planes, bits, step, codec, quality="lossless=1"):
    """A still as the codec's configuration box and its data; `codec` is hevc or av1. Without loss, unless x265 is told otherwise."""
    if codec == "hevc":
        how = ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", quality + ":info=0:log-level=none:pools=1:frame-threads=1"]
    else:
        how = ["-c:v", "libaom-av1", "-aom-params", "lossless=1", "-cpu-used", "6", "-still-picture", "1"]
    movie = _ffmpeg(planes, bits, step, how, codec + ".mp4")
    table = _find(movie, "moov", "trak", "mdia", "minf", "stbl")
    entry = _find(table, "stsd")[8:]
    name = "hvcC" if codec == "hevc" else "av1C"
    configuration = next(content for kind, content in _boxes(entry[86:]) if kind == name.encode())
    offset, = struct.unpack_from(">I", _find(table, "stco"), 8)
    length, = struct.unpack_from(">I", _find(table, "stsz"), 4)
    if length == 0:
        length, = struct.unpack_from(">I", _find(table, "stsz"), 12)
    return files.box(name, configuration), movie[offset:offset + length]


def sequence(pictures, milliseconds, rotation=0):
    """Pictures of three planes as a film of HEVC, each shown for as long as is said; its boxes by name. Without loss."""
    how = ["-c:v", "libx265", "-tag:v", "hvc1", "-video_track_timescale", "1000", "-color_range", "pc", "-x265-params",
           "lossless=1:bframes=0:info=0:log-level=none:pools=1:frame-threads=1"]
    data = b"".join(plane.tobytes() for planes in pictures for plane in planes)
    movie = bytearray(_ffmpeg(pictures[0], 8, (1, 1), how, "sequence.mp4", frames=len(pictures), data=data))
    _turn(movie, rotation)
    offset, = struct.unpack_from(">I", _find(movie, "moov", "trak", "mdia", "minf", "stbl", "stco"), 8)
    times = b"".join(struct.pack(">II", 1, part) for part in milliseconds)
    moov = _replaced(bytes(_find(movie, "moov")), ["trak", "mdia", "minf", "stbl", "stts"], struct.pack(">II", 0, len(milliseconds)) + times)
    samples = movie[offset:offset + sum(struct.unpack_from(f">{len(pictures)}I", _find(movie, "moov", "trak", "mdia", "minf", "stbl", "stsz"), 12))]
    return moov, bytes(samples)


def behind(still, film):
    """A still picture's file with a film's track in it."""
    moov, samples = film
    place = struct.pack(">III", 0, 1, len(still) + 8)
    moov = _replaced(moov, ["trak", "mdia", "minf", "stbl", "stco"], place)
    return still + files.box("mdat", samples) + files.box("moov", moov)


def _replaced(data, path, content):
    """The boxes in `data`, with that at the path having another content."""
    parts = []
    for name, old in _boxes(data):
        if name == path[0].encode():
            old = content if len(path) == 1 else _replaced(old, path[1:], content)
        parts.append(files.box(name.decode("latin1"), bytes(old)))
    return b"".join(parts)


def _turn(movie, rotation):
    one, matrix = 1 << 16, movie.index(b"tkhd") + 4 + 40
    turned = {0: (one, 0, 0, one), 90: (0, one, -one, 0), 180: (-one, 0, 0, -one), 270: (0, -one, one, 0)}[rotation]
    struct.pack_into(">iii", movie, matrix, turned[0], turned[1], 0)
    struct.pack_into(">ii", movie, matrix + 12, turned[2], turned[3])


def film(planes, bits, step, codec, *, colour, full=False, rotation=0):
    """A film of three frames; `colour` is primaries, transfer and matrix as ffmpeg names them."""
    how = {"h264": ["-c:v", "libx264", "-qp", "1", "-preset", "medium"], "hevc": ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
           "qp=2:info=0:log-level=none:pools=1:frame-threads=1"], "prores": ["-c:v", "prores_ks", "-profile:v", "3"]}[codec]
    if colour:
        how += ["-color_primaries", colour[0], "-color_trc", colour[1], "-colorspace", colour[2]]
    how += ["-color_range", "pc" if full else "tv"]
    if codec == "prores":
        # This encoder asks the frames and not its own options.
        how += ["-vf", "setparams=color_primaries={}:color_trc={}:colorspace={}:range={}".format(*colour, "full" if full else "limited")]
    movie = bytearray(_ffmpeg(planes, bits, step, how, "film.mov", frames=3))
    _turn(movie, rotation)
    return bytes(movie)
