// Names of towns on the map: which of them have room, and how they are drawn.

/** From so many people on a name is written larger. */
const large = 1_000_000;
const dot = 2.5;
/** Between a dot and its name, above and below the name, and beside it, in pixels. */
const gap = 4, half = 9, beside = 6;
/** A town this near to a group of photos says where that is, in pixels. */
const near = 40;

const fontOf = ({ population }, family) => (population >= large ? `600 13px ${family}` : `12px ${family}`);

const overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** How wide names are, as a canvas measures them: each is measured once. */
export class NameWidths {
  #context;
  #family;
  #known = new Map();

  constructor(context, family) {
    this.#context = context;
    this.#family = family;
  }

  of(town) {
    const font = fontOf(town, this.#family), key = font + town.name;
    if (!this.#known.has(key)) {
      this.#context.font = font;
      this.#known.set(key, this.#context.measureText(town.name).width);
    }
    return this.#known.get(key);
  }
}

/**
 * Those of some towns that have room, the biggest first: no name lies over an earlier one, or over one of the boxes that are `taken`. Towns out of sight take
 * room as well, so that a name never makes way for another one while the map is moved. Each town has its `point` on the pane.
 */
export function withRoom(towns, widthOf, taken) {
  const boxes = [...taken];
  return towns.filter((town) => {
    const { x, y } = town.point;
    const box = { left: x - dot, right: x + dot + gap + widthOf(town) + beside, top: y - half, bottom: y + half };
    if (boxes.some((other) => overlaps(box, other))) return false;
    boxes.push(box);
    return true;
  });
}

/** The name of the biggest town that is near to a point; null where there is none. */
export const nameNear = (point, towns) => towns.find((town) => Math.hypot(town.point.x - point.x, town.point.y - point.y) <= near)?.name ?? null;

/** Draws towns that have room, in the colours `town` and `halo`. */
export function drawTowns(context, towns, { town: colour, halo }, family) {
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.fillStyle = colour;
  for (const town of towns) {
    const { x, y } = town.point;
    context.beginPath();
    context.arc(x, y, dot, 0, 2 * Math.PI);
    context.stroke();
    context.fill();
    context.font = fontOf(town, family);
    context.strokeText(town.name, x + dot + gap, y);
    context.fillText(town.name, x + dot + gap, y);
  }
}
