/** Copying and pasting: as tab-separated text with the world, with formulas and formats within the file. */

import { announce } from "../core.js";
import { cellName, gridRange, quotedTitle } from "./a1.js";

/** @param {string[][]} rows @returns {string} */
export function toText(rows) {
  const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

/** Rows of tab-separated text; a field in quotes may hold tabs and lines. @param {string} text @returns {string[][]} */
export function fromText(text) {
  const rows = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^\t\n\r]*))(\t|\r\n|\n|\r|$)/gy;
  let end = "";
  while (field.lastIndex < text.length || end === "\t") {
    const [, quoted, plain, mark] = field.exec(text) ?? [null, undefined, text.slice(field.lastIndex), ""];
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    end = mark;
    if (mark && mark !== "\t" && field.lastIndex < text.length) rows.push([]);
    if (!mark) break;
  }
  return rows;
}

export class Clipboard {
  /** @param {object} page book, selection, entry */
  constructor({ book, selection, entry }) {
    Object.assign(this, { book, selection, entry });
    entry.cell.addEventListener("copy", (event) => this.copy(event, false));
    entry.cell.addEventListener("cut", (event) => this.copy(event, true));
    entry.cell.addEventListener("paste", (event) => this.paste(event));
  }

  /** What the selected cells show. */
  get rows() {
    const { used } = this.selection;
    const rows = [];
    for (let row = used.top; row < used.bottom; row += 1) {
      rows.push(
        Array.from({ length: used.right - used.left }, (_, place) => this.book.cell(row, used.left + place).text ?? ""),
      );
    }
    return rows;
  }

  copy(event, cut) {
    if (this.entry.mode) return;
    event.preventDefault();
    const text = this.mark(cut);
    event.clipboardData.setData("text/plain", text);
  }

  /** Remembers the selected cells. @param {boolean} cut @returns {string} their text */
  mark(cut) {
    const text = toText(this.rows);
    const { used, area } = this.selection;
    this.selection.copied = { sheetId: this.book.sheetId, area: { ...used }, shown: area, text, cut };
    this.selection.draw();
    announce(cut ? "Cut" : "Copied");
    return text;
  }

  /** The menus' copy and cut: the browser's clipboard is asked for. @param {boolean} cut */
  async toClipboard(cut) {
    const text = this.mark(cut);
    await navigator.clipboard?.writeText(text).catch(() => {});
  }

  /** The menus' paste. @param {string} [type] a PasteType */
  async fromClipboard(type = "PASTE_NORMAL") {
    const held = await navigator.clipboard?.readText().catch(() => null);
    const text = held ?? this.selection.copied?.text;
    if (text) await this.put(text, type);
  }

  paste(event) {
    if (this.entry.mode) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const type = this.plain ? "PASTE_VALUES" : "PASTE_NORMAL";
    this.plain = false;
    const picture = [...event.clipboardData.files].find((file) => file.type.startsWith("image/"));
    if (!text && picture) this.dispatchPicture?.(picture);
    else if (text) this.put(text, type);
  }

  /** Puts text at the selected cells: our own with everything that the cells have, any other as if it were typed.
   * @param {string} text @param {string} type a PasteType */
  async put(text, type) {
    const { copied } = this.selection;
    const own = copied && copied.text === text.replaceAll("\r\n", "\n");
    if (!own) return this._type(fromText(text.replace(/\r?\n$/, "")));
    const source = gridRange(copied.sheetId, copied.area);
    const { row, column, area } = this.selection;
    const [height, width] = [copied.area.bottom - copied.area.top, copied.area.right - copied.area.left];
    const one = { top: row, left: column, bottom: row + height, right: column + width };
    const fits = (area.bottom - area.top) % height === 0 && (area.right - area.left) % width === 0;
    const target = fits ? area : one;
    const grow = this._room(target);
    if (copied.cut) {
      this.selection.copied = null;
      const destination = { sheetId: this.book.sheetId, rowIndex: row, columnIndex: column };
      await this.book.request("Paste", ...grow, { cutPaste: { source, destination, pasteType: type } });
    } else {
      await this.book.request("Paste", ...grow, {
        copyPaste: { source, destination: gridRange(this.book.sheetId, target), pasteType: type },
      });
    }
    this.selection.selectArea(target);
  }

  /** Requests that make the tab large enough. */
  _room(area) {
    const append = (dimension, length) => ({ appendDimension: { sheetId: this.book.sheetId, dimension, length } });
    return [
      ...(area.bottom > this.book.rows ? [append("ROWS", area.bottom - this.book.rows)] : []),
      ...(area.right > this.book.columns ? [append("COLUMNS", area.right - this.book.columns)] : []),
    ];
  }

  async _type(rows) {
    const { row, column, area, isSingle } = this.selection;
    const same = rows.length === 1 && rows[0].length === 1 && !isSingle;
    const values = same
      ? Array.from({ length: area.bottom - area.top }, () => Array(area.right - area.left).fill(rows[0][0]))
      : rows;
    const width = Math.max(...values.map((line) => line.length));
    const range = `${quotedTitle(this.book.sheet.properties.title)}!${cellName(row, column)}`;
    const done = await this.book.act("Paste", {
      values: { valueInputOption: "USER_ENTERED", data: [{ range, values }] },
    });
    if (done) this.selection.selectArea({ top: row, left: column, bottom: row + values.length, right: column + width });
  }
}
