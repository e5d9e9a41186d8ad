// Where the map stands over the world, as arithmetic alone. A pose is {x, y, zoom}: what of the world is in the middle of the pane, and how large the
// world is. An area is {width, height, covered} in CSS pixels: the pane, and how much of its foot other parts lie over.
import { latitudeOf, longitudeOf, nearTo, widthAt, wrapped, xOf, yOf } from "./mercator.js";

/** The largest world that hands can zoom to, and the largest one that a group of photos is shown in by itself. */
export const deepest = 20;
const nearest = 16;
/** Photos that are no further apart in that world, in pixels, can't be told apart by zooming. */
const inseparable = 24;
/** What stays free on each side of what is fitted. */
const margin = 0.2;

const clamped = (value, from, to) => Math.min(to, Math.max(from, value));

/** The zoom at which the world is as high as the pane. */
export const least = ({ height }) => clamped(Math.log2(Math.max(1, height) / 256), 0, deepest);

/** The nearest pose that shows nothing north or south of the world. */
export function held({ x, y, zoom }, area) {
  const size = clamped(zoom, least(area), deepest), half = Math.min(0.5, area.height / 2 / widthAt(size));
  return { x: wrapped(x), y: clamped(y, half, 1 - half), zoom: size };
}

/** The map follows a hand by so many pixels. */
export const moved = ({ x, y, zoom }, dx, dy, area) => held({ x: x - dx / widthAt(zoom), y: y - dy / widthAt(zoom), zoom }, area);

/** The pose at another zoom, with what lies under the point staying under it. */
export function zoomed(pose, zoom, point, area) {
  const size = clamped(zoom, least(area), deepest), change = 1 / widthAt(pose.zoom) - 1 / widthAt(size);
  return held({ x: pose.x + (point.x - area.width / 2) * change, y: pose.y + (point.y - area.height / 2) * change, zoom: size }, area);
}

/** Where bounds lie on the map. Those across the line where east becomes west end in the next world. */
function spanOf({ west, south, east, north }) {
  const left = xOf(west), right = xOf(east) + (west > east ? 1 : 0), top = yOf(north), bottom = yOf(south);
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** The pose that shows bounds whole, in what nothing lies over. */
export function fitted(bounds, area, atLeast = 0) {
  const { x, y, width, height } = spanOf(bounds), free = 1 - 2 * margin, high = Math.max(1, area.height - area.covered);
  const fits = Math.log2(Math.min((area.width * free) / width, (high * free) / height) / 256);
  const zoom = clamped(fits, Math.min(nearest, Math.max(atLeast, least(area))), nearest);
  return held({ x, y: y + area.covered / 2 / widthAt(zoom), zoom }, area);
}

/** The pose that shows a group of photos in its parts; null where zooming would not tell them apart. */
export function closer(bounds, pose, area) {
  const { width, height } = spanOf(bounds);
  if (Math.max(width, height) * widthAt(nearest) <= inseparable || pose.zoom >= nearest) return null;
  return fitted(bounds, area, pose.zoom + 1);
}

/** A pose on the way from one to another. One point of the pane stays where it is, as under a hand that zooms. */
export function between(from, to, share) {
  const zoom = from.zoom + (to.zoom - from.zoom) * share, [start, end, now] = [from.zoom, to.zoom, zoom].map((one) => 1 / widthAt(one));
  const way = Math.abs(to.zoom - from.zoom) < 1e-6 ? share : (start - now) / (start - end);
  return { x: from.x + (nearTo(to.x, from.x) - from.x) * way, y: from.y + (to.y - from.y) * way, zoom };
}

/** What of the world is seen, in degrees, and `more` of the pane on each side. West is greater than east across the line where east becomes west. */
export function boxOf({ x, y, zoom }, area, more = 0) {
  const half = (0.5 + more) / widthAt(zoom), across = area.width * half, down = area.height * half, isAll = across >= 0.5;
  return {
    west: isAll ? -180 : longitudeOf(x - across), south: y + down > 1 - 1e-9 ? -90 : latitudeOf(y + down),
    east: isAll ? 180 : longitudeOf(x + across), north: y - down < 1e-9 ? 90 : latitudeOf(y - down),
  };
}

/** Whether everything within one box is within another one. */
export function isWithin(box, other) {
  const from = (box.west - other.west + 360) % 360, across = (box.east - box.west + 360) % 360, all = (other.east - other.west + 360) % 360;
  const isAll = other.east - other.west === 360;
  return box.south >= other.south && box.north <= other.north && (isAll || (box.east - box.west !== 360 && from + across <= all));
}

/** Where a place lies in the world, for whatever is drawn again and again. */
export const spotOf = ({ latitude, longitude }) => ({ x: xOf(longitude), y: yOf(latitude) });

/** Where a spot is on the pane, in pixels. */
export function pointOf({ x, y, zoom }, area, spot) {
  const width = widthAt(zoom);
  return { x: area.width / 2 + (nearTo(spot.x, x) - x) * width, y: area.height / 2 + (spot.y - y) * width };
}

/** The place in the middle, and the pose of a place. */
export const placeOf = ({ x, y, zoom }) => ({ latitude: latitudeOf(y), longitude: longitudeOf(x), zoom });
export const poseOf = (place) => ({ ...spotOf(place), zoom: place.zoom });
