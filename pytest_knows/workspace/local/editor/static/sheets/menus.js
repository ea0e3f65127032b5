/** The menus of the page and of the right mouse button. */

import { confirmed, dialog } from "../core.js";
import { areaName, columnName } from "./a1.js";
import { NUMBERS } from "./formats.js";

const SIZES = [6, 7, 8, 9, 10, 11, 12, 14, 18, 24, 36];
const BANDS = [
  ["Grey", "#bdbdbd", "#ffffff", "#f3f3f3"],
  ["Green", "#63d297", "#ffffff", "#e7f9ef"],
  ["Blue", "#5b95f9", "#ffffff", "#e8f0fe"],
  ["Orange", "#f7cb4d", "#ffffff", "#fef8e3"],
];
const WAYS = { ROWS: ["up", "down"], COLUMNS: ["left", "right"] };
const FUNCTIONS = ["SUM", "AVERAGE", "COUNT", "MAX", "MIN"];

export class Menus {
  /** @param {object} page every part of the editor */
  constructor(page) {
    this.page = page;
  }

  /** @returns {{label: string, items: () => any[]}[]} */
  get all() {
    const menu = (label, items) => ({ label, items: () => items.call(this) });
    return [
      menu("File", this.file),
      menu("Edit", this.edit),
      menu("View", this.view),
      menu("Insert", this.insert),
      menu("Format", this.format),
      menu("Data", this.data),
    ];
  }

  file() {
    const { book, tabs } = this.page;
    const to = (format) => () => location.assign(`/spreadsheets/d/${book.fileId}/export?format=${format}`);
    return [
      { label: "Make a copy", action: () => this.copyFile() },
      {
        label: "Download",
        items: [
          { label: "Microsoft Excel (.xlsx)", action: to("xlsx") },
          { label: "PDF (.pdf)", action: to("pdf") },
          {
            label: "Comma Separated Values (.csv)",
            action: () => location.assign(`/spreadsheets/d/${book.fileId}/export?format=csv&gid=${book.sheetId}`),
          },
        ],
      },
      { label: "Rename sheet", action: () => tabs.rename() },
    ];
  }

  async copyFile() {
    const { api } = await import("../core.js");
    const { book } = this.page;
    const given = await dialog({
      title: "Make a copy",
      fields: [{ name: "name", label: "Name", value: `Copy of ${book.title}` }],
    });
    if (!given) return;
    const copy = await api("POST", `/drive/v3/files/${book.fileId}/copy`, { name: given.name });
    location.assign(`/spreadsheets/d/${copy.id}/edit`);
  }

  edit() {
    const { book, clipboard, commands, find, lines } = this.page;
    const { done, undone } = book.history;
    const paste = (label, type, shortcut) => ({ label, shortcut, action: () => clipboard.fromClipboard(type) });
    return [
      { label: "Undo", shortcut: "Ctrl+Z", disabled: !done.length, action: () => book.history.undo() },
      { label: "Redo", shortcut: "Ctrl+Y", disabled: !undone.length, action: () => book.history.redo() },
      "-",
      { label: "Cut", shortcut: "Ctrl+X", action: () => clipboard.toClipboard(true) },
      { label: "Copy", shortcut: "Ctrl+C", action: () => clipboard.toClipboard(false) },
      { label: "Paste", shortcut: "Ctrl+V", action: () => clipboard.fromClipboard() },
      {
        label: "Paste special",
        items: [
          paste("Values only", "PASTE_VALUES", "Ctrl+Shift+V"),
          paste("Format only", "PASTE_FORMAT"),
          paste("Formula only", "PASTE_FORMULA"),
          paste("All except borders", "PASTE_NO_BORDERS"),
          paste("Data validation only", "PASTE_DATA_VALIDATION"),
        ],
      },
      "-",
      { label: "Find and replace", shortcut: "Ctrl+H", action: () => find.open() },
      "-",
      { label: "Delete values", shortcut: "Delete", action: () => commands.clear() },
      ...["ROWS", "COLUMNS"].map((axis) => ({
        label: `Delete ${lines.named(axis)}`,
        action: () => lines.delete(axis),
      })),
      ...["ROWS", "COLUMNS"].flatMap((axis) =>
        [-1, 1].map((step) => ({
          label: `Move ${lines.named(axis)} ${WAYS[axis][step < 0 ? 0 : 1]}`,
          action: () => lines.shift(axis, step),
        })),
      ),
    ];
  }

