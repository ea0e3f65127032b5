/** Which cells are selected, and the marks around them. */

import { announce, el } from "../core.js";
import { around, areaName, areaOf, cellName, contains, overlaps, single } from "./a1.js";
import { nameOf } from "./cell.js";

/** @typedef {import("./a1.js").Area} Area */

export class Selection extends EventTarget {
  /** @param {import("./book.js").Book} book @param {import("./grid.js").Grid} grid */
  constructor(book, grid) {
    super();
    Object.assign(this, {
      book,
      grid,
      area: single(0, 0),
      row: 0,
      column: 0,
      end: { row: 0, column: 0 },
      copied: null,
    });
    this.fill = el("div", { class: "mark fill" });
    this.active = el("div", { class: "mark active" });
    this.handle = el("div", { class: "handle", "aria-hidden": "true" });
    this.dashes = el("div", { class: "mark dashes" });
    grid.overlays.append(this.fill, this.active, this.dashes, this.handle);
    grid.addEventListener("drawn", () => this.draw());
  }

  /** The active cell's data. */
  get cell() {
    return this.book.cell(this.row, this.column);
  }

  /** Selects from a cell to another one; the first is the active one.
   * @param {number} row @param {number} column @param {{row: number, column: number}} [end] */
  select(row, column, end = { row, column }) {
    const merge = this.book.mergeAt(row, column);
    Object.assign(this, { row: merge?.top ?? row, column: merge?.left ?? column, end });
    this.area = this._whole(around(merge ?? single(row, column), single(end.row, end.column)));
    this.changed();
  }

  /** Selects an area; its first cell is active. @param {Area} area */
  selectArea(area) {
    Object.assign(this, { row: area.top, column: area.left, end: { row: area.bottom - 1, column: area.right - 1 } });
    this.area = this._whole(area);
    this.changed();
  }

  /** Extends the selection to a cell. @param {number} row @param {number} column */
  extend(row, column) {
    this.select(this.row, this.column, { row, column });
  }

  /** Brings the selection back into a grid that became smaller. */
  fit() {
    const [rows, columns] = [this.book.rows, this.book.columns];
    const row = Math.min(this.row, rows - 1);
    const column = Math.min(this.column, columns - 1);
    this.select(row, column, { row: Math.min(this.end.row, rows - 1), column: Math.min(this.end.column, columns - 1) });
  }

  /** Merges that are touched belong to the selection as a whole. */
  _whole(area) {
    let grown = area;
    for (const merge of this.book.sheet.merges ?? []) {
      const whole = areaOf(merge, this.book.rows, this.book.columns);
      if (overlaps(grown, whole)) grown = around(grown, whole);
    }
    return grown.bottom - grown.top === area.bottom - area.top && grown.right - grown.left === area.right - area.left
      ? grown
      : this._whole(grown);
  }

  changed() {
    this.draw();
    this.dispatchEvent(new Event("change"));
    announce(this.isSingle ? nameOf(this.cell, this.row, this.column) : `${areaName(this.area)} selected`);
  }

  /** Whether one cell (or one merge) is selected. */
  get isSingle() {
    const merge = this.book.mergeAt(this.row, this.column) ?? single(this.row, this.column);
    return (
      merge.bottom === this.area.bottom &&
      merge.right === this.area.right &&
      merge.top === this.area.top &&
      merge.left === this.area.left
    );
  }

  /** The area without the rows and columns after the last one that holds anything (at least one cell). */
  get used() {
    const { lastRow, lastColumn } = this.book.sheet;
    const bottom = Math.max(Math.min(this.area.bottom, lastRow + 1), this.area.top + 1);
    return { ...this.area, bottom, right: Math.max(Math.min(this.area.right, lastColumn + 1), this.area.left + 1) };
  }

  /** The cells around the active one that hang together with it, as Ctrl+A and charts take them. @returns {Area} */
  region() {
    const full = (row, column) => Boolean(this.book.cell(row, column).text);
    let area = single(this.row, this.column);
    for (let grown = true; grown;) {
      const wider = {
        top: Math.max(area.top - 1, 0),
        left: Math.max(area.left - 1, 0),
        bottom: Math.min(area.bottom + 1, this.book.rows),
        right: Math.min(area.right + 1, this.book.columns),
      };
      grown = false;
      const found = [];
      for (let row = wider.top; row < wider.bottom; row += 1) {
        for (let column = wider.left; column < wider.right; column += 1) {
          const rim = !contains(area, row, column);
          if (rim && full(row, column)) found.push(single(row, column));
        }
      }
      if (found.length) {
        area = found.reduce(around, area);
        grown = true;
      }
    }
    return area;
  }

  draw() {
    const { grid } = this;
    if (!grid.rows) return;
    const merge = this.book.mergeAt(this.row, this.column) ?? single(this.row, this.column);
    place(this.fill, grid.rect(this.area));
    this.fill.classList.toggle("one", this.isSingle);
    place(this.active, grid.rect(merge));
    const box = grid.rect(this.area);
    this.handle.style.left = `${box.left + box.width - 4}px`;
    this.handle.style.top = `${box.top + box.height - 4}px`;
    this.handle.hidden =
      !box.width || !box.height || this.area.bottom === this.book.rows || this.area.right === this.book.columns;
    const here = this.copied && this.copied.sheetId === this.book.sheetId;
    this.dashes.hidden = !here;
    if (here) place(this.dashes, grid.rect(this.copied.area));
    this._heads();
  }

  _heads() {
    const { area, grid } = this;
    for (const [row, line] of grid.lines) {
      const inside = row >= area.top && row < area.bottom;
      line.head.classList.toggle("selected", inside);
      for (const [column, cell] of line.cells) {
        cell.setAttribute("aria-selected", String(inside && column >= area.left && column < area.right));
      }
    }
    for (const [column, head] of grid.heads)
      head.classList.toggle("selected", column >= area.left && column < area.right);
  }

  /** The next cell in a direction: over hidden lines, and with `jump` to the edge of the data.
   * @param {number} row @param {number} column @param {number} down @param {number} across @param {boolean} jump */
  next(row, column, down, across, jump) {
    const merge = this.book.mergeAt(row, column) ?? single(row, column);
    const edge = { row: down > 0 ? merge.bottom - 1 : merge.top, column: across > 0 ? merge.right - 1 : merge.left };
    const step = (at) => ({
      row: down ? this.grid.rows.next(at.row, down) : row,
      column: across ? this.grid.columns.next(at.column, across) : column,
    });
    return jump ? this._edge(edge, step) : step(edge);
  }

  _edge(from, step) {
    const full = (at) => Boolean(this.book.cell(at.row, at.column).text);
    const same = (a, b) => a.row === b.row && a.column === b.column;
    let [at, next] = [from, step(from)];
    const along = full(at) && full(next);
    while (!same(at, next)) {
      if (along && !full(next)) return at;
      at = next;
      if (!along && full(at)) return at;
      next = step(at);
    }
    return at;
  }

  /** The name that the name box shows. */
  get name() {
    return this.isSingle ? cellName(this.row, this.column) : areaName(this.area);
  }
}

/** @param {HTMLElement} element @param {{left: number, top: number, width: number, height: number}} box */
export function place(element, box) {
  element.hidden = box.width <= 0 || box.height <= 0;
  for (const side of ["left", "top", "width", "height"]) element.style[side] = `${box[side]}px`;
}
