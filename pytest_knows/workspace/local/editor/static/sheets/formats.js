/** How cells look: each action is a repeatCell with the field that it sets, as the API knows it. */

import { dialog, rgbOf } from "../core.js";
import { common, gridRange } from "./a1.js";

/** Label, type and pattern of the number formats of the menu. */
export const NUMBERS = [
  ["Automatic", null, ""],
  ["Plain text", "TEXT", "@"],
  ["Number", "NUMBER", "#,##0.00"],
  ["Percent", "PERCENT", "0.00%"],
  ["Scientific", "SCIENTIFIC", "0.00E+00"],
  ["Accounting", "NUMBER", '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
  ["Financial", "NUMBER", "#,##0.00;(#,##0.00)"],
  ["Currency", "CURRENCY", '"$"#,##0.00'],
  ["Currency rounded", "CURRENCY", '"$"#,##0'],
  ["Date", "DATE", "m/d/yyyy"],
  ["Time", "TIME", "h:mm:ss am/pm"],
  ["Date time", "DATE_TIME", "m/d/yyyy h:mm:ss"],
  ["Duration", "TIME", "[h]:mm:ss"],
];

export const BORDER_SIDES = {
  "All borders": ["top", "bottom", "left", "right", "innerHorizontal", "innerVertical"],
  "Inner borders": ["innerHorizontal", "innerVertical"],
  "Horizontal borders": ["innerHorizontal"],
  "Vertical borders": ["innerVertical"],
  "Outer borders": ["top", "bottom", "left", "right"],
  "Left border": ["left"],
  "Top border": ["top"],
  "Right border": ["right"],
  "Bottom border": ["bottom"],
};
const ALL = BORDER_SIDES["All borders"];

export class Formats {
  /** @param {object} page book, grid, selection */
  constructor({ book, grid, selection }) {
    Object.assign(this, { book, grid, selection, line: { style: "SOLID", colour: "#000000" } });
  }

  get range() {
    return gridRange(this.book.sheetId, this.selection.area);
  }

  /** The format that the active cell has in effect. */
  get now() {
    return this.selection.cell.format ?? {};
  }

  /** Sets one field.
   * @param {string} label @param {string} path below userEnteredFormat @param {any} value null: takes it away */
  set(label, path, value) {
    const format = value === null ? {} : nested(path.split("."), value);
    this._foresee(path, value);
    const cell = { userEnteredFormat: format };
    return this.book.request(label, { repeatCell: { range: this.range, cell, fields: `userEnteredFormat.${path}` } });
  }

  /** Shows the change in the cells in sight at once. */
  _foresee(path, value) {
    const names = path.split(".");
    const { rows } = this.grid.sight;
    const sight = common(this.selection.area, {
      top: rows[0] ?? 0,
      bottom: (rows[rows.length - 1] ?? 0) + 1,
      left: 0,
      right: this.book.columns,
    });
    if (!sight || value === null || (sight.bottom - sight.top) * (sight.right - sight.left) > 5000) return;
    for (let row = sight.top; row < sight.bottom; row += 1) {
      for (let column = sight.left; column < sight.right; column += 1) {
        const { format } = this.book.cell(row, column);
        this.book.foresee(row, column, { format: merged(typeof format === "object" ? format : {}, names, value) });
      }
    }
    this.grid.update();
  }

  /** Bold, italic, ...: on if the active cell has it off.
   * @param {"bold" | "italic" | "underline" | "strikethrough"} name */
  toggle(name) {
    const label = name[0].toUpperCase() + name.slice(1);
    return this.set(label, `textFormat.${name}`, !this.now.textFormat?.[name]);
  }

  /** @param {string} name a font */
  font(name) {
    return this.set("Font", "textFormat.fontFamily", name);
  }

  /** @param {number} points */
  size(points) {
    return this.set("Font size", "textFormat.fontSize", points);
  }

  /** @param {string | null} hex null: the usual one */
  colour(hex) {
    return this.set("Text colour", "textFormat.foregroundColorStyle", hex && { rgbColor: rgbOf(hex) });
  }

  /** @param {string | null} hex null: none */
  fill(hex) {
    return this.set("Fill colour", "backgroundColorStyle", hex && { rgbColor: rgbOf(hex) });
  }

  /** @param {"LEFT" | "CENTER" | "RIGHT"} where */
  align(where) {
    return this.set("Alignment", "horizontalAlignment", where);
  }

  /** @param {"TOP" | "MIDDLE" | "BOTTOM"} where */
  vertical(where) {
    return this.set("Vertical alignment", "verticalAlignment", where);
  }

  /** @param {"OVERFLOW_CELL" | "WRAP" | "CLIP"} how */
  wrap(how) {
    return this.set("Text wrapping", "wrapStrategy", how);
  }

  /** @param {string | null} type null: automatic @param {string} pattern */
  number(type, pattern) {
    return this.set("Number format", "numberFormat", type && { type, pattern });
  }

  /** Asks for a pattern; its letters tell what kind of number it is for. */
  async askNumber() {
    const given = await dialog({
      title: "Custom number format",
      ok: "Apply",
      fields: [
        {
          name: "pattern",
          label: "Pattern, such as #,##0.00 or yyyy-mm-dd",
          value: this.now.numberFormat?.pattern ?? "#,##0.00",
        },
      ],
    });
    if (!given?.pattern) return;
    const bare = given.pattern.replace(/"[^"]*"/g, "");
    const dated = /[ymd]/i.test(bare);
    const timed = /[hs]/i.test(bare);
    const type =
      dated && timed
        ? "DATE_TIME"
        : dated
          ? "DATE"
          : timed
            ? "TIME"
            : bare.includes("%")
              ? "PERCENT"
              : /[$€£¥]/.test(given.pattern)
                ? "CURRENCY"
                : "NUMBER";
    await this.number(type, given.pattern);
  }

  /** One decimal place more or less than the active cell shows. @param {number} step 1 or -1 */
  decimals(step) {
    const { type = "NUMBER", pattern } = this.now.numberFormat ?? {};
    const shown = /\.(\d+)/.exec(this.selection.cell.text ?? "")?.[1].length ?? 0;
    const now = pattern || `0${shown ? `.${"0".repeat(shown)}` : ""}`;
    const changed = now.replace(/([0#])(\.0*)?(?![0#.,])/, (_, digit, places) => {
      const count = Math.min(Math.max((places?.length ?? 1) - 1 + step, 0), 30);
      return digit + (count ? `.${"0".repeat(count)}` : "");
    });
    return this.number(type, changed);
  }

  /** Takes away all formats of the selected cells. */
  clear() {
    const cell = { range: this.range, cell: {}, fields: "userEnteredFormat,textFormatRuns" };
    return this.book.request("Clear formatting", { repeatCell: cell });
  }

  /** @param {string} sides a key of BORDER_SIDES, or "Clear borders" */
  borders(sides) {
    const none = sides === "Clear borders";
    const border = none
      ? { style: "NONE" }
      : { style: this.line.style, colorStyle: { rgbColor: rgbOf(this.line.colour) } };
    const edges = Object.fromEntries((BORDER_SIDES[sides] ?? ALL).map((side) => [side, border]));
    return this.book.request(sides, { updateBorders: { range: this.range, ...edges } });
  }

  /** Alternating colours for the selected rows. @param {string} head @param {string} first @param {string} second */
  banding(head, first, second) {
    const style = (hex) => ({ rgbColor: rgbOf(hex) });
    const rowProperties = {
      headerColorStyle: style(head),
      firstBandColorStyle: style(first),
      secondBandColorStyle: style(second),
    };
    return this.book.request("Alternating colours", {
      addBanding: { bandedRange: { range: this.range, rowProperties } },
    });
  }
}

function nested(names, value) {
  return names.reduceRight((inner, name) => ({ [name]: inner }), value);
}

function merged(format, [name, ...rest], value) {
  const twin = name.endsWith("ColorStyle") ? { [name.replace("Style", "")]: undefined } : {};
  return { ...format, ...twin, [name]: rest.length ? merged(format[name] ?? {}, rest, value) : value };
}
