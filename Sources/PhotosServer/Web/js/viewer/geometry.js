// Where a picture lies on the pane, as arithmetic alone. Lengths are CSS pixels of the pane; a pose is how far the
// fitted picture is enlarged and moved: a point p of it stands at box + offset + p · scale.

/** Small pictures are enlarged this much at most to fill the pane: beyond it they are mush. */
const mostEnlarged = 2;

/** @type {Readonly<{scale: number, x: number, y: number}>} */
export const rest = Object.freeze({ scale: 1, x: 0, y: 0 });

/** The box of the whole picture in the middle of the free area. */
export function fit(size, area, enlarged = mostEnlarged) {
  const width = Math.max(1, size.width);
  const height = Math.max(1, size.height);
  const scale = Math.min(Math.max(1, area.width) / width, Math.max(1, area.height) / height, enlarged);
  return {
    left: area.left + (area.width - width * scale) / 2,
    top: area.top + (area.height - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  };
}

/** The scale at which a pixel of the picture covers a pixel of the screen, which has `ratio` of them to a CSS pixel. */
export const actual = (size, box, ratio) => Math.max(1, size.width) / (box.width * ratio);

export const most = (size, box, ratio) => Math.max(4, 3 * actual(size, box, ratio));

/** The scale at which a wide picture fills the area's height. */
export const filling = (box, area) => Math.max(1, area.height / box.height);

/** Where a double click leads: a panorama fills the height, another picture shows its own pixels, if they aren't too far. */
export function closer(size, box, area, ratio, farthest = 6) {
  const isWide = size.width >= 2 * size.height;
  const scale = isWide && filling(box, area) > 1.3 ? filling(box, area) : actual(size, box, ratio);
  return Math.min(scale < 1.3 ? 2.5 : scale, farthest, most(size, box, ratio));
}

/** The nearest pose that leaves no gap beside the picture where it is larger than the area, and centres it where not. */
export function held(pose, box, area) {
  return {
    scale: pose.scale,
    x: heldAlong(pose.x, box.width * pose.scale, box.left, area.left, area.width),
    y: heldAlong(pose.y, box.height * pose.scale, box.top, area.top, area.height),
  };
}

function heldAlong(offset, length, start, areaStart, areaLength) {
  if (length <= areaLength + 0.5) return areaStart + (areaLength - length) / 2 - start;
  return Math.min(Math.max(offset, areaStart + areaLength - length - start), areaStart - start);
}

/** The pose at another scale, with what lies under the point staying under it. */
export function zoomed(pose, scale, point, box, area) {
  const ratio = scale / pose.scale;
  return held({
    scale,
    x: point.x - box.left - (point.x - box.left - pose.x) * ratio,
    y: point.y - box.top - (point.y - box.top - pose.y) * ratio,
  }, box, area);
}

export const moved = (pose, dx, dy, box, area) =>
  held({ scale: pose.scale, x: pose.x + dx, y: pose.y + dy }, box, area);

/** The pose for another box and area (the window was resized, bars came or went), with the same middle. */
export function carried(pose, box, newBox, newArea, area) {
  if (pose.scale <= 1) return rest;
  const x = (area.left + area.width / 2 - box.left - pose.x) / (box.width * pose.scale);
  const y = (area.top + area.height / 2 - box.top - pose.y) / (box.height * pose.scale);
  return held({
    scale: pose.scale,
    x: newArea.left + newArea.width / 2 - newBox.left - x * newBox.width * pose.scale,
    y: newArea.top + newArea.height / 2 - newBox.top - y * newBox.height * pose.scale,
  }, newBox, newArea);
}
