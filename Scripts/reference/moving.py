"""Animations: 4 × 4 fields of one colour each, which change from frame to frame. Written byte by byte where encoders choose for themselves."""
import io
import struct
import zlib

import numpy as np
from PIL import Image

from . import encoders, files, scene

WIDTH, HEIGHT = scene.WIDTH, scene.HEIGHT
COLOURS = scene.quantised(scene.cells(), 8).reshape(16, 3)
DELAYS = (50, 100, 200, 20)
# Number of the colour that shows nothing.
CLEAR = 16


def plain(frame):
    """The fields of a whole frame."""
    return (np.arange(16).reshape(4, 4) + 5 * frame) % 16


def pixels(fields):
    """Fields as numbers of colours for each pixel."""
    return np.repeat(np.repeat(np.asarray(fields), HEIGHT // 4, axis=0), WIDTH // 4, axis=1)


def rgba(fields):
    palette = np.concatenate([np.concatenate([COLOURS, np.full((16, 1), 255, np.uint8)], axis=1), np.zeros((1, 4), np.uint8)])
    return palette[pixels(fields)]


# Each: where it lies in fields, its fields, what becomes of it (1 stays, 2 is cleared, 3 what was before comes back), and hundredths of a second.
PATCHES = [
    (0, 0, plain(0), 1, 0),
    (1, 1, [[15, CLEAR], [CLEAR, 0]], 3, 5),
    (0, 0, [[3, CLEAR]], 2, 20),
    (3, 3, [[2]], 0, 1),
    (0, 0, [[7]], 0, 65535),
]


def _codes(values, least):
    """GIF's compression without any: the table is cleared before its codes get longer."""
    bits, count = 0, 0
    data = bytearray()

    def put(code):
        nonlocal bits, count
        bits |= code << count
        count += least + 1
        while count >= 8:
            data.append(bits & 255)
            bits >>= 8
            count -= 8

    for at, value in enumerate(values):
        if at % ((1 << least) - 4) == 0:
            put(1 << least)
        put(int(value))
    put((1 << least) + 1)
    put(0)
    blocks = [bytes(data[at:at + 255]) for at in range(0, len(data), 255)]
    return bytes([least]) + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def gif(patches, loops=None, size=(WIDTH, HEIGHT)):
    """`loops` is how often it is shown again, 0 forever."""
    data = b"GIF89a" + struct.pack("<HHBBB", *size, 0xF4, 0, 0) + COLOURS.tobytes() + bytes(3 * 16)
    if loops is not None:
        data += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", loops, 0)
    for x, y, fields, disposal, delay in patches:
        part = pixels(fields)
        data += b"\x21\xf9\x04" + struct.pack("<BHBB", disposal << 2 | int((part == CLEAR).any()), delay, CLEAR, 0)
        data += b"\x2c" + struct.pack("<HHHHB", x * WIDTH // 4, y * HEIGHT // 4, part.shape[1], part.shape[0], 0) + _codes(part.flatten(), 5)
    return data + b"\x3b"


def png(patches, loops, hidden=None):
    """`hidden` is a picture for those who know no animations. A patch's pixels are laid over what is there, but for cleared ones, which replace it."""
    number = 0

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    def packed(part):
        return zlib.compress(b"".join(b"\0" + row.tobytes() for row in part), 9)

    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)) + chunk(b"acTL", struct.pack(">II", len(patches), loops))
    if hidden is not None:
        data += chunk(b"IDAT", packed(rgba(hidden)))
    for at, (x, y, fields, disposal, delay) in enumerate(patches):
        part = rgba(fields)
        place = (part.shape[1], part.shape[0], x * WIDTH // 4, y * HEIGHT // 4)
        data += chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *place, delay, 100, max(0, disposal - 1), int(disposal != 2)))
        number += 1
        if at == 0 and hidden is None:
            data += chunk(b"IDAT", packed(part))
        else:
            data += chunk(b"fdAT", struct.pack(">I", number) + packed(part))
            number += 1
    return data + chunk(b"IEND", b"")


def whole(delays=DELAYS):
    return [(0, 0, plain(at), 1, delay // 10) for at, delay in enumerate(delays)]


def by_pillow(kind, frames, **how):
    images, data = [Image.fromarray(frame) for frame in frames], io.BytesIO()
    images[0].save(data, kind, save_all=True, append_images=images[1:], duration=list(DELAYS), **how)
    return data.getvalue()


def write(put):
    put("moving-plain.gif", gif(whole(), loops=2))
    put("moving-once.gif", gif(whole()))
    put("moving-disposal.gif", gif(PATCHES, loops=0))
    put("moving-plain.png", png(whole(), 3))
    put("moving-hidden.png", png(whole(), 3, hidden=plain(3)))
    put("moving-disposal.png", png(PATCHES, 0))
    opaque = [rgba(plain(at))[..., :3].copy() for at in range(4)]
    holes = []
    for at in range(4):
        fields = plain(at)
        fields.flat[5 + at] = CLEAR
        holes.append(rgba(fields))
    put("moving-plain.webp", by_pillow("WEBP", opaque, lossless=True, loop=3))
    put("moving-lossy.webp", by_pillow("WEBP", opaque, quality=95, loop=0))
    put("moving-clear.webp", by_pillow("WEBP", holes, lossless=True, loop=0))
    turned = [np.ascontiguousarray(scene.stored(frame, 6)) for frame in opaque]
    put("moving-turn6.webp", by_pillow("WEBP", turned, lossless=True, loop=0, exif=files.exif(6)))
    put("moving.avif", by_pillow("AVIF", opaque, quality=95, subsampling="4:4:4"))
    put("moving-half.avif", by_pillow("AVIF", opaque, quality=90, subsampling="4:2:0"))
    put("moving-alpha.avif", by_pillow("AVIF", holes, quality=95, subsampling="4:4:4"))
    put("moving.heics", sequence(opaque))
    put("moving-turn90.heics", sequence([np.ascontiguousarray(scene.stored(frame, 6)) for frame in opaque], 90))


def sequence(frames, rotation=0):
    """The track of a film behind the boxes of a still, whose picture is the first frame."""
    height, width, _ = frames[0].shape
    colours = [frame / 255 for frame in frames]
    film = encoders.sequence([scene.planes(values, 6, True, 8, (1, 1)) for values in colours], DELAYS, rotation)
    configuration, data = encoders.coded(scene.planes(colours[0], 6, True, 8, (1, 1)), 8, (1, 1), "hevc")
    size = files.full("ispe", struct.pack(">II", width, height))
    turns = [files.turn(3)] if rotation == 90 else []
    still = files.heif([(b"hvc1", data, [size, files.full("pixi", bytes([3, 8, 8, 8])), configuration, files.nclx(1, 13, 6, True), *turns])], brand=b"hevc")
    return encoders.behind(still, film)
