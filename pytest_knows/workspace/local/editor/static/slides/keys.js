/** Keys: shortcuts as in Google Slides, and what plain keys do to what is chosen. */

import { shortcuts } from "../core.js";
import { mapRequests } from "./arranging.js";
import { moved } from "./geometry.js";
import { BULLETS, NUMBERS } from "./lists.js";
import { findAndReplace } from "./menus.js";
import { ALIGNMENTS } from "./tools.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 7.5, SMALL = 0.75; // points: ten pixels and one

/** @param {any} parts all of the page's parts */
export function listenToKeys({ deck, slides, strip, inserting, formatting, arrange, selection, writing, canvas }) {
  const inStrip = () => strip.list.contains(document.activeElement);
  const order = (operation, step) => () => {
    if (inStrip()) return slides.shift(step);
    return arrange.order(operation);
  };
  shortcuts({
    "Ctrl+Z": () => writing.undo(),
    "Ctrl+Y": () => writing.redo(),
    "Ctrl+Shift+Z": () => writing.redo(),
    "Ctrl+M": () => slides.create(),
    "Ctrl+D": () => (inStrip() || !selection.ids.length ? slides.duplicate() : arrange.copy()),
    "Ctrl+B": () => formatting.toggle("bold"),
    "Ctrl+I": () => formatting.toggle("italic"),
    "Ctrl+U": () => formatting.toggle("underline"),
    "Alt+Shift+5": () => formatting.toggle("strikethrough"),
    "Ctrl+.": () => formatting.offset("SUPERSCRIPT"),
    "Ctrl+,": () => formatting.offset("SUBSCRIPT"),
    "Ctrl+K": () => formatting.link(),
    "Ctrl+H": () => findAndReplace(deck),
    "Ctrl+\\": () => formatting.clear(),
    "Ctrl+Shift+8": () => formatting.list(BULLETS[0][1], false),
    "Ctrl+Shift+7": () => formatting.list(NUMBERS[0][1], true),
    "Ctrl+[": () => formatting.indent(-1),
    "Ctrl+]": () => formatting.indent(1),
    "Ctrl+Shift+<": () => formatting.grow(-1),
    "Ctrl+Shift+>": () => formatting.grow(1),
    "Ctrl+Alt+G": () => selection.ids.length > 1 && arrange.group(),
    "Ctrl+Alt+Shift+G": () => arrange.ungroup(),
    "Ctrl+ArrowUp": order("BRING_FORWARD", -1),
    "Ctrl+ArrowDown": order("SEND_BACKWARD", 1),
    "Ctrl+Shift+ArrowUp": order("BRING_TO_FRONT", -Infinity),
    "Ctrl+Shift+ArrowDown": order("SEND_TO_BACK", Infinity),
    ...Object.fromEntries(ALIGNMENTS.map(([, alignment, , key]) => [`Ctrl+Shift+${key}`, () => formatting.paragraph({ alignment }, "alignment")])),
  });
  document.addEventListener("keydown", (event) => plain(event, { deck, inserting, arrange, selection, writing, canvas }));
}

function plain(event, parts) {
  const { selection, writing, inserting, canvas } = parts;
  if (event.defaultPrevented || event.target.closest?.("input, select, textarea, dialog, .popup, .strip, .top")) return;
  if (event.key === "Escape") return escape(event, parts);
  if (event.key === "Enter" && inserting.putPending()) return event.preventDefault();
  if (writing.session || writing.making) return undefined;
  if ((event.ctrlKey || event.metaKey) && event.code === "KeyA") {
    event.preventDefault();
    return selection.set((parts.deck.page?.pageElements || []).map(({ objectId }) => objectId));
  }
  if (!selection.ids.length || event.ctrlKey || event.metaKey || event.altKey) return turnPage(event, parts);
  if (event.key === "Tab") return nextElement(event, parts);
  if (STEPS[event.key]) return nudge(event, parts);
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    return parts.arrange.remove();
  }
  if (event.key === "Enter" || event.key === "F2" || event.key.length === 1) return begin(event, canvas, selection, writing);
  return turnPage(event, parts);
}

function escape(event, { inserting, writing, selection, canvas }) {
  if (inserting.cancel()) return;
  if (writing.session || writing.making) {
    writing.inTurn(() => {
      writing.stop();
      canvas.nodeOf(selection.ids[0])?.focus({ preventScroll: true });
    });
  } else {
    selection.set([]);
    document.activeElement?.blur?.();
  }
  event.preventDefault();
}

/** Enter goes into the text of what is chosen; a letter is the first one of it. */
function begin(event, canvas, selection, writing) {
  const box = selection.ids.length === 1 && canvas.nodeOf(selection.ids[0])?.querySelector("[data-text]");
  if (!box) return;
  const [rowIndex, columnIndex] = (box.dataset.cell || "0,0").split(",").map(Number);
  const objectId = selection.ids[0];
  writing.enter(box.dataset.cell ? { objectId, cellLocation: { rowIndex, columnIndex } } : { objectId });
  // The letter itself arrives as input in the box that has the focus now.
  if (event.key.length !== 1) event.preventDefault();
}

/** Tab goes from element to element, not into their texts; behind the last one it leads out of the slide. */
function nextElement(event, { deck, selection, canvas }) {
  const ids = (deck.page?.pageElements || []).map(({ objectId }) => objectId);
  const next = ids[ids.indexOf(selection.ids.at(-1)) + (event.shiftKey ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  selection.set([next]);
  const node = canvas.nodeOf(next) || [...canvas.drawn].find(([id]) => selection.topOf(id) === next)?.[1].node;
  node?.focus({ preventScroll: true });
}

function nudge(event, { deck, selection }) {
  event.preventDefault();
  const length = event.shiftKey ? SMALL : STEP;
  const [x, y] = STEPS[event.key].map((one) => one * length);
  deck.turn(() => deck.change(mapRequests(selection.ids, moved(x, y)), { label: "move", merge: `nudge ${selection.ids}` }));
}

function turnPage(event, { deck }) {
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const ids = deck.shown.slides.map(({ id }) => id);
  const next = ids[ids.indexOf(deck.pageId) + step];
  if (next) deck.open(next);
}
