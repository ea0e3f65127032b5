/** The editor's state: what is selected, which style the next typed text takes, and the one way by which edits are made. */

import { announce, History } from "../core.js";
import { changedEnd } from "./mapping.js";
import { elementsOf, paragraphsIn, placeAt, sizeOf } from "./model.js";
import { reveal, select, selected, withEnds } from "./selection.js";
import { isSimple, styleAt } from "./edits.js";
import { Sync } from "./sync.js";
import { View } from "./view.js";

/** Milliseconds after which typing is another action to undo. */
const TYPING_PAUSE = 2000;

export class Editor {
  constructor(fileId) {
    this.sync = new Sync(fileId, (news) => this.redraw(news));
    this.view = new View(this.sync);
    this.history = new History(() => this.tell());
    this.selection = withEnds({ segment: "", anchor: 1, focus: 1 });
    /** Text style that the next typed text takes beside its surroundings' */
    this.pending = null;
    this.listeners = [];
    /** Edits under way that only the server can do; what the user does meanwhile comes after them. */
    this.busy = 0;
    this.later = [];
    document.addEventListener("selectionchange", () => this.note());
    /** Whether the caret was taken out of the page while the focus was elsewhere; it comes back with the focus. */
    this.lost = false;
    this.view.paper.addEventListener("focusin", () => this.lost && this.show());
    document.addEventListener("dialogend", () => this.view.rootOf(document.activeElement) && this.show());
  }

  /** Do something at once, or after the edits that only the server can do. @param {() => any} action */
  ready(action) {
    if (this.busy) return void this.later.push(action);
    this.note();
    action();
  }

  /** @param {Promise<any>} answer */
  async blocking(answer) {
    this.busy += 1;
    try {
      return await answer;
    } finally {
      this.busy -= 1;
      while (!this.busy && this.later.length) this.later.shift()();
    }
  }

  /** Be told when the selection or the document changes. @param {() => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  tell() {
    this.listeners.forEach((listener) => listener());
  }

  get contents() {
    return this.sync.contents;
  }

  /** The nodes of the segment that is selected. */
  get content() {
    return this.sync.content(this.selection.segment);
  }

  /** The user selected something. */
  note() {
    if (this.drawing) return;
    const found = selected(this.view);
    if (!found) return;
    const { segment, anchor, focus } = this.selection;
    if (found.segment === segment && found.anchor === anchor && found.focus === focus) return;
    this.selection = found;
    this.pending = null;
    this.tell();
  }

  /** Select indices, in the page too. @param {number} anchor @param {number} [focus] @param {string} [segment] */
  select(anchor, focus = anchor, segment = this.selection.segment) {
    this.selection = withEnds({ segment, anchor, focus });
    this.show();
    this.tell();
  }

  /** Put the focus back into the text, where the selection was. */
  focus() {
    this.show();
  }

  show() {
    this.lost = false;
    this.drawing = true;
    select(this.view, this.selection);
    reveal();
    this.drawing = false;
  }

  /** The document changed; the selection stays with its text. */
  redraw({ map }) {
    this.note(); // the browser tells of a moved caret late, and the page still shows the old text
    const { segment, anchor, focus } = this.selection;
    const inside = this.view.rootOf(document.activeElement);
    const last = Math.max(1, this.size(segment) - 1);
    this.selection = withEnds({
      segment,
      anchor: Math.min(map(segment, anchor), last),
      focus: Math.min(map(segment, focus), last),
    });
    this.draw(Boolean(inside));
  }

  draw(focused) {
    this.drawing = true;
    // Without the focus the caret is not put back; the browser would move it to some other place.
    if (!focused && this.view.rootOf(getSelection()?.anchorNode)) {
      getSelection().removeAllRanges();
      this.lost = true;
    }
    this.view.draw();
    if (!this.sync.content(this.selection.segment).length)
      this.selection = withEnds({ segment: "", anchor: 1, focus: 1 });
    if (focused) select(this.view, this.selection);
    this.drawing = false;
    this.tell();
  }

