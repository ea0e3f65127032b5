/** From places in a drawn text to the API's indices and back. A paragraph is a <p>; its break counts as one. */

/** Stands for an AutoText (a slide number), which counts as one character. */
export const AUTO = "\ue000";

/** The text of a shape or cell as the API counts it; empty if there is none. @returns {string} */
export function textOf(holder) {
  return (holder?.text?.textElements || [])
    .map((element) => (element.autoText ? AUTO : element.textRun?.content || ""))
    .join("");
}

/** The shape or table cell of a page that a key `{objectId, cellLocation?}` names; undefined if it is gone. */
export function holderOf(page, { objectId, cellLocation }) {
  const element = find([...(page?.pageElements || []), ...(page?.slideProperties?.notesPage?.pageElements || [])], objectId);
  if (!cellLocation) return element?.shape;
  const { rowIndex = 0, columnIndex = 0 } = cellLocation;
  const cells = element?.table?.tableRows?.[rowIndex]?.tableCells || [];
  return cells.find(({ location }) => (location?.rowIndex || 0) === rowIndex && (location?.columnIndex || 0) === columnIndex);
}

/** An element by id, those in groups too. */
export function find(elements, id) {
  for (const element of elements || []) {
    if (element.objectId === id) return element;
    const inside = find(element.elementGroup?.children, id);
    if (inside) return inside;
  }
  return undefined;
}

const isBreak = (node) => node.nodeName === "BR" && node.parentNode.nodeName === "SPAN";
const isSkipped = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-glyph");
const isAuto = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-auto");

/** The pieces of a paragraph that count: text nodes, line breaks, AutoTexts. */
function* counted(node) {
  for (const child of node.childNodes) {
    if (isSkipped(child)) continue;
    if (child.nodeType === Node.TEXT_NODE || isBreak(child) || isAuto(child)) yield child;
    else yield* counted(child);
  }
}

const width = (piece) => (piece.nodeType === Node.TEXT_NODE ? piece.length : 1);
const paragraphs = (box) => [...box.children].filter((child) => child.nodeName === "P");

/** How long a drawn paragraph is, without its break. */
function lengthOf(paragraph) {
  return [...counted(paragraph)].reduce((total, piece) => total + width(piece), 0);
}

/** The text that is drawn, without the last break. @returns {string} */
export function drawnText(box) {
  const letters = (piece) => (piece.nodeType === Node.TEXT_NODE ? piece.data : isAuto(piece) ? AUTO : "\v");
  return paragraphs(box).map((paragraph) => [...counted(paragraph)].map(letters).join("")).join("\n");
}

/** The index of a place in the DOM. @returns {number} */
export function indexAt(box, node, offset) {
  let index = 0;
  for (const paragraph of paragraphs(box)) {
    if (paragraph.contains(node)) return index + insideOf(paragraph, node, offset);
    const follows = node === box ? box.childNodes[offset] === paragraph : false;
    if (follows) return index;
    index += lengthOf(paragraph) + 1;
  }
  return Math.max(0, index - 1);
}

function insideOf(paragraph, node, offset) {
  const point = document.createRange();
  point.setStart(node, offset);
  let index = 0;
  for (const piece of counted(paragraph)) {
    if (piece === node) return index + offset;
    if (point.comparePoint(piece.parentNode, [...piece.parentNode.childNodes].indexOf(piece)) >= 0) return index;
    index += width(piece);
  }
  return index;
}

/** The place in the DOM of an index: a node and an offset. @returns {[Node, number]} */
export function placeAt(box, index) {
  let left = index;
  const all = paragraphs(box);
  for (const [n, paragraph] of all.entries()) {
    const length = lengthOf(paragraph);
    if (left <= length || n === all.length - 1) return placeIn(paragraph, Math.min(left, length));
    left -= length + 1;
  }
  return [box, 0];
}

function placeIn(paragraph, index) {
  let left = index, last = null;
  const filler = [...paragraph.childNodes].findIndex((child) => child.nodeName === "BR");
  if (filler >= 0) return [paragraph, filler];
  for (const piece of counted(paragraph)) {
    const text = piece.nodeType === Node.TEXT_NODE;
    if (text && left <= piece.length) return [piece, left];
    if (!text && left === 0) return [piece.parentNode, [...piece.parentNode.childNodes].indexOf(piece)];
    left -= width(piece);
    last = piece;
  }
  if (last) return [last.parentNode, [...last.parentNode.childNodes].indexOf(last) + 1];
  return [paragraph, paragraph.childNodes.length];
}

/** The paragraphs that a stretch touches: start and end (behind the break) of each. @returns {[number, number][]} */
export function paragraphsAt(text, start, end) {
  const found = [];
  let at = 0;
  for (const line of (text.endsWith("\n") ? text : `${text}\n`).split("\n").slice(0, -1)) {
    const next = at + line.length + 1;
    if (next > start && (at < end || at <= start)) found.push([at, next]);
    at = next;
  }
  return found;
}

/** Where an index goes when a text becomes another one: what is before and behind the difference stays beside its text. */
export function follow(index, before, after) {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  if (index <= head) return index;
  if (index >= before.length - tail) return index + after.length - before.length;
  return Math.min(index, after.length - tail);
}
