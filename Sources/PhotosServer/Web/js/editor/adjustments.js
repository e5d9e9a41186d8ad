// A photo's edit as numbers, and where each point of its result comes from. Docs/Adjustments.md has the formulas; the worker draws by the same.

export const parameters = {
  straighten: { least: -45, most: 45, step: 0.1 },
  perspectiveVertical: { least: -1, most: 1 },
  perspectiveHorizontal: { least: -1, most: 1 },
  exposure: { least: -4, most: 4 },
  brilliance: { least: -1, most: 1 },
  highlights: { least: -1, most: 1 },
  shadows: { least: -1, most: 1 },
  contrast: { least: -1, most: 1 },
  blackPoint: { least: -1, most: 1 },
  saturation: { least: -1, most: 1 },
  warmth: { least: -1, most: 1 },
  tint: { least: -1, most: 1 },
  sharpness: { least: 0, most: 1 },
  vignette: { least: -1, most: 1 },
  filterIntensity: { least: 0, most: 1, neutral: 1 },
};

export const geometryNames = ["straighten", "perspectiveVertical", "perspectiveHorizontal"];
export const lightNames = ["exposure", "brilliance", "highlights", "shadows", "contrast", "blackPoint", "saturation", "warmth", "tint", "sharpness", "vignette"];

/** Saturation, gains, contrast, lift. */
export const filters = {
  vivid: [1.3, [1, 1, 1], 0.2, 0],
  vividWarm: [1.3, [1.04, 1, 0.93], 0.2, 0],
  vividCool: [1.3, [0.95, 1, 1.05], 0.2, 0],
  dramatic: [0.75, [1, 1, 1], 0.5, 0],
  dramaticWarm: [0.75, [1.05, 0.99, 0.9], 0.5, 0],
  dramaticCool: [0.75, [0.92, 0.99, 1.05], 0.5, 0],
  mono: [0, [1, 1, 1], 0.1, 0],
  silvertone: [0, [1.01, 1, 0.97], 0.35, 0.03],
  noir: [0, [1, 1, 1], 0.8, 0],
  sepia: [0, [1.07, 0.97, 0.78], 0, 0.02],
  fade: [0.7, [1, 1, 1], -0.2, 0.1],
  chrome: [1.15, [1, 1, 1.02], 0.35, 0.02],
};

export const whole = Object.freeze({ x: 0, y: 0, width: 1, height: 1 });
const format = { format: "org.openphotokit.adjustments", version: "1.0" };

const neutralOf = (name) => parameters[name].neutral ?? 0;
const rounded = (value) => Math.round(value * 1e6) / 1e6 + 0;

/** Every number, from what the server sends; null changes nothing. */
export function complete(edit) {
  const all = { flip: false, rotation: 0, filter: null, crop: whole, keyFrame: null, muted: false };
  for (const name of Object.keys(parameters)) all[name] = neutralOf(name);
  for (const name of Object.keys(all)) if (edit?.[name] !== undefined) all[name] = edit[name];
  return Object.freeze(all);
}

/** What is sent: only what is not neutral. */
export function compact(edit) {
  /** @type {Record<string, any>} */
  const result = { ...format };
  if (edit.flip) result.flip = true;
  if (edit.rotation !== 0) result.rotation = edit.rotation;
  for (const name of Object.keys(parameters)) if (edit[name] !== neutralOf(name)) result[name] = rounded(edit[name]);
  if (edit.filter !== null) result.filter = edit.filter;
  // Of Live Photos.
  if (edit.keyFrame !== null) result.keyFrame = rounded(edit.keyFrame);
  if (edit.muted) result.muted = true;
  const { x, y, width, height } = edit.crop;
  if (x !== 0 || y !== 0 || width !== 1 || height !== 1) result.crop = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
  return result;
}

export const isSame = (a, b) => JSON.stringify(compact(a)) === JSON.stringify(compact(b));

const cropOf = (x, y, width, height) => ({ x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) });

/** The same edit, its result turned by a quarter. */
export function rotated(edit, isClockwise = true) {
  if (!isClockwise) return rotated(rotated(rotated(edit)));
  const { x, y, width, height } = edit.crop;
  return {
    ...edit, rotation: (edit.rotation + 90) % 360, crop: cropOf(1 - y - height, x, height, width),
    perspectiveHorizontal: edit.perspectiveVertical, perspectiveVertical: 0 - edit.perspectiveHorizontal,
  };
}

