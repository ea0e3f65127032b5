/** The row of tools, which shows how the selected text looks. */

import { rgbOf, toolbar } from "../core.js";
import { imageByUrl, imageFromDisk, link } from "./inserting.js";
import { BULLETS, NUMBERS, presetOf } from "./lists.js";
import * as format from "./paragraphs.js";
import { colourOf, points } from "./style.js";

export const STYLES = [
  ["NORMAL_TEXT", "Normal text", "0"],
  ["TITLE", "Title"],
  ["SUBTITLE", "Subtitle"],
  ...[1, 2, 3, 4, 5, 6].map((n) => [`HEADING_${n}`, `Heading ${n}`, String(n)]),
];
const FONTS = [
  "Amatic SC",
  "Arial",
  "Calibri",
  "Cambria",
  "Caveat",
  "Comfortaa",
  "Comic Sans MS",
  "Courier New",
  "EB Garamond",
  "Georgia",
  "Impact",
  "Lato",
  "Lexend",
  "Lobster",
  "Lora",
  "Merriweather",
  "Montserrat",
  "Nunito",
  "Open Sans",
  "Oswald",
  "Pacifico",
  "Playfair Display",
  "Poppins",
  "Roboto",
  "Roboto Mono",
  "Spectral",
  "Times New Roman",
  "Trebuchet MS",
  "Verdana",
];
export const ALIGNMENTS = [
  ["START", "Align left", "Ctrl+Shift+L", "left"],
  ["CENTER", "Align center", "Ctrl+Shift+E", "centre"],
  ["END", "Align right", "Ctrl+Shift+R", "right"],
  ["JUSTIFIED", "Justify", "Ctrl+Shift+J", "justify"],
];
export const SPACINGS = [
  [100, "Single"],
  [115, "1.15"],
  [150, "1.5"],
  [200, "Double"],
];
export const TEXTS = [
  ["bold", "Bold", "Ctrl+B"],
  ["italic", "Italic", "Ctrl+I"],
  ["underline", "Underline", "Ctrl+U"],
  ["strikethrough", "Strikethrough", "Alt+Shift+5"],
];

/** @param {import("./editor.js").Editor} editor @returns {HTMLElement} */
export function tools(editor) {
  const bar = toolbar(
    [
      { label: "Undo", shortcut: "Ctrl+Z", icon: "undo", action: () => editor.history.undo() },
      { label: "Redo", shortcut: "Ctrl+Y", icon: "redo", action: () => editor.history.redo() },
      { kind: "separator" },
      {
        kind: "select",
        label: "Styles",
        width: "112px",
        options: STYLES.map(([value, label]) => ({ value, label })),
        action: back(editor, (value) => setStyle(editor, value)),
      },
      {
        kind: "select",
        label: "Font",
        width: "118px",
        options: FONTS.map((value) => ({ value, label: value })),
        action: back(editor, (value) => format.setFont(editor, value)),
      },
      {
        kind: "number",
        label: "Font size",
        min: 1,
        max: 400,
        step: "any",
        action: back(editor, (value) => format.setSize(editor, value)),
      },
      { kind: "separator" },
      ...TEXTS.slice(0, 3).map(([name, label, shortcut]) => ({
        label,
        shortcut,
        text: label[0],
        toggle: true,
        action: () => format.toggle(editor, name),
      })),
      {
        kind: "colour",
        label: "Text color",
        text: "A",
        none: "Automatic",
        action: (hex) => format.setColour(editor, "foregroundColor", hex && rgbOf(hex)),
      },
      {
        kind: "colour",
        label: "Highlight color",
        icon: "marker",
        none: "None",
        action: (hex) => format.setColour(editor, "backgroundColor", hex && rgbOf(hex)),
      },
      { kind: "separator" },
      { label: "Insert link", shortcut: "Ctrl+K", icon: "link", action: () => link(editor) },
      {
        kind: "menu",
        label: "Insert image",
        icon: "image",
        items: [
          { label: "Upload from computer", action: () => imageFromDisk(editor) },
          { label: "By URL", action: () => imageByUrl(editor) },
        ],
      },
      { kind: "separator" },
      ...ALIGNMENTS.map(([alignment, label, shortcut, icon]) => ({
        label,
        shortcut,
        icon,
        toggle: true,
        action: () => format.styleParagraphs(editor, { alignment }, "Alignment"),
      })),
      { kind: "menu", label: "Line & paragraph spacing", icon: "spacing", items: () => spacingItems(editor) },
      { kind: "separator" },
      {
        label: "Checklist",
        shortcut: "Ctrl+Shift+9",
        icon: "checklist",
        toggle: true,
        action: () => format.toggleList(editor, "BULLET_CHECKBOX"),
      },
      {
        label: "Bulleted list",
        shortcut: "Ctrl+Shift+8",
        icon: "bullets",
        toggle: true,
        action: () => format.toggleList(editor, BULLETS[0][0]),
      },
      {
        label: "Numbered list",
        shortcut: "Ctrl+Shift+7",
        icon: "numbers",
        toggle: true,
        action: () => format.toggleList(editor, NUMBERS[0][0]),
      },
      { label: "Decrease indent", shortcut: "Ctrl+[", icon: "outdent", action: () => format.nest(editor, -1) },
      { label: "Increase indent", shortcut: "Ctrl+]", icon: "indent", action: () => format.nest(editor, 1) },
      { label: "Clear formatting", shortcut: "Ctrl+\\", icon: "clear", action: () => format.clearFormatting(editor) },
    ].map((tool) => (tool.action ? { ...tool, action: (value) => editor.ready(() => tool.action(value)) } : tool)),
  );
  editor.listen(() => show(editor, bar));
  return bar.element;
}

