/** Between the browser's selection and indices of the document. */

import { cells, placeAt, sizeOf } from "./model.js";
import { elementOf, nodeOf } from "./view.js";

/** @typedef {{segment: string, anchor: number, focus: number}} Selection first and last are `from` and `to` */

/**
 * The user's selection; null if it is not in the document.
 * @param {import("./view.js").View} view @returns {(Selection & {from: number, to: number})|null}
 */
export function selected(view) {
  const selection = getSelection();
  if (!selection?.rangeCount) return null;
  const root = view.rootOf(selection.anchorNode);
  if (!root || !root.contains(selection.focusNode)) return null;
  const anchor = indexAt(root, selection.anchorNode, selection.anchorOffset);
  const focus = selection.isCollapsed ? anchor : indexAt(root, selection.focusNode, selection.focusOffset);
  return withEnds({ segment: root.dataset.segment, anchor, focus });
}

/** @returns {any} with `from` and `to` */
export function withEnds(selection) {
  return {
    ...selection,
    from: Math.min(selection.anchor, selection.focus),
    to: Math.max(selection.anchor, selection.focus),
  };
}

/** Select in the page. @param {import("./view.js").View} view @param {Selection} selection */
export function select(view, { segment, anchor, focus }) {
  const root = view.roots.get(segment);
  if (!root) return;
  const content = view.sync.content(segment);
  const [a, f] = [anchor, focus].map((index) => pointAt(root, content, index));
  if (!a || !f) return;
  if (!root.contains(document.activeElement)) root.focus({ preventScroll: true });
  getSelection().setBaseAndExtent(a.node, a.offset, f.node, f.offset);
}

/** Keep the caret in sight. */
export function reveal() {
  const selection = getSelection();
  if (!selection?.rangeCount) return;
  const node = selection.focusNode;
  const range = selection.getRangeAt(0).cloneRange();
  const box = range.getBoundingClientRect();
  const seen = box.height ? box : (node instanceof Element ? node : node.parentElement).getBoundingClientRect();
  const desk = document.querySelector(".desk"),
    frame = desk.getBoundingClientRect();
  if (seen.bottom > frame.bottom - 20) desk.scrollTop += seen.bottom - frame.bottom + 60;
  else if (seen.top < frame.top) desk.scrollTop -= frame.top - seen.top + 60;
}

/** The index of a DOM point. @returns {number} */
export function indexAt(root, node, offset) {
  const block = blockOf(root, node);
  if (block) return startOf(root, block) + Math.min(units(block, node, offset), sizeOf(nodeOf(block)) - 1);
  return betweenBlocks(root, node, offset);
}

/** The paragraph that a node lies in. */
function blockOf(root, node) {
  for (let at = node; at && at !== root; at = at.parentNode) if (nodeOf(at)?.paragraph) return at;
  return null;
}

/** A point beside blocks: the start of the next paragraph, else the end of the last one before. */
function betweenBlocks(root, node, offset) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  const limit = node.childNodes[offset] || null;
  let last = null;
  for (let at = walker.nextNode(); at; at = walker.nextNode()) {
    if (!nodeOf(at)?.paragraph) continue;
    if (
      limit
        ? at === limit ||
          limit.compareDocumentPosition(at) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)
        : !(node.compareDocumentPosition(at) & (Node.DOCUMENT_POSITION_CONTAINED_BY | Node.DOCUMENT_POSITION_PRECEDING))
    ) {
      return startOf(root, at);
    }
    last = at;
  }
  return last ? startOf(root, last) + sizeOf(nodeOf(last)) - 1 : 1;
}

/** The index at which a block starts. @returns {number} */
export function startOf(root, block) {
  const container = block.parentElement;
  let at = container === root ? 0 : cellStart(root, container);
  for (let one = block.previousElementSibling; one; one = one.previousElementSibling) at += sizeOf(nodeOf(one));
  return at;
}

function cellStart(root, cell) {
  const table = cell.closest("table");
  const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
  for (const one of cells(nodeOf(table), startOf(root, table)))
    if (one.row === row && one.column === column) return one.start;
  return 0;
}

/** The units of a block before a DOM point in it. */
function units(block, node, offset) {
  if (node === block || (node.nodeType === Node.ELEMENT_NODE && !node.dataset.units)) {
    return [...node.childNodes].slice(0, offset).reduce((total, child) => total + length(child), before(block, node));
  }
  if (node.nodeType === Node.TEXT_NODE && !node.parentElement.closest("[data-units]"))
    return before(block, node) + offset;
  const atom = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("[data-units]");
  return before(block, atom) + (offset && atom.dataset.units !== "0" ? Number(atom.dataset.units) : 0);
}

/** The units of a block before a node in it starts. */
function before(block, node) {
  let total = 0;
  for (let at = node; at !== block; at = at.parentNode) {
    for (let one = at.previousSibling; one; one = one.previousSibling) total += length(one);
  }
  return total;
}

function length(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.length;
  if (node.dataset?.units) return Number(node.dataset.units);
  return [...node.childNodes].reduce((total, child) => total + length(child), 0);
}

/** The DOM point of an index; null where no paragraph is. @returns {{node: Node, offset: number}|null} */
export function pointAt(root, content, index) {
  const place = placeAt(content, index);
  const block = place && elementOf(place.node);
  if (!block || !root.contains(block)) return null;
  return pointIn(block, index - place.start) || { node: block, offset: block.childNodes.length };
}

function pointIn(element, left) {
  for (const child of element.childNodes) {
    const size = length(child);
    if (child.nodeType === Node.TEXT_NODE && left <= size) return { node: child, offset: left };
    if (child.nodeType === Node.ELEMENT_NODE && left <= size) {
      if (child.dataset.units === undefined) return pointIn(child, left);
      if (left === 0 && child.dataset.units !== "0")
        return { node: element, offset: [...element.childNodes].indexOf(child) };
      if (left === 0 && child.nodeName === "BR")
        return { node: element, offset: [...element.childNodes].indexOf(child) };
    }
    left -= size;
  }
  return null;
}
