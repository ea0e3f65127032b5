/** What keys and pastes do to the text. The browser's own changes are prevented; each becomes a request. */

import { upload } from "../core.js";
import { nest, removeBullets } from "./paragraphs.js";
import { styleOf } from "./edits.js";
import { cells, elementsOf, elementSize, paragraphsIn, placeAt, sizeOf, tablesAt, textOf } from "./model.js";
import { indexAt, startOf } from "./selection.js";
import { nodeOf } from "./view.js";

const HEADINGS = /^(HEADING_\d|TITLE|SUBTITLE)$/;

/** Listen on the page. @param {import("./editor.js").Editor} editor @param {{history: any}} tools */
export function listenToInput(editor) {
  const paper = editor.view.paper;
  paper.addEventListener("beforeinput", (event) => before(editor, event));
  paper.addEventListener("compositionend", (event) => composed(editor, event));
  paper.addEventListener("keydown", (event) => keys(editor, event));
  paper.addEventListener("mouseup", (event) => event.detail >= 3 && wholeParagraph(editor));
  paper.addEventListener("copy", (event) => copied(editor, event));
  paper.addEventListener("cut", (event) => copied(editor, event) && editor.ready(() => erase(editor)));
  paper.addEventListener("drop", (event) => dropped(editor, event));
  paper.addEventListener("click", (event) => followed(editor, event));
}

function before(editor, event) {
  if (event.isComposing || event.inputType === "insertCompositionText") return;
  event.preventDefault();
  const text = event.dataTransfer?.getData("text/plain") ?? event.data ?? "";
  const act = INPUT[event.inputType];
  if (!act) return;
  // What the browser would delete is known only now: later its ranges are those of another text.
  const ranges = editor.busy ? [] : event.getTargetRanges?.() || [];
  editor.ready(() => act(editor, text, ranges));
}

const INPUT = {
  insertText: (editor, text) => type(editor, plain(text), "typing"),
  insertReplacementText: (editor, text) => type(editor, plain(text)),
  insertFromPaste: (editor, text) => type(editor, plain(text)),
  insertFromPasteAsQuotation: (editor, text) => type(editor, plain(text)),
  insertFromYank: (editor, text) => type(editor, plain(text)),
  insertFromDrop: (editor, text) => type(editor, plain(text)),
  insertParagraph: (editor) => enter(editor),
  insertLineBreak: (editor) => type(editor, "\v"),
  deleteByCut: (editor) => erase(editor),
  deleteByDrag: (editor) => erase(editor),
  deleteContent: (editor) => erase(editor),
  deleteContentBackward: (editor, _, ranges) => backward(editor, ranges),
  deleteContentForward: (editor, _, ranges) => forward(editor, ranges),
  deleteWordBackward: (editor, _, ranges) => backward(editor, ranges),
  deleteWordForward: (editor, _, ranges) => forward(editor, ranges),
  deleteSoftLineBackward: (editor, _, ranges) => backward(editor, ranges),
  deleteSoftLineForward: (editor, _, ranges) => forward(editor, ranges),
  deleteHardLineBackward: (editor, _, ranges) => backward(editor, ranges),
  historyUndo: (editor) => editor.history.undo(),
  historyRedo: (editor) => editor.history.redo(),
};

/** Text without what a document does not take. */
function plain(text) {
  // eslint-disable-next-line no-control-regex
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000c-\u001f\ue000-\uf8ff]/g, "")
    .replace(/\u00a0/g, " ");
}

/**
 * Put text in the place of what is selected, in the style that was chosen for it.
 * @param {import("./editor.js").Editor} editor @param {string} text @param {string} [typing]
 */
export function type(editor, text, typing) {
  if (!text) return undefined;
  const { from, to } = editor.selection,
    pending = editor.pending;
  const requests = to > from ? removal(editor, from, to) : [];
  if (!requests) return undefined;
  requests.push({ insertText: { location: editor.at(from), text } });
  if (!pending && endsLink(editor, from))
    requests.push({
      updateTextStyle: { range: editor.range(from, from + text.length), textStyle: {}, fields: "link" },
    });
  if (pending)
    requests.push({
      updateTextStyle: {
        range: editor.range(from, from + text.length),
        textStyle: pending,
        fields: Object.keys(pending).join(","),
      },
    });
  editor.pending = null;
  return editor.act(requests, {
    label: "Typing",
    typing: requests.length === 1 ? typing : undefined,
    select: [from + text.length],
  });
}

/** Whether a link ends at an index: what is typed there is not part of it. */
function endsLink(editor, index) {
  const place = placeAt(editor.content, index);
  let at = place ? place.start : 0;
  for (const element of place ? elementsOf(place.node) : []) {
    at += elementSize(element);
    if (at === index) return Boolean(styleOf(element).link);
  }
  return false;
}

