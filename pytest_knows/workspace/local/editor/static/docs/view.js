/** The page: a sheet of paper with header, body and footer, each an editable text. Only what changed is drawn anew. */

import { el } from "../core.js";
import { glyphs } from "./lists.js";
import { cells, cellsOf, rowsOf } from "./model.js";
import { paragraphElement } from "./paragraph.js";
import { border, colourOf, points } from "./style.js";

/** Element -> node and back, for paragraphs, tables and breaks. */
const nodeOfElement = new WeakMap(),
  elementOfNode = new WeakMap();

export const nodeOf = (element) => nodeOfElement.get(element);
export const elementOf = (node) => elementOfNode.get(node);

export class View {
  /** @param {import("./sync.js").Sync} sync */
  constructor(sync) {
    this.sync = sync;
    this.paper = el("div", { class: "paper" });
    this.element = el("div", { class: "desk" }, this.paper);
    /** @type {Map<string, HTMLElement>} segment id -> editable root */
    this.roots = new Map();
    this.looks = null;
  }

  /** Draw what changed since the last time. */
  draw() {
    const contents = this.sync.contents;
    const { documentStyle = {}, namedStyles, lists, inlineObjects, positionedObjects } = contents;
    // What lies apart from the text may change how any of it looks.
    const looks = [namedStyles, inlineObjects, positionedObjects, documentStyle, this.sync.tabId];
    const all = !this.looks || looks.some((part, i) => part !== this.looks[i]);
    this.looks = looks;
    this.lists = lists;
    const wanted = segments(contents);
    const ids = wanted.map(({ id }) => id);
    if (JSON.stringify(ids) !== JSON.stringify([...this.roots.keys()])) this.rebuild(wanted);
    sheet(this.paper, documentStyle);
    columns(this.roots.get(""), this.sync.content(""));
    for (const { id } of wanted) {
      const content = this.sync.content(id),
        root = this.roots.get(id);
      if (all) root.replaceChildren();
      fill(root, content, contents);
      number(contents, content);
    }
  }

  rebuild(wanted) {
    this.roots = new Map(wanted.map(({ id, label, kind }) => [id, this.roots.get(id) || editable(id, label, kind)]));
    this.paper.replaceChildren(...this.roots.values());
  }

  /** The editable root that holds a DOM node. @returns {HTMLElement|null} */
  rootOf(node) {
    const element = node instanceof Element ? node : node?.parentElement;
    return element?.closest("[data-segment]") || null;
  }
}

/** Header, body, footer and footnotes, in the order of the page. */
function segments(contents) {
  const { defaultHeaderId: header, defaultFooterId: footer } = contents.documentStyle || {};
  const notes = Object.keys(contents.footnotes || {});
  return [
    ...(header && contents.headers?.[header] ? [{ id: header, label: "Header", kind: "header" }] : []),
    { id: "", label: "Document content", kind: "body" },
    ...notes.map((id, i) => ({ id, label: `Footnote ${i + 1}`, kind: "footnotes" })),
    ...(footer && contents.footers?.[footer] ? [{ id: footer, label: "Footer", kind: "footer" }] : []),
  ];
}

function editable(id, label, kind) {
  return el("div", {
    class: `segment ${kind}`,
    contenteditable: "true",
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": label,
    "data-segment": id,
    spellcheck: "false",
  });
}

function sheet(paper, style) {
  const { pageSize, marginTop, marginBottom, marginLeft, marginRight, background } = style;
  paper.style.width = `${points(pageSize?.width) || 612}pt`;
  paper.style.minHeight = `${points(pageSize?.height) || 792}pt`;
  paper.style.padding = `${points(marginTop)}pt ${points(marginRight)}pt ${points(marginBottom)}pt ${points(marginLeft)}pt`;
  paper.style.background = colourOf(background?.color) || "#fff";
}

/** A document of one section is set in its columns. */
function columns(root, content) {
  const sections = content
    .filter((node) => node.sectionBreak)
    .map((node) => node.sectionBreak.sectionStyle?.columnProperties || []);
  const own = sections.length === 1 ? sections[0] : [];
  root.style.columnCount = own.length > 1 ? String(own.length) : "";
  root.style.columnGap = own.length > 1 ? `${points(own[0].paddingEnd)}pt` : "";
}

/** Make the children of a container the elements of these nodes. */
function fill(container, content, contents) {
  const old = [...container.children];
  let head = 0,
    tail = 0;
  const shorter = Math.min(old.length, content.length);
  while (head < shorter && nodeOf(old[head]) === content[head]) head++;
  while (tail < shorter - head && nodeOf(old.at(-1 - tail)) === content.at(-1 - tail)) tail++;
  const gone = old.slice(head, old.length - tail),
    come = content.slice(head, content.length - tail);
  if (gone.length === 1 && come.length === 1 && sameGrid(nodeOf(gone[0]), come[0]))
    return void updateTable(gone[0], come[0], contents);
  const after = old[old.length - tail] || null;
  const fresh = come.map((node) => block(node, contents));
  gone.forEach((element) => element.remove());
  fresh.forEach((element) => container.insertBefore(element, after));
}

