/** The row of tools, and what it shows of what is chosen. */

import { toolbar } from "../core.js";
import { BULLETS, NUMBERS } from "./lists.js";

export const FONTS = [
  "Arial", "Arial Black", "Calibri", "Cambria", "Comic Sans MS", "Courier New", "Georgia", "Impact", "Lato", "Lora", "Merriweather",
  "Montserrat", "Open Sans", "Oswald", "Playfair Display", "PT Sans", "Roboto", "Roboto Mono", "Source Sans Pro", "Times New Roman",
  "Trebuchet MS", "Ubuntu", "Verdana",
];
const WEIGHTS = [0.75, 1, 1.5, 2, 3, 4, 6, 8, 12];
const DASHES = [["Solid", "SOLID"], ["Dotted", "DOT"], ["Dashed", "DASH"], ["Dash and dot", "DASH_DOT"], ["Long dashes", "LONG_DASH"]];
const SPACINGS = [["Single", 100], ["1.15", 115], ["1.5", 150], ["Double", 200]];
export const ALIGNMENTS = [["Left", "START", "left", "L"], ["Center", "CENTER", "centre", "E"], ["Right", "END", "right", "R"], ["Justify", "JUSTIFIED", "justify", "J"]];
const VERTICALS = [["Top", "TOP"], ["Middle", "MIDDLE"], ["Bottom", "BOTTOM"]];

/** @param {any} parts all of the page's parts */
export function tools({ deck, slides, inserting, formatting, panel, writing }) {
  const bar = toolbar([
    { label: "New slide", shortcut: "Ctrl+M", icon: "plus", action: () => slides.create() },
    { kind: "menu", label: "New slide with layout", icon: "chevron", items: () => slides.layouts((id) => slides.create(id)) },
    { kind: "separator" },
    { label: "Undo", shortcut: "Ctrl+Z", icon: "undo", action: () => writing.undo() },
    { label: "Redo", shortcut: "Ctrl+Y", icon: "redo", action: () => writing.redo() },
    { kind: "separator" },
    { label: "Text box", icon: "textbox", action: () => inserting.textBox() },
    { kind: "menu", label: "Insert image", icon: "image", items: inserting.imageItems() },
    { kind: "menu", label: "Shape", icon: "shape", items: inserting.shapeItems() },
    { kind: "menu", label: "Line", icon: "line", items: inserting.lineItems() },
    { label: "Table", icon: "table", action: () => inserting.askTable() },
    { kind: "separator" },
    ...shapeTools(formatting),
    { kind: "separator" },
    ...textTools(formatting),
    { kind: "separator" },
    ...paragraphTools(formatting),
    { kind: "separator" },
    { kind: "menu", label: "Layout", text: "Layout", items: () => slides.layouts((id) => slides.layout(id), true) },
    { label: "Format options", text: "Format options", toggle: true, action: () => panel.toggle() },
  ], "Tools");
  bar.element.addEventListener("keydown", (event) => backToText(event, writing));
  return { element: bar.element, show: () => show(bar, { deck, formatting, panel }) };
}

/** Enter and Escape lead from a field back to the text, when the key has done its work. */
function backToText(event, writing) {
  if (!["Enter", "Escape"].includes(event.key) || !event.target.matches("input")) return;
  setTimeout(() => {
    event.target.blur();
    writing.resume();
  });
}

function shapeTools(formatting) {
  return [
    { kind: "colour", label: "Fill color", icon: "fill", none: "Transparent", action: (hex) => formatting.fill(hex) },
    { kind: "colour", label: "Border color", icon: "border", none: "Transparent", action: (hex) => formatting.outlineColour(hex) },
    { kind: "menu", label: "Border weight", icon: "weight", items: () => WEIGHTS.map((points) => ({ label: `${points} pt`, action: () => formatting.weight(points) })) },
    { kind: "menu", label: "Border dash", icon: "dash", items: () => DASHES.map(([label, dash]) => ({ label, action: () => formatting.dash(dash) })) },
  ];
}

function textTools(formatting) {
  return [
    { kind: "select", label: "Font", width: "130px", options: FONTS.map((font) => ({ value: font, label: font })), action: (font) => formatting.font(font) },
    { label: "Decrease font size", shortcut: "Ctrl+Shift+<", icon: "minus", action: () => formatting.grow(-1) },
    { kind: "number", label: "Font size", min: 1, max: 400, step: 1, action: (points) => formatting.size(points) },
    { label: "Increase font size", shortcut: "Ctrl+Shift+>", icon: "plus", action: () => formatting.grow(1) },
    { label: "Bold", shortcut: "Ctrl+B", text: "B", toggle: true, action: () => formatting.toggle("bold") },
    { label: "Italic", shortcut: "Ctrl+I", text: "I", toggle: true, action: () => formatting.toggle("italic") },
    { label: "Underline", shortcut: "Ctrl+U", text: "U", toggle: true, action: () => formatting.toggle("underline") },
    { kind: "colour", label: "Text color", text: "A", action: (hex) => formatting.colour(hex) },
    { kind: "colour", label: "Highlight color", icon: "highlight", none: "None", action: (hex) => formatting.highlight(hex) },
    { label: "Insert link", shortcut: "Ctrl+K", icon: "link", action: () => formatting.link() },
  ];
}

