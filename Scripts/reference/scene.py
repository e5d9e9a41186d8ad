"""The scene that all reference pictures show: a smooth field of colours that no turn leaves as it is. Tests know the same formulas."""
import numpy as np

WIDTH, HEIGHT = 64, 48


def _grid(width, height):
    u = (np.arange(width) + 0.5) / width
    v = (np.arange(height) + 0.5) / height
    return np.meshgrid(u, v)


def colours(width=WIDTH, height=HEIGHT):
    """Height × width × 3 values from 0 to 1, in whatever encoding the file uses."""
    u, v = _grid(width, height)
    return np.stack([0.02 + 0.96 * u, 0.02 + 0.96 * v, 0.98 - 0.96 * u * v], axis=2)


def grey(width=WIDTH, height=HEIGHT):
    u, v = _grid(width, height)
    return 0.02 + 0.96 * (0.7 * u + 0.3 * v)


def alpha(width=WIDTH, height=HEIGHT):
    u, v = _grid(width, height)
    return 0.2 + 0.8 * (u + v) / 2


def cells():
    """The colour at the middle of each of 4 × 4 fields."""
    return colours(4, 4)


def in_cells(values):
    return np.repeat(np.repeat(values, HEIGHT // 4, axis=0), WIDTH // 4, axis=1)


def stored(values, orientation):
    """What a file with this EXIF orientation (2.32, tag 274) stores so that `values` are seen."""
    if orientation >= 5:
        values = np.swapaxes(values, 0, 1)
    if orientation in (3, 4, 6, 7):
        values = values[::-1]
    if orientation in (2, 3, 7, 8):
        values = values[:, ::-1]
    return values


def quantised(values, bits):
    highest = (1 << bits) - 1
    return np.floor(np.clip(values, 0, 1) * highest + 0.5).astype(np.uint16 if bits > 8 else np.uint8)


WEIGHTS = {1: (0.2126, 0.0722), 6: (0.299, 0.114), 9: (0.2627, 0.0593)}


def planes(rgb, matrix, full, bits, step=(2, 2)):
    """Luma and two chroma planes by ITU-T H.273, chroma averaged over `step` pixels."""
    kr, kb = WEIGHTS[matrix]
    y = kr * rgb[..., 0] + (1 - kr - kb) * rgb[..., 1] + kb * rgb[..., 2]
    cb, cr = (rgb[..., 2] - y) / (2 * (1 - kb)), (rgb[..., 0] - y) / (2 * (1 - kr))
    scale, highest = 1 << (bits - 8), (1 << bits) - 1
    kind = np.uint16 if bits > 8 else np.uint8

    def whole(values, gain, base):
        return np.clip(np.floor(values * gain + base + 0.5), 0, highest).astype(kind)

    def averaged(values):
        height, width = values.shape
        return values.reshape(height // step[1], step[1], width // step[0], step[0]).mean(axis=(1, 3))

    if full:
        return [whole(y, highest, 0)] + [whole(averaged(c), highest, 1 << (bits - 1)) for c in (cb, cr)]
    return [whole(y, 219 * scale, 16 * scale)] + [whole(averaged(c), 224 * scale, 128 * scale) for c in (cb, cr)]
