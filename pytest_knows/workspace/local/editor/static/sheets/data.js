/** What the Data and Insert menus do with cells: sorting, validation, tables, names, links, notes, merging. */

import { dialog } from "../core.js";
import { areaName, areaOf, columnName, gridRange, parseArea } from "./a1.js";

const ORDERS = [
  { value: "ASCENDING", label: "A to Z" },
  { value: "DESCENDING", label: "Z to A" },
];
const COLUMN_TYPES = [
  ["COLUMN_TYPE_UNSPECIFIED", "None"],
  ["DOUBLE", "Number"],
  ["CURRENCY", "Currency"],
  ["PERCENT", "Percent"],
  ["TEXT", "Text"],
  ["DATE", "Date"],
  ["TIME", "Time"],
  ["DATE_TIME", "Date time"],
  ["BOOLEAN", "Checkbox"],
].map(([value, label]) => ({ value, label }));

export class Data {
  /** @param {object} page book, selection */
  constructor({ book, selection }) {
    Object.assign(this, { book, selection });
  }

  get range() {
    return gridRange(this.book.sheetId, this.selection.area);
  }

  _area(text) {
    return parseArea(text, this.book.rows, this.book.columns);
  }

  _rangeField(area) {
    return { name: "range", label: "Range", value: areaName(area), required: true };
  }

  _checkRange = (values) => (this._area(values.range) ? undefined : "The range is not one such as A1:B6.");

  // sorting

  /** The whole tab below what is frozen, by the active column. @param {"ASCENDING" | "DESCENDING"} sortOrder */
  sortSheet(sortOrder) {
    const top = this.book.sheet.properties.gridProperties.frozenRowCount ?? 0;
    const range = gridRange(this.book.sheetId, { top, left: 0, bottom: this.book.rows, right: this.book.columns });
    return this._sort(range, [{ dimensionIndex: this.selection.column, sortOrder }]);
  }

  /** The selected cells, by their first column. @param {"ASCENDING" | "DESCENDING"} sortOrder */
  sortSelection(sortOrder) {
    return this._sort(this.range, [{ dimensionIndex: this.selection.area.left, sortOrder }]);
  }

  _sort(range, sortSpecs) {
    return this.book.request("Sort", { sortRange: { range, sortSpecs } });
  }

  async askSort() {
    const { selection } = this;
    const area = selection.isSingle ? selection.region() : selection.used;
    const columns = Array.from({ length: area.right - area.left }, (_, place) => {
      const text = this.book.cell(area.top, area.left + place).text;
      return {
        value: String(area.left + place),
        label: `Column ${columnName(area.left + place)}${text ? ` (${text})` : ""}`,
      };
    });
    const given = await dialog({
      title: `Sort range ${areaName(area)}`,
      ok: "Sort",
      fields: [
        { name: "header", label: "Data has header row", type: "checkbox", value: false },
        {
          name: "first",
          label: "Sort by",
          type: "select",
          value: String(Math.max(selection.column, area.left)),
          options: columns,
        },
        { name: "firstOrder", label: "Order", type: "select", value: "ASCENDING", options: ORDERS },
        {
          name: "second",
          label: "Then by",
          type: "select",
          value: "",
          options: [{ value: "", label: "Nothing" }, ...columns],
        },
        { name: "secondOrder", label: "Order of the second", type: "select", value: "ASCENDING", options: ORDERS },
      ],
    });
    if (!given) return;
    const specs = ["first", "second"]
      .filter((name) => given[name])
      .map((name) => ({ dimensionIndex: Number(given[name]), sortOrder: given[`${name}Order`] }));
    await this._sort(gridRange(this.book.sheetId, { ...area, top: area.top + (given.header ? 1 : 0) }), specs);
  }

  // merging

  /** @param {"MERGE_ALL" | "MERGE_ROWS" | "MERGE_COLUMNS"} mergeType */
  merge(mergeType) {
    return this.book.request(
      "Merge cells",
      { unmergeCells: { range: this.range } },
      { mergeCells: { range: this.range, mergeType } },
    );
  }

  unmerge() {
    return this.book.request("Unmerge", { unmergeCells: { range: this.range } });
  }

  /** Merges the selected cells, or takes the merge apart that is there. */
  toggleMerge() {
    return this.isMerged ? this.unmerge() : this.merge("MERGE_ALL");
  }

