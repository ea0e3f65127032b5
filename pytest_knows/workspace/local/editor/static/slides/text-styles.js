/** The styles of a stretch of text with what it inherits, and the requests that change them. */

import { holderOf, paragraphsAt, textOf } from "./text-places.js";

/** Indices of a stretch as the API takes them. */
export function rangeOf(start, end) {
  return { type: "FIXED_RANGE", startIndex: start, endIndex: end };
}

function levels(deck, key) {
  const { inherited } = deck.shown;
  return (!key.cellLocation && inherited[key.objectId]) || inherited[""] || {};
}

/** Paragraphs of a holder: `start`, `end`, `style`, `bullet`, `runs`. */
export function paragraphsOf(holder) {
  const found = [];
  for (const element of holder?.text?.textElements || []) {
    const start = element.startIndex || 0, end = element.endIndex || 0;
    if (element.paragraphMarker) {
      const { style = {}, bullet = null } = element.paragraphMarker;
      found.push({ start, end, style, bullet, runs: [] });
    } else {
      const { style = {}, content = "" } = element.textRun || element.autoText || {};
      found.at(-1)?.runs.push({ start, end, style, content });
    }
  }
  return found;
}

/**
 * The styles at the beginning of a stretch.
 * @returns {{text: any, paragraph: any, bullet: any}}
 */
export function stylesAt(deck, key, start, end) {
  const all = paragraphsOf(holderOf(deck.page, key));
  const paragraph = all.find((one) => start < one.end) || all.at(-1);
  const base = levels(deck, key);
  const own = base[paragraph?.bullet?.nestingLevel || 0] || base[0] || { text: {}, paragraph: {} };
  // A caret takes the style of the letter before it.
  const at = start === end && start > (paragraph?.start ?? 0) ? start - 1 : start;
  const run = paragraph?.runs.find((one) => at >= one.start && at < one.end) || paragraph?.runs.at(-1);
  return {
    text: { ...own.text, ...run?.style },
    paragraph: { ...own.paragraph, ...paragraph?.style },
    bullet: paragraph?.bullet || null,
  };
}

/** The text of a target as requests can speak of it: an empty one gets its paragraph first (`opening`). */
function opened(deck, { key, start, end }) {
  const text = textOf(holderOf(deck.page, key));
  if (!text) return { text: "\n", stretch: [0, 1], opening: [{ insertText: { ...key, insertionIndex: 0, text: "" } }] };
  return { text, stretch: start === undefined ? [0, text.length] : [start, end], opening: [] };
}

/** Whoever chooses the last paragraph means its break as well, which cannot be chosen. */
function withBreak(text, [start, end]) {
  const whole = start < end && end === text.length - 1 && (start === 0 || text[start - 1] === "\n");
  return [start, whole ? end + 1 : end];
}

/** Requests that set a text style on targets (`{key, start?, end?}`). @param {string} fields a mask */
export function styleRequests(deck, targets, style, fields) {
  return targets.flatMap((target) => {
    const { text, stretch, opening } = opened(deck, target);
    if (stretch[0] === stretch[1]) return [];
    const range = fields === "link" ? stretch : withBreak(text, stretch);
    return [...opening, { updateTextStyle: { ...target.key, textRange: rangeOf(...range), style, fields } }];
  });
}

/** The same for the paragraphs that the targets touch. */
export function paragraphRequests(deck, targets, style, fields) {
  return targets.flatMap((target) => {
    const { lines, opening } = linesOf(deck, target);
    return [...opening, { updateParagraphStyle: { ...target.key, textRange: rangeOf(lines[0][0], lines.at(-1)[1]), style, fields } }];
  });
}

/** The paragraphs that a target touches, by start and end, and what has to come first if there are none yet. */
export function linesOf(deck, target) {
  const { text, stretch, opening } = opened(deck, target);
  return { lines: paragraphsAt(text, ...stretch), opening };
}
