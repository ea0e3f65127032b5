/** What can be done with a table: rows, columns, merging, looks. */

import { confirmed, dialog, palette, popup, rgbOf } from "../core.js";
import { tableNow } from "./inserting.js";
import { cells, cellsOf, rowsOf, sizeOf, tablesAt } from "./model.js";
import { points } from "./style.js";

/** The requests need the table and the cell at the caret. */
function cellOf(editor) {
  const table = tableNow(editor);
  return (
    table && {
      tableCellLocation: { tableStartLocation: editor.at(table.start), rowIndex: table.row, columnIndex: table.column },
    }
  );
}

/** The rectangle of cells between the ends of the selection. */
export function rectangle(editor) {
  const table = tableNow(editor);
  if (!table) return null;
  const other =
    tablesAt(editor.content, Math.max(editor.selection.from, editor.selection.to - 1)).find(
      (one) => one.start === table.start,
    ) || table;
  const [top, bottom] = [Math.min(table.row, other.row), Math.max(table.row, other.row)];
  const [left, right] = [Math.min(table.column, other.column), Math.max(table.column, other.column)];
  return { table, top, bottom, left, right };
}

function tableRange(editor) {
  const { table, top, bottom, left, right } = rectangle(editor);
  const tableCellLocation = { tableStartLocation: editor.at(table.start), rowIndex: top, columnIndex: left };
  return { tableCellLocation, rowSpan: bottom - top + 1, columnSpan: right - left + 1 };
}

const act = (editor, request, label) => editor.act([request], { label });

export const insertRow = (editor, insertBelow) =>
  act(editor, { insertTableRow: { ...cellOf(editor), insertBelow } }, "Insert row");
export const insertColumn = (editor, insertRight) =>
  act(editor, { insertTableColumn: { ...cellOf(editor), insertRight } }, "Insert column");
export const deleteRow = (editor) => act(editor, { deleteTableRow: cellOf(editor) }, "Delete row");
export const deleteColumn = (editor) => act(editor, { deleteTableColumn: cellOf(editor) }, "Delete column");
export const merge = (editor) => act(editor, { mergeTableCells: { tableRange: tableRange(editor) } }, "Merge cells");
export const unmerge = (editor) =>
  act(editor, { unmergeTableCells: { tableRange: tableRange(editor) } }, "Unmerge cells");

export function deleteTable(editor) {
  const { node, start } = tableNow(editor);
  return editor.act([{ deleteContentRange: { range: editor.range(start, start + sizeOf(node)) } }], {
    label: "Delete table",
    select: [start],
  });
}

/** Merge needs more than one cell: ask how many, unless several are selected. */
export async function mergeAsked(editor) {
  const { table, top, bottom, left, right } = rectangle(editor);
  if (top !== bottom || left !== right) return merge(editor);
  const answer = await dialog({
    title: "Merge cells",
    ok: "Merge",
    fields: [
      {
        name: "rowSpan",
        label: "Rows, from this cell down",
        type: "number",
        value: 1,
        min: 1,
        max: table.node.table.rows - top,
        step: 1,
        required: true,
      },
      {
        name: "columnSpan",
        label: "Columns, from this cell to the right",
        type: "number",
        value: 2,
        min: 1,
        max: table.node.table.columns - left,
        step: 1,
        required: true,
      },
    ],
  });
  return (
    answer && act(editor, { mergeTableCells: { tableRange: { ...tableRange(editor), ...answer } } }, "Merge cells")
  );
}

/** Colour of cells or of their borders. @param {"backgroundColor"|"border"} what */
export function colour(editor, what, anchor) {
  const close = popup(
    anchor,
    palette(
      { label: what === "border" ? "Border colour" : "Cell colour", none: what === "border" ? undefined : "None" },
      (hex) => {
        close();
        editor.focus();
        const value = { color: hex ? { rgbColor: rgbOf(hex) } : undefined };
        if (what === "border") setBorders(editor, { color: value });
        else styleCells(editor, { backgroundColor: value }, "Cell colour");
      },
    ),
  );
}

function styleCells(editor, tableCellStyle, label) {
  const fields = Object.keys(tableCellStyle).join(",");
  return act(editor, { updateTableCellStyle: { tableRange: tableRange(editor), tableCellStyle, fields } }, label);
}