  size(segment) {
    return this.sync.content(segment).reduce((total, node) => total + sizeOf(node), 0);
  }

  /**
   * Edit the document.
   * @param {any[]} requests
   * @param {{label?: string, typing?: string, wait?: boolean, select?: [number, number?, string?]}} [options] `select`: anchor,
   *   focus and segment afterwards; `wait`: show nothing before the server has answered
   * @returns {Promise<any>} the server's answer; null if it refused
   */
  act(requests, { label = "edit", typing, wait, select: then } = {}) {
    const before = this.sync.shown;
    const answer = this.sync.act(requests, { typing, wait });
    const shown = this.sync.shown !== before && requests.every(isSimple);
    if (this.sync.shown !== before) {
      if (then && shown)
        this.selection = withEnds({
          segment: then[2] ?? this.selection.segment,
          anchor: then[0],
          focus: then[1] ?? then[0],
        });
      this.draw(true);
      reveal();
    }
    if (shown) return this.answered(answer, label, typing);
    return this.blocking(
      this.answered(answer, label, typing).then((reply) => {
        if (reply && then) this.select(...then);
        return reply;
      }),
    );
  }

  async answered(answer, label, typing) {
    try {
      const reply = await answer;
      this.remember(reply.made, label, typing);
      return reply;
    } catch (error) {
      announce(`Not done: ${error.message}`);
      return null;
    }
  }

  /** An action that can be undone; typing goes on in the same one. */
  remember(made, label, typing) {
    if (!made) return;
    const latest = this.history.latest,
      now = Date.now();
    if (typing && latest?.typing === typing && now - latest.at < TYPING_PAUSE) {
      if (!latest.ids.includes(made)) latest.ids.push(made);
      latest.at = now;
      return;
    }
    const entry = {
      label,
      typing,
      at: now,
      ids: [made],
      undo: () => this.takeBack(entry),
      redo: () => this.takeBack(entry),
    };
    this.history.push(entry);
  }

  async takeBack(entry) {
    const { segment } = this.selection;
    const before = this.sync.content(segment);
    const reply = await this.blocking(this.sync.takeBack([...entry.ids].reverse()));
    entry.ids = reply.made ? [reply.made] : entry.ids;
    entry.typing = undefined;
    const at = changedEnd(before, this.sync.content(segment));
    if (at !== null) this.select(at);
    announce(reply.skipped ? "Others have changed that since" : `${entry.label}: done`);
  }

  /** Where a request is to be, with tab and segment. @param {number} index */
  at(index, segment = this.selection.segment) {
    return { index, tabId: this.sync.tabId, ...(segment ? { segmentId: segment } : {}) };
  }

  /** A range of a request. @param {number} startIndex @param {number} endIndex */
  range(startIndex, endIndex, segment = this.selection.segment) {
    return { startIndex, endIndex, tabId: this.sync.tabId, ...(segment ? { segmentId: segment } : {}) };
  }

  /** The selected paragraphs; one that only its start belongs to does not count. */
  paragraphs() {
    const { from, to } = this.selection;
    return paragraphsIn(this.content, from, Math.max(from, to - 1));
  }

  /** From the first to behind the last selected paragraph. @returns {any} a Range */
  paragraphRange() {
    const all = this.paragraphs(),
      last = all.at(-1);
    return last
      ? this.range(all[0].start, last.start + sizeOf(last.node))
      : this.range(this.selection.from, this.selection.from + 1);
  }

  /** The paragraph with the caret, or with the start of the selection. */
  paragraph() {
    return placeAt(this.content, this.selection.from);
  }

  /** The text style at the selection, without what is inherited. */
  textStyle() {
    const { from, to } = this.selection,
      place = placeAt(this.content, from);
    if (!place) return {};
    const style = styleAt(elementsOf(place.node), from - place.start + (to > from ? 1 : 0));
    return { ...style, ...this.pending };
  }
}
