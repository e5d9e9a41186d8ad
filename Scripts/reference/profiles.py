"""ICC profiles of version 2, written byte by byte: matrix and curves, grey, and tables that no matrix could stand for."""
import struct

import numpy as np

D50 = np.array([0.9642, 1.0, 0.8249])
SRGB = ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), (0.3127, 0.3290))
DISPLAY_P3 = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.3127, 0.3290))
ADOBE_RGB = ((0.640, 0.330), (0.210, 0.710), (0.150, 0.060), (0.3127, 0.3290))
PROPHOTO = ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), (0.3457, 0.3585))


def _xyz(x, y):
    return np.array([x / y, 1, (1 - x - y) / y])


def to_d50(primaries):
    """Linear light of these primaries as XYZ under D50, by Bradford's adaptation."""
    red, green, blue, white = (_xyz(*xy) for xy in primaries)
    columns = np.stack([red, green, blue], axis=1)
    matrix = columns * np.linalg.solve(columns, white)
    bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
    gain = (bradford @ D50) / (bradford @ white)
    return np.linalg.inv(bradford) @ np.diag(gain) @ bradford @ matrix


def light(values):
    """sRGB's curve."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _fixed(value):
    return struct.pack(">i", int(round(value * 65536)))


def _tag_xyz(xyz):
    return b"XYZ \0\0\0\0" + b"".join(_fixed(v) for v in xyz)


def _gamma(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, int(round(gamma * 256))) + b"\0\0"


def _sampled():
    values = np.floor(light(np.arange(1024) / 1023) * 65535 + 0.5).astype(">u2")
    return b"curv\0\0\0\0" + struct.pack(">I", 1024) + values.tobytes()


def _text(text):
    data = text.encode()
    return b"desc\0\0\0\0" + struct.pack(">I", len(data) + 1) + data + b"\0" + bytes(4 + 4 + 2 + 1 + 67)


def _profile(kind, space, pcs, tags):
    tags = [(b"desc", _text("Reference")), (b"cprt", b"text\0\0\0\0None\0"), (b"wtpt", _tag_xyz(D50))] + tags
    table, data, at, places = b"", b"", 128 + 4 + 12 * len(tags), {}
    for name, content in tags:
        if content not in places:
            places[content] = at + len(data)
            data += content + bytes(-len(content) % 4)
        table += name + struct.pack(">II", places[content], len(content))
    size = at + len(data)
    header = struct.pack(">I4sI4s4s4s12s4s", size, b"none", 0x02400000, kind, space, pcs, struct.pack(">6H", 2026, 1, 1, 0, 0, 0), b"acsp")
    header += bytes(68 - len(header)) + b"".join(_fixed(v) for v in D50)
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + table + data


def matrix(primaries, gamma=None):
    """`gamma` of None is sRGB's curve."""
    columns = to_d50(primaries)
    curve = _gamma(gamma) if gamma else _sampled()
    colorants = [(name, _tag_xyz(columns[:, i])) for i, name in enumerate([b"rXYZ", b"gXYZ", b"bXYZ"])]
    return _profile(b"mntr", b"RGB ", b"XYZ ", colorants + [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")])


def grey(gamma):
    return _profile(b"mntr", b"GRAY", b"XYZ ", [(b"kTRC", _gamma(gamma))])


def _table(inputs, grid, curves, nodes):
    """lut16Type to XYZ: `curves` of 256 values for each input, `nodes` of XYZ."""
    data = b"mft2\0\0\0\0" + struct.pack(">BBBB", inputs, 3, grid, 0) + b"".join(_fixed(v) for v in np.eye(3).flatten())
    data += struct.pack(">HH", 256, 2) + b"".join(np.floor(c * 65535 + 0.5).astype(">u2").tobytes() for c in curves)
    data += np.clip(np.floor(nodes / (1 + 32767 / 32768) * 65535 + 0.5), 0, 65535).astype(">u2").tobytes()
    return data + np.tile(np.array([0, 65535], ">u2"), 3).tobytes()


def _for_all_intents(table):
    return [(name, table) for name in (b"A2B0", b"A2B1", b"A2B2")]


def swapped():
    """Red means green, green blue and blue red, in sRGB: as a table, since a matrix is what readers know best."""
    steps = np.arange(256) / 255
    r, g, b = np.meshgrid([0, 1], [0, 1], [0, 1], indexing="ij")
    nodes = np.stack([b, r, g], axis=3).reshape(-1, 3) @ to_d50(SRGB).T
    return _profile(b"mntr", b"RGB ", b"XYZ ", _for_all_intents(_table(3, 2, [light(steps)] * 3, nodes)))


def ink():
    """Red is (1 - cyan)(1 - black) raised to 2.2 in sRGB's primaries, green and blue likewise."""
    steps = np.arange(256) / 255
    grid = 7
    axis = np.arange(grid) / (grid - 1)
    c, m, y, k = np.meshgrid(axis, axis, axis, axis, indexing="ij")
    nodes = np.stack([c * k, m * k, y * k], axis=4).reshape(-1, 3) @ to_d50(SRGB).T
    return _profile(b"prtr", b"CMYK", b"XYZ ", _for_all_intents(_table(4, grid, [(1 - steps) ** 2.2] * 4, nodes)))