/** After a choice the focus goes back into the text. */
function back(editor, act) {
  return (value) => {
    editor.focus();
    return act(value);
  };
}

export function setStyle(editor, namedStyleType) {
  return format.styleParagraphs(editor, { namedStyleType }, "Style");
}

/** The lines of the menu for spacing. */
export function spacingItems(editor) {
  const now = format.paragraphNow(editor);
  return [
    ...SPACINGS.map(([value, label]) => ({
      label,
      checked: (now.lineSpacing || 100) === value,
      action: () => format.setSpacing(editor, value),
    })),
    "-",
    ...[
      ["spaceAbove", "before"],
      ["spaceBelow", "after"],
    ].map(([name, word]) => ({
      label: `${points(now[name]) ? "Remove" : "Add"} space ${word} paragraph`,
      action: () => format.toggleSpace(editor, name),
    })),
    { label: "Custom spacing…", action: async () => (await import("./pages.js")).spacing(editor) },
  ];
}

function show(editor, bar) {
  const text = format.textNow(editor),
    paragraph = format.paragraphNow(editor);
  const bullet = editor.paragraph()?.node.paragraph.bullet,
    preset = bullet ? presetOf(editor.contents, bullet.listId) : "";
  bar.set("Undo", { disabled: !editor.history.done.length });
  bar.set("Redo", { disabled: !editor.history.undone.length });
  bar.set("Styles", { value: paragraph.namedStyleType || "NORMAL_TEXT" });
  bar.set("Font", { value: text.weightedFontFamily?.fontFamily || "Arial" });
  bar.set("Font size", { value: points(text.fontSize) || 11 });
  TEXTS.slice(0, 3).forEach(([name, label]) => bar.set(label, { pressed: Boolean(text[name]) }));
  bar.set("Text color", { value: colourOf(text.foregroundColor) });
  bar.set("Highlight color", { value: colourOf(text.backgroundColor) });
  ALIGNMENTS.forEach(([value, label]) => bar.set(label, { pressed: (paragraph.alignment || "START") === value }));
  bar.set("Checklist", { pressed: preset === "BULLET_CHECKBOX" });
  bar.set("Bulleted list", { pressed: preset.startsWith("BULLET") && preset !== "BULLET_CHECKBOX" });
  bar.set("Numbered list", { pressed: preset.startsWith("NUMBERED") });
}
