/** What keys, menus and tools do; the parts of the page do the work. */

import { announce, contextMenu, dialog, el, popup, saved, upload } from "../core.js";
import { cellName } from "./a1.js";
import { linkOf } from "./cell.js";

export class Commands {
  /** @param {object} page every part of the editor */
  constructor(page) {
    this.page = page;
  }

  // moving

  /** From the active cell on; Tab and Enter stay within several selected cells.
   * @param {number} down @param {number} across @param {string} [key] */
  step(down, across, key = "") {
    const { selection, grid } = this.page;
    if (!selection.isSingle && (key === "Tab" || key === "Enter")) return this._within(down, across);
    const home = key === "Enter" && this.tabStart !== undefined ? this.tabStart : null;
    if (key === "Tab") this.tabStart ??= selection.column;
    else this.tabStart = undefined;
    const at = selection.next(selection.row, home ?? selection.column, down, across, false);
    grid.reveal(at.row, at.column);
    selection.select(at.row, at.column);
    return undefined;
  }

  _within(down, across) {
    const { selection, grid } = this.page;
    const { area } = selection;
    const [height, width] = [area.bottom - area.top, area.right - area.left];
    const place = across
      ? (selection.row - area.top) * width + selection.column - area.left + across
      : (selection.column - area.left) * height + selection.row - area.top + down;
    const at = (place + height * width) % (height * width);
    selection.row = area.top + (across ? Math.floor(at / width) : at % height);
    selection.column = area.left + (across ? at % width : Math.floor(at / height));
    grid.reveal(selection.row, selection.column);
    selection.changed();
  }

  /** An arrow key. @param {number} down @param {number} across @param {{extend?: boolean, jump?: boolean}} how */
  arrow(down, across, { extend = false, jump = false } = {}) {
    const { selection, grid } = this.page;
    this.tabStart = undefined;
    const from = extend ? selection.end : selection;
    const at = selection.next(from.row, from.column, down, across, jump);
    if (extend) selection.extend(at.row, at.column);
    else selection.select(at.row, at.column);
    grid.reveal(at.row, at.column);
  }

  /** To a cell. @param {number} row @param {number} column @param {boolean} [extend] */
  go(row, column, extend = false) {
    const { selection, grid } = this.page;
    if (extend) selection.extend(row, column);
    else selection.select(row, column);
    grid.reveal(row, column);
  }

  /** @param {number} direction 1 or -1 @param {boolean} extend */
  pageBy(direction, extend) {
    const { grid, selection, book } = this.page;
    const from = extend ? selection.end : selection;
    const rows = Math.max(Math.floor((grid.room.height - grid.rows.frozenSize) / 21) - 1, 1);
    this.go(Math.min(Math.max(from.row + direction * rows, 0), book.rows - 1), from.column, extend);
  }

  selectAll() {
    const { selection, book } = this.page;
    const region = selection.region();
    const done =
      JSON.stringify(region) === JSON.stringify(selection.area) ||
      (region.bottom - region.top === 1 && region.right - region.left === 1);
    selection.selectArea(done ? { top: 0, left: 0, bottom: book.rows, right: book.columns } : region);
  }

  /** @param {"ROWS" | "COLUMNS"} axis */
  selectLines(axis) {
    const { selection, book } = this.page;
    selection.selectArea(
      axis === "ROWS"
        ? { ...selection.area, left: 0, right: book.columns }
        : { ...selection.area, top: 0, bottom: book.rows },
    );
  }

  // contents

  /** Empties the selected cells; boxes are unticked. */
  clear() {
    const { book, selection, grid } = this.page;
    const { used, area } = selection;
    for (let row = used.top; row < Math.min(used.bottom, used.top + 500); row += 1) {
      for (let column = used.left; column < used.right; column += 1) {
        if (book.cell(row, column).text)
          book.foresee(row, column, { text: "", entry: undefined, kind: undefined, image: undefined });
      }
    }
    grid.update();
    announce(`${cellName(area.top, area.left)} cleared`);
    return book.request("Delete values", {
      repeatCell: { range: this.page.formats.range, cell: {}, fields: "userEnteredValue" },
    });
  }