/** What is selected goes to the clipboard as plain text, paragraph by paragraph. @returns {boolean} whether there is any */
function copied(editor, event) {
  editor.note();
  const { from, to } = editor.selection;
  if (from === to) return false;
  const parts = paragraphsIn(editor.content, from, to).map(({ node, start }) =>
    textOf(node).slice(Math.max(0, from - start), Math.max(0, to - start)),
  );
  event.clipboardData.setData(
    "text/plain",
    parts
      .join("")
      .replace(/\v/g, "\n")
      .replace(/\ufffc/g, ""),
  );
  event.preventDefault();
  return true;
}

/** Enter: a new paragraph; behind a heading a plain one; in an empty list item the end of the list. */
function enter(editor) {
  const { from, to } = editor.selection,
    place = placeAt(editor.content, from);
  if (!place) return undefined;
  const { paragraph } = place.node,
    empty = sizeOf(place.node) === 1;
  if (empty && paragraph.bullet)
    return (paragraph.bullet.nestingLevel || 0) > 0 ? nest(editor, -1) : removeBullets(editor);
  const requests = to > from ? removal(editor, from, to) : [];
  if (!requests) return undefined;
  requests.push({ insertText: { location: editor.at(from), text: "\n" } });
  const atEnd = to === place.start + sizeOf(place.node) - 1;
  if (atEnd && HEADINGS.test(paragraph.paragraphStyle?.namedStyleType || "")) {
    requests.push({
      updateParagraphStyle: {
        range: editor.range(from + 1, from + 2),
        paragraphStyle: { namedStyleType: "NORMAL_TEXT" },
        fields: "namedStyleType",
      },
    });
  }
  return editor.act(requests, {
    label: "New paragraph",
    typing: requests.length === 1 ? "typing" : undefined,
    select: [from + 1],
  });
}

/** Delete what is selected. */
export function erase(editor) {
  const { from, to } = editor.selection;
  const requests = to > from ? removal(editor, from, to) : null;
  return requests && editor.act(requests, { label: "Delete", select: [from] });
}

/** The requests that delete a range; null if it lies partly in a table. */
function removal(editor, from, to) {
  const inside = (index) =>
    tablesAt(editor.content, index)
      .map(({ start, row, column }) => `${start}/${row}/${column}`)
      .join();
  if (inside(from) !== inside(to)) return null;
  return [{ deleteContentRange: { range: editor.range(from, to) } }];
}

function backward(editor, ranges) {
  const { from, to } = editor.selection;
  if (to > from) return erase(editor);
  const place = placeAt(editor.content, from);
  if (!place) return undefined;
  if (from > place.start)
    return remove(editor, target(editor, ranges)?.[0] ?? from - step(textOf(place.node), from - place.start, -1), from);
  if (place.node.paragraph.bullet) return removeBullets(editor);
  const above = placeAt(editor.content, from - 1);
  if (!above || above.path.length !== place.path.length) return undefined;
  if (sizeOf(above.node) === 1 && sizeOf(place.node) > 1) return remove(editor, above.start, from);
  return join(editor, above, place);
}

/** Backspace at the start: the text goes up and takes the looks of the paragraph above. */
function join(editor, above, place) {
  const { namedStyleType = "NORMAL_TEXT", alignment } = above.node.paragraph.paragraphStyle || {};
  const requests = [{ deleteContentRange: { range: editor.range(place.start - 1, place.start) } }];
  const style = { namedStyleType, ...(alignment ? { alignment } : {}) };
  if (sizeOf(above.node) > 1)
    requests.push({
      updateParagraphStyle: {
        range: editor.range(above.start, above.start + 1),
        paragraphStyle: style,
        fields: "namedStyleType,alignment",
      },
    });
  return editor.act(requests, {
    label: "Delete",
    typing: requests.length === 1 ? "deleting" : undefined,
    select: [place.start - 1],
  });
}

function forward(editor, ranges) {
  const { from, to } = editor.selection;
  if (to > from) return erase(editor);
  const place = placeAt(editor.content, from);
  const end = place && place.start + sizeOf(place.node) - 1;
  if (!place) return undefined;
  if (from < end)
    return remove(editor, from, target(editor, ranges)?.[1] ?? from + step(textOf(place.node), from - place.start, 1));
  const below = placeAt(editor.content, from + 1);
  return below && below.path.length === place.path.length ? remove(editor, from, from + 1) : undefined;
}

