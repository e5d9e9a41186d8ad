// How large cells are: three steps of zoom, by the width there is. Without DOM.

/** Sides aimed at, smallest first; a phone's, and a larger screen's. */
const sides = { phone: [62, 96, 129], desk: [88, 148, 232] };

/** The page holds few elements on any screen: so many cells are on it at most. */
const mostCells = 250;
const gap = 3;
/** The room that a short heading needs: “30 Sep 2026”. */
const leastHeading = 90;

export const zoomSteps = sides.desk.length;

/** The longest side of a stored thumbnail. */
const thumbnailSide = 256;

/** Whether a photo's thumbnail is too coarse for a square of so many pixels of the screen, which its shorter side fills. */
export function isCoarse({ width, height }, pixels) {
  const shorter = Math.min(width, height);
  const stored = shorter * Math.min(1, thumbnailSide / Math.max(width, height));
  // Nobody sees a tenth. What has no more pixels itself gets none.
  return stored < 0.9 * Math.min(pixels, shorter);
}

/** The grid that fits a width: `pitch` is a cell and its gap. The smallest step shows months instead of days. */
export function sizesFor({ width, height, zoom }) {
  const target = Math.max((width < 640 ? sides.phone : sides.desk)[zoom], Math.sqrt((width * height) / mostCells));
  const columns = Math.max(1, Math.round((width + gap) / (target + gap)));
  const side = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  const isMonths = zoom === 0;
  const least = Math.min(columns, Math.ceil(leastHeading / (side + gap)));
  return { columns, gap, pitch: side + gap, heading: 44, spacing: isMonths ? 20 : 16, least, isMonths };
}
