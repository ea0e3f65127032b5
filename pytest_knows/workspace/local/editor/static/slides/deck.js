/** The open presentation: what the server said of it last, and the actions that change it, one after the other. */

import { announce, api, app, History, saved, watch } from "../core.js";

const PATH = `/_knows/slides/${encodeURIComponent(app.fileId)}`;
const TYPING_PAUSE = 1500;

/** An id for a new slide or element, in the form that Google's editor uses. @returns {string} */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `g${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}_0_0`;
}

export class Deck {
  constructor() {
    /** The server's answer: `slides`, `layouts`, `colours`, `size` (points), `page` (JSON), `drawing`, `inherited`. */
    this.shown = { slides: [], layouts: [], colours: {}, size: [720, 405], page: null, drawing: { elements: [] }, inherited: {} };
    this.revision = 0;
    this.listeners = [];
    this.chain = Promise.resolve();
    this.turns = Promise.resolve();
    this.acting = 0;
    /** Whether something was done that the deck has not been told of yet. */
    this.more = () => false;
    /** Called when there is something else to undo. */
    this.onHistory = () => {};
    this.history = new History(() => this.onHistory());
  }

  /** The id of the slide that is shown; empty if there is none. */
  get pageId() {
    return this.shown.page?.objectId || "";
  }

  get page() {
    return this.shown.page;
  }

  /** Call a function after every change of what is shown. @param {() => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** Show a slide. @param {string} pageId @returns {Promise<void>} */
  open(pageId) {
    return this.inOrder(async () => this.take(await api("GET", `${PATH}?page=${encodeURIComponent(pageId)}`)));
  }

  /** Follow what others change. */
  follow() {
    watch(app.fileId, ({ revision }) => {
      if (revision <= this.revision) return undefined;
      return this.inOrder(async () => {
        if (revision > this.revision) this.take(await api("GET", `${PATH}?page=${encodeURIComponent(this.pageId)}`));
      });
    });
  }

  /** The pieces of another slide. @returns {Promise<any>} */
  static drawing(pageId) {
    return api("GET", `${PATH}/${encodeURIComponent(pageId)}`);
  }

  /** Do a command when those before it have come to their end, so that it is about what they left. @param {() => any} command */
  turn(command) {
    this.acting += 1;
    saved("saving");
    const ended = () => {
      this.acting -= 1;
      this.settle();
    };
    this.turns = this.turns.then(() => this.chain).then(command).catch((error) => console.warn(error)).finally(ended);
    return this.turns;
  }

  inOrder(job) {
    this.chain = this.chain.then(job).catch((error) => saved(error));
    return this.chain;
  }

  take(shown) {
    this.revision = shown.revision;
    this.shown = shown;
    this.tell();
  }

  /**
   * Change the presentation.
   * @param {any[]} requests as presentations.batchUpdate takes them
   * @param {{label?: string, page?: string, seen?: any[], merge?: string, arrived?: (done: boolean) => void}} [how] `page`: the
   *   slide to show afterwards; `merge`: one undo for what follows under the same name without a pause; `arrived` is called
   *   before the answer is shown
   * @returns {Promise<any>} the server's answer; null if it refused
   */
  change(requests, { label = "change", seen, ...more } = {}) {
    return this.act({ requests, seen }, { label, ...more });
  }

  /**
   * Do one of the server's actions.
   * @param {any} body requests, crop, layout or undo
   * @param {{label?: string, page?: string, merge?: string, arrived?: (done: boolean) => void}} how without a label the action cannot be undone
   */
  act(body, { label = "", page = "", merge = "", arrived = () => {} } = {}) {
    saved("saving");
    this.acting += 1;
    let answer = null;
    return this.inOrder(async () => {
      const before = this.pageId;
      try {
        answer = await api("POST", PATH, { ...body, page: page || before });
        arrived(true);
      } catch (error) {
        arrived(false);
        this.acting -= 1;
        this.failed = true;
        saved(error);
        announce(error.message);
        this.take(await api("GET", `${PATH}?page=${encodeURIComponent(before)}`));
        return;
      }
      this.acting -= 1;
      if (label && answer.made) this.remember({ label, merge, pages: [before, answer.page?.objectId || ""] }, answer.made);
      this.failed = false;
      this.take(answer);
      this.settle();
    }).then(() => answer);
  }

  /** Say that all is saved, if it is. */
  settle() {
    if (!this.acting && !this.failed && !this.more()) saved("saved");
  }

  remember({ label, merge, pages }, action) {
    const latest = this.history.latest;
    if (merge && latest?.merge === merge && Date.now() - latest.time < TYPING_PAUSE) {
      latest.actions.push(action);
      latest.time = Date.now();
      return;
    }
    const entry = { label, merge, time: Date.now(), actions: [action] };
    entry.undo = () => this.takeBack(entry, pages[0]);
    entry.redo = () => this.takeBack(entry, pages[1]);
    this.history.push(entry);
  }

  async takeBack(entry, page) {
    const answer = await this.act({ undo: entry.actions }, { page });
    if (!answer) throw new Error(`${entry.label} could not be undone`);
    entry.actions = answer.made ? [answer.made] : [];
    entry.merge = "";
    if (answer.skipped) announce("What others changed since then stays.");
  }
}