  /** Fills the selected cells from the first row or column. @param {"ROWS" | "COLUMNS"} axis */
  fill(axis) {
    const { book, selection, formats } = this.page;
    const { range } = formats;
    const down = axis === "ROWS";
    if (selection.isSingle) return undefined;
    const source = down
      ? { ...range, endRowIndex: range.startRowIndex + 1 }
      : { ...range, endColumnIndex: range.startColumnIndex + 1 };
    return book.request("Fill", { copyPaste: { source, destination: range, pasteType: "PASTE_NORMAL" } });
  }

  tick() {
    return this.page.data.tick();
  }

  name(text) {
    if (/^[A-Za-z_]\w*$/.test(text)) return this.page.data.name(text);
    announce("There is no such range.");
    this.page.entry.show();
    return undefined;
  }

  resize(axis, index, pixels) {
    return this.page.lines.resize(axis, index, pixels);
  }

  fitLines(axis, index) {
    return this.page.lines.fit(axis, index, index + 1);
  }

  /** Opens the list of a dropdown cell. */
  choose() {
    const { book, selection, grid, entry } = this.page;
    const { condition } = selection.cell.dataValidation;
    const box =
      document.getElementById(`cell-${cellName(selection.row, selection.column)}`)?.getBoundingClientRect() ??
      grid.element.getBoundingClientRect();
    const show = (values) =>
      contextMenu(
        { x: box.left, y: box.bottom },
        values.map((value) => ({
          label: value,
          action: () => entry.enter({ sheetId: book.sheetId, row: selection.row, column: selection.column }, value),
        })),
        "Options",
      );
    if (condition.type === "ONE_OF_LIST")
      return show((condition.values ?? []).map((value) => value.userEnteredValue ?? ""));
    return book.values(condition.values?.[0]?.userEnteredValue ?? "").then(show);
  }

  // pictures

  /** Asks for a picture and puts it into the active cell, or over the cells. @param {boolean} inCell */
  async picture(inCell) {
    const given = await dialog({
      title: inCell ? "Insert image in cell" : "Insert image over cells",
      ok: "Insert",
      fields: [
        {
          name: "file",
          label: "Upload from this computer (PNG, JPEG or GIF)",
          type: "file",
          accept: "image/png,image/jpeg,image/gif",
        },
        { name: "url", label: "or by URL", value: "" },
        { name: "description", label: "Alt text", value: "" },
      ],
      check: (values) =>
        values.file || /^https?:\/\/\S+$/i.test(values.url.trim())
          ? undefined
          : "Choose a file or give an address that begins with http:// or https://.",
    });
    if (given) await this.putPicture(given.file ?? given.url.trim(), inCell, given.description);
  }

  /** @param {File | string} source @param {boolean} inCell @param {string} [description] */
  async putPicture(source, inCell, description = "") {
    const { book, selection, entry } = this.page;
    const { row, column } = selection;
    saved("saving");
    try {
      const url = typeof source === "string" ? source : (await upload(source)).url;
      if (inCell)
        return await entry.enter({ sheetId: book.sheetId, row, column }, `=IMAGE("${url.replaceAll('"', "%22")}")`);
      const anchor = { sheetId: book.sheetId, rowIndex: row, columnIndex: column };
      return await book.act("Insert picture", {
        pictures: { add: { url, anchor, ...(description && { description }) } },
      });
    } catch (error) {
      saved(error);
      await dialog({
        title: "The picture cannot be inserted",
        fields: [{ name: "", type: "note", label: error.message }],
      });
      return undefined;
    }
  }

  /** The link of the active cell, beside the formula bar: over the cells it would be in the way. */
  showLink() {
    const { selection, entry } = this.page;
    const url = selection.isSingle ? linkOf(selection.cell) : "";
    entry.link.hidden = !url;
    entry.link.textContent = url;
    if (url) entry.link.href = url;
    else entry.link.removeAttribute("href");
  }

  /** The menu of the right mouse button. */
  contextMenu() {
    return this.page.menus.cells();
  }

  /** A colour, asked for at the active cell. @param {HTMLElement} content */
  ask(content) {
    const { grid, selection } = this.page;
    const origin = grid.overlays.getBoundingClientRect();
    const box = grid.rect(selection.area);
    return popup({ x: origin.left + box.left, y: origin.top + box.top + 24 }, content);
  }
}
