/** Conditional formats: a panel with the tab's rules, and the question that makes or changes one. */

import { COLOURS, dialog, el, hexOf, rgbOf } from "../core.js";
import { areaName, areaOf, gridRange, parseArea } from "./a1.js";
import { CONDITION_OPTIONS, condition, conditionText, valueOf, wrongCondition } from "./conditions.js";

const COLOUR_OPTIONS = COLOURS.map(([label, value]) => ({ value, label }));
const NONE = [{ value: "", label: "None" }, ...COLOUR_OPTIONS];
const POINTS = [
  ["MIN", "Min value"],
  ["MAX", "Max value"],
  ["NUMBER", "Number"],
  ["PERCENT", "Percent"],
  ["PERCENTILE", "Percentile"],
].map(([value, label]) => ({ value, label }));

export class Rules {
  /** @param {object} page book, selection, entry */
  constructor({ book, selection, entry }) {
    Object.assign(this, { book, selection, entry });
    this.list = el("ol", { class: "rules" });
    const close = el(
      "button",
      { type: "button", class: "close", "aria-label": "Close conditional format rules", onclick: () => this.close() },
      "✕",
    );
    const buttons = el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", onclick: () => this.add() }, "Add rule"),
      el("button", { type: "button", onclick: () => this.addScale() }, "Add colour scale"),
    );
    this.element = el(
      "aside",
      { class: "panel", "aria-label": "Conditional format rules", hidden: true },
      el("h2", {}, "Conditional format rules"),
      close,
      this.list,
      buttons,
    );
    book.addEventListener("change", () => this.element.hidden || this.draw());
  }

  get rules() {
    return this.book.sheet.conditionalFormats ?? [];
  }

  /** Opens the panel; without any rule the question for the first one as well. */
  async open() {
    this.element.hidden = false;
    this.draw();
    if (!this.rules.length) await this.add();
  }

  close() {
    this.element.hidden = true;
    this.entry.focus();
  }

  draw() {
    const row = (rule, index) => {
      const button = (label, action, disabled = false) =>
        el("button", { type: "button", "aria-label": `${label} rule ${index + 1}`, disabled, onclick: action }, label);
      return el(
        "li",
        {},
        el("span", { class: "words" }, `${this._ranges(rule)}: ${wordsOf(rule)}`),
        button("Edit", () => this.edit(rule, index)),
        button("Up", () => this._move(index, index - 1), index === 0),
        button("Down", () => this._move(index, index + 1), index === this.rules.length - 1),
        button("Delete", () => this._delete(index)),
      );
    };
    this.list.replaceChildren(...this.rules.map(row));
  }

  _ranges(rule) {
    return (rule.ranges ?? []).map((range) => areaName(areaOf(range, this.book.rows, this.book.columns))).join(", ");
  }

  _move(index, newIndex) {
    return this.book.request("Move rule", {
      updateConditionalFormatRule: { sheetId: this.book.sheetId, index, newIndex },
    });
  }

  _delete(index) {
    return this.book.request("Delete rule", { deleteConditionalFormatRule: { sheetId: this.book.sheetId, index } });
  }

  async add() {
    const rule = await this._ask("Add conditional format rule", {
      ranges: [gridRange(this.book.sheetId, this.selection.used)],
      booleanRule: { condition: { type: "NOT_BLANK" }, format: { backgroundColor: rgbOf("#b7e1cd") } },
    });
    if (rule) await this.book.request("Add rule", { addConditionalFormatRule: { rule, index: this.rules.length } });
  }

  async addScale() {
    const rule = await this._askScale("Add colour scale", {
      ranges: [gridRange(this.book.sheetId, this.selection.used)],
      gradientRule: {
        minpoint: { type: "MIN", color: rgbOf("#ffffff") },
        maxpoint: { type: "MAX", color: rgbOf("#6aa84f") },
      },
    });
    if (rule)
      await this.book.request("Add colour scale", { addConditionalFormatRule: { rule, index: this.rules.length } });
  }

  async edit(before, index) {
    const rule = await (before.gradientRule
      ? this._askScale("Edit colour scale", before)
      : this._ask("Edit conditional format rule", before));
    if (rule) await this.book.request("Edit rule", { updateConditionalFormatRule: { rule, index } });
  }

  /** The areas that a text names; null if it names none. @param {string} text */
  _areas(text) {
    const areas = text.split(",").map((part) => parseArea(part, this.book.rows, this.book.columns));
    return areas.includes(null) ? null : areas.map((area) => gridRange(this.book.sheetId, area));
  }

  async _ask(title, rule) {
    const { condition: given, format = {} } = rule.booleanRule;
    const hex = (style) => (style ? hexOf(style) : "");
    const words = await dialog({
      title,
      ok: "Done",
      fields: [
        { name: "range", label: "Apply to range", value: this._ranges(rule) },
        { name: "type", label: "Format cells if…", type: "select", value: given.type, options: CONDITION_OPTIONS },
        { name: "first", label: "Value or formula", value: valueOf(given, 0) },
        { name: "second", label: "And (for between)", value: valueOf(given, 1) },
        {
          name: "fill",
          label: "Fill colour",
          type: "select",
          value: hex(format.backgroundColor),
          options: withOwn(NONE, hex(format.backgroundColor)),
        },
        {
          name: "colour",
          label: "Text colour",
          type: "select",
          value: hex(format.textFormat?.foregroundColor),
          options: withOwn(NONE, hex(format.textFormat?.foregroundColor)),
        },
        ...["bold", "italic", "underline", "strikethrough"].map((name) => ({
          name,
          label: name[0].toUpperCase() + name.slice(1),
          type: "checkbox",
          value: format.textFormat?.[name] ?? false,
        })),
      ],
      check: (values) =>
        this._areas(values.range)
          ? wrongCondition(values.type, values.first, values.second)
          : "The range is not one such as A1:B6.",
    });
    if (!words) return null;
    const text = Object.fromEntries(
      ["bold", "italic", "underline", "strikethrough"].filter((name) => words[name]).map((name) => [name, true]),
    );
    if (words.colour) text.foregroundColorStyle = { rgbColor: rgbOf(words.colour) };
    const look = {
      ...(words.fill && { backgroundColorStyle: { rgbColor: rgbOf(words.fill) } }),
      ...(Object.keys(text).length && { textFormat: text }),
    };
    return {
      ranges: this._areas(words.range),
      booleanRule: { condition: condition(words.type, words.first, words.second), format: look },
    };
  }

  async _askScale(title, rule) {
    const { minpoint, midpoint, maxpoint } = rule.gradientRule;
    const hex = (point) => (point ? hexOf(point.colorStyle?.rgbColor ?? point.color) : "");
    const fields = [
      ["min", "Minimum", minpoint],
      ["mid", "Midpoint", midpoint],
      ["max", "Maximum", maxpoint],
    ].flatMap(([name, label, point]) => [
      {
        name: `${name}Type`,
        label: `${label} point`,
        type: "select",
        value: point?.type ?? "",
        options: name === "mid" ? [{ value: "", label: "None" }, ...POINTS.slice(2)] : POINTS,
      },
      { name: `${name}Value`, label: `${label} value`, value: point?.value ?? "" },
      {
        name: `${name}Colour`,
        label: `${label} colour`,
        type: "select",
        value: hex(point) || "#ffffff",
        options: withOwn(COLOUR_OPTIONS, hex(point)),
      },
    ]);
    const words = await dialog({
      title,
      ok: "Done",
      fields: [{ name: "range", label: "Apply to range", value: this._ranges(rule) }, ...fields],
      check: (values) => (this._areas(values.range) ? undefined : "The range is not one such as A1:B6."),
    });
    if (!words) return null;
    const point = (name) => ({
      type: words[`${name}Type`],
      ...(words[`${name}Value`] && { value: words[`${name}Value`] }),
      colorStyle: { rgbColor: rgbOf(words[`${name}Colour`]) },
    });
    return {
      ranges: this._areas(words.range),
      gradientRule: {
        minpoint: point("min"),
        ...(words.midType && { midpoint: point("mid") }),
        maxpoint: point("max"),
      },
    };
  }
}

function wordsOf(rule) {
  return rule.gradientRule ? "Colour scale" : conditionText(rule.booleanRule?.condition);
}

/** A colour that the list lacks becomes an entry of it. */
function withOwn(list, hex) {
  return !hex || list.some((option) => option.value === hex) ? list : [...list, { value: hex, label: hex }];
}
