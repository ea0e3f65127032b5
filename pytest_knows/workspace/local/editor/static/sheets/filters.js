/** The tab's filter: buttons in its first row, each with a list of values, a condition and an order. */

import { el, popup } from "../core.js";
import { areaOf, cellName, columnName, gridRange } from "./a1.js";
import { CONDITION_OPTIONS, condition, valueOf, wrongCondition } from "./conditions.js";

export class Filters {
  /** @param {object} page book, grid, selection, entry */
  constructor({ book, grid, selection, entry }) {
    Object.assign(this, { book, grid, selection, entry });
    this.layer = el("div", { class: "filters" });
    grid.overlays.append(this.layer);
    grid.addEventListener("drawn", () => this.draw());
  }

  get filter() {
    return this.book.sheet.basicFilter;
  }

  /** Puts a filter on the selected cells (one cell: on what hangs together with it), or takes the tab's filter away. */
  toggle() {
    if (this.filter) return this.book.request("Remove filter", { clearBasicFilter: { sheetId: this.book.sheetId } });
    const area = this.selection.isSingle ? this.selection.region() : this.selection.area;
    return this.book.request("Create filter", {
      setBasicFilter: { filter: { range: gridRange(this.book.sheetId, area) } },
    });
  }

  draw() {
    const area = this.filter && areaOf(this.filter.range, this.book.rows, this.book.columns);
    const columns = area ? this.grid.sight.columns.filter((column) => column >= area.left && column < area.right) : [];
    const old = new Map([...this.layer.children].map((button) => [Number(button.dataset.column), button]));
    const buttons = columns.map((column) => old.get(column) ?? this._button(column));
    for (const button of buttons) {
      const column = Number(button.dataset.column);
      const box = this.grid.rect({ top: area.top, bottom: area.top + 1, left: column, right: column + 1 });
      button.hidden = box.height < 8 || box.width < 18;
      Object.assign(button.style, { left: `${box.left + box.width - 20}px`, top: `${box.top + box.height - 19}px` });
      button.setAttribute("aria-pressed", String(this._has(column)));
    }
    this.layer.replaceChildren(...buttons);
  }

  _button(column) {
    const button = el(
      "button",
      {
        type: "button",
        class: "filter",
        "data-column": column,
        "aria-label": `Filter column ${columnName(column)}`,
        "aria-haspopup": "dialog",
      },
      "▾",
    );
    button.addEventListener("click", () => this.open(button, column));
    return button;
  }

  _spec(column) {
    return (this.filter?.filterSpecs ?? []).find((spec) => (spec.columnIndex ?? 0) === column)?.filterCriteria ?? {};
  }

  _has(column) {
    return Object.keys(this._spec(column)).length > 0;
  }

  /** All values of a column, as they are shown: rows out of sight are read as well. */
  async _values(column) {
    const area = areaOf(this.filter.range, this.book.rows, this.book.columns);
    const bottom = Math.min(area.bottom, this.book.sheet.lastRow + 1);
    const texts = await this.book.column(column, area.top + 1, bottom);
    return [...new Set(texts)].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  async open(button, column) {
    const [values, spec] = [await this._values(column), this._spec(column)];
    const hidden = new Set(spec.hiddenValues ?? []);
    const boxes = values.map((value) => {
      const input = el("input", { type: "checkbox" });
      Object.assign(input, { checked: !hidden.has(value), shown: value });
      return el("label", {}, input, el("span", {}, value || "(Blanks)"));
    });
    const inputs = boxes.map((box) => box.firstChild);
    const all = (checked) => () => inputs.forEach((input) => (input.checked = checked));
    const kind = el(
      "select",
      { "aria-label": "Filter by condition" },
      el("option", { value: "" }, "None"),
      ...CONDITION_OPTIONS.map(({ value, label }) => el("option", { value }, label)),
    );
    kind.value = spec.condition?.type ?? "";
    const fields = [0, 1].map((place) => {
      const field = el("input", {
        type: "text",
        "aria-label": place ? "Second value" : "Value",
        placeholder: place ? "and (for between)" : "Value or formula",
      });
      field.value = valueOf(spec.condition, place);
      return field;
    });
    const problem = el("p", { class: "problem", role: "alert" });
    const press = (label, action, main = "") => el("button", { type: "button", class: main, onclick: action }, label);
    const content = el(
      "div",
      { class: "filter-box", role: "dialog", "aria-label": `Filter column ${columnName(column)}` },
      press("Sort A to Z", () => done(() => this.sort(column, "ASCENDING"))),
      press("Sort Z to A", () => done(() => this.sort(column, "DESCENDING"))),
      el("h2", {}, "Filter by condition"),
      kind,
      ...fields,
      el("h2", {}, "Filter by values"),
      el("div", { class: "pair" }, press("Select all", all(true)), press("Clear", all(false))),
      el("div", { class: "values", role: "group", "aria-label": "Values" }, ...boxes),
      problem,
      el(
        "div",
        { class: "pair end" },
        press("Cancel", () => done(() => {})),
        press("OK", () => apply(), "main"),
      ),
    );
    const close = popup(button, content);
    const done = (action) => {
      close();
      this.entry.focus();
      action();
    };
    const apply = () => {
      const wrong = kind.value && wrongCondition(kind.value, ...fields.map((field) => field.value));
      if (wrong) return void (problem.textContent = wrong);
      const hiddenValues = inputs.filter((input) => !input.checked).map((input) => input.shown);
      const criteria = {
        ...(hiddenValues.length && { hiddenValues }),
        ...(kind.value && { condition: condition(kind.value, ...fields.map((field) => field.value)) }),
      };
      done(() => this._set(column, criteria));
    };
  }

  _set(column, filterCriteria) {
    const others = (this.filter.filterSpecs ?? []).filter((spec) => (spec.columnIndex ?? 0) !== column);
    const filterSpecs = Object.keys(filterCriteria).length
      ? [...others, { columnIndex: column, filterCriteria }]
      : others;
    const { range, sortSpecs } = this.filter;
    return this.book.request("Filter", {
      setBasicFilter: {
        filter: { range, ...(sortSpecs && { sortSpecs }), ...(filterSpecs.length && { filterSpecs }) },
      },
    });
  }

  /** Sorts what is below the filter's first row.
   * @param {number} column @param {"ASCENDING" | "DESCENDING"} sortOrder */
  sort(column, sortOrder) {
    const { range } = this.filter;
    const below = { ...range, startRowIndex: (range.startRowIndex ?? 0) + 1 };
    return this.book.request(`Sort by ${cellName(range.startRowIndex ?? 0, column)}`, {
      sortRange: { range: below, sortSpecs: [{ dimensionIndex: column, sortOrder }] },
    });
  }
}
