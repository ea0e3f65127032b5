/** The row of tools, which shows how the active cell looks. */

import { toolbar } from "../core.js";
import { BORDER_SIDES } from "./formats.js";
import { colourOf } from "./style.js";

const FONTS = [
  "Arial",
  "Calibri",
  "Cambria",
  "Comic Sans MS",
  "Courier New",
  "Georgia",
  "Impact",
  "Lato",
  "Montserrat",
  "Open Sans",
  "Roboto",
  "Times New Roman",
  "Trebuchet MS",
  "Verdana",
];
const STYLES = [
  ["SOLID", "Thin"],
  ["SOLID_MEDIUM", "Medium"],
  ["SOLID_THICK", "Thick"],
  ["DASHED", "Dashed"],
  ["DOTTED", "Dotted"],
  ["DOUBLE", "Double"],
];

/** @param {object} page every part of the editor @returns {HTMLElement} */
export function tools(page) {
  const { book, charts, clipboard, data, entry, filters, formats, menus, selection } = page;
  const back =
    (action) =>
    (...values) => {
      entry.commit();
      entry.focus();
      return action(...values);
    };
  const toggle = (label, name, shortcut, text, icon) => ({
    label,
    shortcut,
    toggle: true,
    text,
    icon,
    action: back(() => formats.toggle(name)),
  });
  const choices = (pairs, now, action) => () =>
    pairs.map(([label, value]) => ({ label, checked: now() === value, action: back(() => action(value)) }));
  const bar = toolbar([
    { label: "Undo", shortcut: "Ctrl+Z", icon: "undo", action: back(() => book.history.undo()) },
    { label: "Redo", shortcut: "Ctrl+Y", icon: "redo", action: back(() => book.history.redo()) },
    { label: "Format as currency", text: "$", action: back(() => formats.number("CURRENCY", '"$"#,##0.00')) },
    { label: "Format as percent", text: "%", action: back(() => formats.number("PERCENT", "0.00%")) },
    { label: "Decrease decimal places .0", text: ".0", action: back(() => formats.decimals(-1)) },
    { label: "Increase decimal places .00", text: ".00", action: back(() => formats.decimals(1)) },
    { label: "More formats 123", kind: "menu", text: "123", items: () => menus.format()[0].items },
    { kind: "separator" },
    {
      label: "Font",
      kind: "select",
      width: "112px",
      options: FONTS.map((value) => ({ value, label: value })),
      action: back((name) => formats.font(name)),
    },
    { label: "Font size", kind: "number", min: 1, max: 400, action: back((points) => formats.size(points)) },
    { kind: "separator" },
    toggle("Bold", "bold", "Ctrl+B", "B"),
    toggle("Italic", "italic", "Ctrl+I", "I"),
    toggle("Underline", "underline", "Ctrl+U", "U"),
    toggle("Strikethrough", "strikethrough", "Alt+Shift+5", "S"),
    { label: "Text colour", kind: "colour", text: "A", none: "Reset", action: back((hex) => formats.colour(hex)) },
    { kind: "separator" },
    { label: "Fill colour", kind: "colour", icon: "fill", none: "None", action: back((hex) => formats.fill(hex)) },
    { label: "Borders", kind: "menu", icon: "border", items: () => borders(formats, back) },
    { label: "Merge cells", kind: "menu", icon: "merge", items: () => menus.merging() },
    { kind: "separator" },
    {
      label: "Horizontal align",
      kind: "menu",
      icon: "left",
      items: choices(
        [
          ["Left", "LEFT"],
          ["Center", "CENTER"],
          ["Right", "RIGHT"],
        ],
        () => formats.now.horizontalAlignment,
        (value) => formats.align(value),
      ),
    },
    {
      label: "Vertical align",
      kind: "menu",
      icon: "bottom",
      items: choices(
        [
          ["Top", "TOP"],
          ["Middle", "MIDDLE"],
          ["Bottom", "BOTTOM"],
        ],
        () => formats.now.verticalAlignment,
        (value) => formats.vertical(value),
      ),
    },
    {
      label: "Text wrapping",
      kind: "menu",
      icon: "wrap",
      items: choices(
        [
          ["Overflow", "OVERFLOW_CELL"],
          ["Wrap", "WRAP"],
          ["Clip", "CLIP"],
        ],
        () => formats.now.wrapStrategy,
        (value) => formats.wrap(value),
      ),
    },
    { kind: "separator" },
    { label: "Insert link", shortcut: "Ctrl+K", icon: "link", action: back(() => data.link()) },
    {
      label: "Insert image",
      kind: "menu",
      icon: "image",
      items: () => menus.insert().find((item) => item.label === "Image").items,
    },
    { label: "Insert chart", icon: "chart", action: back(() => charts.insert()) },
    { label: "Insert table", shortcut: "Ctrl+Alt+T", icon: "table", action: back(() => data.insertTable()) },
    { label: "Create a filter", icon: "filter", toggle: true, action: back(() => filters.toggle()) },
    {
      label: "Functions",
      kind: "menu",
      text: "Σ",
      items: () => menus.insert().find((item) => item.label === "Function").items,
    },
  ]);
  const show = () => {
    const { textFormat: text = {} } = formats.now;
    for (const name of ["bold", "italic", "underline", "strikethrough"]) {
      bar.set(name[0].toUpperCase() + name.slice(1), { pressed: Boolean(text[name]) });
    }
    bar.set("Font", { value: fontOf(text.fontFamily) });
    bar.set("Font size", { value: text.fontSize ?? 10 });
    bar.set("Text colour", { value: colourOf(text, "foregroundColor") || "#000000" });
    bar.set("Fill colour", { value: colourOf(formats.now, "backgroundColor") });
    bar.set("Create a filter", { pressed: Boolean(book.sheet.basicFilter) });
    bar.set("Undo", { disabled: !book.history.done.length });
    bar.set("Redo", { disabled: !book.history.undone.length });
  };
  selection.addEventListener("change", show);
  book.addEventListener("change", show);
  book.history.onChange = show;
  return bar.element;
}

/** A new cell's font has fallbacks in its name. */
function fontOf(family) {
  const first = String(family ?? "Arial")
    .split(",")[0]
    .trim();
  return first === "arial" ? "Arial" : first;
}

function borders(formats, back) {
  const { line } = formats;
  return [
    ...[...Object.keys(BORDER_SIDES), "Clear borders"].map((label) => ({
      label,
      action: back(() => formats.borders(label)),
    })),
    "-",
    {
      label: "Border style",
      items: STYLES.map(([style, label]) => ({
        label,
        checked: line.style === style,
        action: () => (line.style = style),
      })),
    },
    {
      label: "Border colour",
      items: [
        ["Black", "#000000"],
        ["Dark grey", "#666666"],
        ["Red", "#ff0000"],
        ["Green", "#38761d"],
        ["Blue", "#0000ff"],
        ["White", "#ffffff"],
      ].map(([label, hex]) => ({ label, checked: line.colour === hex, action: () => (line.colour = hex) })),
    },
  ];
}
