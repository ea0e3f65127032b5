/** How one cell looks, and what it is called. */

import { el } from "../core.js";
import { cellName } from "./a1.js";
import { alignmentOf, bordersStyle, colourOf, textStyle, verticalOf } from "./style.js";

const SAFE = /^(https?:|mailto:)/i;
const canvas = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** @param {object} cell @returns {boolean} whether it is edited as a box that is ticked or not */
export const isCheckbox = (cell) => cell.dataValidation?.condition?.type === "BOOLEAN";

/** @param {object} cell @returns {boolean} whether its values are chosen from a list */
export const isDropdown = (cell) => /^ONE_OF_(LIST|RANGE)$/.test(cell.dataValidation?.condition?.type ?? "");

/** A link's address, empty if it may not be opened. @param {object} cell */
export function linkOf(cell) {
  const run = (cell.textFormatRuns ?? []).find((part) => part.format?.link?.uri);
  const url = cell.hyperlink ?? run?.format.link.uri ?? "";
  return SAFE.test(url) ? url : "";
}

/** Pixels that a text of one line takes. @param {string} text @param {object | undefined} format a TextFormat */
export function widthOf(text, format) {
  const style = textStyle(format);
  const usual = { "font-style": "normal", "font-weight": "400", "font-size": "13.3px", "font-family": "Arial" };
  const font = Object.entries(usual)
    .map(([name, value]) => style[name] || value)
    .join(" ");
  const key = `${font}|${text}`;
  if (!widths.has(key)) {
    if (widths.size > 20000) widths.clear();
    canvas.font = font;
    widths.set(key, canvas.measureText(text).width);
  }
  return widths.get(key);
}

/** Pixels that a cell's lines need; 0 if a usual row holds them.
 * @param {object} cell @param {number} width pixels of its column */
export function heightOf(cell, width) {
  const size = cell.format?.textFormat?.fontSize ?? 10;
  const lines = (cell.text ?? "").split("\n");
  const wraps = cell.format?.wrapStrategy === "WRAP";
  if (!wraps && lines.length === 1 && size <= 11) return 0;
  const room = Math.max(width - 8, 10);
  const count = wraps ? lines.reduce((sum, line) => sum + lineCount(line, cell, room), 0) : lines.length;
  return Math.ceil(Math.max(count, 1) * Math.round(((size * 4) / 3) * 1.2) + 5);
}

function lineCount(line, cell, room) {
  if (widthOf(line, cell.format?.textFormat) <= room) return 1;
  let [count, used] = [1, 0];
  for (const word of line.split(/(?<= )/)) {
    const width = widthOf(word, cell.format?.textFormat);
    if (used > 0 && used + width > room) [count, used] = [count + 1, 0];
    count += Math.floor(Math.max(width - room, 0) / room);
    used += width;
  }
  return count;
}

/** What a screen reader says of a cell: its address, then what it shows.
 * @param {object} cell @param {number} row @param {number} column
 * @param {object | null} [head] the table of which it is a header */
export function nameOf(cell, row, column, head = null) {
  const checked = isCheckbox(cell) ? (cell.text === "TRUE" ? "ticked checkbox" : "empty checkbox") : null;
  const shown = checked ?? (cell.image ? "picture" : cell.text);
  const parts = [
    cellName(row, column),
    shown,
    head && `(column of table ${head.name})`,
    cell.note && `note: ${cell.note}`,
  ].filter(Boolean);
  return parts.join(" ");
}

/** Fills a cell's element. @param {HTMLElement} element @param {object} cell
 * @param {{row: number, column: number, width: number, height: number, over: number, picture: string,
 *   head: object | null, lines: boolean}} place
 * `over`: pixels into which a long text may run on the right */
export function paint(element, cell, place) {
  const fill = colourOf(cell.format, "backgroundColor");
  const text = cell.format?.textFormat;
  const wrap = cell.format?.wrapStrategy === "WRAP";
  const look = {
    background: fill && fill !== "#ffffff" ? fill : "",
    "justify-content": { left: "flex-start", center: "center", right: "flex-end" }[alignmentOf(cell)],
    "text-align": alignmentOf(cell),
    "align-items": verticalOf(cell),
    "white-space": wrap ? "pre-wrap" : "pre",
    ...textStyle(text),
  };
  const content = contentOf(cell, place);
  if (place.over && content.length) {
    content.splice(
      0,
      content.length,
      el(
        "span",
        { class: "over", style: { "min-width": `${place.width - 6}px`, background: look.background || "#fff" } },
        ...content,
      ),
    );
  }
  const borders = bordersStyle(cell.format?.borders);
  const frame = Object.keys(borders).length ? el("div", { class: "borders", style: borders }) : null;
  element.style.cssText = "";
  for (const [name, value] of Object.entries(look)) if (value) element.style.setProperty(name, value);
  element.classList.toggle("link", Boolean(linkOf(cell)) && !cell.textFormatRuns);
  element.classList.toggle("noted", Boolean(cell.note));
  element.classList.toggle("table-head", Boolean(place.head) && !look.background);
  element.classList.toggle("no-lines", !place.lines);
  element.setAttribute("aria-label", nameOf(cell, place.row, place.column, place.head));
  element.title = cell.note ?? cell.error ?? "";
  element.replaceChildren(...[...content, frame].filter(Boolean));
}

/** @returns {Node[]} */
function contentOf(cell, place) {
  if (cell.image) return [el("img", { src: place.picture, alt: "", class: "in-cell", draggable: "false" })];
  if (isCheckbox(cell)) return [box(cell, place)];
  const shown = pieces(cell);
  if (isDropdown(cell))
    shown.push(
      el(
        "button",
        {
          type: "button",
          class: "arrow",
          tabindex: "-1",
          "aria-label": `Options of ${cellName(place.row, place.column)}`,
        },
        "▾",
      ),
    );
  return shown;
}

function box(cell, place) {
  const checked = cell.text === "TRUE";
  return el(
    "span",
    {
      class: "box",
      role: "checkbox",
      "aria-checked": String(checked),
      "aria-label": `Checkbox ${cellName(place.row, place.column)}`,
    },
    checked ? "✓" : "",
  );
}

/** The text, in pieces of their own look. */
function pieces(cell) {
  const [text, runs] = [cell.text ?? "", cell.textFormatRuns ?? []];
  if (!text) return [];
  if (!runs.length) return [el("span", { class: "text" }, text)];
  const starts = runs.map((run) => run.startIndex ?? 0);
  const parts = starts[0] > 0 ? [el("span", {}, text.slice(0, starts[0]))] : [];
  runs.forEach((run, place) => {
    const look = textStyle(run.format);
    if (run.format?.link && !look.color) Object.assign(look, { color: "#1155cc", "text-decoration": "underline" });
    parts.push(el("span", { style: look }, text.slice(starts[place], starts[place + 1] ?? text.length)));
  });
  return [el("span", { class: "text" }, ...parts)];
}
