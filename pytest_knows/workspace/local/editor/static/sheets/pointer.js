/** The mouse over the cells: selecting, resizing lines, filling, ticking boxes. */

import { contextMenu, el } from "../core.js";
import { around, contains, gridRange, single } from "./a1.js";
import { isCheckbox } from "./cell.js";
import { place } from "./selection.js";

const EDGE = 5; // pixels on either side of a line's border where it is caught

export class Pointer {
  /** @param {object} page the parts of the editor: book, grid, selection, entry, commands */
  constructor(page) {
    Object.assign(this, page);
    this.ghost = el("div", { class: "mark ghost", hidden: true });
    this.guide = el("div", { class: "guide", hidden: true });
    this.grid.overlays.append(this.ghost);
    this.grid.stage.append(this.guide);
    const { stage, corner } = this.grid;
    stage.addEventListener("mousedown", (event) => this.down(event));
    stage.addEventListener("dblclick", (event) => this.double(event));
    stage.addEventListener("mousemove", (event) => this.hover(event));
    stage.addEventListener("contextmenu", (event) => this.menu(event));
    corner.addEventListener("click", () => {
      this.selection.selectArea(this._all());
      this.entry.focus();
    });
  }

  _all() {
    return { top: 0, left: 0, bottom: this.book.rows, right: this.book.columns };
  }

  down(event) {
    if (event.button !== 0 || event.target.closest(".object, .cell-editor, .corner")) return;
    const button = event.target.closest("button");
    if (button) return; // it has an action of its own
    event.preventDefault();
    const at = this.grid.hit(event.clientX, event.clientY);
    const line = this.caught(event);
    if (line) return this.resize(event, line);
    if (event.target === this.selection.handle) return this.fill(event);
    if (this.entry.point(at, event)) return this.drag((spot) => this.entry.pointTo(spot));
    if (!this.entry.commit()) return;
    this.select(at, event);
    const box = event.target.closest(".box");
    if (box && !event.shiftKey) this.commands.tick();
  }

  /** Selects a cell, or a line at its header, and follows the mouse. */
  select(at, event) {
    const { selection, book } = this;
    const wide = at.row < 0;
    const tall = at.column < 0;
    const spot = { row: Math.max(at.row, 0), column: Math.max(at.column, 0) };
    const start = event.shiftKey ? { row: selection.row, column: selection.column } : spot;
    const to = (end) =>
      selection.select(wide ? 0 : start.row, tall ? 0 : start.column, {
        row: wide ? book.rows - 1 : Math.max(end.row, 0),
        column: tall ? book.columns - 1 : Math.max(end.column, 0),
      });
    to(spot);
    this.entry.focus();
    this.drag(to);
  }

  /** Calls back with the cell under the mouse until the button is released. */
  drag(to, done = () => {}) {
    const move = (event) => {
      const at = this.grid.hit(event.clientX, event.clientY);
      const [row, column] = [Math.max(at.row, 0), Math.max(at.column, 0)];
      this.grid.reveal(row, column);
      to({ row, column });
    };
    follow(move, done);
  }

  double(event) {
    if (event.target.closest("button, .object, .box, .cell-editor")) return;
    const line = this.caught(event);
    if (line) return this.commands.fitLines(line.axis, line.index);
    const at = this.grid.hit(event.clientX, event.clientY);
    if (at.row >= 0 && at.column >= 0 && !isCheckbox(this.selection.cell)) this.entry.edit();
  }

  hover(event) {
    const line = event.buttons ? null : this.caught(event);
    this.grid.stage.style.cursor = line ? (line.axis === "COLUMNS" ? "col-resize" : "row-resize") : "";
  }

  /** The line whose border in the headers is under the mouse. */
  caught(event) {
    const head = event.target.closest?.(".head");
    if (!head) return null;
    const box = head.getBoundingClientRect();
    const axis = head.dataset.column === undefined ? "ROWS" : "COLUMNS";
    const index = Number(axis === "ROWS" ? head.dataset.row : head.dataset.column);
    const [at, start, end] =
      axis === "ROWS" ? [event.clientY, box.top, box.bottom] : [event.clientX, box.left, box.right];
    if (end - at <= EDGE) return { axis, index };
    if (at - start <= EDGE && index > 0) return { axis, index: this._axis(axis).next(index, -1) };
    return null;
  }

