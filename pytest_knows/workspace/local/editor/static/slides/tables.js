/** Rows, columns and cells of a table, about the cell in which one writes (without one, the first). */

import { dialog } from "../core.js";

const EMU = 12700;

/** The items of the table menu. @param {{deck: any, formatting: any, writing: any}} parts */
export function tableItems({ deck, formatting, writing }) {
  const table = formatting.elements.find((element) => element.table);
  if (!table) return [];
  const location = writing.session?.key.cellLocation || { rowIndex: 0, columnIndex: 0 };
  const { rowIndex, columnIndex } = location, tableObjectId = table.objectId;
  const send = (request, label) => () => deck.change([request], { label });
  const insertRows = (insertBelow) => ({ insertTableRows: { tableObjectId, cellLocation: location, insertBelow, number: 1 } });
  const insertColumns = (insertRight) => ({ insertTableColumns: { tableObjectId, cellLocation: location, insertRight, number: 1 } });
  return [
    { label: "Insert row above", action: send(insertRows(false), "insert row") },
    { label: "Insert row below", action: send(insertRows(true), "insert row") },
    { label: "Insert column left", action: send(insertColumns(false), "insert column") },
    { label: "Insert column right", action: send(insertColumns(true), "insert column") },
    "-",
    { label: "Delete row", action: send({ deleteTableRow: { tableObjectId, cellLocation: location } }, "delete row") },
    { label: "Delete column", action: send({ deleteTableColumn: { tableObjectId, cellLocation: location } }, "delete column") },
    "-",
    { label: "Merge cells", action: () => askSpan(deck, tableObjectId, location) },
    { label: "Unmerge cells", action: send({ unmergeTableCells: { objectId: tableObjectId, tableRange: { location, rowSpan: 1, columnSpan: 1 } } }, "unmerge cells") },
    "-",
    { label: "Column width", action: () => askLength("Column width (inches)", table.table.tableColumns[columnIndex]?.columnWidth, (columnWidth) =>
      deck.change([{ updateTableColumnProperties: { objectId: tableObjectId, columnIndices: [columnIndex], tableColumnProperties: { columnWidth }, fields: "columnWidth" } }], { label: "column width" })) },
    { label: "Row height", action: () => askLength("Row height (inches)", table.table.tableRows[rowIndex]?.rowHeight, (minRowHeight) =>
      deck.change([{ updateTableRowProperties: { objectId: tableObjectId, rowIndices: [rowIndex], tableRowProperties: { minRowHeight }, fields: "minRowHeight" } }], { label: "row height" })) },
  ];
}

async function askSpan(deck, objectId, location) {
  const answer = await dialog({
    title: "Merge cells",
    ok: "Merge",
    fields: [{ name: "rows", label: "Rows from this cell on", type: "number", value: 1, min: 1, step: 1 },
      { name: "columns", label: "Columns from this cell on", type: "number", value: 2, min: 1, step: 1 }],
  });
  if (!answer) return;
  const tableRange = { location, rowSpan: answer.rows, columnSpan: answer.columns };
  await deck.change([{ mergeTableCells: { objectId, tableRange } }], { label: "merge cells" });
}

async function askLength(label, now, act) {
  const value = Math.round(((now?.magnitude || 0) / EMU / 72) * 100) / 100;
  const answer = await dialog({ title: label, fields: [{ name: "inches", label, type: "number", value, min: 0.4, max: 30, step: "any" }] });
  if (answer?.inches) await act({ magnitude: Math.round(answer.inches * 72 * EMU), unit: "EMU" });
}
