/** The cells on the screen: only those in sight are there, each at its place; headers and frozen lines stay. */

import { el } from "../core.js";
import { areaOf, cellName, columnName, contains, overlaps } from "./a1.js";
import { Axis } from "./axis.js";
import { heightOf, paint, widthOf } from "./cell.js";
import { alignmentOf } from "./style.js";

export const HEAD = { width: 46, height: 24 };
const USUAL = { row: 21, column: 100 };

export class Grid extends EventTarget {
  /** @param {import("./book.js").Book} book */
  constructor(book) {
    super();
    this.book = book;
    this.scroll = { left: 0, top: 0 };
    this.room = { width: 0, height: 0 };
    this.lines = new Map(); // row -> {element, head, cells: column -> element}
    this.heads = new Map(); // column -> element
    this.header = el("div", { role: "row", class: "row header", "aria-rowindex": "1" });
    this.table = el("div", { role: "grid", class: "cells", "aria-multiselectable": "true" }, this.header);
    this.corner = el("button", { type: "button", class: "corner", "aria-label": "Select all", tabindex: "-1" });
    this.overlays = el("div", { class: "overlays" });
    this.stage = el("div", { class: "stage" }, this.table, this.overlays, this.corner);
    this.spacer = el("div", { class: "spacer" });
    this.element = el("div", { class: "scroller", tabindex: "-1" }, this.stage, this.spacer);
    this.element.addEventListener("scroll", () => this._scrolled());
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  _scrolled() {
    const { scrollLeft, scrollTop } = this.element;
    if (scrollLeft !== this.scroll.left || scrollTop !== this.scroll.top) this.draw();
  }

  /** Measures rows and columns again and draws. */
  update() {
    const { sheet } = this.book;
    const hidden = new Set(sheet.filtered);
    const { frozenRowCount = 0, frozenColumnCount = 0 } = sheet.properties.gridProperties;
    const across = (index) => this._size(sheet.columns[index], USUAL.column);
    this.columns = new Axis(this.book.columns, across, frozenColumnCount);
    const down = (index) => (hidden.has(index) ? 0 : this._rowSize(index));
    this.rows = new Axis(this.book.rows, down, frozenRowCount);
    this.merges = (sheet.merges ?? []).map((merge) => areaOf(merge, this.book.rows, this.book.columns));
    this.spacer.style.left = `${this.columns.total + HEAD.width + 60}px`;
    this.spacer.style.top = `${this.rows.total + HEAD.height + 60}px`;
    this.table.setAttribute("aria-label", `Cells of ${sheet.properties.title}`);
    this.table.setAttribute("aria-rowcount", String(this.book.rows + 1));
    this.table.setAttribute("aria-colcount", String(this.book.columns + 1));
    const { properties, rows, columns, merges, tables, filtered } = sheet;
    const shape = JSON.stringify([properties, rows, columns, merges, tables, filtered]);
    this.fresh = shape !== this.shape; // all cells are painted again, else those that changed
    this.shape = shape;
    this.draw();
  }

  _size(line, usual) {
    if (line?.hiddenByUser) return 0;
    return Math.min(Math.max(line?.pixelSize ?? usual, 2), 2000);
  }

  /** A row that nobody sized grows with its lines of text. */
  _rowSize(index) {
    const own = this.book.sheet.rows[index];
    if (own?.hiddenByUser || own?.pixelSize !== undefined) return this._size(own, USUAL.row);
    let height = USUAL.row;
    for (const [column, cell] of Object.entries(this.book.cells.get(index) ?? {})) {
      if (cell.text && !this.merges?.some((merge) => contains(merge, index, Number(column)))) {
        height = Math.max(height, heightOf(cell, this._size(this.book.sheet.columns[column], USUAL.column)));
      }
    }
    return Math.min(height, 800);
  }

  /** Draws what is in sight. Asking the browser for sizes makes it lay out the page, so it is asked once. */
  draw() {
    if (!this.rows) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.element;
    this.scroll = { left: scrollLeft, top: scrollTop };
    this.room = { width: clientWidth - HEAD.width, height: clientHeight - HEAD.height }; // pixels for cells
    const { scroll, room } = this;
    this.stage.style.width = `${clientWidth}px`;
    this.stage.style.height = `${clientHeight}px`;
    const rows = this.rows.inSight(scroll.top, room.height);
    const columns = this.columns.inSight(scroll.left, room.width);
    this.sight = { rows, columns };
    if (rows.length) this.book.look(rows[0], rows[rows.length - 1] + 1);
    this._heads(columns);
    this._rows(rows, columns);
    this.fresh = false;
    this.dispatchEvent(new Event("drawn"));
  }

  _heads(columns) {
    prune(this.heads, new Set(columns));
    for (const column of columns) {
      let head = this.heads.get(column);
      if (!head) {
        head = el(
          "div",
          { role: "columnheader", class: "head", "aria-colindex": column + 2, "data-column": column },
          columnName(column),
        );
        this.heads.set(column, head);
        this.header.append(head);
      }
      head.classList.toggle("frozen", column < this.columns.frozen);
      move(head, HEAD.width + this.columns.seen(column, this.scroll.left), 0, this.columns.size(column), HEAD.height);
    }
  }

  _rows(rows, columns) {
    const view = {
      top: rows[0],
      bottom: (rows[rows.length - 1] ?? -1) + 1,
      left: columns[0],
      right: (columns[columns.length - 1] ?? -1) + 1,
    };
    const merges = rows.length && columns.length ? this.merges.filter((merge) => overlaps(merge, view)) : [];
    const shown = new Set([...rows, ...merges.map((merge) => merge.top)]);
    prune(this.lines, shown, (line) => line.element);
    let last = this.header;
    for (const row of [...shown].sort((a, b) => a - b)) {
      const line = this.lines.get(row) ?? this._line(row);
      if (last.nextSibling !== line.element) last.after(line.element);
      last = line.element;
      const wanted = rows.includes(row) ? columns : [];
      const anchors = merges.filter((merge) => merge.top === row).map((merge) => merge.left);
      this._line_cells(
        line,
        row,
        [...new Set([...wanted, ...anchors])].sort((a, b) => a - b),
        merges,
      );
    }
  }

  _line(row) {
    const head = el("div", { role: "rowheader", class: "head row-head", "data-row": row }, String(row + 1));
    const element = el("div", { role: "row", class: "row", "aria-rowindex": row + 2 }, head);
    const line = { element, head, cells: new Map() };
    this.lines.set(row, line);
    return line;
  }

  _line_cells(line, row, columns, merges) {
    const top = HEAD.height + this.rows.seen(row, this.scroll.top);
    move(line.element, 0, top, null, Math.max(this.rows.size(row), 0));
    move(line.head, 0, 0, HEAD.width, this.rows.size(row));
    line.element.classList.toggle("frozen", row < this.rows.frozen);
    const covered = (column) => merges.some((m) => contains(m, row, column) && !(m.top === row && m.left === column));
    const drawn = columns.filter((column) => !covered(column));
    prune(line.cells, new Set(drawn));
    let last = line.head;
    for (const column of drawn) {
      const cell = line.cells.get(column) ?? this._cell(line, row, column);
      if (last.nextSibling !== cell) last.after(cell);
      last = cell;
      this._place(cell, row, column, merges);
    }
  }

  _cell(line, row, column) {
    const attributes = {
      role: "gridcell",
      class: "cell",
      id: `cell-${cellName(row, column)}`,
      "aria-colindex": column + 2,
      "aria-selected": "false",
    };
    const cell = el("div", attributes);
    Object.assign(cell.dataset, { row, column });
    line.cells.set(column, cell);
    return cell;
  }

  _place(element, row, column, merges) {
    const merge = merges.find((m) => m.top === row && m.left === column);
    const [bottom, right] = merge ? [merge.bottom, merge.right] : [row + 1, column + 1];
    const width = this.columns.starts[right] - this.columns.starts[column];
    const height = this.rows.starts[bottom] - this.rows.starts[row];
    const data = this.book.cell(row, column);
    const over = merge ? 0 : this._over(data, row, column, width);
    if (this.fresh || element.shown !== data || element.over !== over) {
      paint(element, data, {
        row,
        column,
        width,
        height,
        over,
        picture: data.image
          ? `${this.book.path}/pictures/${this.book.sheetId},${row},${column}?r=${this.book.revision}`
          : "",
        head: this._tableHead(row, column),
        lines: !this.book.sheet.properties.gridProperties.hideGridlines,
      });
      element.classList.toggle("overflows", over > 0);
      if (merge) element.setAttribute("aria-colspan", String(right - column));
      else element.removeAttribute("aria-colspan");
      Object.assign(element, { shown: data, over });
    }
    element.classList.toggle("frozen", column < this.columns.frozen);
    move(element, HEAD.width + this.columns.seen(column, this.scroll.left), 0, width, height);
  }

  /** Pixels into which the text of a cell runs on the right: over empty cells only. */
  _over(cell, row, column, width) {
    const wraps = cell.format?.wrapStrategy;
    if (!cell.text || cell.kind || wraps === "WRAP" || wraps === "CLIP" || alignmentOf(cell) !== "left") return 0;
    const needed = widthOf(cell.text.split("\n")[0], cell.format?.textFormat) + 8;
    let room = width;
    for (let next = column + 1; next < this.book.columns && room < needed && !this._taken(row, next); next += 1) {
      room += this.columns.size(next);
    }
    return needed > width ? room - width : 0;
  }

  _taken(row, column) {
    const cell = this.book.cell(row, column);
    return Boolean(cell.text || cell.image) || this.merges.some((merge) => contains(merge, row, column));
  }

  _tableHead(row, column) {
    const table = this.book.tableAt(row, column);
    return table && (table.range.startRowIndex ?? 0) === row ? table : null;
  }

  /** The cell at a point of the window, the headers included (row or column -1). @param {number} x @param {number} y */
  hit(x, y) {
    const box = this.element.getBoundingClientRect();
    const [across, down] = [x - box.left - HEAD.width, y - box.top - HEAD.height];
    return { row: index(this.rows, down, this.scroll.top), column: index(this.columns, across, this.scroll.left) };
  }

  /** Where an area is seen, in pixels from the first cell's corner; what slid under frozen lines is cut off.
   * @param {import("./a1.js").Area} area */
  rect(area) {
    const [left, right] = span(this.columns, area.left, area.right, this.scroll.left);
    const [top, bottom] = span(this.rows, area.top, area.bottom, this.scroll.top);
    return { left, top, width: right - left, height: bottom - top };
  }

  /** Scrolls so that a cell is in sight. @param {number} row @param {number} column */
  reveal(row, column) {
    const { element, room, scroll } = this;
    const top = revealed(this.rows, row, scroll.top, room.height);
    const left = revealed(this.columns, column, scroll.left, room.width);
    if (top === scroll.top && left === scroll.left) return;
    Object.assign(element, { scrollTop: top, scrollLeft: left });
    this.draw();
  }
}

function index(axis, pixel, scroll) {
  if (pixel < 0) return -1;
  return axis.at(pixel < axis.frozenSize ? pixel : Math.max(pixel + scroll, axis.frozenSize));
}

function span(axis, first, end, scroll) {
  const edge = axis.frozenSize;
  const start = first < axis.frozen ? axis.starts[first] : Math.max(axis.starts[first] - scroll, edge);
  const stop = end <= axis.frozen ? axis.starts[end] : Math.max(axis.starts[Math.min(end, axis.count)] - scroll, edge);
  return [start, Math.max(stop, start)];
}

function revealed(axis, at, scroll, room) {
  if (at < axis.frozen) return scroll;
  const [start, end] = [axis.starts[at] - axis.frozenSize, axis.starts[at + 1]];
  if (start < scroll) return start;
  return end - scroll > room - 16 ? Math.min(end - room + 16, start) : scroll;
}

/** Takes away the elements of what is out of sight. */
function prune(map, wanted, elementOf = (item) => item) {
  for (const [key, item] of map) {
    if (wanted.has(key)) continue;
    elementOf(item).remove();
    map.delete(key);
  }
}

function move(element, left, top, width, height) {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  if (width !== null) element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
