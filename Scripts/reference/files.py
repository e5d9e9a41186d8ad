"""Writers of PNG, TIFF and HEIF files: small, and free to write what encoders do not."""
import struct
import zlib

import numpy as np

# MARK: PNG


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _scan_lines(samples, bits):
    """Samples of height × width × channels as filtered lines."""
    lines = b""
    for row in samples:
        if bits == 16:
            data = row.astype(">u2").tobytes()
        elif bits == 8:
            data = row.astype(np.uint8).tobytes()
        else:
            values = np.unpackbits(row.astype(np.uint8).reshape(-1, 1), axis=1)[:, 8 - bits:]
            data = np.packbits(values.flatten()).tobytes()
        lines += b"\0" + data
    return lines


def png(samples, bits, kind, chunks=(), interlaced=False):
    """`kind` is PNG's: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. `chunks` come before the pixels."""
    samples = samples.reshape(samples.shape[0], samples.shape[1], -1)
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)] if interlaced else [(0, 0, 1, 1)]
    lines = b"".join(_scan_lines(samples[y::dy, x::dx], bits) for x, y, dx, dy in passes)
    header = struct.pack(">IIBBBBB", samples.shape[1], samples.shape[0], bits, kind, 0, 0, int(interlaced))
    body = _chunk(b"IHDR", header) + b"".join(_chunk(name, data) for name, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + body + _chunk(b"IDAT", zlib.compress(lines, 9)) + _chunk(b"IEND", b"")


def exif(orientation):
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


# MARK: TIFF


def tiff(entries, strips):
    """Little-endian. An entry is tag, type (2 text, 3 short, 4 long, 5 rational, 10 signed rational, 7 bytes) and values."""
    codes = {1: "B", 2: "B", 3: "H", 4: "I", 5: "I", 7: "B", 10: "i"}
    tiled = any(tag == 322 for tag, _, _ in entries)
    entries = entries + [(324 if tiled else 273, 4, [0] * len(strips)), (325 if tiled else 279, 4, [len(s) for s in strips])]
    entries.sort()
    outside = 8 + 2 + 12 * len(entries) + 4

    def packed(kind, values):
        return struct.pack("<" + codes[kind] * len(values), *values)

    extra = sum((len(packed(kind, values)) + 1) & ~1 for _, kind, values in entries if len(packed(kind, values)) > 4)
    offsets, at = [], outside + extra
    for strip in strips:
        offsets.append(at)
        at += len(strip)
    directory, data = b"", b""
    for tag, kind, values in entries:
        content = packed(kind, offsets if tag in (273, 324) else values)
        count = len(values) // 2 if kind in (5, 10) else len(values)
        directory += struct.pack("<HHI", tag, kind, count)
        if len(content) <= 4:
            directory += content + bytes(4 - len(content))
        else:
            directory += struct.pack("<I", outside + len(data))
            data += content + bytes(len(content) & 1)
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + directory + bytes(4) + data + b"".join(strips)


def tiff_image(samples, photometric, more=(), tile=None):
    """Samples of height × width × channels of 8 or 16 bits, deflated."""
    samples = samples.reshape(samples.shape[0], samples.shape[1], -1)
    height, width, channels = samples.shape
    bits = samples.dtype.itemsize * 8
    entries = [(256, 4, [width]), (257, 4, [height]), (258, 3, [bits] * channels), (259, 3, [8]), (262, 3, [photometric]), (277, 3, [channels])]
    if tile:
        entries += [(322, 4, [tile]), (323, 4, [tile])]
        padded = np.pad(samples, ((0, -height % tile), (0, -width % tile), (0, 0)), mode="edge")
        parts = [padded[y:y + tile, x:x + tile] for y in range(0, padded.shape[0], tile) for x in range(0, padded.shape[1], tile)]
    else:
        entries += [(278, 4, [16])]
        parts = [samples[y:y + 16] for y in range(0, height, 16)]
    data = [zlib.compress(part.astype(samples.dtype.newbyteorder("<")).tobytes(), 9) for part in parts]
    return tiff(entries + list(more), data)


# MARK: HEIF


def box(name, *parts):
    data = b"".join(parts)
    return struct.pack(">I4s", len(data) + 8, name.encode()) + data


def full(name, *parts, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def nclx(primaries, transfer, matrix_, full_range):
    return box("colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix_, 0x80 if full_range else 0))


def icc(profile):
    return box("colr", b"prof", profile)


def turn(quarters):
    return box("irot", bytes([quarters]))


def mirror(axis):
    return box("imir", bytes([axis]))


def clap(width, height, x, y, of):
    """The part of this size at x, y of a picture of size `of`."""
    across, down = 2 * x + width - of[0], 2 * y + height - of[1]
    return box("clap", struct.pack(">IIIIiIiI", width, 1, height, 1, across, 2, down, 2))


ALPHA = full("auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")


def heif(items, references=(), brand=b"heic"):
    """Items are (type, data, properties) and have the numbers 1, 2, …; the first is the picture. References are (type, from, [to])."""
    known, lists = [], []
    for _, _, properties in items:
        for property_ in properties:
            if property_ not in known:
                known.append(property_)
        lists.append([known.index(p) + 1 for p in properties])
    needed = (b"hvcC", b"av1C", b"irot", b"imir", b"clap")
    associations = b""
    for number, list_ in enumerate(lists, 1):
        associations += struct.pack(">HB", number, len(list_))
        associations += bytes(index | (0x80 if known[index - 1][4:8] in needed else 0) for index in list_)
    information = b"".join(
        full("infe", struct.pack(">HH", number, 0), kind, b"\0", version=2, flags=int(number > 1)) for number, (kind, _, _) in enumerate(items, 1))
    refs = [box(kind, struct.pack(f">HH{len(to)}H", source, len(to), *to)) for kind, source, to in references]

    def meta(start):
        locations, at = b"", start
        for number, (_, data, _) in enumerate(items, 1):
            locations += struct.pack(">HHHII", number, 0, 1, at, len(data))
            at += len(data)
        return full(
            "meta", full("hdlr", bytes(4), b"pict", bytes(13)), full("pitm", struct.pack(">H", 1)),
            full("iloc", struct.pack(">HH", 0x4400, len(items)), locations), full("iinf", struct.pack(">H", len(items)), information),
            *([full("iref", *refs)] if refs else []),
            box("iprp", box("ipco", *known), full("ipma", struct.pack(">I", len(items)), associations)))

    head = box("ftyp", brand, bytes(4), b"mif1", brand, b"miaf")
    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box("mdat", *[data for _, data, _ in items])
