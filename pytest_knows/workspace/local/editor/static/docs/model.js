/**
 * A document's content as the API gives it, read by index. Nodes are never changed: an edit makes new ones for what it
 * touches, so that whoever holds an old one sees by `===` what changed. Indices follow from sizes and are not kept.
 */

/** @typedef {any} Node a StructuralElement: paragraph, table, sectionBreak or tableOfContents */
/** @typedef {{node: Node, start: number, path: number[]}} Place a paragraph, where it starts, and the way to it */

const sizes = new WeakMap();

/** @param {any} element of a paragraph @returns {number} units that it takes in the text */
export function elementSize(element) {
  if (element.textRun) return element.textRun.content.length;
  if (element.equation) return Math.max(1, (element.endIndex || 1) - (element.startIndex || 0));
  return 1;
}

/** @param {Node} node @returns {number} */
export function sizeOf(node) {
  let size = sizes.get(node);
  if (size === undefined) sizes.set(node, (size = measured(node)));
  return size;
}

function measured(node) {
  if (node.paragraph) return sum(elementsOf(node), elementSize);
  if (node.table) return 2 + sum(rowsOf(node), (row) => 1 + sum(cellsOf(row), cellSize));
  if (node.tableOfContents) return 2 + contentSize(node.tableOfContents.content || []);
  return 1;
}

/** @param {any} cell @returns {number} its mark and its content */
export function cellSize(cell) {
  return 1 + contentSize(cell.content || []);
}

/** @param {Node[]} content @returns {number} */
export function contentSize(content) {
  return sum(content, sizeOf);
}

function sum(list, measure) {
  return list.reduce((total, one) => total + measure(one), 0);
}

export const elementsOf = (node) => node.paragraph?.elements || [];
export const rowsOf = (node) => node.table?.tableRows || [];
export const cellsOf = (row) => row.tableCells || [];

/** @param {Node} node @returns {string} the text of a paragraph; what is no text counts as U+FFFC */
export function textOf(node) {
  return elementsOf(node)
    .map((element) => (element.textRun ? element.textRun.content : "\ufffc".repeat(elementSize(element))))
    .join("");
}

/**
 * All paragraphs in reading order.
 * @param {Node[]} content @param {number} [start] @param {number[]} [path]
 * @returns {Generator<Place>}
 */
export function* paragraphs(content, start = 0, path = []) {
  for (const [i, node] of content.entries()) {
    if (node.paragraph) yield { node, start, path: [...path, i] };
    else if (node.table) {
      for (const { cell, start: at, row, column } of cells(node, start))
        yield* paragraphs(cell.content || [], at, [...path, i, row, column]);
    }
    start += sizeOf(node);
  }
}

/** The cells of a table node with the index at which their content starts. @returns {Generator<any>} */
export function* cells(node, start) {
  let at = start + 1;
  for (const [row, line] of rowsOf(node).entries()) {
    at += 1;
    for (const [column, cell] of cellsOf(line).entries()) {
      yield { cell, row, column, start: at + 1 };
      at += cellSize(cell);
    }
  }
}

/**
 * The paragraph that an index lies in.
 * @param {Node[]} content @param {number} index @param {number} [start] @param {number[]} [path]
 * @returns {Place|null} null between paragraphs
 */
export function placeAt(content, index, start = 0, path = []) {
  for (const [i, node] of content.entries()) {
    const end = start + sizeOf(node);
    if (index < end) {
      if (node.paragraph) return { node, start, path: [...path, i] };
      if (!node.table) return null;
      for (const { cell, start: at, row, column } of cells(node, start)) {
        if (index >= at && index < at + cellSize(cell) - 1)
          return placeAt(cell.content || [], index, at, [...path, i, row, column]);
      }
      return null;
    }
    start = end;
  }
  return null;
}

/** The tables that an index lies in, the innermost last: node, start, path, row and column. @returns {any[]} */
export function tablesAt(content, index, start = 0, path = []) {
  for (const [i, node] of content.entries()) {
    const end = start + sizeOf(node);
    if (index < end) {
      if (!node.table) return [];
      for (const { cell, start: at, row, column } of cells(node, start)) {
        if (index < at || index >= at + cellSize(cell) - 1) continue;
        return [
          { node, start, path: [...path, i], row, column },
          ...tablesAt(cell.content || [], index, at, [...path, i, row, column]),
        ];
      }
      return [];
    }
    start = end;
  }
  return [];
}

/** The paragraphs that a range touches; a collapsed one touches the one it is in. @returns {Place[]} */
export function paragraphsIn(content, first, last) {
  const stop = Math.max(last, first + 1);
  return [...paragraphs(content)].filter(({ node, start }) => start < stop && start + sizeOf(node) > first);
}

/**
 * Content in which the nodes at `path` (and `count - 1` behind it) are replaced.
 * @param {Node[]} content @param {number[]} path @param {number} count @param {Node[]} nodes @returns {Node[]}
 */
export function replaced(content, path, count, nodes) {
  const [i, row, column, ...rest] = path;
  if (path.length === 1) return [...content.slice(0, i), ...nodes, ...content.slice(i + count)];
  const node = content[i];
  const cell = node.table.tableRows[row].tableCells[column];
  const inner = { ...cell, content: replaced(cell.content, rest, count, nodes) };
  const line = { ...node.table.tableRows[row], tableCells: put(node.table.tableRows[row].tableCells, column, inner) };
  const table = { ...node.table, tableRows: put(node.table.tableRows, row, line) };
  return put(content, i, { ...node, table });
}

function put(list, at, value) {
  return list.map((one, i) => (i === at ? value : one));
}

/** Whether two JSON values are the same but for indices. @returns {boolean} */
export function alike(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a)) return a.length === b.length && a.every((one, i) => alike(one, b[i]));
  for (const name in a) if (!indexName(name) && !alike(a[name], b[name])) return false;
  for (const name in b) if (!(name in a) && !indexName(name)) return false;
  return true;
}

const indexName = (name) => name === "startIndex" || name === "endIndex";

/**
 * New content that reuses the old nodes where they are alike, from both ends.
 * @param {Node[]} old @param {Node[]} fresh @returns {Node[]}
 */
export function adopted(old, fresh) {
  if (old === fresh) return old;
  const result = [...fresh];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0,
    tail = 0;
  for (; head < shorter && alike(old[head], fresh[head]); head++) result[head] = old[head];
  for (; tail < shorter - head && alike(old.at(-1 - tail), fresh.at(-1 - tail)); tail++)
    result[fresh.length - 1 - tail] = old.at(-1 - tail);
  return result;
}

/** The text with a character for each index. */
function flat(content) {
  return content
    .map((node) => {
      if (node.paragraph) return textOf(node);
      if (!node.table) return "\u000c".repeat(sizeOf(node));
      return `\u001c${rowsOf(node)
        .map(
          (row) =>
            "\u001d" +
            cellsOf(row)
              .map((cell) => "\u001e" + flat(cell.content || []))
              .join(""),
        )
        .join("")}\u001f`;
    })
    .join("");
}