  view() {
    const { book, lines, selection } = this.page;
    const grid = book.sheet.properties.gridProperties;
    const freeze = (axis, now) => {
      const word = axis === "ROWS" ? "row" : "column";
      const at = axis === "ROWS" ? selection.row + 1 : selection.column + 1;
      const upTo = axis === "ROWS" ? String(at) : columnName(at - 1);
      return [
        { label: `No ${word}s`, checked: now === 0, action: () => lines.freeze(axis, 0) },
        { label: `1 ${word}`, checked: now === 1, action: () => lines.freeze(axis, 1) },
        { label: `2 ${word}s`, checked: now === 2, action: () => lines.freeze(axis, 2) },
        { label: `Up to ${word} ${upTo}`, action: () => lines.freeze(axis, at) },
      ];
    };
    return [
      {
        label: "Freeze",
        items: [...freeze("ROWS", grid.frozenRowCount ?? 0), "-", ...freeze("COLUMNS", grid.frozenColumnCount ?? 0)],
      },
      {
        label: "Gridlines",
        checked: !grid.hideGridlines,
        action: () =>
          lines.sheet(
            "Gridlines",
            { gridProperties: { hideGridlines: !grid.hideGridlines } },
            "gridProperties.hideGridlines",
          ),
      },
      "-",
      ...this.hiding(),
    ];
  }

  hiding() {
    const { lines } = this.page;
    return ["ROWS", "COLUMNS"].flatMap((axis) => [
      { label: `Hide ${lines.named(axis)}`, action: () => lines.hide(axis, true) },
      {
        label: `Show hidden ${axis.toLowerCase()} of the selection`,
        disabled: !lines.hasHidden(axis),
        action: () => lines.hide(axis, false),
      },
    ]);
  }

  inserting() {
    const { lines, selection } = this.page;
    const { area } = selection;
    const [rows, columns] = [area.bottom - area.top, area.right - area.left];
    const label = (count, word, where) => `Insert ${count} ${word}${count > 1 ? "s" : ""} ${where}`;
    return [
      { label: label(rows, "row", "above"), action: () => lines.insert("ROWS", false) },
      { label: label(rows, "row", "below"), action: () => lines.insert("ROWS", true) },
      { label: label(columns, "column", "left"), action: () => lines.insert("COLUMNS", false) },
      { label: label(columns, "column", "right"), action: () => lines.insert("COLUMNS", true) },
    ];
  }

  insert() {
    const { charts, commands, data, lines, tabs } = this.page;
    return [
      ...this.inserting(),
      { label: "Add rows at the bottom", action: () => lines.append() },
      { label: "Sheet", shortcut: "Shift+F11", action: () => tabs.add() },
      "-",
      { label: "Table", shortcut: "Ctrl+Alt+T", action: () => data.insertTable() },
      { label: "Chart", action: () => charts.insert() },
      {
        label: "Image",
        items: [
          { label: "Insert image in cell", action: () => commands.picture(true) },
          { label: "Insert image over cells", action: () => commands.picture(false) },
        ],
      },
      { label: "Function", items: FUNCTIONS.map((name) => ({ label: name, action: () => this.functionOf(name) })) },
      "-",
      { label: "Link", shortcut: "Ctrl+K", action: () => data.link() },
      { label: "Checkbox", action: () => data.checkboxes() },
      { label: "Dropdown", action: () => data.dropdown() },
      { label: "Note", shortcut: "Shift+F2", action: () => data.note() },
    ];
  }

  /** Begins a formula: of the selected cells below them, of one cell in it. */
  functionOf(name) {
    const { entry, grid, selection, book } = this.page;
    const { area } = selection;
    const range = selection.isSingle ? "" : areaName(area);
    if (range) {
      const below = area.bottom - area.top > 1 || area.right - area.left === 1;
      const [row, column] = below ? [area.bottom, area.left] : [area.top, area.right];
      if (row >= book.rows || column >= book.columns) return;
      grid.reveal(row, column);
      selection.select(row, column);
    }
    entry.start("edit", entry.cell, `=${name}(${range}${range ? ")" : ""}`);
    entry.cell.setSelectionRange(entry.cell.value.length, entry.cell.value.length);
  }

  format() {
    const { formats, rules, selection } = this.page;
    const text = formats.now.textFormat ?? {};
    const toggle = (label, name, shortcut) => ({
      label,
      shortcut,
      checked: Boolean(text[name]),
      action: () => formats.toggle(name),
    });
    const choice = (label, now, value, action) => ({ label, checked: now === value, action: () => action(value) });
    return [
      {
        label: "Number",
        items: [
          ...NUMBERS.map(([label, type, pattern]) => ({
            label,
            checked: type ? formats.now.numberFormat?.pattern === pattern : !formats.now.numberFormat,
            action: () => formats.number(type, pattern),
          })),
          { label: "Custom number format", action: () => formats.askNumber() },
        ],
      },
      {
        label: "Text",
        items: [
          toggle("Bold", "bold", "Ctrl+B"),
          toggle("Italic", "italic", "Ctrl+I"),
          toggle("Underline", "underline", "Ctrl+U"),
          toggle("Strikethrough", "strikethrough", "Alt+Shift+5"),
        ],
      },
      {
        label: "Alignment",
        items: [
          ...[
            ["Left", "LEFT"],
            ["Center", "CENTER"],
            ["Right", "RIGHT"],
          ].map(([label, value]) =>
            choice(label, formats.now.horizontalAlignment, value, (where) => formats.align(where)),
          ),
          "-",
          ...[
            ["Top", "TOP"],
            ["Middle", "MIDDLE"],
            ["Bottom", "BOTTOM"],
          ].map(([label, value]) =>
            choice(label, formats.now.verticalAlignment, value, (where) => formats.vertical(where)),
          ),
        ],
      },
      {
        label: "Wrapping",
        items: [
          ["Overflow", "OVERFLOW_CELL"],
          ["Wrap", "WRAP"],
          ["Clip", "CLIP"],
        ].map(([label, value]) => choice(label, formats.now.wrapStrategy, value, (how) => formats.wrap(how))),
      },
      {
        label: "Font size",
        items: SIZES.map((size) => choice(String(size), text.fontSize, size, (points) => formats.size(points))),
      },
      { label: "Merge cells", items: this.merging() },
      "-",
      { label: "Conditional formatting", action: () => rules.open() },
      {
        label: "Alternating colours",
        items: BANDS.map(([label, head, first, second]) => ({
          label,
          disabled: selection.isSingle,
          action: () => formats.banding(head, first, second),
        })),
      },
      "-",
      { label: "Clear formatting", shortcut: "Ctrl+\\", action: () => formats.clear() },
    ];
  }

