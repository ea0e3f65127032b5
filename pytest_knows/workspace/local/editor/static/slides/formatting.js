/** How text, shapes, lines and cells look: commands, and what the tools show of it. */

import { dialog, hexOf, rgbOf } from "../core.js";
import { isNumber, listRequests, unlistRequests } from "./lists.js";
import { find, holderOf, textOf } from "./text-places.js";
import { paragraphRequests, paragraphsOf, stylesAt, styleRequests } from "./text-styles.js";

const SIZES = [1, 400];
const WEB = /^(https?:\/\/|mailto:)/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;

export class Formatting {
  /** @param {{deck: any, selection: any, writing: any}} parts */
  constructor({ deck, selection, writing }) {
    Object.assign(this, { deck, selection, writing });
  }

  /** The texts that commands are about: what is being written in, else all of what is chosen. */
  get targets() {
    const { target } = this.writing;
    if (target) return [target];
    return this.selection.elements.flatMap((element) => textsOf(element)).map((key) => ({ key }));
  }

  /** Make requests when what was typed before is done, and send them. @param {() => any[]} make */
  send(make, label) {
    return new Promise((resolve) => this.writing.inTurn(() => resolve(this.sendNow(make(), label)), { quiet: true }));
  }

  async sendNow(requests, label) {
    if (!requests.length) return;
    const { session } = this.writing;
    if (session) await session.change(requests, label);
    else await this.deck.change(requests, { label });
    this.writing.resume();
  }

  /** @param {any} style @param {string} fields */
  text(style, fields, label = "text style") {
    return this.send(() => this.textRequests(typeof style === "function" ? style() : style, fields), label);
  }

  textRequests(style, fields) {
    const { target } = this.writing;
    if (!target || target.start !== target.end) return styleRequests(this.deck, this.targets, style, fields);
    this.writing.nextStyle(style, fields);
    this.writing.resume();
    return [];
  }

  paragraph(style, fields, label = "paragraph style") {
    return this.send(() => paragraphRequests(this.deck, this.targets, style, fields), label);
  }

  /** @param {"bold"|"italic"|"underline"|"strikethrough"|"smallCaps"} name */
  toggle(name) {
    return this.text(() => ({ [name]: !this.styles.text[name] }), name, name);
  }

  /** @param {"SUPERSCRIPT"|"SUBSCRIPT"} offset */
  offset(offset) {
    return this.text(() => ({ baselineOffset: this.styles.text.baselineOffset === offset ? "NONE" : offset }), "baselineOffset");
  }

  colour(hex) {
    return this.text(hex ? { foregroundColor: opaque(hex) } : {}, "foregroundColor", "text colour");
  }

  highlight(hex) {
    return this.text({ backgroundColor: hex ? opaque(hex) : {} }, "backgroundColor", "highlight colour");
  }

  font(fontFamily) {
    const weight = this.styles.text.weightedFontFamily?.weight || 400;
    return this.text({ weightedFontFamily: { fontFamily, weight } }, "weightedFontFamily", "font");
  }

  size(points) {
    const magnitude = Math.min(SIZES[1], Math.max(SIZES[0], points));
    return this.text({ fontSize: { magnitude, unit: "PT" } }, "fontSize", "font size");
  }

  grow(by) {
    return this.size((this.styles.text.fontSize?.magnitude || 14) + by);
  }

  clear() {
    const fields = "bold,italic,underline,strikethrough,smallCaps,baselineOffset,foregroundColor,backgroundColor,fontSize,weightedFontFamily";
    return this.send(() => [
      ...styleRequests(this.deck, this.targets, {}, fields),
      ...paragraphRequests(this.deck, this.targets, {}, "alignment,lineSpacing,spaceAbove,spaceBelow"),
    ], "clear formatting");
  }

  /** Make a list, or plain paragraphs of one. @param {string} preset @param {boolean} numbers */
  list(preset, numbers) {
    return this.send(() => {
      const { bullet } = this.styles;
      const off = bullet && isNumber(bullet) === numbers;
      return this.targets.flatMap((target) => (off ? unlistRequests(this.deck, target) : listRequests(this.deck, target, { preset })));
    }, "list");
  }