  _axis(axis) {
    return axis === "ROWS" ? this.grid.rows : this.grid.columns;
  }

  resize(event, { axis, index }) {
    const rows = axis === "ROWS";
    const from = rows ? event.clientY : event.clientX;
    const before = this._axis(axis).size(index);
    const origin = this.grid.element.getBoundingClientRect();
    let size = before;
    const show = (now) => {
      size = Math.max(Math.round(before + (rows ? now.clientY : now.clientX) - from), 8);
      const at = (rows ? event.clientY - origin.top : event.clientX - origin.left) + size - before;
      Object.assign(
        this.guide.style,
        rows
          ? { left: 0, right: 0, top: `${at}px`, width: "auto", height: "2px" }
          : { top: 0, bottom: 0, left: `${at}px`, height: "auto", width: "2px" },
      );
      this.guide.hidden = false;
    };
    follow(show, () => {
      this.guide.hidden = true;
      if (size !== before) this.commands.resize(axis, index, size);
    });
  }

  /** Drags the selection's handle: the cells that it passes are filled. */
  fill(_event) {
    const source = this.selection.used;
    let target = source;
    const to = (spot) => {
      const reach = around(source, single(spot.row, spot.column));
      const down = Math.max(reach.bottom - source.bottom, source.top - reach.top);
      const across = Math.max(reach.right - source.right, source.left - reach.left);
      target =
        down >= across
          ? { ...source, top: reach.top, bottom: reach.bottom }
          : { ...source, left: reach.left, right: reach.right };
      place(this.ghost, this.grid.rect(target));
    };
    this.drag(to, () => {
      this.ghost.hidden = true;
      if (
        target.bottom - target.top === source.bottom - source.top &&
        target.right - target.left === source.right - source.left
      )
        return;
      this.selection.selectArea(target);
      const range = (area) => gridRange(this.book.sheetId, area);
      this.book.request("Fill", { autoFill: { sourceAndDestination: fillOf(source, target, range) } });
    });
  }

  /** Whether a cell is selected; of a header, whether its whole line is. */
  _isSelected({ row, column }) {
    const { area } = this.selection;
    if (row < 0) return contains(area, 0, column) && area.bottom - area.top === this.book.rows;
    if (column < 0) return contains(area, row, 0) && area.right - area.left === this.book.columns;
    return contains(area, row, column);
  }

  menu(event) {
    if (event.target.closest(".object, .cell-editor")) return;
    event.preventDefault();
    const at = this.grid.hit(event.clientX, event.clientY);
    const inside = this._isSelected(at);
    if (!inside) {
      const end = {
        row: at.row < 0 ? this.book.rows - 1 : at.row,
        column: at.column < 0 ? this.book.columns - 1 : at.column,
      };
      this.selection.select(Math.max(at.row, 0), Math.max(at.column, 0), end);
    }
    this.entry.focus();
    contextMenu({ x: event.clientX, y: event.clientY }, this.commands.contextMenu(), "Cells");
  }
}

function fillOf(source, target, range) {
  const rows = target.right === source.right && target.left === source.left;
  const before = rows ? target.top - source.top : target.left - source.left;
  const length = rows
    ? target.bottom - target.top - (source.bottom - source.top)
    : target.right - target.left - (source.right - source.left);
  return { source: range(source), dimension: rows ? "ROWS" : "COLUMNS", fillLength: before < 0 ? -length : length };
}

/** Calls `move` while the mouse button is held, `done` when it is released. */
export function follow(move, done) {
  const stop = () => {
    removeEventListener("mousemove", move, true);
    removeEventListener("mouseup", stop, true);
    done();
  };
  addEventListener("mousemove", move, true);
  addEventListener("mouseup", stop, true);
}
