/** Lists: making, unmaking, and the level of their items. */

import { holderOf } from "./text-places.js";
import { linesOf, paragraphsOf, rangeOf } from "./text-styles.js";

/** Name in the menu and preset. */
export const BULLETS = [
  ["● ○ ■", "BULLET_DISC_CIRCLE_SQUARE"], ["❖ ➢ ■", "BULLET_DIAMONDX_ARROW3D_SQUARE"], ["❏ ❏ ❏", "BULLET_CHECKBOX"],
  ["➔ ◆ ●", "BULLET_ARROW_DIAMOND_DISC"], ["★ ○ ■", "BULLET_STAR_CIRCLE_SQUARE"],
];
export const NUMBERS = [
  ["1. a. i.", "NUMBERED_DIGIT_ALPHA_ROMAN"], ["1) a) i)", "NUMBERED_DIGIT_ALPHA_ROMAN_PARENS"],
  ["1. 1.1. 1.1.1.", "NUMBERED_DIGIT_NESTED"], ["A. a. i.", "NUMBERED_UPPERALPHA_ALPHA_ROMAN"],
  ["I. A. 1.", "NUMBERED_UPPERROMAN_UPPERALPHA_DIGIT"], ["01. a. i.", "NUMBERED_ZERODIGIT_ALPHA_ROMAN"],
];
const LAST_LEVEL = 8;

/** The preset that a first-level glyph belongs to. */
function presetOf(glyph = "●") {
  const first = glyph.trim();
  const bullet = BULLETS.find(([name]) => name.startsWith(first[0]));
  if (bullet) return bullet[1];
  if (/^\d+\)/.test(first)) return "NUMBERED_DIGIT_ALPHA_ROMAN_PARENS";
  if (/^0\d/.test(first)) return "NUMBERED_ZERODIGIT_ALPHA_ROMAN";
  if (/^[IVXLC]+\./.test(first)) return "NUMBERED_UPPERROMAN_UPPERALPHA_DIGIT";
  if (/^[A-Z]+\./.test(first)) return "NUMBERED_UPPERALPHA_ALPHA_ROMAN";
  return /^[\da-z]+\./.test(first) ? "NUMBERED_DIGIT_ALPHA_ROMAN" : "BULLET_DISC_CIRCLE_SQUARE";
}

/** Whether a bullet counts. */
export function isNumber(bullet) {
  return /[\da-zA-Z][.)]$/.test(bullet?.glyph || "");
}

/**
 * Requests that make list items of the paragraphs of a target, or change their level. Neighbouring items of the same list are
 * made anew with them, as levels are told by tabs, and numbers count within one request.
 * @param {any} target `{key, start?, end?}`
 * @param {{preset?: string, step?: number}} how `step`: deeper (1) or less deep (-1); then only items are changed
 */
export function listRequests(deck, target, { preset, step = 0 }) {
  const written = paragraphsOf(holderOf(deck.page, target.key));
  const all = written.length ? written : [{ start: 0, end: 1, bullet: null }];
  const { lines, opening } = linesOf(deck, target);
  const chosen = all.map((one) => lines.some(([start]) => start === one.start));
  if (step && !all.some((one, n) => chosen[n] && one.bullet)) return [];
  const lists = new Set(all.filter((one, n) => chosen[n] && one.bullet).map(({ bullet }) => bullet.listId));
  const [first, last] = stretch(all, chosen, lists);
  const group = all.slice(first, last + 1);
  const levels = group.map((one, n) => level(one, chosen[first + n] ? step : 0));
  const glyph = group.find(({ bullet }) => bullet && !bullet.nestingLevel)?.bullet.glyph;
  return [...opening, ...made(target.key, group, levels, preset || presetOf(glyph))];
}

function level({ bullet }, step) {
  return Math.min(LAST_LEVEL, Math.max(0, (bullet?.nestingLevel || 0) + step));
}

/** The first and last paragraph of what is chosen, with the items of its lists beside it. */
function stretch(all, chosen, lists) {
  let first = chosen.indexOf(true), last = chosen.lastIndexOf(true);
  const belongs = (one) => one?.bullet && lists.has(one.bullet.listId);
  while (belongs(all[first - 1])) first -= 1;
  while (belongs(all[last + 1])) last += 1;
  return [first, last];
}

function made(key, group, levels, bulletPreset) {
  const start = group[0].start, end = group.at(-1).end;
  const tabs = levels.reduce((sum, one) => sum + one, 0);
  const inserted = group.map((one, n) => [one.start, levels[n]]).reverse().filter(([, count]) => count);
  const clean = group.some(({ bullet }) => bullet) ? [{ deleteParagraphBullets: { ...key, textRange: rangeOf(start, end) } }] : [];
  return [
    ...clean,
    ...inserted.map(([at, count]) => ({ insertText: { ...key, insertionIndex: at, text: "\t".repeat(count) } })),
    { createParagraphBullets: { ...key, textRange: rangeOf(start, end + tabs), bulletPreset } },
  ];
}

/** Requests that make plain paragraphs of the items of a target. */
export function unlistRequests(deck, target) {
  const { lines, opening } = linesOf(deck, target);
  return [...opening, { deleteParagraphBullets: { ...target.key, textRange: rangeOf(lines[0][0], lines.at(-1)[1]) } }];
}
