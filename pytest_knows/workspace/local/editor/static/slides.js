/** The Slides editor: its parts, and how they hear of each other. */

import { app, contextMenu, el, frame, menubar, saved } from "./core.js";
import { Canvas } from "./slides/canvas.js";
import { Clipboard } from "./slides/clipboard.js";
import { Deck } from "./slides/deck.js";
import { Dragging } from "./slides/dragging.js";
import { Formatting } from "./slides/formatting.js";
import { Inserting } from "./slides/inserting.js";
import { listenToKeys } from "./slides/keys.js";
import { Arrange, menus } from "./slides/menus.js";
import { Notes } from "./slides/notes.js";
import { Panel } from "./slides/panel.js";
import { Selection } from "./slides/selection.js";
import { SlideCommands } from "./slides/slide-commands.js";
import { Strip } from "./slides/strip.js";
import { tableItems } from "./slides/tables.js";
import { Writing } from "./slides/text-input.js";
import { tools } from "./slides/tools.js";

const deck = new Deck();
const canvas = new Canvas(deck);
const selection = new Selection(deck, canvas);
const writing = new Writing(deck, (key) => (notes.holds(key) ? notes.box : canvas.boxOf(key)), () => shown());
const notes = new Notes({ deck, writing });
const slides = new SlideCommands(deck);
const strip = (slides.strip = new Strip(deck, slides));
const arrange = new Arrange({ deck, selection, writing });
const dragging = new Dragging({ deck, canvas, selection, writing });
const inserting = new Inserting({ deck, selection, writing, dragging });
const formatting = new Formatting({ deck, selection, writing });
const panel = new Panel({ deck, selection });
const clipboard = new Clipboard({ deck, selection, writing, arrange, inserting });
const parts = { deck, canvas, selection, writing, notes, slides, strip, arrange, dragging, inserting, formatting, panel, clipboard };
const bar = tools(parts);

canvas.attach = (box) => writing.attach(box);
canvas.held = (id) => Boolean(writing.session?.ahead) && writing.session.key.objectId === id;
canvas.onFit = () => selection.draw();
panel.onToggle = () => bar.show();
selection.onChange(() => shown());
deck.onChange(() => render());
deck.more = () => writing.behind;
deck.onHistory = () => bar.show();

let page = "";

function render() {
  // The browser tells of a moved caret later than it moves it.
  writing.session?.readSelection();
  const wrote = writing.session?.box(), focused = Boolean(wrote) && document.activeElement === wrote;
  if (page !== deck.pageId) {
    page = deck.pageId;
    writing.stop();
    selection.set([]);
    inserting.cancel();
  }
  canvas.render();
  notes.render(writing.session?.ahead && notes.holds(writing.session.key));
  strip.render();
  selection.follow();
  if (writing.session && !(writing.session.box() && writing.session.inPlace())) writing.stop();
  if (focused && writing.session && document.activeElement !== writing.session.box()) writing.resume();
  writing.follow();
  shown();
}

/** Show in tools and panel what is chosen. */
function shown() {
  bar.show();
  panel.render();
}

canvas.elements.addEventListener("focusin", (event) => {
  const node = event.target.closest("[data-id]");
  const top = node && selection.topOf(node.dataset.id);
  if (event.target === node && writing.session) writing.stop();
  if (top && !selection.ids.includes(top)) selection.set([top]);
});
canvas.stage.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  contextMenu({ x: event.clientX, y: event.clientY }, selection.ids.length ? elementItems() : slides.menu(), "Slide");
});
canvas.stage.addEventListener("dragover", (event) => event.preventDefault());
canvas.stage.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = [...event.dataTransfer.files].find(({ type }) => type.startsWith("image/"));
  if (file) inserting.picture(file);
});

function elementItems() {
  const tables = tableItems(parts);
  return [
    { label: "Cut", shortcut: "Ctrl+X", action: () => clipboard.cut() },
    { label: "Copy", shortcut: "Ctrl+C", action: () => clipboard.copy() },
    { label: "Duplicate", shortcut: "Ctrl+D", action: () => arrange.copy() },
    { label: "Delete", shortcut: "Delete", action: () => arrange.remove() },
    "-",
    ...(tables.length ? [{ label: "Table", items: tables }, "-"] : []),
    ...arrange.items(),
    "-",
    { label: "Alt text", disabled: selection.ids.length !== 1, action: () => panel.askAltText() },
    { label: "Format options", action: () => panel.toggle(true) },
  ];
}

document.title = app.name;
const desk = el("div", { class: "desk" }, canvas.stage, notes.element);
const work = el("div", { class: "work" }, strip.list, desk, panel.element);
const heading = el("h1", { class: "visually-hidden" }, "Slides editor");
frame({ menus: menubar(menus(parts)), tools: bar.element, body: [heading, work], mark: "S" });
listenToKeys(parts);
deck.open("").then(() => {
  saved("saved");
  deck.follow();
});
