/** Looks of paragraphs and text: named styles, alignment, spacing, lists. */

import { presetOf } from "./lists.js";
import { paragraphs, sizeOf, textOf } from "./model.js";
import { effectiveParagraph, effectiveText, points } from "./style.js";

/** Points of one indent. */
const STEP = 36;
const TEXT_FIELDS =
  "bold,italic,underline,strikethrough,smallCaps,backgroundColor,foregroundColor,fontSize,weightedFontFamily,baselineOffset";

/** The text style that counts at the selection. */
export function textNow(editor) {
  return effectiveText(editor.contents, editor.paragraph()?.node.paragraph, editor.textStyle());
}

/** The paragraph style that counts at the selection. */
export function paragraphNow(editor) {
  return effectiveParagraph(editor.contents, editor.paragraph()?.node.paragraph);
}

/**
 * Style what is selected, or what is typed next.
 * @param {import("./editor.js").Editor} editor @param {any} style of the API; a field without a value is cleared
 * @param {string} [fields]
 */
export function styleText(editor, style, fields = Object.keys(style).join(",")) {
  const { from, to } = editor.selection;
  if (to > from)
    return editor.act([{ updateTextStyle: { range: editor.range(from, to), textStyle: style, fields } }], {
      label: "Format text",
    });
  editor.pending = { ...editor.pending, ...style };
  editor.focus();
  editor.tell();
  return undefined;
}

/** Bold, italic, ...: on if it is off. */
export function toggle(editor, name) {
  return styleText(editor, { [name]: !textNow(editor)[name] });
}

/** Superscript or subscript. */
export function raise(editor, offset) {
  return styleText(editor, { baselineOffset: textNow(editor).baselineOffset === offset ? "NONE" : offset });
}

export function setFont(editor, fontFamily) {
  return styleText(editor, { weightedFontFamily: { fontFamily, weight: 400 } });
}

export function setSize(editor, magnitude) {
  return styleText(editor, { fontSize: { magnitude, unit: "PT" } });
}

/** @param {"foregroundColor"|"backgroundColor"} name @param {any} rgbColor null for none */
export function setColour(editor, name, rgbColor) {
  return styleText(editor, rgbColor ? { [name]: { color: { rgbColor } } } : { [name]: undefined }, name);
}

export function clearFormatting(editor) {
  const { from, to } = editor.selection;
  const range = to > from ? editor.range(from, to) : editor.paragraphRange();
  return editor.act([{ updateTextStyle: { range, textStyle: {}, fields: TEXT_FIELDS } }], {
    label: "Clear formatting",
  });
}

/** Style the selected paragraphs. */
export function styleParagraphs(editor, paragraphStyle, label = "Format paragraph") {
  const fields = Object.keys(paragraphStyle).join(",");
  return editor.act([{ updateParagraphStyle: { range: editor.paragraphRange(), paragraphStyle, fields } }], { label });
}

/** Lines apart by so many percent. */
export function setSpacing(editor, lineSpacing) {
  return styleParagraphs(editor, { lineSpacing }, "Line spacing");
}

/** Add or take away ten points above or below. @param {"spaceAbove"|"spaceBelow"} name */
export function toggleSpace(editor, name) {
  const has = points(paragraphNow(editor)[name]) > 0;
  return styleParagraphs(editor, { [name]: { magnitude: has ? 0 : 10, unit: "PT" } }, "Paragraph spacing");
}

/** Make the selected paragraphs a list of a preset, or plain again if they are one. */
export function toggleList(editor, preset) {
  const selected = editor.paragraphs();
  const is = ({ node }) => node.paragraph.bullet && presetOf(editor.contents, node.paragraph.bullet.listId) === preset;
  if (selected.length && selected.every(is)) return removeBullets(editor);
  return relist(editor, selected, preset, ({ node }) => node.paragraph.bullet?.nestingLevel || 0, "List");
}

export function removeBullets(editor) {
  return editor.act([{ deleteParagraphBullets: { range: editor.paragraphRange() } }], { label: "Remove bullets" });
}

/** Deeper or less deep: list items by level, other paragraphs by their indent. */
export function nest(editor, direction) {
  const selected = editor.paragraphs(),
    listId = selected[0]?.node.paragraph.bullet?.listId;
  if (!listId) return indent(editor, direction);
  const chosen = new Set(selected.map(({ node }) => node));
  const level = ({ node }) =>
    Math.min(8, Math.max(0, (node.paragraph.bullet.nestingLevel || 0) + (chosen.has(node) ? direction : 0)));
  return relist(
    editor,
    wholeList(editor, selected[0], listId),
    presetOf(editor.contents, listId),
    level,
    direction > 0 ? "Increase indent" : "Decrease indent",
  );
}

/** The items around one that follow each other without a gap. */
function wholeList(editor, item, listId) {
  const all = [...paragraphs(editor.content)],
    at = all.findIndex(({ node }) => node === item.node);
  const ours = ({ node }) => node.paragraph.bullet?.listId === listId;
  let first = at,
    last = at;
  while (first > 0 && ours(all[first - 1])) first--;
  while (last < all.length - 1 && ours(all[last + 1])) last++;
  return all.slice(first, last + 1);
}

/** The API nests items by tabs before their text, which it takes away again: they are not to be seen meanwhile. */
function relist(editor, items, bulletPreset, levelOf, label) {
  if (!items.length) return undefined;
  const first = items[0],
    last = items.at(-1);
  const tabs = items.map((item) => "\t".repeat(levelOf(item)));
  const total = tabs.join("").length;
  const insertions = items
    .map(({ start }, i) => ({ insertText: { location: editor.at(start), text: tabs[i] } }))
    .filter((one) => one.insertText.text)
    .reverse();
  const range = editor.range(first.start, last.start + sizeOf(last.node) + total);
  const { anchor, focus } = editor.selection;
  return editor.act([...insertions, { createParagraphBullets: { range, bulletPreset } }], {
    label,
    select: [anchor, focus],
    wait: true,
  });
}

function indent(editor, direction) {
  const now = paragraphNow(editor);
  const moved = (name) => ({ magnitude: Math.max(0, points(now[name]) + direction * STEP), unit: "PT" });
  return styleParagraphs(
    editor,
    { indentStart: moved("indentStart"), indentFirstLine: moved("indentFirstLine") },
    "Indent",
  );
}

/** The headings of the document, for links to them. @returns {{id: string, text: string}[]} */
export function headings(editor) {
  return [...paragraphs(editor.sync.content(""))]
    .filter(({ node }) => node.paragraph.paragraphStyle?.headingId && textOf(node).trim())
    .map(({ node }) => ({ id: node.paragraph.paragraphStyle.headingId, text: textOf(node).trim() }));
}
