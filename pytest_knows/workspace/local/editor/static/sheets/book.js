/** The spreadsheet as far as this page knows it: its tabs, and the cells in sight. */

import { History, announce, api, saved, watch } from "../core.js";
import { areaOf, contains } from "./a1.js";

const CHUNK = 100; // rows that are asked for together
const MOST_COLUMNS = 300;
const EMPTY = Object.freeze({ text: "", format: -1 });

/** @typedef {{text?: string, entry?: string, kind?: string, format: number | object}} Cell */

export class Book extends EventTarget {
  /** @param {string} fileId */
  constructor(fileId) {
    super();
    this.fileId = fileId;
    this.sheets = [];
    this.sheetId = 0;
    this.cells = new Map(); // row -> {column: Cell}, of the tab in sight
    this.chunks = new Set();
    this.revision = -1;
    this.inSight = { top: 0, bottom: CHUNK };
    this.waiting = 0;
    this.stale = true; // what is shown may be older than the file
    this.queue = Promise.resolve();
    this.history = new History();
  }

  /** Where the server answers for this file. */
  get path() {
    return `/_knows/sheets/${this.fileId}`;
  }

  /** The tab in sight. */
  get sheet() {
    return this.sheets.find((sheet) => sheet.properties.sheetId === this.sheetId) ?? this.sheets[0];
  }

  get rows() {
    return this.sheet.properties.gridProperties.rowCount;
  }

  get columns() {
    return this.sheet.properties.gridProperties.columnCount;
  }

  /** Loads the first view and follows the changes of others. */
  async open() {
    await this.refresh();
    const hidden = this.sheet.properties.hidden;
    if (hidden) await this.show(this.sheets.find((sheet) => !sheet.properties.hidden).properties.sheetId);
    watch(this.fileId, (/** @type {{revision: number}} */ news) => {
      if (this.waiting === 0 && news.revision > this.revision) this.refresh();
    });
  }

  /** Brings another tab into sight. @param {number} sheetId */
  async show(sheetId) {
    this.sheetId = sheetId;
    this.cells = new Map();
    this.chunks = new Set();
    this.inSight = { top: 0, bottom: CHUNK };
    await this.refresh();
    this.dispatchEvent(new Event("tab"));
  }

  /** Tells which rows are in sight; those that are not there yet are loaded.
   * @param {number} top @param {number} bottom */
  look(top, bottom) {
    this.inSight = { top, bottom };
    const missing = this._wanted().some((chunk) => !this.chunks.has(chunk));
    if (missing && this.waiting === 0) this.refresh(true);
  }

  _wanted() {
    const first = Math.floor(this.inSight.top / CHUNK);
    const last = Math.floor(Math.max(this.inSight.bottom - 1, 0) / CHUNK);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }

  /** Reads what is in sight again, or only what is missing of it as long as the rest is not old.
   * @param {boolean} [more] */
  async refresh(more = false) {
    const whole = !more || this.stale;
    const chunks = this._wanted().filter((chunk) => whole || !this.chunks.has(chunk));
    const [sheetId, asked] = [this.sheetId, (this.asked = (this.asked ?? 0) + 1)];
    this.stale ||= whole;
    const view = await this._view(sheetId, chunks);
    if (this.waiting > 0 || sheetId !== this.sheetId || asked !== this.asked) return;
    if (!whole && view.revision !== this.revision) return void this.refresh(); // others changed it meanwhile
    this.stale = false;
    this._take(view, chunks, whole);
  }

  async _view(sheetId, chunks) {
    const columns = this.sheets.length ? this.columns : MOST_COLUMNS;
    const windows = chunks.map((chunk) => {
      const right = Math.min(columns, MOST_COLUMNS);
      return `window=${sheetId},${chunk * CHUNK},0,${(chunk + 1) * CHUNK},${right}`;
    });
    return api("GET", `${this.path}/view?${windows.join("&")}`);
  }

  _take(view, chunks, whole) {
    Object.assign(this, { sheets: view.sheets, title: view.title, properties: view.properties });
    this.namedRanges = view.namedRanges;
    this.revision = this.shown = view.revision;
    if (!this.sheets.some((sheet) => sheet.properties.sheetId === this.sheetId)) {
      this.sheetId = this.sheets.find((sheet) => !sheet.properties.hidden).properties.sheetId;
      this.chunks = new Set();
      this.cells = new Map();
      this.refresh();
      return;
    }
    const before = this.cells;
    if (whole) {
      this.cells = new Map();
      this.chunks = new Set();
    }
    chunks.forEach((chunk) => this.chunks.add(chunk));
    for (const window of view.windows) {
      for (let row = window.top; row < window.bottom; row += 1) this.cells.delete(row);
      for (const [row, line] of Object.entries(window.cells)) {
        for (const cell of Object.values(line)) cell.format = view.formats[cell.format];
        this.cells.set(Number(row), kept(before.get(Number(row)), line));
      }
    }
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} row @param {number} column @returns {Cell} */
  cell(row, column) {
    return this.cells.get(row)?.[column] ?? EMPTY;
  }

