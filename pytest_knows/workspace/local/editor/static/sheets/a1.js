/** A1 notation and rectangles of cells. An area is half-open and counted from 0, as a GridRange is. */

/** @typedef {{top: number, left: number, bottom: number, right: number}} Area */

/** @param {number} index @returns {string} 0 -> A, 26 -> AA */
export function columnName(index) {
  let name = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** @param {string} name @returns {number} AA -> 26 */
export function columnIndex(name) {
  return [...name.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @param {number} row @param {number} column @returns {string} */
export const cellName = (row, column) => `${columnName(column)}${row + 1}`;

/** @param {Area} area @returns {string} `B2:C4`, `B2` for one cell */
export function areaName(area) {
  const first = cellName(area.top, area.left);
  const last = cellName(area.bottom - 1, area.right - 1);
  return first === last ? first : `${first}:${last}`;
}

/** The name of an area in which whole rows or columns are written short (`B:C`).
 * @param {Area} area @param {number} rows @param {number} columns @returns {string} */
export function shortName(area, rows, columns) {
  if (area.top === 0 && area.bottom === rows) return `${columnName(area.left)}:${columnName(area.right - 1)}`;
  if (area.left === 0 && area.right === columns) return `${area.top + 1}:${area.bottom}`;
  return areaName(area);
}

/** @param {string} title @returns {string} a tab's title as it stands before `!` */
export function quotedTitle(title) {
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(title) && !/^([A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc][0-9]*)$/.test(title);
  return plain ? title : `'${title.replaceAll("'", "''")}'`;
}

const CORNER = /^\$?([A-Za-z]{1,3})?\$?([1-9][0-9]{0,6})?$/;

/** The area that `A1`, `A1:B2`, `A:C` or `2:5` names, cut to the grid; null for anything else.
 * @param {string} text @param {number} rows @param {number} columns @returns {Area | null} */
export function parseArea(text, rows, columns) {
  const parts = text.trim().split(":");
  const corners = parts.map((part) => CORNER.exec(part.trim()));
  if (parts.length > 2 || corners.some((corner) => !corner || (!corner[1] && !corner[2]))) return null;
  const [first, last] = [corners[0], corners[corners.length - 1]];
  if (parts.length === 1 && !(first[1] && first[2])) return null;
  const across = [first, last].map((corner) => (corner[1] ? columnIndex(corner[1]) : null));
  const down = [first, last].map((corner) => (corner[2] ? Number(corner[2]) - 1 : null));
  const area = {
    top: down.includes(null) ? (down.find((row) => row !== null) ?? 0) : Math.min(...down),
    left: across.includes(null) ? (across.find((column) => column !== null) ?? 0) : Math.min(...across),
    bottom: down.includes(null) ? rows : Math.max(...down) + 1,
    right: across.includes(null) ? columns : Math.max(...across) + 1,
  };
  const cut = { ...area, bottom: Math.min(area.bottom, rows), right: Math.min(area.right, columns) };
  return cut.top < cut.bottom && cut.left < cut.right ? cut : null;
}

/** Splits `'My tab'!A1:B2`. @param {string} text @returns {{title: string | null, cells: string}} */
export function splitTitle(text) {
  const mark = text.lastIndexOf("!");
  if (mark < 0) return { title: null, cells: text };
  const title = text.slice(0, mark).trim();
  const quoted = title.length > 1 && title.startsWith("'") && title.endsWith("'");
  return { title: quoted ? title.slice(1, -1).replaceAll("''", "'") : title, cells: text.slice(mark + 1) };
}

/** @param {number} row @param {number} column @returns {Area} */
export const single = (row, column) => ({ top: row, left: column, bottom: row + 1, right: column + 1 });

/** @param {Area} area @param {number} row @param {number} column */
export const contains = (area, row, column) =>
  row >= area.top && row < area.bottom && column >= area.left && column < area.right;

/** @param {Area} a @param {Area} b */
export const overlaps = (a, b) => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

/** @param {Area} a @param {Area} b @returns {Area} the smallest area around both */
export const around = (a, b) => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});

/** @param {Area} a @param {Area} b @returns {Area | null} what both have in common */
export function common(a, b) {
  const area = {
    top: Math.max(a.top, b.top),
    left: Math.max(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
  };
  return area.top < area.bottom && area.left < area.right ? area : null;
}

/** @param {number} sheetId @param {Area} area the API's GridRange */
export const gridRange = (sheetId, area) => ({
  sheetId,
  startRowIndex: area.top,
  endRowIndex: area.bottom,
  startColumnIndex: area.left,
  endColumnIndex: area.right,
});

/** The area of a GridRange, its open ends filled.
 * @param {object} range @param {number} rows @param {number} columns @returns {Area} */
export const areaOf = (range, rows, columns) => ({
  top: range.startRowIndex ?? 0,
  left: range.startColumnIndex ?? 0,
  bottom: Math.min(range.endRowIndex ?? rows, rows),
  right: Math.min(range.endColumnIndex ?? columns, columns),
});
