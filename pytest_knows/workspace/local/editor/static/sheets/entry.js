/** Typing into cells: the field over the active cell, the formula bar, the name box. */

import { announce, el } from "../core.js";
import { areaName, areaOf, cellName, parseArea, quotedTitle, single, splitTitle } from "./a1.js";
import { isCheckbox } from "./cell.js";
import { textStyle } from "./style.js";

const BEFORE_REFERENCE = /[=(,;:+\-*/^&<>{ ]$/;

export class Entry {
  /** @param {object} page book, grid, selection, commands */
  constructor(page) {
    Object.assign(this, page);
    this.mode = null; // null, "enter" (arrows leave the cell) or "edit" (arrows move in the text)
    this.cell = el("textarea", {
      class: "cell-editor",
      rows: "1",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "Cell A1",
    });
    this.bar = el("textarea", {
      class: "formula",
      rows: "1",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "Formula bar",
    });
    this.names = el("input", {
      class: "name-box",
      type: "text",
      "aria-label": "Name box",
      spellcheck: "false",
      autocomplete: "off",
    });
    this.link = el("a", { class: "open-link", target: "_blank", rel: "noopener noreferrer", hidden: true });
    this.element = el(
      "div",
      { class: "formula-row" },
      this.names,
      el("span", { class: "fx", "aria-hidden": "true" }, "fx"),
      this.bar,
      this.link,
    );
    this.grid.overlays.append(this.cell);
    for (const field of [this.cell, this.bar]) {
      field.addEventListener("input", () => this.typed(field));
      field.addEventListener("keydown", (event) => this.key(event));
    }
    this.bar.addEventListener("focus", () => this.mode || this.start("edit", this.bar));
    this.names.addEventListener("keydown", (event) => this.goTo(event));
    this.names.addEventListener("focus", () => this.names.select());
    this.names.addEventListener("blur", () => (this.names.value = this.selection.name));
    this.selection.addEventListener("change", () => this.show());
    this.grid.addEventListener("drawn", () => this.position());
  }

  /** The text that the active cell is edited as. */
  get text() {
    const { cell } = this.selection;
    return cell.entry ?? cell.text ?? "";
  }

  /** Keys go into the active cell; whatever was selected in the page is not any more. */
  focus() {
    this.cell.focus({ preventScroll: true });
    if (!this.mode) this.cell.setSelectionRange(0, 0);
  }

  /** Shows the active cell in the bar and the name box. */
  show() {
    this.position();
    const here = cellName(this.selection.row, this.selection.column);
    this.cell.setAttribute("aria-label", `Cell ${here}`);
    if (document.activeElement !== this.names) this.names.value = this.selection.name;
    if (!this.mode) {
      this.bar.value = this.text;
      this.cell.value = "";
    }
  }

  /** Puts the field over the active cell. */
  position() {
    const at = this.target ?? { sheetId: this.book.sheetId, row: this.selection.row, column: this.selection.column };
    const merge = this.book.mergeAt(at.row, at.column) ?? single(at.row, at.column);
    const box = this.grid.rect(merge);
    this.cell.style.left = `${Math.max(box.left, 0)}px`;
    this.cell.style.top = `${Math.max(Math.min(box.top, this.grid.room.height - 24), 0)}px`;
    this.cell.style.minWidth = `${Math.max(box.width + 1, 20)}px`;
    this.cell.style.minHeight = `${Math.max(box.height + 1, 20)}px`;
    this.cell.classList.toggle("editing", this.mode !== null && this.book.sheetId === at.sheetId);
    if (this.mode) this.grow();
  }

  grow() {
    const style = this.cell.style;
    style.width = style.height = "0";
    const room = this.grid.room.width - parseFloat(style.left) - 4;
    style.width = `${Math.min(this.cell.scrollWidth + 12, Math.max(room, 60))}px`;
    style.height = `${this.cell.scrollHeight}px`;
  }

  /** Begins to edit the active cell.
   * @param {"enter" | "edit"} mode @param {HTMLTextAreaElement} [field] @param {string} [text] */
  start(mode, field = this.cell, text = this.text) {
    if (this.mode) return;
    const { row, column, cell } = this.selection;
    this.target = { sheetId: this.book.sheetId, row, column, seen: this.book.shown };
    this.mode = mode;
    this.cell.value = this.bar.value = text;
    const { "text-decoration": _, ...look } = textStyle(cell.format?.textFormat);
    for (const name of ["font-family", "font-size", "font-weight", "font-style"])
      this.cell.style.setProperty(name, look[name] || "");
    this.grid.reveal(row, column);
    this.position();
    if (field === this.cell) this.focus();
  }

  /** Edits what is in the active cell. */
  edit() {
    this.start("edit");
    this.cell.setSelectionRange(this.cell.value.length, this.cell.value.length);
  }

  typed(field) {
    if (!this.mode) this.start(field === this.bar ? "edit" : "enter", field, field.value);
    const other = field === this.bar ? this.cell : this.bar;
    other.value = field.value;
    this.pointed = null;
    this.grow();
  }

  key(event) {
    if (!this.mode || event.isComposing) return;
    const leave = { Enter: [event.shiftKey ? -1 : 1, 0], Tab: [0, event.shiftKey ? -1 : 1] };
    if (this.mode === "enter" && !event.altKey) {
      Object.assign(leave, { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
    }
    if (event.key === "Escape") this.cancel();
    else if (event.key === "F2") this.mode = "edit";
    else if (event.key === "F4") this.lock(event.target);
    else if (event.key === "Enter" && (event.altKey || event.ctrlKey || event.metaKey)) this.insert(event.target, "\n");
    else if (leave[event.key]) this.commit() && this.commands.step(...leave[event.key], event.key);
    else return void event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  }

  insert(field, text) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    this.typed(field);
  }

  /** F4: the reference before the caret with other dollar signs. */
  lock(field) {
    const before = field.value.slice(0, field.selectionStart);
    const found = /(\$?)([A-Za-z]{1,3})(\$?)(\d+)$/.exec(before);
    if (!found) return;
    const turns = { "": "$$", $$: " $", " $": "$ ", "$ ": "" };
    const state = found[1] || found[3] ? (found[1] || " ") + (found[3] || " ") : "";
    const [across, down] = [...(turns[state] || "  ")].map((sign) => sign.trim());
    const text = `${across}${found[2]}${down}${found[4]}`;
    field.setRangeText(text, before.length - found[0].length, before.length, "end");
    this.typed(field);
  }

  /** Stops editing and changes nothing. */
  cancel() {
    this.stop();
    this.show();
    this.focus();
  }

  stop() {
    this.mode = this.target = this.pointed = null;
    this.cell.classList.remove("editing");
    this.cell.style.width = this.cell.style.height = "";
    this.cell.value = "";
  }

  /** Enters what was typed. @returns {boolean} false if nothing may follow (never now: the server takes any text) */
  commit() {
    if (!this.mode) return true;
    const { target, text } = { target: this.target, text: this.cell.value };
    const before = target.sheetId === this.book.sheetId ? this.book.cell(target.row, target.column) : {};
    this.stop();
    if (text !== (before.entry ?? before.text ?? "")) this.enter(target, text);
    if (target.sheetId !== this.book.sheetId) this.book.show(target.sheetId);
    this.show();
    this.focus();
    return true;
  }

  /** Enters a text into a cell; until the server has answered, the page shows what it is likely to become. */
  enter({ sheetId, row, column, seen = this.book.shown }, text) {
    if (sheetId === this.book.sheetId) {
      const number = /^\s*-?[\d,]*\.?\d+\s*$/.test(text);
      const shown = text.startsWith("'") ? text.slice(1) : text.startsWith("=") ? "…" : text;
      this.book.foresee(row, column, {
        text: shown,
        entry: text,
        kind: number ? "number" : undefined,
        textFormatRuns: undefined,
      });
      this.grid.update();
    }
    announce(`${cellName(row, column)} ${text}`);
    return this.book.enter({ sheetId, row, column, text }, seen);
  }

  /** While a formula is written, a click on a cell puts its reference in.
   * @param {{row: number, column: number}} at @returns {boolean} */
  point(at, event) {
    const field = document.activeElement === this.bar ? this.bar : this.cell;
    const before = field.value.slice(0, field.selectionStart);
    if (!this.mode || !before.startsWith("=") || at.row < 0 || at.column < 0) return false;
    const start =
      this.pointed ?? (BEFORE_REFERENCE.test(before) ? { from: before.length, to: field.selectionEnd } : null);
    if (!start || event.detail > 1) return false;
    this.pointed = { field, from: start.from, to: start.to, first: at };
    this.pointTo(at);
    return true;
  }

  pointTo(at) {
    const { field, from, to, first } = this.pointed;
    const area = {
      top: Math.min(first.row, at.row),
      left: Math.min(first.column, at.column),
      bottom: Math.max(first.row, at.row) + 1,
      right: Math.max(first.column, at.column) + 1,
    };
    const other = this.target.sheetId === this.book.sheetId ? "" : `${quotedTitle(this.book.sheet.properties.title)}!`;
    const name = other + areaName(area);
    field.setRangeText(name, from, to, "end");
    const pointed = { field, from, to: from + name.length, first };
    this.typed(field);
    this.pointed = pointed;
    field.focus({ preventScroll: true });
  }

  /** The name box: Enter goes to a range, or names the selected one. */
  async goTo(event) {
    event.stopPropagation();
    if (event.key === "Escape") return this.focus();
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { title, cells } = splitTitle(this.names.value);
    const sheet = title === null ? this.book.sheet : this.book.sheets.find((one) => one.properties.title === title);
    const named = this.book.namedRanges.find((range) => range.name.toLowerCase() === cells.trim().toLowerCase());
    const { rowCount, columnCount } = sheet?.properties.gridProperties ?? {};
    const area =
      sheet && (parseArea(cells, rowCount, columnCount) ?? (named && areaOf(named.range, rowCount, columnCount)));
    if (!area) return this.commands.name(cells.trim());
    const sheetId = named?.range.sheetId ?? sheet.properties.sheetId;
    if (sheetId !== this.book.sheetId) await this.book.show(sheetId);
    this.selection.selectArea(area);
    this.grid.reveal(area.top, area.left);
    this.focus();
  }

  /** Whether the active cell is a box that Space ticks. */
  get onCheckbox() {
    return isCheckbox(this.selection.cell);
  }
}
