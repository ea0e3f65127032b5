/**
 * Writing in one box. What is typed is at once in `text` and `selection`; the server learns of it in order, and the drawing
 * follows: plain letters at once, anything else with the server's answer.
 */

import { AUTO, drawnText, find, follow, holderOf, indexAt, paragraphsAt, placeAt, textOf } from "./text-places.js";
import { rangeOf } from "./text-styles.js";

const TYPING = "typing";

export class TextSession {
  /**
   * @param {import("./deck.js").Deck} deck
   * @param {{objectId: string, cellLocation?: any}} key
   * @param {() => HTMLElement|null} box the element that is drawn for the text now
   * @param {() => void} onDrawn the drawing is up to date
   */
  constructor(deck, key, box, onDrawn) {
    this.deck = deck;
    this.key = key;
    this.box = box;
    this.onDrawn = onDrawn;
    this.text = textOf(holderOf(deck.page, key));
    this.grid = this.gridNow();
    /** The text as it was when everything that was sent had arrived. */
    this.base = this.text;
    this.selection = { start: 0, end: 0, backwards: false };
    /** A style for what is typed next at a caret: `{style, fields}`. */
    this.nextStyle = null;
    this.waiting = [];
    this.sending = false;
    this.onTheWay = false;
    this.drawn = true;
    this.after = [];
  }

  /** Rows and columns of the table that the text is in. */
  gridNow() {
    const table = this.key.cellLocation && find(this.deck.page?.pageElements, this.key.objectId)?.table;
    return table ? `${table.rows} x ${table.columns}` : "";
  }

  /** Whether the cell is still where it was: somebody may have put rows or columns before it. */
  inPlace() {
    return this.gridNow() === this.grid;
  }

  /** Whether the server has not told of all that was typed: its drawings are behind. */
  get ahead() {
    return this.onTheWay || this.waiting.length > 0;
  }

  /** Whether drawing and JSON are not yet what they will be. */
  get busy() {
    return this.sending || this.ahead || !this.drawn;
  }

  /** The end of what can be selected: the last break always stays. */
  get end() {
    return Math.max(0, this.text.length - (this.text.endsWith("\n") ? 1 : 0));
  }

  /** Take over where the browser's selection stands, unless the drawing is behind or the focus elsewhere (in a menu). */
  readSelection() {
    const box = this.box(), selected = getSelection();
    if (!box || document.activeElement !== box || !this.drawn || !selected.rangeCount || !box.contains(selected.anchorNode) || !box.contains(selected.focusNode)) return;
    const anchor = indexAt(box, selected.anchorNode, selected.anchorOffset);
    const focus = indexAt(box, selected.focusNode, selected.focusOffset);
    const next = { start: Math.min(anchor, focus), end: Math.max(anchor, focus), backwards: focus < anchor };
    if (next.start !== this.selection.start || next.end !== this.selection.end) this.nextStyle = null;
    this.selection = next;
  }

  /** Put the browser's selection where ours is. */
  showSelection() {
    const box = this.box();
    if (!box) return;
    const { start, end, backwards } = this.selection;
    const places = [placeAt(box, Math.min(start, this.end)), placeAt(box, Math.min(end, this.end))];
    const [anchor, focus] = backwards ? places.reverse() : places;
    getSelection().setBaseAndExtent(...anchor, ...focus);
  }

  /** @param {number} start @param {number} [end] */
  select(start, end = start) {
    this.selection = { start, end, backwards: false };
    this.showSelection();
  }

  /** Write in place of what is selected. @param {string} given */
  insert(given) {
    const text = given.replace(/\r\n?/g, "\n").replaceAll(AUTO, "");
    this.removeSelected();
    if (!text) return;
    const at = this.selection.start;
    this.drawn = this.drawn && !this.nextStyle && !/[\n\v]/.test(text) && this.drawTyped(at, text);
    this.text = `${this.text.slice(0, at)}${text}${this.text.slice(at) || "\n"}`;
    this.selection = { start: at + text.length, end: at + text.length, backwards: false };
    const last = this.waiting.at(-1)?.request.insertText;
    if (last && last.insertionIndex + last.text.length === at && !this.nextStyle) last.text += text;
    else this.typed({ insertText: { ...this.key, insertionIndex: at, text } });
    if (this.nextStyle) {
      this.typed({ updateTextStyle: { ...this.key, textRange: rangeOf(at, at + text.length), ...this.nextStyle } });
      this.nextStyle = null;
    }
    this.send();
  }

  typed(request) {
    this.waiting.push({ request, label: TYPING });
  }

  removeSelected() {
    const { start, end } = this.selection;
    if (start < end) this.remove(start, end);
  }

  /** Delete a stretch; the last break of a text always stays. */
  remove(start, end) {
    const last = Math.min(end, this.end);
    this.selection = { start, end: start, backwards: false };
    if (start >= last) return;
    this.drawn = this.drawn && this.drawRemoved(start, last);
    this.text = this.text.slice(0, start) + this.text.slice(last);
    this.typed({ deleteText: { ...this.key, textRange: rangeOf(start, last) } });
    this.send();
  }