  /** @param {1|-1} step */
  indent(step) {
    return this.send(() => this.targets.flatMap((target) => this.indented(target, step)), "indent");
  }

  indented(target, step) {
    const items = listRequests(this.deck, target, { step });
    if (items.length) return items;
    const indent = this.styles.paragraph.indentStart?.magnitude || 0;
    const dimension = { magnitude: Math.max(0, indent + 36 * step), unit: "PT" };
    return paragraphRequests(this.deck, [target], { indentStart: dimension, indentFirstLine: dimension }, "indentStart,indentFirstLine");
  }

  /** What is at the beginning of what is chosen. */
  get styles() {
    const [target] = this.targets;
    if (!target) return { text: {}, paragraph: {}, bullet: null };
    const found = stylesAt(this.deck, target.key, target.start || 0, target.end ?? textOf(holderOf(this.deck.page, target.key)).length);
    return { ...found, text: { ...found.text, ...this.writing.session?.nextStyle?.style } };
  }

  /** A theme colour or a colour as `#rrggbb`; null for none. */
  hexOf(optional) {
    const colour = optional?.opaqueColor || optional;
    if (colour?.rgbColor) return hexOf(colour.rgbColor);
    const theme = this.deck.shown.colours[colour?.themeColor];
    const parts = /^rgb\((\d+),(\d+),(\d+)\)$/.exec(theme || "");
    return parts ? hexOf({ red: parts[1] / 255, green: parts[2] / 255, blue: parts[3] / 255 }) : null;
  }

  async link() {
    await new Promise((resolve) => this.writing.inTurn(resolve, { quiet: true }));
    const had = this.styles.text.link?.url || "";
    if (had) this.chooseLink();
    const { target } = this.writing;
    const caret = target && target.start === target.end;
    const answer = await dialog({
      title: "Link",
      ok: "Apply",
      fields: [...(caret ? [{ name: "text", label: "Text" }] : []), { name: "url", label: "Address (empty: no link)", value: had, placeholder: "https://" }],
      check: ({ url, text }) => (badAddress(url) || (caret && !text && !url ? "Give a text and an address." : "")),
    });
    this.writing.resume();
    if (!answer) return;
    const url = address(answer.url);
    if (caret) return void (await this.linkedText(answer.text || url, url));
    await this.send(() => {
      const requests = styleRequests(this.deck, this.targets, url ? { link: { url } } : {}, "link");
      return requests.length ? requests : this.linkedElements(url);
    }, "link");
  }

  /** With the caret in a link, all of its letters are meant. */
  chooseLink() {
    const { session, target } = this.writing;
    if (!session || target.start !== target.end) return;
    const runs = paragraphsOf(holderOf(this.deck.page, target.key)).flatMap((paragraph) => paragraph.runs);
    const run = runs.find(({ start, end, style }) => style.link && start <= target.start && target.start <= end);
    if (run) session.select(run.start, run.content.endsWith("\n") ? run.end - 1 : run.end);
  }

  async linkedText(text, url) {
    const { session } = this.writing;
    if (url) session.nextStyle = { style: { link: { url } }, fields: "link" };
    session.insert(text);
    await session.settled();
    this.writing.resume();
  }

  linkedElements(url) {
    const link = url ? { url } : undefined;
    return this.selection.elements.filter(({ image }) => image).map(({ objectId }) => ({
      updateImageProperties: { objectId, imageProperties: link ? { link } : {}, fields: "link" },
    }));
  }

  /** @param {string|null} hex null: no fill */
  fill(hex) {
    const solid = { solidFill: { color: { rgbColor: hex && rgbOf(hex) } } };
    const [value, fields] = hex ? [solid, "solidFill.color"] : [{ propertyState: "NOT_RENDERED" }, "propertyState"];
    return this.send(() => this.fillRequests(value, fields), "fill colour");
  }

  fillRequests(value, fields) {
    const cell = this.writing.session?.key;
    return this.elements.flatMap(({ objectId, shape, table }) => {
      if (shape) return [{ updateShapeProperties: { objectId, shapeProperties: { shapeBackgroundFill: value }, fields: `shapeBackgroundFill.${fields}` } }];
      if (!table) return [];
      const range = cell?.cellLocation ? { tableRange: { location: cell.cellLocation, rowSpan: 1, columnSpan: 1 } } : {};
      return [{ updateTableCellProperties: { objectId, ...range, tableCellProperties: { tableCellBackgroundFill: value }, fields: `tableCellBackgroundFill.${fields}` } }];
    });
  }