  get isMerged() {
    return Boolean(this.book.mergeAt(this.selection.row, this.selection.column));
  }

  // validation

  /** Boxes that are ticked or not. */
  checkboxes() {
    const rule = { condition: { type: "BOOLEAN" }, showCustomUi: true };
    const { top, left, bottom, right } = this.selection.area;
    const rows = Array.from({ length: bottom - top }, (_, down) => ({
      values: Array.from({ length: right - left }, (_value, across) => {
        const { text } = this.book.cell(top + down, left + across);
        return { userEnteredValue: { boolValue: text === "TRUE" } };
      }),
    }));
    const start = { sheetId: this.book.sheetId, rowIndex: top, columnIndex: left };
    return this.book.request(
      "Insert checkboxes",
      { setDataValidation: { range: this.range, rule } },
      { updateCells: { start, rows, fields: "userEnteredValue" } },
    );
  }

  /** Ticks or unticks the active cell and the boxes selected with it. */
  tick() {
    const { row, column } = this.selection;
    const value = this.book.cell(row, column).text !== "TRUE";
    this.book.foresee(row, column, { text: value ? "TRUE" : "FALSE", kind: "bool" });
    const cell = { userEnteredValue: { boolValue: value } };
    return this.book.request("Checkbox", { repeatCell: { range: this.range, cell, fields: "userEnteredValue" } });
  }

  /** A list to choose from. */
  async dropdown() {
    const rule = this.selection.cell.dataValidation;
    const values = (rule?.condition?.values ?? []).map((value) => value.userEnteredValue ?? "");
    const fromRange = rule?.condition?.type === "ONE_OF_RANGE";
    const given = await dialog({
      title: "Dropdown",
      ok: "Done",
      fields: [
        this._rangeField(this.selection.area),
        {
          name: "items",
          label: "Items (one per line), or a range such as =A1:A5",
          type: "textarea",
          value: values.join("\n") || "Option 1\nOption 2",
        },
        { name: "strict", label: "Reject other input", type: "checkbox", value: rule?.strict ?? true },
      ],
      check: (words) => (words.items.trim() ? this._checkRange(words) : "A dropdown needs at least one item."),
    });
    if (!given) return;
    const items = given.items
      .split("\n")
      .map((text) => text.trim())
      .filter(Boolean);
    const type = items.length === 1 && items[0].startsWith("=") ? "ONE_OF_RANGE" : "ONE_OF_LIST";
    const condition = { type, values: items.map((userEnteredValue) => ({ userEnteredValue })) };
    const changed = { condition, strict: given.strict, showCustomUi: true };
    const range = gridRange(this.book.sheetId, this._area(given.range));
    await this.book.request(fromRange ? "Change dropdown" : "Dropdown", {
      setDataValidation: { range, rule: changed },
    });
  }

  clearValidation() {
    return this.book.request("Remove validation", { setDataValidation: { range: this.range } });
  }

  // tables

  /** Asks for a table of the selected cells (one cell: of what hangs together with it). */
  async insertTable() {
    const { selection } = this;
    const { area } = selection;
    const huge = area.bottom - area.top === this.book.rows || area.right - area.left === this.book.columns;
    const chosen = selection.isSingle ? selection.region() : huge ? selection.used : area;
    const bottom = chosen.bottom - chosen.top < 2 ? Math.min(chosen.top + 5, this.book.rows) : chosen.bottom;
    const right =
      chosen.right - chosen.left < 2 && selection.isSingle
        ? Math.min(chosen.left + 4, this.book.columns)
        : chosen.right;
    const given = await dialog({
      title: "Insert table",
      ok: "Insert",
      fields: [
        this._rangeField({ ...chosen, bottom, right }),
        { name: "name", label: "Table name (letters, digits and _)", value: this._freeName() },
        {
          name: "columns",
          label: "Column names (one per line; empty: from the first row)",
          type: "textarea",
          value: "",
        },
      ],
      check: this._checkRange,
    });
    if (!given) return;
    const names = given.columns
      .split("\n")
      .map((text) => text.trim())
      .filter(Boolean);
    const columnProperties = names.map((columnName, columnIndex) => ({ columnIndex, columnName }));
    const range = gridRange(this.book.sheetId, this._area(given.range));
    const table = { range, name: given.name, ...(names.length && { columnProperties }) };
    await this.book.request("Insert table", { addTable: { table } });
  }

