/** The page of a spreadsheet: the parts, put together. */

import { app, el, frame, menubar } from "./core.js";
import { Book } from "./sheets/book.js";
import { Charts } from "./sheets/charts.js";
import { Clipboard } from "./sheets/clipboard.js";
import { Commands } from "./sheets/commands.js";
import { Data } from "./sheets/data.js";
import { Edges } from "./sheets/edges.js";
import { Entry } from "./sheets/entry.js";
import { Filters } from "./sheets/filters.js";
import { Find } from "./sheets/find.js";
import { Formats } from "./sheets/formats.js";
import { Grid } from "./sheets/grid.js";
import { listen } from "./sheets/keys.js";
import { Lines } from "./sheets/lines.js";
import { Menus } from "./sheets/menus.js";
import { Objects } from "./sheets/objects.js";
import { Pointer } from "./sheets/pointer.js";
import { Rules } from "./sheets/rules.js";
import { Selection } from "./sheets/selection.js";
import { Summary } from "./sheets/summary.js";
import { Tabs } from "./sheets/tabs.js";
import { tools } from "./sheets/tools.js";

const page = { book: new Book(app.fileId) };
page.commands = new Commands(page);
page.grid = new Grid(page.book);
page.selection = new Selection(page.book, page.grid);
page.entry = new Entry(page);
page.formats = new Formats(page);
page.lines = new Lines(page);
page.data = new Data(page);
page.charts = new Charts(page);
page.objects = new Objects(page);
page.filters = new Filters(page);
page.rules = new Rules(page);
page.find = new Find(page);
page.clipboard = new Clipboard(page);
page.tabs = new Tabs(page);
page.edges = new Edges(page);
page.menus = new Menus(page);
page.summary = new Summary(page);
page.pointer = new Pointer(page);

const { book, commands, entry, find, grid, rules, selection, tabs } = page;
page.clipboard.dispatchPicture = (file) => commands.putPicture(file, true);
const middle = el("div", { class: "work" }, grid.element, rules.element, find.element);
const heading = el("h1", { class: "visually-hidden" }, "Sheets editor");
frame({
  menus: menubar(page.menus.all),
  tools: tools(page),
  body: [heading, entry.element, middle, tabs.element],
  mark: "S",
});
listen(page);

grid.element.addEventListener("click", (event) => {
  if (event.target.closest?.(".arrow")) {
    const cell = event.target.closest(".cell");
    selection.select(Number(cell.dataset.row), Number(cell.dataset.column));
    commands.choose();
  }
});
book.addEventListener("change", () => {
  grid.update();
  if (selection.area.bottom > book.rows || selection.area.right > book.columns) selection.fit();
  entry.show();
});
book.addEventListener("tab", () => {
  grid.element.scrollTo(0, 0);
  selection.select(0, 0);
});
selection.addEventListener("change", () => commands.showLink());
book.addEventListener("change", () => commands.showLink());
await book.open();
selection.select(0, 0);
entry.focus();
