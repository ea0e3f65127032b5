/** CSS of the API's cell formats. */

import { hexOf } from "../core.js";

const HORIZONTAL = { LEFT: "left", CENTER: "center", RIGHT: "right" };
const VERTICAL = { TOP: "flex-start", MIDDLE: "center", BOTTOM: "flex-end" };
const LINES = {
  DOTTED: "1px dotted",
  DASHED: "1px dashed",
  SOLID: "1px solid",
  SOLID_MEDIUM: "2px solid",
  SOLID_THICK: "3px solid",
  DOUBLE: "3px double",
};
const MONO = /mono|courier|consol/i;
const SERIF = /times|georgia|serif|garamond|cambria|merriweather|playfair|lora|spectral/i;

/** `#rrggbb` of a colour field, empty if it has none.
 * @param {object | undefined} owner @param {string} name `backgroundColor`, ... */
export function colourOf(owner, name) {
  const rgb = owner?.[`${name}Style`]?.rgbColor ?? owner?.[name];
  return rgb ? hexOf(rgb) : "";
}

/** @param {object | undefined} text a TextFormat @returns {Record<string, string>} */
export function textStyle(text) {
  if (!text) return {};
  const lines = [text.underline && "underline", text.strikethrough && "line-through"].filter(Boolean);
  return {
    color: colourOf(text, "foregroundColor"),
    "font-family": familyOf(text.fontFamily),
    "font-size": text.fontSize > 0 ? `${(Math.min(text.fontSize, 400) * 4) / 3}px` : "",
    "font-weight": text.bold === undefined ? "" : text.bold ? "700" : "400",
    "font-style": text.italic === undefined ? "" : text.italic ? "italic" : "normal",
    "text-decoration": lines.join(" "),
  };
}

/** A font's name with a fallback of its kind; empty for what is no name. @param {string | undefined} name */
function familyOf(name) {
  const first = String(name ?? "")
    .split(",")[0]
    .trim();
  if (!/^[\w .\-+&]+$/.test(first)) return "";
  const kind = MONO.test(first) ? "monospace" : SERIF.test(first) && !/sans/i.test(first) ? "serif" : "sans-serif";
  return `"${first}", ${kind}`;
}

/** Left, centre or right: what was set, else what the kind of value brings. @param {object} cell */
export function alignmentOf(cell) {
  const natural = cell.kind === "number" ? "right" : cell.kind === "bool" || cell.kind === "error" ? "center" : "left";
  return HORIZONTAL[cell.format?.horizontalAlignment] ?? natural;
}

/** Top, middle or bottom, as `align-items`. @param {object} cell */
export const verticalOf = (cell) => VERTICAL[cell.format?.verticalAlignment] ?? "flex-end";

/** @param {object | undefined} borders a Borders @returns {Record<string, string>} empty if there is none */
export function bordersStyle(borders) {
  const style = {};
  for (const edge of ["top", "right", "bottom", "left"]) {
    const border = borders?.[edge];
    if (LINES[border?.style])
      style[`border-${edge}`] = `${LINES[border.style]} ${colourOf(border, "color") || "#000000"}`;
  }
  return style;
}