  _freeName() {
    const taken = new Set(this.book.sheets.flatMap((sheet) => sheet.tables ?? []).map((table) => table.name));
    let number = 1;
    while (taken.has(`Table${number}`)) number += 1;
    return `Table${number}`;
  }

  /** The table of the active cell. */
  get table() {
    return this.book.tableAt(this.selection.row, this.selection.column);
  }

  /** Name, range and column types of the table of the active cell. */
  async editTable() {
    const { table } = this;
    const area = areaOf(table.range, this.book.rows, this.book.columns);
    const columns = table.columnProperties ?? [];
    const given = await dialog({
      title: `Table ${table.name}`,
      ok: "Apply",
      fields: [
        { name: "name", label: "Table name", value: table.name },
        this._rangeField(area),
        ...columns.map((column, place) => ({
          name: `type${place}`,
          label: `Type of column ${column.columnName}`,
          type: "select",
          value: column.columnType ?? "COLUMN_TYPE_UNSPECIFIED",
          options: COLUMN_TYPES,
        })),
      ],
      check: this._checkRange,
    });
    if (!given) return;
    const range = gridRange(this.book.sheetId, this._area(given.range));
    const columnProperties = columns
      .map((column, place) => ({ ...column, columnType: given[`type${place}`] }))
      .map(({ columnType, ...rest }) => (columnType === "COLUMN_TYPE_UNSPECIFIED" ? rest : { ...rest, columnType }));
    const same = areaName(this._area(given.range)) === areaName(area);
    const changed = { tableId: table.tableId, name: given.name, range, ...(same && { columnProperties }) };
    await this.book.request("Edit table", {
      updateTable: { table: changed, fields: same ? "name,columnProperties" : "name,range" },
    });
  }

  /** The table of the active cell goes, and what is in its cells with it, as in Google's editor. */
  deleteTable() {
    return this.book.request("Delete table", { deleteTable: { tableId: this.table.tableId } });
  }

  // names, links, notes

  /** Names the selected cells. @param {string} [name] asked for if absent */
  async name(name) {
    const given = name
      ? { name, range: areaName(this.selection.area) }
      : await dialog({
          title: "Define named range",
          fields: [{ name: "name", label: "Name", value: "" }, this._rangeField(this.selection.area)],
          check: this._checkRange,
        });
    if (!given) return;
    const range = gridRange(this.book.sheetId, this._area(given.range));
    await this.book.request("Name range", { addNamedRange: { namedRange: { name: given.name, range } } });
  }

  async link() {
    const { row, column, cell } = this.selection;
    const given = await dialog({
      title: "Insert link",
      ok: "Apply",
      fields: [
        { name: "text", label: "Text", value: cell.text ?? "" },
        {
          name: "url",
          label: "Link (http, https or mailto)",
          value: cell.hyperlink ?? cell.textFormatRuns?.[0]?.format?.link?.uri ?? "",
        },
      ],
      check: (values) =>
        !values.url || /^(https?:\/\/|mailto:)\S+$/i.test(values.url.trim())
          ? undefined
          : "A link begins with http://, https:// or mailto:.",
    });
    if (!given) return;
    const [text, uri] = [given.text || given.url, given.url.trim()];
    const runs = uri ? [{ startIndex: 0, format: { link: { uri } } }] : [];
    const start = { sheetId: this.book.sheetId, rowIndex: row, columnIndex: column };
    const rows = [{ values: [{ userEnteredValue: { stringValue: text }, textFormatRuns: runs }] }];
    await this.book.request("Link", { updateCells: { start, rows, fields: "userEnteredValue,textFormatRuns" } });
  }

  async note() {
    const { cell } = this.selection;
    const given = await dialog({
      title: "Note",
      ok: "Done",
      fields: [{ name: "note", label: "Note", type: "textarea", value: cell.note ?? "" }],
    });
    if (given)
      await this.book.request("Note", {
        repeatCell: { range: this.range, cell: { note: given.note }, fields: "note" },
      });
  }

  // tidying

  /** @param {"removeDuplicates" | "trim" | "split"} what */
  tidy(what) {
    const { range } = this;
    const request = {
      removeDuplicates: { deleteDuplicates: { range } },
      trim: { trimWhitespace: { range } },
      split: { textToColumns: { source: range, delimiterType: "AUTODETECT" } },
    }[what];
    return this.book.request("Clean up data", request);
  }
}