function block(node, contents) {
  const element = node.paragraph
    ? paragraphElement(node, contents)
    : node.table
      ? table(node, contents)
      : other(node, contents);
  return tied(element, node);
}

function tied(element, node) {
  nodeOfElement.set(element, node);
  elementOfNode.set(node, element);
  return element;
}

function other(node, contents) {
  if (node.tableOfContents) {
    const lines = (node.tableOfContents.content || [])
      .filter((one) => one.paragraph)
      .map((one) => paragraphElement(one, contents));
    return el(
      "div",
      { class: "contents", contenteditable: "false", role: "group", "aria-label": "Table of contents" },
      ...lines,
    );
  }
  const first = !node.startIndex;
  const kind =
    node.sectionBreak?.sectionStyle?.sectionType === "NEXT_PAGE"
      ? "Section break (next page)"
      : "Section break (continuous)";
  return el("div", {
    class: "section-break",
    contenteditable: "false",
    hidden: first,
    role: "separator",
    "aria-label": kind,
  });
}

function table(node, contents) {
  const columns = (node.table.tableStyle?.tableColumnProperties || []).map(({ width }) =>
    el("col", { style: { width: width ? `${points(width)}pt` : null } }),
  );
  const lines = rowsOf(node).map((row, r) => {
    const shown = cellsOf(row).map((cell, c) => (covered(node, r, c) ? null : cellElement(cell, r, c, contents)));
    return el("tr", { style: { height: `${points(row.tableRowStyle?.minRowHeight)}pt` } }, ...shown);
  });
  return el(
    "table",
    { "aria-label": `Table with ${node.table.rows} rows and ${node.table.columns} columns` },
    el("colgroup", {}, ...columns),
    el("tbody", {}, ...lines),
  );
}

/** Whether a merged cell lies over this one. */
function covered(node, row, column) {
  for (const { cell, row: r, column: c } of cells(node, 0)) {
    const { rowSpan = 1, columnSpan = 1 } = cell.tableCellStyle || {};
    if (
      (rowSpan > 1 || columnSpan > 1) &&
      !(r === row && c === column) &&
      row >= r &&
      row < r + rowSpan &&
      column >= c &&
      column < c + columnSpan
    )
      return true;
  }
  return false;
}

function cellElement(cell, row, column, contents) {
  const element = el("td", { "data-row": row, "data-column": column });
  cellLooks(element, cell);
  fill(element, cell.content || [], contents);
  return element;
}

const SIDES = ["Top", "Right", "Bottom", "Left"];
const VERTICAL = { MIDDLE: "middle", BOTTOM: "bottom" };

function cellLooks(element, cell) {
  const style = cell.tableCellStyle || {};
  element.rowSpan = style.rowSpan || 1;
  element.colSpan = style.columnSpan || 1;
  element.style.background = colourOf(style.backgroundColor) || "";
  element.style.verticalAlign = VERTICAL[style.contentAlignment] || "top";
  for (const side of SIDES) {
    const line = style[`border${side}`],
      padding = style[`padding${side}`];
    element.style[`border${side}`] = line ? border(line) || "0" : "1pt solid #000";
    element.style[`padding${side}`] = `${padding ? points(padding) : 5}pt`;
  }
}

/** Two tables of which only the insides of cells differ. */
function sameGrid(old, fresh) {
  if (!old?.table || !fresh.table || old.table.tableStyle !== fresh.table.tableStyle) return false;
  const [before, now] = [rowsOf(old), rowsOf(fresh)];
  return (
    before.length === now.length &&
    before.every(
      (row, r) =>
        row.tableRowStyle === now[r].tableRowStyle &&
        cellsOf(row).length === cellsOf(now[r]).length &&
        cellsOf(row).every((cell, c) => cell.tableCellStyle === cellsOf(now[r])[c].tableCellStyle),
    )
  );
}

function updateTable(element, node, contents) {
  const old = nodeOf(element);
  for (const cell of element.querySelectorAll(":scope > tbody > tr > td")) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    const fresh = rowsOf(node)[row].tableCells[column];
    if (rowsOf(old)[row].tableCells[column] !== fresh) fill(cell, fresh.content || [], contents);
  }
  tied(element, node);
}

/** Show the glyphs of list items. */
function number(contents, content) {
  for (const [node, glyph] of glyphs(contents, content)) {
    const element = elementOf(node);
    if (element && element.dataset.glyph !== glyph) element.dataset.glyph = glyph;
  }
}