  /** Backspace at the start of a list item takes the bullet away first. @returns {boolean} whether it did */
  unbullet() {
    const { start, end } = this.selection;
    if (start !== end) return false;
    const line = paragraphsAt(this.text, start, start)[0];
    if (!line || line[0] !== start || !this.bulletAt(start)) return false;
    this.typed({ deleteParagraphBullets: { ...this.key, textRange: rangeOf(line[0], line[1]) } });
    this.drawn = false;
    this.send();
    return true;
  }

  bulletAt(index) {
    if (this.ahead) return false;
    const elements = holderOf(this.deck.page, this.key)?.text?.textElements || [];
    return elements.some((one) => one.paragraphMarker?.bullet && (one.startIndex || 0) === index);
  }

  /** Letters into a text node that is there, or into an empty paragraph; whether that was possible. */
  drawTyped(at, text) {
    const box = this.box();
    const [node, offset] = box ? placeAt(box, at) : [null, 0];
    if (node?.nodeName === "P") return drawFirst(box, node, node.childNodes[offset], text);
    if (!node || node.nodeType !== Node.TEXT_NODE) return false;
    box.setAttribute("data-touched", "");
    node.insertData(offset, text);
    getSelection().collapse(node, offset + text.length);
    return true;
  }

  drawRemoved(start, end) {
    const box = this.box();
    if (!box) return false;
    const [node, from] = placeAt(box, start), [other, to] = placeAt(box, end);
    if (node.nodeType !== Node.TEXT_NODE || node !== other || to - from !== end - start || node.length === to - from) return false;
    box.setAttribute("data-touched", "");
    node.deleteData(from, to - from);
    getSelection().collapse(node, from);
    return true;
  }

  /** What the browser wrote itself (an input method): the difference to our text becomes an edit. */
  absorb() {
    const box = this.box();
    if (!box) return;
    const now = `${drawnText(box)}\n`, before = this.text || "\n";
    if (now === before) return;
    box.setAttribute("data-touched", "");
    let head = 0;
    while (head < now.length && now[head] === before[head]) head += 1;
    let tail = 0;
    while (tail < Math.min(now.length, before.length) - head - 1 && now.at(-1 - tail) === before.at(-1 - tail)) tail += 1;
    this.drawn = false;
    this.remove(head, before.length - tail);
    this.selection = { start: head, end: head, backwards: false };
    this.insert(now.slice(head, now.length - tail));
  }

  /** Send further requests about this text, after what was typed. @returns {Promise<any>} */
  change(requests, label) {
    for (const request of requests) this.waiting.push({ request, label });
    this.send();
    return this.settled();
  }

  /** When everything has arrived. @returns {Promise<void>} */
  settled() {
    return this.busy ? new Promise((resolve) => this.after.push(resolve)) : Promise.resolve();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    while (this.waiting.length) await this.sendFirst();
    this.sending = false;
    this.follow();
    for (const resolve of this.after.splice(0)) resolve();
  }

  /** Send what belongs together: typing up to a command, or the command. */
  sendFirst() {
    const { label } = this.waiting[0];
    const other = this.waiting.findIndex((one) => one.label !== label);
    const requests = this.waiting.splice(0, other < 0 ? this.waiting.length : other).map(({ request }) => request);
    const merge = label === TYPING ? `${TYPING} ${JSON.stringify(this.key)}` : "";
    this.onTheWay = true;
    const arrived = (done) => {
      this.onTheWay = false;
      // Commands leave the letters alone: the tabs that tell the level of list items go again.
      if (label === TYPING) this.base = after(this.base, requests);
      if (!done) this.waiting = [];
    };
    return this.deck.change(requests, { label, merge, arrived, seen: [{ ...this.key, text: this.base }] });
  }

  /** Take over the server's text, whoever changed it, unless there is something left to say. */
  follow() {
    const holder = holderOf(this.deck.page, this.key);
    if (this.ahead || !holder) return;
    const now = textOf(holder);
    const { start, end, backwards } = this.selection;
    this.selection = { start: follow(start, this.text, now), end: follow(end, this.text, now), backwards };
    this.text = this.base = now;
    this.drawn = true;
    if (document.activeElement === this.box()) this.showSelection();
    this.onDrawn();
  }
}

/** The first letters of a paragraph, in place of what keeps it open. */
function drawFirst(box, paragraph, filler, text) {
  if (filler?.nodeName !== "BR") return false;
  box.setAttribute("data-touched", "");
  const letters = document.createTextNode(text);
  filler.replaceWith(letters);
  paragraph.removeAttribute("data-prompt");
  getSelection().collapse(letters, text.length);
  return true;
}

/** A text after the requests that write in it. */
function after(text, requests) {
  return requests.reduce((now, { insertText, deleteText }) => {
    if (insertText) return now.slice(0, insertText.insertionIndex) + insertText.text + (now.slice(insertText.insertionIndex) || "\n");
    if (!deleteText) return now;
    const { startIndex, endIndex } = deleteText.textRange;
    return now.slice(0, startIndex) + now.slice(endIndex);
  }, text);
}
