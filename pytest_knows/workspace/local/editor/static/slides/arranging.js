/** What is done to chosen elements as wholes: place, order, groups, alignment, deleting, copies. */

import { around, cornersOf, frameOf, moved, transformOf } from "./geometry.js";
import { newId } from "./deck.js";

/** Requests that apply a map of the page to elements. @param {string[]} ids @param {number[]} map */
export function mapRequests(ids, map) {
  return ids.map((objectId) => ({ updatePageElementTransform: { objectId, transform: transformOf(map), applyMode: "RELATIVE" } }));
}

/** Requests that align elements with each other, or a single one with the slide. @param {"left"|"centre"|"right"|"top"|"middle"|"bottom"} where */
export function alignRequests(page, ids, [width, height], where) {
  const frames = ids.map((id) => [id, around([frameOf(page, id)])]);
  const all = ids.length > 1 ? around(frames.map(([, frame]) => frame)) : { width, height, map: [1, 0, 0, 1, 0, 0] };
  const [{ x, y }] = cornersOf(all);
  return frames.flatMap(([id, frame]) => {
    const [own] = cornersOf(frame);
    const share = { left: 0, centre: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 }[where];
    const level = ["left", "centre", "right"].includes(where);
    const across = level ? x - own.x + share * (all.width - frame.width) : 0;
    const down = level ? 0 : y - own.y + share * (all.height - frame.height);
    return mapRequests([id], moved(across, down));
  });
}

/** Requests that give three and more elements equal distances. */
export function distributeRequests(page, ids, level) {
  const frames = ids.map((id) => ({ id, frame: around([frameOf(page, id)]) }));
  const start = ({ frame }) => (level ? frame.map[4] : frame.map[5]), size = ({ frame }) => (level ? frame.width : frame.height);
  frames.sort((one, other) => start(one) - start(other));
  const last = frames.at(-1);
  const room = start(last) + size(last) - start(frames[0]) - frames.reduce((sum, one) => sum + size(one), 0);
  let at = start(frames[0]);
  return frames.flatMap((one) => {
    const by = at - start(one);
    at += size(one) + room / (frames.length - 1);
    return mapRequests([one.id], level ? moved(by, 0) : moved(0, by));
  });
}

/** Requests that change the order of elements. @param {string} operation of updatePageElementsZOrder */
export function orderRequests(ids, operation) {
  return [{ updatePageElementsZOrder: { pageElementObjectIds: ids, operation } }];
}

/** Requests that copy elements a little to the side; the copies' ids. */
export function copyRequests(ids, by = 12) {
  const copies = ids.map(() => newId());
  const requests = ids.flatMap((objectId, n) => [
    { duplicateObject: { objectId, objectIds: { [objectId]: copies[n] } } },
    ...mapRequests([copies[n]], moved(by, by)),
  ]);
  return { requests, copies };
}

/** @param {string[]} ids */
export function deleteRequests(ids) {
  return ids.map((objectId) => ({ deleteObject: { objectId } }));
}