function paragraphTools(formatting) {
  return [
    ...ALIGNMENTS.map(([name, alignment, icon, key]) => ({
      label: `${name} align`, shortcut: `Ctrl+Shift+${key}`, icon, toggle: true, action: () => formatting.paragraph({ alignment }, "alignment", "alignment"),
    })),
    { kind: "menu", label: "Vertical align", icon: "middle", items: () => VERTICALS.map(([label, where]) => ({ label, action: () => formatting.vertical(where) })) },
    { kind: "menu", label: "Line spacing", icon: "spacing", items: () => spacings(formatting) },
    { label: "Bulleted list", shortcut: "Ctrl+Shift+8", icon: "bullets", toggle: true, action: () => formatting.list(BULLETS[0][1], false) },
    { label: "Numbered list", shortcut: "Ctrl+Shift+7", icon: "numbers", toggle: true, action: () => formatting.list(NUMBERS[0][1], true) },
    { label: "Decrease indent", shortcut: "Ctrl+[", icon: "outdent", action: () => formatting.indent(-1) },
    { label: "Increase indent", shortcut: "Ctrl+]", icon: "indent", action: () => formatting.indent(1) },
    { label: "Clear formatting", shortcut: "Ctrl+\\", icon: "clear", action: () => formatting.clear() },
  ];
}

/** Line spacings as menu items, the present one checked. */
export function spacings(formatting) {
  const now = formatting.styles.paragraph.lineSpacing;
  const space = (name, magnitude) => formatting.paragraph({ [name]: { magnitude, unit: "PT" } }, name);
  return [
    ...SPACINGS.map(([label, lineSpacing]) => ({ label, checked: now === lineSpacing, action: () => formatting.paragraph({ lineSpacing }, "lineSpacing") })),
    "-",
    { label: "Add space before paragraph", action: () => space("spaceAbove", 10) },
    { label: "Remove space before paragraph", action: () => space("spaceAbove", 0) },
    { label: "Add space after paragraph", action: () => space("spaceBelow", 10) },
    { label: "Remove space after paragraph", action: () => space("spaceBelow", 0) },
  ];
}

const TEXT_TOOLS = ["Font", "Font size", "Decrease font size", "Increase font size", "Bold", "Italic", "Underline", "Text color",
  "Highlight color", "Insert link", "Left align", "Center align", "Right align", "Justify align", "Vertical align", "Line spacing",
  "Bulleted list", "Numbered list", "Decrease indent", "Increase indent", "Clear formatting"];

function show({ set }, { deck, formatting, panel }) {
  const { text, paragraph, bullet } = formatting.styles;
  const elements = formatting.elements, texts = formatting.targets.length > 0;
  const linkable = elements.some(({ image }) => image);
  for (const label of TEXT_TOOLS) set(label, { disabled: !texts && !(label === "Insert link" && linkable) });
  set("Font", { value: text.weightedFontFamily?.fontFamily || text.fontFamily || "" });
  set("Font size", { value: text.fontSize?.magnitude ?? "" });
  for (const name of ["bold", "italic", "underline"]) set(`${name[0].toUpperCase()}${name.slice(1)}`, { pressed: Boolean(text[name]) });
  set("Text color", { value: formatting.hexOf(text.foregroundColor) });
  set("Highlight color", { value: formatting.hexOf(text.backgroundColor) });
  for (const [name, alignment] of ALIGNMENTS) set(`${name} align`, { pressed: texts && (paragraph.alignment || "START") === alignment });
  const numbered = /[\da-zA-Z][.)]$/.test(bullet?.glyph || "");
  set("Bulleted list", { pressed: Boolean(bullet) && !numbered });
  set("Numbered list", { pressed: Boolean(bullet) && numbered });
  const fillable = elements.some(({ shape, table }) => shape || table);
  set("Fill color", { disabled: !fillable, value: formatting.hexOf(elements[0]?.shape?.shapeProperties?.shapeBackgroundFill?.solidFill?.color) });
  for (const label of ["Border color", "Border weight", "Border dash"]) set(label, { disabled: !elements.length });
  set("Undo", { disabled: !deck.history.done.length });
  set("Redo", { disabled: !deck.history.undone.length });
  set("Layout", { disabled: !deck.page });
  for (const label of ["Text box", "Insert image", "Shape", "Line", "Table"]) set(label, { disabled: !deck.page });
  set("Format options", { pressed: panel.open });
}