function remove(editor, from, to) {
  return (
    to > from &&
    editor.act([{ deleteContentRange: { range: editor.range(from, to) } }], {
      label: "Delete",
      typing: "deleting",
      select: [from],
    })
  );
}

/** What the browser would delete, if that is within one paragraph. @returns {[number, number]|null} */
function target(editor, [range]) {
  const root = range && editor.view.rootOf(range.startContainer);
  if (!root || range.collapsed) return null;
  const ends = [
    indexAt(root, range.startContainer, range.startOffset),
    indexAt(root, range.endContainer, range.endOffset),
  ];
  const [a, b] = ends.map((index) => placeAt(editor.content, index));
  const { from } = editor.selection;
  return a && b && a.node === b.node && ends[1] > ends[0] && ends.includes(from) ? ends : null;
}

/** One character, which may be a pair of units. */
function step(text, offset, direction) {
  const pair =
    direction < 0 ? /[\udc00-\udfff]/.test(text[offset - 1] || "") : /[\ud800-\udbff]/.test(text[offset] || "");
  return pair ? 2 : 1;
}

function keys(editor, event) {
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  editor.ready(() => tab(editor, event));
}

/** In a list deeper or less deep, in a table to the next cell, else a tab. */
function tab(editor, event) {
  const place = editor.paragraph();
  if (!place) return;
  const atStart = editor.selection.from === place.start;
  if (place.node.paragraph.bullet && (atStart || event.shiftKey || editor.selection.to > editor.selection.from))
    return void nest(editor, event.shiftKey ? -1 : 1);
  const table = tablesAt(editor.content, editor.selection.from).at(-1);
  if (table) return void editor.blocking(nextCell(editor, table, event.shiftKey ? -1 : 1));
  if (!event.shiftKey) type(editor, "\t", "typing");
}

/** Tab in a table: the next cell, behind the last one a new row. */
async function nextCell(editor, table, direction) {
  const all = [...cells(table.node, table.start)];
  const at = all.findIndex(({ row, column }) => row === table.row && column === table.column) + direction;
  if (all[at]) return editor.select(all[at].start, all[at].start + contentEnd(all[at]) - 1);
  if (at < all.length) return undefined;
  const tableCellLocation = { tableStartLocation: editor.at(table.start), rowIndex: table.row, columnIndex: 0 };
  const reply = await editor.act([{ insertTableRow: { tableCellLocation, insertBelow: true } }], {
    label: "Insert row",
  });
  const grown = reply && tablesAt(editor.content, editor.selection.from).at(-1);
  const next =
    grown && [...cells(grown.node, grown.start)].find(({ row, column }) => row === table.row + 1 && column === 0);
  return next && editor.select(next.start);
}

function contentEnd({ cell }) {
  return cell.content.reduce((total, node) => total + sizeOf(node), 0);
}

/** Text of an input method: the browser has put it into the page already. */
function composed(editor, event) {
  const { from } = editor.selection,
    place = placeAt(editor.content, from);
  if (!place) return;
  editor.view.looks = null; // what the browser wrote goes, the document's own text comes
  editor.draw(true);
  if (event.data) type(editor, plain(event.data));
}

/** A third click selects the text of the paragraph, without its end. */
function wholeParagraph(editor) {
  editor.note();
  const place = editor.paragraph();
  if (place) editor.select(place.start, place.start + sizeOf(place.node) - 1);
}

async function dropped(editor, event) {
  const files = [...(event.dataTransfer?.files || [])].filter((file) => file.type.startsWith("image/"));
  if (!files.length) return;
  event.preventDefault();
  const point = document.caretRangeFromPoint(event.clientX, event.clientY);
  const root = point && editor.view.rootOf(point.startContainer);
  if (root) editor.select(indexAt(root, point.startContainer, point.startOffset), undefined, root.dataset.segment);
  for (const file of files) {
    const { url } = await upload(file);
    await editor.act([{ insertInlineImage: { location: editor.at(editor.selection.from), uri: url } }], {
      label: "Insert image",
    });
  }
}

/** Ctrl+click follows a link; a click on a break puts the caret behind it. */
function followed(editor, event) {
  const link = event.target.closest?.("a[href]");
  if (link && (event.ctrlKey || event.metaKey)) window.open(link.href, "_blank", "noopener");
  if (link) event.preventDefault();
  const atom = event.target.closest?.(".page-break, .rule, .chip");
  const root = atom && editor.view.rootOf(atom);
  if (!root) return;
  const block = atom.closest("p, h1, h2, h3, h4, h5, h6");
  if (block && nodeOf(block))
    editor.select(startOf(root, block) + elementsOf(nodeOf(block)).length - 1, undefined, root.dataset.segment);
}
