/** What styles look like: the API's text and paragraph styles as CSS. */

import { hexOf } from "../core.js";

const ALIGN = { START: "start", CENTER: "center", END: "end", JUSTIFIED: "justify" };
/** Height of a line at 100 %, in font sizes (Arial's ascent, descent and gap). */
const LINE = 1.15;
const GENERIC = {
  Courier: "monospace",
  Georgia: "serif",
  Times: "serif",
  Garamond: "serif",
  Merriweather: "serif",
  Playfair: "serif",
  Cambria: "serif",
};

/** Points of a Dimension. @returns {number} */
export const points = (dimension) => Number(dimension?.magnitude) || 0;

/** `#rrggbb` of an OptionalColor; null for a transparent one. @returns {string|null} */
export function colourOf(value) {
  return value?.color ? hexOf(value.color.rgbColor) : null;
}

/** The styles that a named style inherits: its own on top of NORMAL_TEXT. @returns {{textStyle: any, paragraphStyle: any}} */
export function named(contents, type = "NORMAL_TEXT") {
  const styles = contents.namedStyles?.styles || [];
  const [normal, own] = ["NORMAL_TEXT", type].map(
    (name) => styles.find((style) => style.namedStyleType === name) || {},
  );
  return {
    textStyle: { ...normal.textStyle, ...own.textStyle },
    paragraphStyle: { ...normal.paragraphStyle, ...own.paragraphStyle },
  };
}

/** The text style that counts for text in a paragraph. */
export function effectiveText(contents, paragraph, textStyle) {
  return { ...named(contents, paragraph?.paragraphStyle?.namedStyleType).textStyle, ...textStyle };
}

/** The paragraph style that counts. */
export function effectiveParagraph(contents, paragraph) {
  const own = paragraph?.paragraphStyle || {};
  return { ...named(contents, own.namedStyleType).paragraphStyle, ...own };
}

/** CSS of a text style; what it does not say is left out. @returns {Record<string, string|null>} */
export function textCss(style) {
  const family = style.weightedFontFamily?.fontFamily;
  const lines = [style.underline && "underline", style.strikethrough && "line-through"].filter(Boolean).join(" ");
  const raised = { SUPERSCRIPT: "super", SUBSCRIPT: "sub" }[style.baselineOffset];
  const size = points(style.fontSize);
  const weight = style.weightedFontFamily?.weight;
  return {
    "font-family": family ? fontFamily(family) : null,
    "font-size": size ? `${raised ? size * 0.6 : size}pt` : raised ? "0.6em" : null,
    "font-weight": style.bold
      ? "700"
      : style.bold === false
        ? String(weight || 400)
        : weight && weight !== 400
          ? String(weight)
          : null,
    "font-style": style.italic === undefined ? null : style.italic ? "italic" : "normal",
    "font-variant": style.smallCaps ? "small-caps" : null,
    "text-decoration": lines || (style.underline === false ? "none" : null),
    color: style.foregroundColor ? colourOf(style.foregroundColor) : null,
    "background-color": style.backgroundColor ? colourOf(style.backgroundColor) : null,
    "vertical-align": raised || null,
  };
}

/** A font and what may stand in for it; the name was written by anybody. */
function fontFamily(name) {
  const safe = String(name).replace(/["\\;{}<>]/g, "");
  return `"${safe}", ${GENERIC[safe.split(" ")[0]] || "sans-serif"}`;
}

/** CSS of a paragraph's box. @param {any} style the effective one @param {boolean} item whether it is a list's */
export function paragraphCss(style, item) {
  const [start, first, end] = ["indentStart", "indentFirstLine", "indentEnd"].map((name) => points(style[name]));
  const borders = Object.fromEntries(
    ["Top", "Right", "Bottom", "Left"].map((side) => [`border-${side.toLowerCase()}`, border(style[`border${side}`])]),
  );
  return {
    "text-align": ALIGN[style.alignment] || "start",
    direction: style.direction === "RIGHT_TO_LEFT" ? "rtl" : null,
    "line-height": String(((Number(style.lineSpacing) || 100) / 100) * LINE),
    "padding-top": `${points(style.spaceAbove)}pt`,
    "padding-bottom": `${points(style.spaceBelow)}pt`,
    "padding-inline-start": `${start}pt`,
    "padding-inline-end": `${end}pt`,
    "text-indent": item ? null : `${first - start}pt`,
    "--glyph-at": item ? `${first}pt` : null,
    "background-color": colourOf(style.shading?.backgroundColor),
    ...borders,
  };
}

/** CSS of a border; null for none. */
export function border(value) {
  const width = points(value?.width);
  const dash = { DOT: "dotted", DASH: "dashed" }[value?.dashStyle] || "solid";
  return width > 0 ? `${width}pt ${dash} ${colourOf(value.color) || "#000000"}` : null;
}

/** A link that a page may carry: http, https or mailto. @returns {string|null} */
export function safeUrl(url) {
  return typeof url === "string" && /^(https?:\/\/|mailto:)/i.test(url) ? url : null;
}
