/** The menus, the context menu and the keyboard shortcuts. */

import { app, contextMenu, menubar, shortcuts } from "../core.js";
import * as file from "./files.js";
import * as insert from "./inserting.js";
import { erase } from "./input.js";
import { BULLETS, NUMBERS } from "./lists.js";
import * as pages from "./pages.js";
import * as format from "./paragraphs.js";
import * as tables from "./tables.js";
import { ALIGNMENTS, setStyle, spacingItems, STYLES, TEXTS } from "./tools.js";

/** @param {import("./editor.js").Editor} editor @returns {HTMLElement} */
export function menus(editor) {
  return menubar([
    { label: "File", items: fileItems(editor) },
    { label: "Edit", items: () => editItems(editor) },
    {
      label: "View",
      items: [
        {
          label: "Print layout (preview)",
          action: () => window.open(`/document/d/${app.fileId}/preview`, "_blank", "noopener"),
        },
      ],
    },
    { label: "Insert", items: insertItems(editor) },
    { label: "Format", items: () => formatItems(editor) },
    { label: "Table", items: () => tableItems(editor) },
    { label: "Tools", items: [{ label: "Word count", shortcut: "Ctrl+Shift+C", action: () => pages.words(editor) }] },
  ]);
}

function fileItems(editor) {
  return [
    { label: "New document", action: () => file.create() },
    { label: "Open folder", action: () => file.openFolder() },
    { label: "Make a copy", action: () => file.copy() },
    "-",
    {
      label: "Download",
      items: file.FORMATS.map(([format_, label]) => ({ label, action: () => file.download(format_) })),
    },
    { label: "Rename", action: () => file.rename() },
    "-",
    { label: "Page setup", action: () => pages.setup(editor) },
  ];
}

function editItems(editor) {
  return [
    { label: "Undo", shortcut: "Ctrl+Z", disabled: !editor.history.done.length, action: () => editor.history.undo() },
    { label: "Redo", shortcut: "Ctrl+Y", disabled: !editor.history.undone.length, action: () => editor.history.redo() },
    "-",
    { label: "Select all", shortcut: "Ctrl+A", action: () => selectAll(editor) },
    { label: "Delete", action: () => erase(editor) },
    "-",
    { label: "Find and replace", shortcut: "Ctrl+H", action: () => insert.findAndReplace(editor) },
  ];
}

export function selectAll(editor) {
  const { segment } = editor.selection;
  editor.select(segment ? 0 : 1, Math.max(1, editor.size(segment) - 1));
}

function insertItems(editor) {
  return [
    {
      label: "Image",
      items: [
        { label: "Upload from computer", action: () => insert.imageFromDisk(editor) },
        { label: "By URL", action: () => insert.imageByUrl(editor) },
      ],
    },
    { label: "Table", action: () => insert.table(editor) },
    { label: "Horizontal line", action: () => insert.horizontalLine(editor) },
    { label: "Date (today)", action: () => insert.today(editor) },
    "-",
    { label: "Link", shortcut: "Ctrl+K", action: () => insert.link(editor) },
    { label: "Bookmark", action: () => insert.bookmark(editor) },
    { label: "Footnote", shortcut: "Ctrl+Alt+F", action: () => insert.footnote(editor) },
    "-",
    {
      label: "Break",
      items: [
        { label: "Page break", shortcut: "Ctrl+Enter", action: () => insert.pageBreak(editor) },
        { label: "Section break (next page)", action: () => insert.sectionBreak(editor, "NEXT_PAGE") },
        { label: "Section break (continuous)", action: () => insert.sectionBreak(editor, "CONTINUOUS") },
      ],
    },
    { label: "Header", action: () => insert.margin(editor, "header") },
    { label: "Footer", action: () => insert.margin(editor, "footer") },
    {
      label: "Page numbers",
      items: ["header", "footer"].flatMap((kind) => [
        { label: `Page number in the ${kind}`, action: () => insert.pageNumber(editor, kind, "PAGE_NUMBER") },
        { label: `Page count in the ${kind}`, action: () => insert.pageNumber(editor, kind, "PAGE_COUNT") },
      ]),
    },
  ];
}