  /** @param {string|null} hex null: no outline */
  outlineColour(hex) {
    if (!hex) return this.outline({ propertyState: "NOT_RENDERED" }, "propertyState", null);
    const fill = { solidFill: { color: { rgbColor: rgbOf(hex) } } };
    return this.outline({ outlineFill: fill }, "outlineFill.solidFill.color", ["lineFill", fill, "lineFill.solidFill.color"], fill);
  }

  weight(points) {
    const weight = { magnitude: points, unit: "PT" };
    return this.outline({ weight }, "weight", ["weight", weight, "weight"]);
  }

  dash(dashStyle) {
    return this.outline({ dashStyle }, "dashStyle", ["dashStyle", dashStyle, "dashStyle"]);
  }

  /** Outlines of shapes and pictures, lines, and borders of tables, which name the same things differently. */
  outline(outline, fields, line, border) {
    return this.send(() => this.outlineRequests(outline, fields, line, border), "outline");
  }

  outlineRequests(outline, fields, line, border) {
    return this.elements.flatMap(({ objectId, shape, image, line: isLine, table }) => {
      if (shape) return [{ updateShapeProperties: { objectId, shapeProperties: { outline }, fields: `outline.${fields}` } }];
      if (image) return [{ updateImageProperties: { objectId, imageProperties: { outline }, fields: `outline.${fields}` } }];
      if (isLine && line) return [{ updateLineProperties: { objectId, lineProperties: { [line[0]]: line[1] }, fields: line[2] } }];
      if (!table || !line) return [];
      const [name, value, mask] = border ? ["tableBorderFill", border, "tableBorderFill.solidFill.color"] : line;
      return [{ updateTableBorderProperties: { objectId, borderPosition: "ALL", tableBorderProperties: { [name]: value }, fields: mask } }];
    });
  }

  /** Chosen elements, the children of groups in place of the group. */
  get elements() {
    const inside = (element) => (element.elementGroup ? element.elementGroup.children.flatMap(inside) : [element]);
    const { session } = this.writing;
    const written = session && find(this.deck.page?.pageElements, session.key.objectId);
    return written ? [written] : this.selection.elements.flatMap(inside);
  }

  /** @param {"TOP"|"MIDDLE"|"BOTTOM"} contentAlignment */
  vertical(contentAlignment) {
    return this.send(() => this.elements.flatMap(({ objectId, shape, table }) => {
      if (shape) return [{ updateShapeProperties: { objectId, shapeProperties: { contentAlignment }, fields: "contentAlignment" } }];
      return table ? [{ updateTableCellProperties: { objectId, tableCellProperties: { contentAlignment }, fields: "contentAlignment" } }] : [];
    }), "vertical alignment");
  }
}

function opaque(hex) {
  return { opaqueColor: { rgbColor: rgbOf(hex) } };
}

/** The texts of an element: a shape's own, a table's cells, those of a group's children. */
function textsOf(element) {
  if (element.shape) return [{ objectId: element.objectId }];
  if (element.elementGroup) return element.elementGroup.children.flatMap(textsOf);
  const cells = (element.table?.tableRows || []).flatMap((row) => row.tableCells || []);
  return cells.map(({ location }) => ({ objectId: element.objectId, cellLocation: { rowIndex: location?.rowIndex || 0, columnIndex: location?.columnIndex || 0 } }));
}

/** An address as it is kept: `example.org` is a web address, `a@b.org` one for mail. */
function address(given) {
  const url = given.trim();
  if (!url || WEB.test(url)) return url;
  return MAIL.test(url) ? `mailto:${url}` : `https://${url}`;
}

function badAddress(given) {
  const url = address(given);
  if (!url) return "";
  try {
    return ["http:", "https:", "mailto:"].includes(new URL(url).protocol) ? "" : "Links lead to web and mail addresses only.";
  } catch {
    return "This is no address.";
  }
}
