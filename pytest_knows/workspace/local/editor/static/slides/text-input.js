/** From the browser's input events to a text session: keys, paste, input methods. */

import { TextSession } from "./text-session.js";
import { listRequests } from "./lists.js";

/** Input types that delete up to a place which only the drawing knows. */
const ERASED = {
  deleteWordBackward: ["backward", "word"], deleteWordForward: ["forward", "word"],
  deleteSoftLineBackward: ["backward", "lineboundary"], deleteSoftLineForward: ["forward", "lineboundary"],
  deleteHardLineBackward: ["backward", "paragraphboundary"], deleteHardLineForward: ["forward", "paragraphboundary"],
};
const MOVES = {
  ArrowLeft: ["left", "character"], ArrowRight: ["right", "character"], ArrowUp: ["backward", "line"],
  ArrowDown: ["forward", "line"], Home: ["backward", "lineboundary"], End: ["forward", "lineboundary"],
};

export class Writing {
  /**
   * @param {import("./deck.js").Deck} deck
   * @param {(key: any) => HTMLElement|null} boxOf the drawn box of a text
   * @param {() => void} onChange the selection or the session is another one
   */
  constructor(deck, boxOf, onChange) {
    this.deck = deck;
    this.boxOf = boxOf;
    this.onChange = onChange;
    /** @type {TextSession|null} */
    this.session = null;
    /** What waits for the drawing. @type {{act: () => void, quiet: boolean}[]} */
    this.queue = [];
    this.draining = false;
    /** Whether a box is being made for what is typed. */
    this.making = false;
    document.addEventListener("selectionchange", () => this.selected());
  }

  /** Make a box one in which people write. @param {HTMLElement} box */
  attach(box) {
    if (box.dataset.writable) return;
    box.dataset.writable = "1";
    this.listen(box);
    box.addEventListener("focus", () => this.start(keyOf(box)));
    box.addEventListener("compositionend", () => setTimeout(() => this.session?.absorb()));
  }

  listen(box) {
    box.setAttribute("contenteditable", "true");
    box.setAttribute("role", "textbox");
    box.setAttribute("aria-multiline", "true");
    box.setAttribute("spellcheck", "false");
    box.addEventListener("beforeinput", (event) => this.input(event));
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("paste", (event) => this.paste(event));
    box.addEventListener("drop", (event) => event.preventDefault());
    box.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Write in this text from now on. */
  start(key) {
    if (same(this.session?.key, key)) return;
    this.session = new TextSession(this.deck, key, () => this.boxOf(key), () => this.drain());
    if (!this.draining && !this.making) this.queue = [];
    this.session.readSelection();
    this.onChange();
  }

  /** Put the caret into a box. @param {any} key @param {"start"|"end"|"all"} where */
  enter(key, where = "end") {
    const box = this.boxOf(key);
    if (!box) return;
    box.focus({ preventScroll: true });
    this.start(key);
    const { end } = this.session;
    this.session.select(where === "end" ? end : 0, where === "start" ? 0 : end);
    this.onChange();
  }

  /**
   * Catch what is typed while a box is being made.
   * @returns {() => void} does it, where one writes now
   */
  typedAhead() {
    const catcher = document.createElement("div");
    catcher.className = "visually-hidden";
    catcher.setAttribute("aria-label", "Text of the new text box");
    this.listen(catcher);
    document.body.append(catcher);
    this.making = true;
    catcher.focus({ preventScroll: true });
    return () => {
      catcher.remove();
      this.making = false;
      if (!this.session) this.queue = [];
      this.drain();
    };
  }

  /** Write nowhere. */
  stop() {
    if (!this.session) return;
    const box = this.session.box();
    this.session = null;
    this.queue = [];
    if (box && document.activeElement === box) box.blur();
    getSelection().removeAllRanges();
    this.onChange();
  }

  /** Go on writing after a tool had the focus; but whoever is in a field of numbers is not done there. */
  resume() {
    const box = this.session?.box();
    if (!box || document.activeElement?.matches("input")) return;
    box.focus({ preventScroll: true });
    this.session.showSelection();
  }

  selected() {
    const box = this.session?.box();
    if (!box || document.activeElement !== box) return;
    const { start, end } = this.session.selection;
    this.session.readSelection();
    if (start !== this.session.selection.start || end !== this.session.selection.end) this.onChange();
  }

  /** The page was drawn anew. */
  follow() {
    this.session?.follow();
  }

  /**
   * Do something after what came before it. @param {() => void} act
   * @param {{quiet?: boolean}} [needs] `quiet`: it looks at the drawing or the JSON, and waits until they are up to date
   */
  inTurn(act, { quiet = false } = {}) {
    if (this.making || (this.session && (this.queue.length || (quiet && this.session.busy)))) this.queue.push({ act, quiet });
    else act();
  }

  drain() {
    // What leads to the next cell is part of what was typed.
    this.draining = true;
    while (this.queue.length && !(this.queue[0].quiet && this.session?.busy)) this.queue.shift().act();
    this.draining = false;
    this.deck.settle();
  }

  /** Whether there is something to send. */
  get behind() {
    return this.queue.length > 0 || Boolean(this.session?.waiting.length);
  }

  undo() {
    this.inTurn(() => this.deck.turn(() => this.deck.history.undo()), { quiet: true });
  }

  redo() {
    this.inTurn(() => this.deck.turn(() => this.deck.history.redo()), { quiet: true });
  }

  input(event) {
    const { inputType } = event;
    if (!(this.session || this.making) || inputType.includes("Composition") || event.isComposing) return;
    event.preventDefault();
    const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const [range] = inputType === "insertReplacementText" ? event.getTargetRanges() : [];
    this.inTurn(() => {
      const { session } = this;
      if (!session) return;
      session.readSelection();
      if (range) this.selectRange(session, range);
      this.edit(session, inputType, text);
      this.onChange();
    }, { quiet: inputType in ERASED || this.mayUnbullet(inputType) });
  }

  /** At the start of a line some keys ask whether it is a list item, which the JSON tells. */
  mayUnbullet(inputType) {
    if (!this.session || !["insertParagraph", "deleteContentBackward"].includes(inputType)) return false;
    this.session.readSelection();
    const { selection, text } = this.session;
    return selection.start === 0 || text[selection.start - 1] === "\n";
  }

  edit(session, inputType, text) {
    if (inputType === "insertParagraph") this.breakLine(session);
    else if (inputType === "insertLineBreak") session.insert("\v");
    else if (inputType.startsWith("insert")) session.insert(text);
    else if (inputType.startsWith("delete")) this.erase(session, inputType);
  }

  breakLine(session) {
    const { start, end } = session.selection;
    const empty = session.text[start] === "\n" && (start === 0 || session.text[start - 1] === "\n");
    if (start === end && empty && session.unbullet()) return;
    session.insert("\n");
  }

  erase(session, inputType) {
    const { start, end } = session.selection;
    const back = inputType.endsWith("Backward");
    if (start < end) session.removeSelected();
    else if (back && session.unbullet()) return;
    else if (inputType in ERASED) {
      this.moveCaret("extend", ...ERASED[inputType]);
      session.removeSelected();
    } else if (back) session.remove(start - lengthBefore(session.text, start), start);
    else session.remove(start, start + lengthAfter(session.text, start));
  }

  selectRange(session, range) {
    getSelection().setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    session.readSelection();
  }

  paste(event) {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain");
    if (!text || !(this.session || this.making)) return;
    this.inTurn(() => {
      this.session?.readSelection();
      this.session?.insert(text);
    });
  }

  key(event) {
    if (!(this.session || this.making)) return;
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey) this.tab(event);
    else if ((event.ctrlKey || event.metaKey) && event.code === "KeyA") this.selectAll(event);
    else if (MOVES[event.key] && (this.queue.length || !this.session?.drawn)) this.later(event);
  }