/** The same edit, its result mirrored. */
export function flipped(edit) {
  const { x, y, width, height } = edit.crop;
  return {
    ...edit, flip: !edit.flip, rotation: (360 - edit.rotation) % 360, crop: cropOf(1 - x - width, y, width, height),
    straighten: 0 - edit.straighten, perspectiveHorizontal: 0 - edit.perspectiveHorizontal,
  };
}

/** The frame's size, for an upright original of so many pixels. */
export const frameOf = (edit, { width, height }) => (edit.rotation % 180 === 0 ? { width, height } : { width: height, height: width });

/** By how much straightening and perspective enlarge the picture. */
export function zoomOf(edit, original) {
  const frame = frameOf(edit, original);
  const { cos, sin, ratio, across, down } = turnOf(edit, frame);
  let zoom = 1;
  for (const [a, b] of [[-1, -1], [1, -1], [-1, 1], [1, 1]]) {
    const p = a * cos + b * ratio * sin;
    const q = b * cos - (a / ratio) * sin;
    zoom = Math.max(zoom, Math.max(Math.abs(p), Math.abs(q)) - across * p - down * q);
  }
  return zoom;
}

function turnOf(edit, frame) {
  const angle = (edit.straighten * Math.PI) / 180;
  return {
    cos: Math.cos(angle), sin: Math.sin(angle), ratio: frame.height / frame.width,
    across: 0.5 * edit.perspectiveHorizontal, down: -0.5 * edit.perspectiveVertical,
  };
}

/** The result's size in pixels of the original. */
export function resultSize(edit, original) {
  const frame = frameOf(edit, original);
  const zoom = zoomOf(edit, original);
  return { width: Math.max(1, Math.round((edit.crop.width * frame.width) / zoom)), height: Math.max(1, Math.round((edit.crop.height * frame.height) / zoom)) };
}

/** From fractions of the result to fractions of the upright original: a projection, row by row. */
export function projection(edit, original) {
  const frame = frameOf(edit, original);
  const { cos, sin, ratio, across, down } = turnOf(edit, frame);
  const zoom = zoomOf(edit, original);
  const { x, y, width, height } = edit.crop;
  const a = [(2 * width) / zoom, 0, (2 * x - 1) / zoom];
  const b = [0, (2 * height) / zoom, (2 * y - 1) / zoom];
  const sum = (...parts) => [0, 1, 2].map((at) => parts.reduce((all, [factor, row]) => all + factor * row[at], 0));
  const p = sum([cos, a], [ratio * sin, b]);
  const q = sum([cos, b], [-sin / ratio, a]);
  const depth = sum([across, p], [down, q], [1, [0, 0, 1]]);
  const s = sum([0.5, depth], [0.5, p]);
  const t = sum([0.5, depth], [0.5, q]);
  const rest = (row) => sum([1, depth], [-1, row]);
  // From the frame back to the original: the turn, then the flip.
  const [u, v] = { 0: [s, t], 90: [t, rest(s)], 180: [rest(s), rest(t)], 270: [rest(t), s] }[edit.rotation];
  return [...(edit.flip ? rest(u) : u), ...v, ...depth];
}

/** The colours worked out, as the shader takes them. */
export function colours(edit) {
  const weights = [0.2126, 0.7152, 0.0722];
  const balance = [2 ** (0.4 * edit.warmth + 0.2 * edit.tint), 2 ** (-0.2 * edit.tint), 2 ** (-0.4 * edit.warmth + 0.2 * edit.tint)];
  const grey = balance.reduce((sum, gain, at) => sum + gain * weights[at], 0);
  const [filterSaturation, filterGains, filterContrast, filterLift] = filters[edit.filter] ?? [1, [1, 1, 1], 0, 0];
  const mixed = (value, neutral) => neutral + (value - neutral) * edit.filterIntensity;
  const saturation = (1 + edit.saturation) * mixed(filterSaturation, 1);
  const matrix = filterGains.flatMap((gain, row) =>
    weights.map((weight, column) => mixed(gain, 1) * (weight * (1 - saturation) + (row === column ? saturation : 0))));
  return {
    gains: balance.map((gain) => (gain / grey) * 2 ** edit.exposure),
    tone: [0.15 * edit.blackPoint, 0.6 * edit.brilliance, 0.9 * edit.shadows, 0.9 * edit.highlights],
    contrast: 0.9 * edit.contrast,
    matrix,
    look: [0.9 * mixed(filterContrast, 0), mixed(filterLift, 0), 0.8 * edit.vignette, 1.5 * edit.sharpness],
  };
}
