/** The glyphs of list items, and which preset a list was made with. */

import { paragraphs } from "./model.js";

const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** Glyphs of the first level or two of each preset. */
export const BULLETS = [
  ["BULLET_DISC_CIRCLE_SQUARE", "● ○ ■"],
  ["BULLET_DIAMONDX_ARROW3D_SQUARE", "❖ ➢ ■"],
  ["BULLET_CHECKBOX", "☐"],
  ["BULLET_ARROW_DIAMOND_DISC", "➔ ◆ ●"],
  ["BULLET_STAR_CIRCLE_SQUARE", "★ ○ ■"],
  ["BULLET_ARROW3D_CIRCLE_SQUARE", "➢ ○ ■"],
  ["BULLET_LEFTTRIANGLE_DIAMOND_DISC", "◄ ◆ ●"],
  ["BULLET_DIAMONDX_HOLLOWDIAMOND_SQUARE", "❖ ◇ ■"],
  ["BULLET_DIAMOND_CIRCLE_SQUARE", "◆ ○ ■"],
];
export const NUMBERS = [
  ["NUMBERED_DECIMAL_ALPHA_ROMAN", "1. a. i."],
  ["NUMBERED_DECIMAL_ALPHA_ROMAN_PARENS", "1) a) i)"],
  ["NUMBERED_DECIMAL_NESTED", "1. 1.1. 1.1.1."],
  ["NUMBERED_UPPERALPHA_ALPHA_ROMAN", "A. a. i."],
  ["NUMBERED_UPPERROMAN_UPPERALPHA_DECIMAL", "I. A. 1."],
  ["NUMBERED_ZERODECIMAL_ALPHA_ROMAN", "01. a. i."],
];

const levelsOf = (contents, listId) => contents.lists?.[listId]?.listProperties?.nestingLevels || [];

/** The preset whose glyphs a list shows. @returns {string} */
export function presetOf(contents, listId) {
  const levels = levelsOf(contents, listId).slice(0, 3);
  if (!levels.length) return BULLETS[0][0];
  const symbols = levels
    .map((level) => level.glyphSymbol)
    .filter(Boolean)
    .join(" ");
  if (symbols) return BULLETS.find(([, shown]) => shown === symbols)?.[0] || BULLETS[0][0];
  if (levels[0].glyphType === "GLYPH_TYPE_UNSPECIFIED" || !levels[0].glyphType) return "BULLET_CHECKBOX";
  const shown = levels
    .map((level, i) =>
      String(level.glyphFormat || "").replace(/%(\d)/g, (_, n) =>
        counted(1, levels[Number(n)]?.glyphType ?? levels[i].glyphType),
      ),
    )
    .join(" ");
  return NUMBERS.find(([, text]) => text === shown)?.[0] || NUMBERS[0][0];
}

/** Whether a preset counts. @param {string} preset */
export const isNumbered = (preset) => preset.startsWith("NUMBERED");

/**
 * The glyph of each list paragraph of a segment, in order.
 * @returns {Map<any, string>} by node
 */
export function glyphs(contents, content) {
  const counts = new Map(),
    found = new Map();
  for (const { node } of paragraphs(content)) {
    const bullet = node.paragraph.bullet;
    if (bullet) found.set(node, glyph(levelsOf(contents, bullet.listId), bullet, counts));
  }
  return found;
}

function glyph(levels, bullet, counts) {
  const depth = bullet.nestingLevel || 0,
    level = levels[depth] || {};
  const own = counts.get(bullet.listId) || [];
  const list = own.slice(0, depth + 1);
  list[depth] = (list[depth] ?? (level.startNumber ?? 1) - 1) + 1;
  counts.set(bullet.listId, list);
  if (level.glyphSymbol) return String(level.glyphSymbol).slice(0, 3);
  if (!level.glyphType || level.glyphType === "GLYPH_TYPE_UNSPECIFIED") return levels.length ? "☐" : "●";
  return String(level.glyphFormat || "%0.")
    .slice(0, 40)
    .replace(/%(\d)/g, (_, n) => counted(list[Number(n)] ?? 1, levels[Number(n)]?.glyphType));
}

function counted(value, type) {
  const letters = String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
  switch (type) {
    case "ALPHA":
      return letters;
    case "UPPER_ALPHA":
      return letters.toUpperCase();
    case "ROMAN":
      return roman(value);
    case "UPPER_ROMAN":
      return roman(value).toUpperCase();
    case "ZERO_DECIMAL":
      return String(value).padStart(2, "0");
    case "NONE":
      return "";
    default:
      return String(value);
  }
}

function roman(value) {
  let text = "",
    left = Math.min(value, 4999);
  for (const [size, letters] of ROMAN) {
    text += letters.repeat(Math.floor(left / size));
    left %= size;
  }
  return text;
}
