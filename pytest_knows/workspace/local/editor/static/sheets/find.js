/** Find and replace in the tab or the whole file. */

import { announce, api, el } from "../core.js";
import { cellName } from "./a1.js";

export class Find {
  /** @param {object} page book, grid, selection, entry */
  constructor({ book, grid, selection, entry }) {
    Object.assign(this, { book, grid, selection, entry });
    const field = (label) => el("input", { type: "text", "aria-label": label, placeholder: label });
    const check = (label) => {
      const input = el("input", { type: "checkbox" });
      return { input, element: el("label", { class: "check" }, input, el("span", {}, label)) };
    };
    Object.assign(this, { what: field("Find"), by: field("Replace with") });
    this.options = {
      matchCase: check("Match case"),
      matchEntireCell: check("Match entire cell contents"),
      searchByRegex: check("Search using regular expressions"),
      includeFormulas: check("Also search within formulas"),
      allSheets: check("All sheets"),
    };
    this.told = el("p", { class: "note", role: "status" });
    const button = (label, action) => el("button", { type: "button", onclick: action }, label);
    this.element = el(
      "aside",
      { class: "panel", "aria-label": "Find and replace", hidden: true },
      el("h2", {}, "Find and replace"),
      el(
        "button",
        { type: "button", class: "close", "aria-label": "Close find and replace", onclick: () => this.close() },
        "✕",
      ),
      this.what,
      this.by,
      ...Object.values(this.options).map((option) => option.element),
      el(
        "div",
        { class: "buttons" },
        button("Find", () => this.next()),
        button("Replace all", () => this.replace()),
      ),
      this.told,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  open() {
    this.element.hidden = false;
    this.what.focus();
    this.what.select();
  }

  close() {
    this.element.hidden = true;
    this.entry.focus();
  }

  key(event) {
    event.stopPropagation();
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.target === this.what) this.next();
  }

  tell(text) {
    this.told.textContent = text;
    announce(text);
  }

  _wanted() {
    const { matchCase, matchEntireCell, searchByRegex } = this.options;
    const source = searchByRegex.input.checked
      ? this.what.value
      : this.what.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    try {
      return new RegExp(matchEntireCell.input.checked ? `^(?:${source})$` : source, matchCase.input.checked ? "" : "i");
    } catch {
      return null;
    }
  }

  /** Selects the next cell of the tab that shows the text. */
  async next() {
    const wanted = this.what.value && this._wanted();
    if (!wanted) return this.tell("Give a text to look for.");
    const { lastRow, lastColumn } = this.book.sheet;
    const rows = Math.max(1, Math.floor(50000 / (lastColumn + 1)));
    const found = [];
    for (let top = 0; top <= lastRow; top += rows) {
      const window = [this.book.sheetId, top, 0, Math.min(top + rows, lastRow + 1), lastColumn + 1].join(",");
      const view = await api("GET", `${this.book.path}/view?window=${window}`);
      for (const [row, line] of Object.entries(view.windows[0]?.cells ?? {})) {
        for (const [column, cell] of Object.entries(line))
          if (wanted.test(cell.text ?? "")) found.push([Number(row), Number(column)]);
      }
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (!found.length) return this.tell("Nothing was found.");
    const at = found.findIndex(
      ([row, column]) => row > this.selection.row || (row === this.selection.row && column > this.selection.column),
    );
    const [row, column] = found[Math.max(at, 0)];
    this.grid.reveal(row, column);
    this.selection.select(row, column);
    this.tell(`${cellName(row, column)}, ${Math.max(at, 0) + 1} of ${found.length}`);
  }

  async replace() {
    if (!this.what.value) return this.tell("Give a text to look for.");
    const { allSheets, ...options } = this.options;
    const how = Object.fromEntries(Object.entries(options).map(([name, { input }]) => [name, input.checked]));
    const where = allSheets.input.checked ? { allSheets: true } : { sheetId: this.book.sheetId };
    const replies = await this.book.request("Replace all", {
      findReplace: { find: this.what.value, replacement: this.by.value, ...how, ...where },
    });
    if (replies) this.tell(`${replies[0].findReplace?.occurrencesChanged ?? 0} replaced.`);
  }
}