function setBorders(editor, { color, width }) {
  const { table, top, left } = rectangle(editor);
  const cell = [...cells(table.node, table.start)].find(({ row, column }) => row === top && column === left).cell;
  const old = cell.tableCellStyle?.borderTop || {};
  const line = {
    color: color || old.color || { color: { rgbColor: {} } },
    width: width || old.width || { magnitude: 1, unit: "PT" },
    dashStyle: old.dashStyle || "SOLID",
  };
  return styleCells(editor, { borderTop: line, borderBottom: line, borderLeft: line, borderRight: line }, "Borders");
}

/** The table's own dialog: widths, heights, borders, padding, place of the text in the cells. */
export async function properties(editor) {
  const { table, left, top } = rectangle(editor);
  const { node, start } = table;
  const column = node.table.tableStyle?.tableColumnProperties?.[left],
    row = rowsOf(node)[top],
    cell = cellsOf(row)[left];
  const answer = await dialog({
    title: "Table properties",
    ok: "Apply",
    fields: [
      {
        name: "width",
        label: "Column width (points)",
        type: "number",
        value: points(column?.width) || null,
        min: 5,
        step: "any",
      },
      { name: "all", label: "All columns", type: "checkbox" },
      {
        name: "height",
        label: "Minimum row height (points)",
        type: "number",
        value: points(row.tableRowStyle?.minRowHeight),
        min: 0,
        step: "any",
      },
      {
        name: "border",
        label: "Border width (points)",
        type: "number",
        value: null,
        min: 0,
        step: "any",
        placeholder: "unchanged",
      },
      {
        name: "padding",
        label: "Cell padding (points)",
        type: "number",
        value: points(cell.tableCellStyle?.paddingTop) || 5,
        min: 0,
        step: "any",
      },
      {
        name: "align",
        label: "Cell vertical alignment",
        type: "select",
        options: ["TOP", "MIDDLE", "BOTTOM"],
        value: cell.tableCellStyle?.contentAlignment || "TOP",
      },
      {
        name: "pinned",
        label: "Header rows",
        type: "number",
        value: rowsOf(node).filter((one) => one.tableRowStyle?.tableHeader).length,
        min: 0,
        max: node.table.rows,
        step: 1,
      },
    ],
  });
  if (!answer) return;
  const tableStartLocation = editor.at(start),
    pt = (magnitude) => ({ magnitude, unit: "PT" });
  const requests = [];
  if (answer.width)
    requests.push({
      updateTableColumnProperties: {
        tableStartLocation,
        columnIndices: answer.all ? [] : [left],
        tableColumnProperties: { widthType: "FIXED_WIDTH", width: pt(answer.width) },
        fields: "width,widthType",
      },
    });
  if (answer.height !== null)
    requests.push({
      updateTableRowStyle: {
        tableStartLocation,
        rowIndices: [top],
        tableRowStyle: { minRowHeight: pt(answer.height) },
        fields: "minRowHeight",
      },
    });
  if (answer.pinned !== null)
    requests.push({ pinTableHeaderRows: { tableStartLocation, pinnedHeaderRowsCount: answer.pinned } });
  const padding = pt(answer.padding ?? 5);
  requests.push({
    updateTableCellStyle: {
      tableStartLocation,
      tableCellStyle: {
        paddingTop: padding,
        paddingBottom: padding,
        paddingLeft: padding,
        paddingRight: padding,
        contentAlignment: answer.align,
      },
      fields: "paddingTop,paddingBottom,paddingLeft,paddingRight,contentAlignment",
    },
  });
  const reply = await editor.act(requests, { label: "Table properties" });
  if (reply && answer.border !== null) await allBorders(editor, tableStartLocation, pt(answer.border));
  if (!reply) await confirmed("The table cannot be changed", document.getElementById("saved").textContent, "OK");
}

function allBorders(editor, tableStartLocation, width) {
  const line = { color: { color: { rgbColor: {} } }, width, dashStyle: "SOLID" };
  const tableCellStyle = { borderTop: line, borderBottom: line, borderLeft: line, borderRight: line };
  return act(
    editor,
    { updateTableCellStyle: { tableStartLocation, tableCellStyle, fields: Object.keys(tableCellStyle).join(",") } },
    "Borders",
  );
}
