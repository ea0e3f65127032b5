/** The keyboard while no cell is being edited, as in Google's editor. */

import { shortcuts } from "../core.js";
import { isDropdown } from "./cell.js";

/** @param {object} page every part of the editor */
export function listen(page) {
  const { book, clipboard, commands, data, entry, find, formats, grid, lines, selection, tabs } = page;
  const arrows = {};
  for (const [key, down, across] of [
    ["ArrowUp", -1, 0],
    ["ArrowDown", 1, 0],
    ["ArrowLeft", 0, -1],
    ["ArrowRight", 0, 1],
  ]) {
    arrows[key] = () => commands.arrow(down, across);
    arrows[`Shift+${key}`] = () => commands.arrow(down, across, { extend: true });
    arrows[`Ctrl+${key}`] = () => commands.arrow(down, across, { jump: true });
    arrows[`Ctrl+Shift+${key}`] = () => commands.arrow(down, across, { jump: true, extend: true });
  }
  const last = () => [Math.max(book.sheet.lastRow, 0), Math.max(book.sheet.lastColumn, 0)];
  const turn = (step) => {
    const shown = book.sheets.filter((sheet) => !sheet.properties.hidden);
    const next = shown[shown.indexOf(book.sheet) + step];
    if (next) tabs.show(next.properties.sheetId);
  };
  const numbers = Object.fromEntries(
    [
      [1, "NUMBER", "#,##0.00"],
      [2, "TIME", "h:mm:ss am/pm"],
      [3, "DATE", "m/d/yyyy"],
      [4, "CURRENCY", '"$"#,##0.00'],
      [5, "PERCENT", "0.00%"],
      [6, "SCIENTIFIC", "0.00E+00"],
    ].map(([digit, type, pattern]) => [`Ctrl+Shift+${digit}`, () => formats.number(type, pattern)]),
  );
  const idle = () => document.activeElement === entry.cell && entry.mode === null;
  shortcuts(
    {
      ...arrows,
      ...numbers,
      Enter: () => (entry.onCheckbox || isDropdown(selection.cell) ? pressed(page) : entry.edit()),
      "Shift+Enter": () => commands.step(-1, 0, "Enter"),
      Tab: () => commands.step(0, 1, "Tab"),
      "Shift+Tab": () => commands.step(0, -1, "Tab"),
      F2: () => entry.edit(),
      Home: () => commands.go(selection.row, 0),
      "Shift+Home": () => commands.go(selection.end.row, 0, true),
      End: () => commands.go(selection.row, last()[1]),
      "Shift+End": () => commands.go(selection.end.row, last()[1], true),
      "Ctrl+Home": () => commands.go(0, 0),
      "Ctrl+End": () => commands.go(...last()),
      "Ctrl+Shift+Home": () => commands.go(0, 0, true),
      "Ctrl+Shift+End": () => commands.go(...last(), true),
      PageDown: () => commands.pageBy(1, false),
      PageUp: () => commands.pageBy(-1, false),
      "Shift+PageDown": () => commands.pageBy(1, true),
      "Shift+PageUp": () => commands.pageBy(-1, true),
      "Alt+ArrowDown": () => turn(1),
      "Alt+ArrowUp": () => turn(-1),
      "Ctrl+A": () => commands.selectAll(),
      "Ctrl+Space": () => commands.selectLines("COLUMNS"),
      "Ctrl+ ": () => commands.selectLines("COLUMNS"),
      "Shift+ ": () => commands.selectLines("ROWS"),
      Delete: () => commands.clear(),
      Backspace: () => commands.clear(),
      Escape: () => {
        selection.copied = null;
        selection.draw();
      },
      "Ctrl+Z": () => book.history.undo(),
      "Ctrl+Y": () => book.history.redo(),
      "Ctrl+Shift+Z": () => book.history.redo(),
      "Ctrl+B": () => formats.toggle("bold"),
      "Ctrl+I": () => formats.toggle("italic"),
      "Ctrl+U": () => formats.toggle("underline"),
      "Alt+Shift+5": () => formats.toggle("strikethrough"),
      "Ctrl+Shift+L": () => formats.align("LEFT"),
      "Ctrl+Shift+E": () => formats.align("CENTER"),
      "Ctrl+Shift+R": () => formats.align("RIGHT"),
      "Alt+Shift+7": () => formats.borders("Outer borders"),
      "Alt+Shift+6": () => formats.borders("Clear borders"),
      "Ctrl+\\": () => formats.clear(),
      "Ctrl+D": () => commands.fill("ROWS"),
      "Ctrl+R": () => commands.fill("COLUMNS"),
      "Ctrl+K": () => data.link(),
      "Shift+F2": () => data.note(),
      "Ctrl+F": () => find.open(),
      "Ctrl+H": () => find.open(),
      "Ctrl+Alt+T": () => data.insertTable(),
      "Ctrl+Alt+=": () => lines.insert(whole(page), false),
      "Ctrl+Alt+-": () => lines.delete(whole(page)),
      "Ctrl+Alt+9": () => lines.hide("ROWS", true),
      "Ctrl+Alt+0": () => lines.hide("COLUMNS", true),
      "Ctrl+Shift+9": () => lines.hide("ROWS", false),
      "Ctrl+Shift+0": () => lines.hide("COLUMNS", false),
      "Shift+F11": () => tabs.add(),
      "Ctrl+;": () => entry.start("edit", entry.cell, today()),
      "Ctrl+S": () => {},
    },
    { inFields: true, when: idle },
  );
  entry.cell.addEventListener("keydown", (event) => {
    // The browser's own paste follows; it only has to know that formats stay behind.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") clipboard.plain = event.shiftKey;
    if (event.key === " " && idle() && entry.onCheckbox && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      data.tick();
      grid.update();
    }
  });
  shortcuts(
    {
      "Ctrl+Z": () => book.history.undo(),
      "Ctrl+Y": () => book.history.redo(),
      "Ctrl+Shift+Z": () => book.history.redo(),
    },
    { when: () => !entry.mode },
  );
}

function pressed({ commands, data, entry }) {
  return entry.onCheckbox ? data.tick() : commands.choose();
}

/** Columns if whole columns are selected, else rows. */
function whole({ book, selection }) {
  return selection.area.bottom - selection.area.top === book.rows ? "COLUMNS" : "ROWS";
}

const today = () => new Date().toLocaleDateString("en-US");