function formatItems(editor) {
  const text = format.textNow(editor),
    paragraph = format.paragraphNow(editor);
  const style = contentsOf(editor);
  return [
    {
      label: "Text",
      items: [
        ...TEXTS.map(([name, label, shortcut]) => ({
          label,
          shortcut,
          checked: Boolean(text[name]),
          action: () => format.toggle(editor, name),
        })),
        {
          label: "Superscript",
          shortcut: "Ctrl+.",
          checked: text.baselineOffset === "SUPERSCRIPT",
          action: () => format.raise(editor, "SUPERSCRIPT"),
        },
        {
          label: "Subscript",
          shortcut: "Ctrl+,",
          checked: text.baselineOffset === "SUBSCRIPT",
          action: () => format.raise(editor, "SUBSCRIPT"),
        },
        { label: "Small caps", checked: Boolean(text.smallCaps), action: () => format.toggle(editor, "smallCaps") },
      ],
    },
    {
      label: "Paragraph styles",
      items: STYLES.map(([value, label, digit]) => ({
        label,
        shortcut: digit ? `Ctrl+Alt+${digit}` : "",
        checked: paragraph.namedStyleType === value,
        action: () => setStyle(editor, value),
      })),
    },
    {
      label: "Align & indent",
      items: [
        ...ALIGNMENTS.map(([alignment, label, shortcut]) => ({
          label,
          shortcut,
          checked: (paragraph.alignment || "START") === alignment,
          action: () => format.styleParagraphs(editor, { alignment }, "Alignment"),
        })),
        "-",
        { label: "Increase indent", shortcut: "Ctrl+]", action: () => format.nest(editor, 1) },
        { label: "Decrease indent", shortcut: "Ctrl+[", action: () => format.nest(editor, -1) },
        { label: "Indentation options…", action: () => pages.indentation(editor) },
      ],
    },
    { label: "Line & paragraph spacing", items: spacingItems(editor) },
    {
      label: "Bullets & numbering",
      items: [
        ...NUMBERS.map(([preset, label]) => ({
          label: `Numbered list ${label}`,
          action: () => format.toggleList(editor, preset),
        })),
        ...BULLETS.map(([preset, label]) => ({
          label: preset === "BULLET_CHECKBOX" ? "Checklist" : `Bulleted list ${label}`,
          action: () => format.toggleList(editor, preset),
        })),
      ],
    },
    {
      label: "Columns",
      items: [1, 2, 3].map((count) => ({
        label: count === 1 ? "One column" : `${count} columns`,
        action: () => pages.columns(editor, count),
      })),
    },
    "-",
    { label: "Remove link", action: () => insert.removeLink(editor) },
    { label: "Remove header", disabled: !style.defaultHeaderId, action: () => insert.removeMargin(editor, "header") },
    { label: "Remove footer", disabled: !style.defaultFooterId, action: () => insert.removeMargin(editor, "footer") },
    "-",
    { label: "Clear formatting", shortcut: "Ctrl+\\", action: () => format.clearFormatting(editor) },
  ];
}

const contentsOf = (editor) => editor.contents.documentStyle || {};

function tableItems(editor) {
  if (!insert.tableNow(editor)) return [{ label: "Insert table", action: () => insert.table(editor) }];
  const anchor = () => document.querySelector("[role=menubar]");
  return [
    { label: "Insert row above", action: () => tables.insertRow(editor, false) },
    { label: "Insert row below", action: () => tables.insertRow(editor, true) },
    { label: "Insert column left", action: () => tables.insertColumn(editor, false) },
    { label: "Insert column right", action: () => tables.insertColumn(editor, true) },
    "-",
    { label: "Delete row", action: () => tables.deleteRow(editor) },
    { label: "Delete column", action: () => tables.deleteColumn(editor) },
    { label: "Delete table", action: () => tables.deleteTable(editor) },
    "-",
    { label: "Merge cells", action: () => tables.mergeAsked(editor) },
    { label: "Unmerge cells", action: () => tables.unmerge(editor) },
    "-",
    { label: "Cell color", action: () => tables.colour(editor, "backgroundColor", anchor()) },
    { label: "Border color", action: () => tables.colour(editor, "border", anchor()) },
    { label: "Table properties", action: () => tables.properties(editor) },
  ];
}

/** @param {import("./editor.js").Editor} editor */
export function listenToKeys(editor) {
  const act = (action) => () => action(editor);
  const map = {
    "Ctrl+Z": () => editor.history.undo(),
    "Ctrl+Y": () => editor.history.redo(),
    "Ctrl+Shift+Z": () => editor.history.redo(),
    "Ctrl+B": () => format.toggle(editor, "bold"),
    "Ctrl+I": () => format.toggle(editor, "italic"),
    "Ctrl+U": () => format.toggle(editor, "underline"),
    "Alt+Shift+5": () => format.toggle(editor, "strikethrough"),
    "Ctrl+.": () => format.raise(editor, "SUPERSCRIPT"),
    "Ctrl+,": () => format.raise(editor, "SUBSCRIPT"),
    "Ctrl+K": act(insert.link),
    "Ctrl+H": act(insert.findAndReplace),
    "Ctrl+\\": act(format.clearFormatting),
    "Ctrl+Enter": act(insert.pageBreak),
    "Ctrl+Alt+F": act(insert.footnote),
    "Ctrl+Shift+C": act(pages.words),
    "Ctrl+A": act(selectAll),
    "Ctrl+]": () => format.nest(editor, 1),
    "Ctrl+[": () => format.nest(editor, -1),
    "Ctrl+Shift+7": () => format.toggleList(editor, NUMBERS[0][0]),
    "Ctrl+Shift+8": () => format.toggleList(editor, BULLETS[0][0]),
    "Ctrl+Shift+9": () => format.toggleList(editor, "BULLET_CHECKBOX"),
    ...Object.fromEntries(
      STYLES.filter(([, , digit]) => digit).map(([value, , digit]) => [
        `Ctrl+Alt+${digit}`,
        () => setStyle(editor, value),
      ]),
    ),
    ...Object.fromEntries(
      ALIGNMENTS.map(([alignment, , keys]) => [keys, () => format.styleParagraphs(editor, { alignment }, "Alignment")]),
    ),
  };
  shortcuts(Object.fromEntries(Object.entries(map).map(([keys, action]) => [keys, () => editor.ready(action)])));
  editor.view.paper.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    editor.note();
    const table = insert.tableNow(editor) ? ["-", ...tableItems(editor)] : [];
    contextMenu(
      { x: event.clientX, y: event.clientY },
      [
        { label: "Insert link", shortcut: "Ctrl+K", action: () => insert.link(editor) },
        { label: "Delete", action: () => erase(editor) },
        { label: "Select all", shortcut: "Ctrl+A", action: () => selectAll(editor) },
        ...table,
      ],
      "Context menu",
    );
  });
}
