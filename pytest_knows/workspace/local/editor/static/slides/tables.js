/** Rows, columns and cells of a table, about the cell in which one writes (without one, the first). */

import { dialog } from "../core.js";

const EMU = 12700;

/** The items of the table menu. @param {{deck: any, formatting: any, writing: any}} parts */
export function tableItems({ deck, formatting, writing }) {
  if (!formatting.elements.some((element) => element.table)) return [];
  // Where the caret is is known when what was typed before is done. Cells are known by their place: what is being written
  // ends before places change.
  const about = (act) => () => writing.inTurn(() => {
    const { objectId, table } = formatting.elements.find((element) => element.table);
    const cellLocation = writing.session?.key.cellLocation || { rowIndex: 0, columnIndex: 0 };
    writing.stop();
    act({ tableObjectId: objectId, cellLocation }, table);
  }, { quiet: true });
  const send = (make, label) => about((place) => deck.change([make(place)], { label }));
  const rows = (insertBelow) => (place) => ({ insertTableRows: { ...place, insertBelow, number: 1 } });
  const columns = (insertRight) => (place) => ({ insertTableColumns: { ...place, insertRight, number: 1 } });
  return [
    { label: "Insert row above", action: send(rows(false), "insert row") },
    { label: "Insert row below", action: send(rows(true), "insert row") },
    { label: "Insert column left", action: send(columns(false), "insert column") },
    { label: "Insert column right", action: send(columns(true), "insert column") },
    "-",
    { label: "Delete row", action: send((place) => ({ deleteTableRow: place }), "delete row") },
    { label: "Delete column", action: send((place) => ({ deleteTableColumn: place }), "delete column") },
    "-",
    { label: "Merge cells", action: about((place) => askSpan(deck, place)) },
    { label: "Unmerge cells", action: send(unmerging, "unmerge cells") },
    "-",
    { label: "Column width", action: about((place, table) => askWidth(deck, place, table)) },
    { label: "Row height", action: about((place, table) => askHeight(deck, place, table)) },
  ];
}

function unmerging({ tableObjectId, cellLocation }) {
  return { unmergeTableCells: { objectId: tableObjectId, tableRange: { location: cellLocation, rowSpan: 1, columnSpan: 1 } } };
}

function askWidth(deck, { tableObjectId, cellLocation: { columnIndex } }, { tableColumns }) {
  return askLength("Column width (inches)", tableColumns[columnIndex]?.columnWidth, (columnWidth) => {
    const tableColumnProperties = { columnWidth };
    const request = { objectId: tableObjectId, columnIndices: [columnIndex], tableColumnProperties, fields: "columnWidth" };
    return deck.change([{ updateTableColumnProperties: request }], { label: "column width" });
  });
}

function askHeight(deck, { tableObjectId, cellLocation: { rowIndex } }, { tableRows }) {
  return askLength("Row height (inches)", tableRows[rowIndex]?.rowHeight, (minRowHeight) => {
    const request = { objectId: tableObjectId, rowIndices: [rowIndex], tableRowProperties: { minRowHeight }, fields: "minRowHeight" };
    return deck.change([{ updateTableRowProperties: request }], { label: "row height" });
  });
}

async function askSpan(deck, { tableObjectId: objectId, cellLocation: location }) {
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