  /** The texts of a part of a column, out of sight as well.
   * @param {number} column @param {number} top @param {number} bottom */
  async column(column, top, bottom) {
    if (bottom <= top) return [];
    const view = await api("GET", `${this.path}/view?window=${this.sheetId},${top},${column},${bottom},${column + 1}`);
    const cells = view.windows[0]?.cells ?? {};
    return Array.from({ length: bottom - top }, (_, place) => cells[top + place]?.[column]?.text ?? "");
  }

  /** The texts of a range such as `=Sheet2!A1:A5`, empty ones left out. @param {string} range */
  async values(range) {
    const name = encodeURIComponent(range.replace(/^=/, ""));
    const found = await api("GET", `/v4/spreadsheets/${this.fileId}/values/${name}`);
    return (found.values ?? []).flat().map(String).filter(Boolean);
  }

  /** Shows a cell in another way until the server has answered.
   * @param {number} row @param {number} column @param {object} changes */
  foresee(row, column, changes) {
    const line = this.cells.get(row) ?? {};
    line[column] = { ...(line[column] ?? { format: {} }), ...changes };
    this.cells.set(row, line);
  }

  /** The merge that a cell lies in, as an area. @param {number} row @param {number} column */
  mergeAt(row, column) {
    for (const merge of this.sheet.merges ?? []) {
      const area = areaOf(merge, this.rows, this.columns);
      if (contains(area, row, column)) return area;
    }
    return null;
  }

  /** The table that a cell lies in. @param {number} row @param {number} column */
  tableAt(row, column) {
    return (this.sheet.tables ?? []).find((table) =>
      contains(areaOf(table.range, this.rows, this.columns), row, column),
    );
  }

  /** Does something to the file. Actions are sent one after the other, each is applied as a whole.
   * @param {string} label what undoing it is called @param {...object} steps `{requests}`, `{values}` or `{pictures}`
   * @returns {Promise<object[] | null>} the server's answer to each step; null if it refused, which the page says */
  act(label, ...steps) {
    return this._act(label, { steps });
  }

  /** Text typed into a cell, which others may have moved since.
   * @param {{sheetId: number, row: number, column: number, text: string}} typed
   * @param {number} seen the revision that was shown when it was begun */
  enter(typed, seen) {
    return this._act("Typing", { steps: [{ enter: typed }], seen });
  }

  async _act(label, body) {
    const done = await this._send("act", body);
    if (done?.undo) this.history.push(this._entry(label, done.undo));
    return done && done.replies;
  }

  _entry(label, id) {
    const turn = async () => {
      const done = await this._send("undo", { undo: id });
      if (!done?.undo) throw new Error(`${label} cannot be undone`);
      id = done.undo;
    };
    return { label, undo: turn, redo: turn };
  }

  /** Sends batchUpdate requests. @param {string} label @param {...object} requests */
  async request(label, ...requests) {
    const replies = await this.act(label, { requests });
    return replies && replies[0];
  }

  _send(verb, body) {
    this.waiting += 1;
    saved("saving");
    const sent = this.queue.then(() => api("POST", `${this.path}/${verb}`, body));
    const settled = sent.then(
      (answer) => this._settle(answer, null),
      (error) => this._settle(null, error),
    );
    this.queue = sent.catch(() => {});
    return settled;
  }

  async _settle(answer, error) {
    this.waiting -= 1;
    saved(error ?? (this.waiting ? "saving" : "saved"));
    if (error) announce(error.message);
    if (answer) this.revision = Math.max(this.revision, answer.revision); // the news of it tells nothing new
    this.stale = true;
    if (this.waiting === 0) await this.refresh();
    return answer;
  }
}

/** A row in which cells that did not change are the objects that they were: they need not be painted again. */
function kept(before, line) {
  for (const [column, cell] of Object.entries(line)) {
    const old = before?.[column];
    if (old && JSON.stringify(old) === JSON.stringify(cell)) line[column] = old;
  }
  return line;
}
