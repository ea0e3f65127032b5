/** Rows and columns: inserted, deleted, sized, hidden, kept in sight. */

import { dialog } from "../core.js";
import { columnName } from "./a1.js";

export class Lines {
  /** @param {object} page book, grid, selection */
  constructor({ book, grid, selection }) {
    Object.assign(this, { book, grid, selection });
  }

  /** Start and end of the selected rows or columns. @param {"ROWS" | "COLUMNS"} axis */
  span(axis) {
    const { area } = this.selection;
    return axis === "ROWS" ? [area.top, area.bottom] : [area.left, area.right];
  }

  /** "row 3", "columns B-D". @param {"ROWS" | "COLUMNS"} axis */
  named(axis) {
    const [start, end] = this.span(axis);
    const name = (index) => (axis === "ROWS" ? String(index + 1) : columnName(index));
    const word = axis === "ROWS" ? "row" : "column";
    return end - start === 1 ? `${word} ${name(start)}` : `${word}s ${name(start)}-${name(end - 1)}`;
  }

  _range(axis, start, end) {
    return { sheetId: this.book.sheetId, dimension: axis, startIndex: start, endIndex: end };
  }

  /** As many lines as are selected. @param {"ROWS" | "COLUMNS"} axis @param {boolean} after */
  insert(axis, after) {
    const [start, end] = this.span(axis);
    const at = after ? end : start;
    const range = this._range(axis, at, at + end - start);
    return this.book.request(`Insert ${axis.toLowerCase()}`, {
      insertDimension: { range, inheritFromBefore: after && at > 0 },
    });
  }

  /** @param {"ROWS" | "COLUMNS"} axis */
  delete(axis) {
    const range = this._range(axis, ...this.span(axis));
    return this.book.request(`Delete ${axis.toLowerCase()}`, { deleteDimension: { range } });
  }

  /** Moves the selected lines by one. @param {"ROWS" | "COLUMNS"} axis @param {number} step 1 or -1 */
  async shift(axis, step) {
    const [start, end] = this.span(axis);
    const most = axis === "ROWS" ? this.book.rows : this.book.columns;
    if (start + step < 0 || end + step > most) return;
    const destinationIndex = step > 0 ? end + 1 : start - 1;
    const source = this._range(axis, start, end);
    if (!(await this.book.request(`Move ${axis.toLowerCase()}`, { moveDimension: { source, destinationIndex } })))
      return;
    const { area } = this.selection;
    const [down, across] = axis === "ROWS" ? [step, 0] : [0, step];
    this.selection.selectArea({
      top: area.top + down,
      bottom: area.bottom + down,
      left: area.left + across,
      right: area.right + across,
    });
  }

  /** @param {"ROWS" | "COLUMNS"} axis @param {number} index @param {number} pixels */
  resize(axis, index, pixels) {
    const [start, end] = this.span(axis);
    const whole =
      axis === "ROWS"
        ? this.selection.area.right - this.selection.area.left === this.book.columns
        : this.selection.area.bottom - this.selection.area.top === this.book.rows;
    const range =
      whole && index >= start && index < end ? this._range(axis, start, end) : this._range(axis, index, index + 1);
    return this._properties(axis === "ROWS" ? "Row height" : "Column width", range, { pixelSize: pixels });
  }

  _properties(label, range, properties) {
    const fields = Object.keys(properties).join(",");
    return this.book.request(label, { updateDimensionProperties: { range, properties, fields } });
  }

  /** Asks for the size of the selected lines. @param {"ROWS" | "COLUMNS"} axis */
  async askSize(axis) {
    const rows = axis === "ROWS";
    const [start, end] = this.span(axis);
    const value = Math.round((rows ? this.grid.rows : this.grid.columns).size(start));
    const label = rows ? "Row height (pixels)" : "Column width (pixels)";
    const given = await dialog({
      title: `Resize ${this.named(axis)}`,
      fields: [
        { name: "pixels", label, type: "number", value, min: 2, max: 2000, step: 1 },
        { name: "fit", label: "Fit to data", type: "checkbox", value: false },
      ],
      check: (values) => (values.fit || values.pixels >= 2 ? undefined : "Give a size of at least 2 pixels."),
    });
    if (!given) return;
    if (given.fit) await this.fit(axis, start, end);
    else
      await this._properties(`Resize ${axis.toLowerCase()}`, this._range(axis, start, end), {
        pixelSize: given.pixels,
      });
  }

  /** @param {"ROWS" | "COLUMNS"} axis @param {number} start @param {number} end */
  fit(axis, start, end) {
    const dimensions = this._range(axis, start, end);
    return this.book.request("Fit to data", { autoResizeDimensions: { dimensions } });
  }

  /** @param {"ROWS" | "COLUMNS"} axis @param {boolean} hidden */
  hide(axis, hidden) {
    const [start, end] = this.span(axis);
    return this._properties(`${hidden ? "Hide" : "Show"} ${axis.toLowerCase()}`, this._range(axis, start, end), {
      hiddenByUser: hidden,
    });
  }

  /** Whether lines among the selected ones are hidden. @param {"ROWS" | "COLUMNS"} axis */
  hasHidden(axis) {
    const [start, end] = this.span(axis);
    const lines = axis === "ROWS" ? this.book.sheet.rows : this.book.sheet.columns;
    return Object.keys(lines).some(
      (index) => Number(index) >= start && Number(index) < end && lines[index].hiddenByUser,
    );
  }

  /** Keeps the first lines in sight. @param {"ROWS" | "COLUMNS"} axis @param {number} count */
  freeze(axis, count) {
    const name = axis === "ROWS" ? "frozenRowCount" : "frozenColumnCount";
    return this.sheet(`Freeze ${axis.toLowerCase()}`, { gridProperties: { [name]: count } }, `gridProperties.${name}`);
  }

  /** Changes properties of the tab. @param {string} label @param {object} properties @param {string} fields */
  sheet(label, properties, fields) {
    const changed = { sheetId: this.book.sheetId, ...properties };
    return this.book.request(label, { updateSheetProperties: { properties: changed, fields } });
  }

  /** More rows at the end. */
  async append() {
    const given = await dialog({
      title: "Add rows",
      fields: [
        {
          name: "count",
          label: "Rows to add at the bottom",
          type: "number",
          value: 1000,
          min: 1,
          max: 100000,
          step: 1,
        },
      ],
    });
    if (given?.count >= 1)
      await this.book.request("Add rows", {
        appendDimension: { sheetId: this.book.sheetId, dimension: "ROWS", length: given.count },
      });
  }
}