  selectAll(event) {
    event.preventDefault();
    this.inTurn(() => {
      this.session?.select(0, this.session.end);
      this.onChange();
    });
  }

  /** Tab changes the level of list items, and is a letter elsewhere; in a table it leads to the next cell. */
  tab(event) {
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    this.inTurn(() => {
      const { session } = this;
      if (!session) return;
      session.readSelection();
      const requests = listRequests(this.deck, { key: session.key, ...session.selection }, { step });
      if (requests.length) session.change(requests, "list level").then(() => this.onChange());
      else if (session.key.cellLocation) this.nextCell(session.key, step);
      else if (step > 0) session.insert("\t");
    }, { quiet: true });
  }

  nextCell(key, step) {
    const cells = [...(this.boxOf(key)?.closest("table")?.querySelectorAll("[data-cell]") || [])];
    const next = cells[cells.indexOf(this.boxOf(key)) + step];
    if (!next) return;
    this.enter(keyOf(next), "all");
  }

  /** A key that moves the caret over text that is not drawn yet moves it when it is. */
  later(event) {
    event.preventDefault();
    const [direction, usual] = MOVES[event.key];
    const unit = event.ctrlKey ? { character: "word", lineboundary: "documentboundary" }[usual] || usual : usual;
    const { shiftKey } = event;
    this.inTurn(() => {
      if (this.session) this.moveCaret(shiftKey ? "extend" : "move", direction, unit);
    }, { quiet: true });
  }

  /** Move the caret as the browser does, which it does only where the focus is. */
  moveCaret(...how) {
    const focused = document.activeElement;
    this.session.box()?.focus({ preventScroll: true });
    this.session.showSelection();
    getSelection().modify(...how);
    this.session.readSelection();
    if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
  }

  /** What a command about text is to change: the selection, with a caret nothing. */
  get target() {
    if (!this.session) return null;
    this.session.readSelection();
    const { start, end } = this.session.selection;
    return { key: this.session.key, start, end };
  }

  /** Set a style for what is typed next at the caret. @param {any} style @param {string} fields */
  nextStyle(style, fields) {
    const had = this.session.nextStyle;
    this.session.nextStyle = { style: { ...had?.style, ...style }, fields: [had?.fields, fields].filter(Boolean).join(",") };
    this.onChange();
  }
}

/** The text that a box shows. It depends on where the box is now: rows and columns come and go. */
export function keyOf(box) {
  const objectId = box.closest("[data-id]").dataset.id, cellLocation = cellOf(box);
  return cellLocation ? { objectId, cellLocation } : { objectId };
}

function cellOf(box) {
  if (!box.dataset.cell) return null;
  const [rowIndex, columnIndex] = box.dataset.cell.split(",").map(Number);
  return { rowIndex, columnIndex };
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function lengthBefore(text, at) {
  return at > 1 && /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 2, at)) ? 2 : Math.min(at, 1);
}

function lengthAfter(text, at) {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at, at + 2)) ? 2 : 1;
}
