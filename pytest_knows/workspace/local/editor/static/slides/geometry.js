/** Where elements stand: affine maps [a, b, c, d, e, f] with x' = ax + cy + e, y' = bx + dy + f, in points of the page. */

export const EMU = 12700;
const IDENTITY = [1, 0, 0, 1, 0, 0];

/** @typedef {number[]} Map2 @typedef {{x: number, y: number}} Point */

/** An API transform as a map. @returns {Map2} */
export function mapOf(transform) {
  const { scaleX = 0, scaleY = 0, shearX = 0, shearY = 0, translateX = 0, translateY = 0 } = transform || { scaleX: 1, scaleY: 1 };
  return [scaleX, shearY, shearX, scaleY, translateX / EMU, translateY / EMU];
}

/** A map as an API transform. */
export function transformOf([a, b, c, d, e, f]) {
  return { scaleX: a, shearY: b, shearX: c, scaleY: d, translateX: e * EMU, translateY: f * EMU, unit: "EMU" };
}

/** First `inner`, then `outer`. @returns {Map2} */
export function compose([a, b, c, d, e, f], [p, q, r, s, t, u]) {
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** @returns {Map2} */
export function inverse([a, b, c, d, e, f]) {
  const whole = a * d - b * c || 1e-9;
  return [d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole];
}

/** @returns {Point} */
export function applied([a, b, c, d, e, f], { x, y }) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** A map about a point that stays where it is. @returns {Map2} */
export function about({ x, y }, [a, b, c, d]) {
  return [a, b, c, d, x - a * x - c * y, y - b * x - d * y];
}

/** @param {number} degrees clockwise @returns {Map2} */
export function turned(degrees, centre) {
  const angle = (degrees * Math.PI) / 180;
  return about(centre, [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)]);
}

/** @returns {Map2} */
export function moved(x, y) {
  return [1, 0, 0, 1, x, y];
}

const points = (dimension) => (dimension?.unit === "PT" ? dimension.magnitude || 0 : (dimension?.magnitude || 0) / EMU);

/** The elements of a page in drawing order, those of groups too: `element`, `top` (itself or its outermost group), `map`. */
export function flat(page) {
  const found = [];
  const walk = (elements, outer, top) => {
    for (const element of elements || []) {
      const map = compose(outer, mapOf(element.transform));
      found.push({ element, map, top: top || element });
      if (element.elementGroup) walk(element.elementGroup.children, map, top || element);
    }
  };
  walk(page?.pageElements, IDENTITY, null);
  return found;
}

/**
 * The frame of an element of the page: a box of `width` x `height` points under a map that only turns and moves. A group's
 * is the upright box around its children.
 * @returns {{width: number, height: number, map: Map2}}
 */
export function frameOf(page, id) {
  const all = flat(page);
  const { element, map } = all.find((one) => one.element.objectId === id) || {};
  if (!element) return null;
  if (element.elementGroup) return around(all.filter((one) => one.top === element && !one.element.elementGroup).map(boxOf));
  return boxOf({ element, map });
}

function boxOf({ element, map: [a, b, c, d, e, f] }) {
  const across = Math.hypot(a, b) || 1, down = Math.hypot(c, d) || 1;
  const size = sizeOf(element);
  return { width: size.width * across, height: size.height * down, map: [a / across, b / across, c / down, d / down, e, f] };
}

/** A table is as large as its columns and rows. */
function sizeOf({ size, table }) {
  const sum = (lines, name) => (lines || []).reduce((total, line) => total + points(line[name]), 0);
  const width = table ? sum(table.tableColumns, "columnWidth") : 0, height = table ? sum(table.tableRows, "rowHeight") : 0;
  return { width: width || points(size?.width), height: height || points(size?.height) };
}

/** The upright frame around frames. */
export function around(frames) {
  const corners = frames.flatMap(cornersOf);
  const xs = corners.map(({ x }) => x), ys = corners.map(({ y }) => y);
  const left = Math.min(...xs), top = Math.min(...ys);
  return { width: Math.max(...xs) - left, height: Math.max(...ys) - top, map: moved(left, top) };
}

/** @returns {Point[]} clockwise from the upper left */
export function cornersOf({ width, height, map }) {
  return [[0, 0], [width, 0], [width, height], [0, height]].map(([x, y]) => applied(map, { x, y }));
}

/** @returns {Point} */
export function centreOf({ width, height, map }) {
  return applied(map, { x: width / 2, y: height / 2 });
}

/** Degrees clockwise, 0 to 360. */
export function angleOf({ map: [a, b] }) {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}
