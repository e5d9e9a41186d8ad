// How large cells are: three steps of zoom, by the width there is. Without DOM.

/** Sides aimed at, smallest first; a phone's, and a larger screen's. */
const sides = { phone: [62, 96, 129], desk: [88, 148, 232] };

/** The page holds few elements on any screen: so many cells are on it at most. */
const mostCells = 250;
/** Of the pictures' own shapes: where all are tall, there are more than twice as many. */
const mostShaped = 150;
const gap = 3;
/** The room that a short heading needs: “30 Sep 2026”. */
const leastHeading = 90;

export const zoomSteps = sides.desk.length;
/** Beyond the smallest photos. */
export const farSteps = ["month", "year"];

/** The longest side of a stored thumbnail. */
const thumbnailSide = 256;

/** Whether a photo's thumbnail is too coarse for a cell of so many pixels of the screen, which it covers. */
export function isCoarse({ width, height }, { across, down }) {
  const stored = Math.min(1, thumbnailSide / Math.max(width, height)), drawn = Math.max(across / width, down / height);
  // Nobody sees a tenth. What has no more pixels itself gets none.
  return stored < 0.9 * Math.min(drawn, 1);
}

/** The smallest step shows months instead of days. */
export const isMonths = (zoom) => zoom === 0;

const spacingOf = (zoom) => (isMonths(zoom) ? 20 : 16);

/** The grid that fits a width: `pitch` is a cell and its gap. */
export function sizesFor({ width, height, zoom }) {
  const target = sideFor({ width, height, zoom }, mostCells);
  const columns = Math.max(1, Math.round((width + gap) / (target + gap)));
  const side = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  const least = Math.min(columns, Math.ceil(leastHeading / (side + gap)));
  return { columns, gap, pitch: side + gap, heading: 44, spacing: spacingOf(zoom), least };
}

/** Rows of the pictures' own shapes in a width: `pitch` is the height aimed at and the gap. */
export function rowsFor({ width, height, zoom }) {
  const side = Math.round(sideFor({ width, height, zoom }, mostShaped));
  return { width, gap, pitch: side + gap, heading: 44, spacing: spacingOf(zoom), leastWidth: Math.min(leastHeading, width) };
}

const sideFor = ({ width, height, zoom }, most) => Math.max((width < 640 ? sides.phone : sides.desk)[zoom], Math.sqrt((width * height) / most));