  merging() {
    const { data, selection } = this.page;
    const one = selection.isSingle;
    return [
      { label: "Merge all", disabled: one, action: () => data.merge("MERGE_ALL") },
      { label: "Merge vertically", disabled: one, action: () => data.merge("MERGE_COLUMNS") },
      { label: "Merge horizontally", disabled: one, action: () => data.merge("MERGE_ROWS") },
      { label: "Unmerge", action: () => data.unmerge() },
    ];
  }

  data() {
    const { book, data, filters, selection } = this.page;
    const column = columnName(selection.column);
    return [
      { label: `Sort sheet by column ${column} (A to Z)`, action: () => data.sortSheet("ASCENDING") },
      { label: `Sort sheet by column ${column} (Z to A)`, action: () => data.sortSheet("DESCENDING") },
      {
        label: "Sort range",
        items: [
          {
            label: `Sort range by column ${columnName(selection.area.left)} (A to Z)`,
            disabled: selection.isSingle,
            action: () => data.sortSelection("ASCENDING"),
          },
          {
            label: `Sort range by column ${columnName(selection.area.left)} (Z to A)`,
            disabled: selection.isSingle,
            action: () => data.sortSelection("DESCENDING"),
          },
          { label: "Advanced range sorting options", action: () => data.askSort() },
        ],
      },
      "-",
      { label: book.sheet.basicFilter ? "Remove filter" : "Create a filter", action: () => filters.toggle() },
      { label: "Named range", action: () => data.name() },
      "-",
      { label: "Dropdown validation", action: () => data.dropdown() },
      { label: "Remove validation", action: () => data.clearValidation() },
      ...this.table(),
      "-",
      {
        label: "Data cleanup",
        items: [
          { label: "Remove duplicates", disabled: selection.isSingle, action: () => data.tidy("removeDuplicates") },
          { label: "Trim whitespace", action: () => data.tidy("trim") },
        ],
      },
      { label: "Split text to columns", action: () => data.tidy("split") },
    ];
  }

  table() {
    const { data } = this.page;
    if (!data.table) return [];
    const drop = async () =>
      (await confirmed("Delete table", "The table and what is in its cells will be deleted.", "Delete")) &&
      data.deleteTable();
    return ["-", { label: "Table options", action: () => data.editTable() }, { label: "Delete table", action: drop }];
  }

  /** The right mouse button on cells. */
  cells() {
    const { clipboard, commands, data, lines } = this.page;
    return [
      { label: "Cut", shortcut: "Ctrl+X", action: () => clipboard.toClipboard(true) },
      { label: "Copy", shortcut: "Ctrl+C", action: () => clipboard.toClipboard(false) },
      { label: "Paste", shortcut: "Ctrl+V", action: () => clipboard.fromClipboard() },
      { label: "Paste values only", shortcut: "Ctrl+Shift+V", action: () => clipboard.fromClipboard("PASTE_VALUES") },
      "-",
      ...this.inserting(),
      "-",
      ...["ROWS", "COLUMNS"].map((axis) => ({
        label: `Delete ${lines.named(axis)}`,
        action: () => lines.delete(axis),
      })),
      { label: "Delete values", shortcut: "Delete", action: () => commands.clear() },
      ...["ROWS", "COLUMNS"].map((axis) => ({
        label: `Resize ${lines.named(axis)}`,
        action: () => lines.askSize(axis),
      })),
      ...this.hiding(),
      "-",
      { label: "Sort range", action: () => data.askSort() },
      { label: "Merge cells", items: this.merging() },
      { label: "Link", shortcut: "Ctrl+K", action: () => data.link() },
      { label: "Note", shortcut: "Shift+F2", action: () => data.note() },
      { label: "Dropdown", action: () => data.dropdown() },
      ...this.table(),
    ];
  }
}
