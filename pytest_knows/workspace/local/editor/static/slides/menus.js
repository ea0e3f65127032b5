/** The menus, as people know them from Google Slides. */

import { announce, app, dialog } from "../core.js";
import { alignRequests, copyRequests, deleteRequests, distributeRequests, mapRequests, orderRequests } from "./arranging.js";
import { newId } from "./deck.js";
import { about, centreOf, turned } from "./geometry.js";
import { BULLETS, NUMBERS } from "./lists.js";
import { tableItems } from "./tables.js";
import { ALIGNMENTS, spacings } from "./tools.js";

const EXPORTS = [["Microsoft PowerPoint (.pptx)", "pptx"], ["PDF document (.pdf)", "pdf"], ["Plain text (.txt)", "txt"]];
const ORDERS = [
  ["Bring to front", "BRING_TO_FRONT", "Ctrl+Shift+Up"], ["Bring forward", "BRING_FORWARD", "Ctrl+Up"],
  ["Send backward", "SEND_BACKWARD", "Ctrl+Down"], ["Send to back", "SEND_TO_BACK", "Ctrl+Shift+Down"],
];
const ALIGNED = [["Left", "left"], ["Center", "centre"], ["Right", "right"], ["Top", "top"], ["Middle", "middle"], ["Bottom", "bottom"]];

export class Arrange {
  /** @param {{deck: any, selection: any}} parts */
  constructor({ deck, selection, writing }) {
    Object.assign(this, { deck, selection, writing });
  }

  get ids() {
    return this.selection.ids;
  }

  copy() {
    return this.deck.turn(async () => {
      const { requests, copies } = copyRequests(this.ids);
      if (!copies.length) return;
      this.writing.stop();
      if (await this.deck.change(requests, { label: "duplicate" })) this.selection.set(copies);
    });
  }

  remove() {
    return this.deck.turn(() => {
      this.writing.stop();
      return this.ids.length && this.deck.change(deleteRequests(this.ids), { label: "delete" });
    });
  }

  order(operation) {
    return this.deck.turn(() => {
      return this.ids.length && this.deck.change(orderRequests(this.ids, operation), { label: "order" });
    });
  }

  align(where) {
    return this.deck.turn(() => {
      return this.deck.change(alignRequests(this.deck.page, this.ids, this.deck.shown.size, where), { label: "align" });
    });
  }

  distribute(level) {
    return this.deck.turn(() => {
      return this.deck.change(distributeRequests(this.deck.page, this.ids, level), { label: "distribute" });
    });
  }

  group() {
    return this.deck.turn(async () => {
      const groupObjectId = newId();
      const answer = await this.deck.change([{ groupObjects: { groupObjectId, childrenObjectIds: this.ids } }], { label: "group" });
      if (answer) this.selection.set([groupObjectId]);
    });
  }

  ungroup() {
    return this.deck.turn(async () => {
      const groups = this.selection.elements.filter(({ elementGroup }) => elementGroup);
      const inside = groups.flatMap(({ elementGroup }) => elementGroup.children.map(({ objectId }) => objectId));
      const answer = await this.deck.change([{ ungroupObjects: { objectIds: groups.map(({ objectId }) => objectId) } }], { label: "ungroup" });
      if (answer) this.selection.set(inside);
    });
  }

  map(map, label) {
    return this.deck.turn(() => {
      return this.deck.change(mapRequests(this.ids, map), { label });
    });
  }

  turn(degrees) {
    return this.map(turned(degrees, centreOf(this.selection.frame)), "rotate");
  }

  flip(across, down) {
    return this.map(about(centreOf(this.selection.frame), [across, 0, 0, down]), "flip");
  }

  items() {
    const { ids } = this, none = !ids.length;
    const groups = this.selection.elements.some(({ elementGroup }) => elementGroup);
    return [
      { label: "Order", disabled: none, items: ORDERS.map(([label, operation, shortcut]) => ({ label, shortcut, action: () => this.order(operation) })) },
      { label: ids.length > 1 ? "Align" : "Align on slide", disabled: none, items: ALIGNED.map(([label, where]) => ({ label, action: () => this.align(where) })) },
      { label: "Distribute", disabled: ids.length < 3, items: [
        { label: "Horizontally", action: () => this.distribute(true) }, { label: "Vertically", action: () => this.distribute(false) }] },
      { label: "Rotate", disabled: none, items: [
        { label: "Rotate clockwise 90°", action: () => this.turn(90) }, { label: "Rotate counter-clockwise 90°", action: () => this.turn(-90) },
        { label: "Flip horizontally", action: () => this.flip(-1, 1) }, { label: "Flip vertically", action: () => this.flip(1, -1) }] },
      "-",
      { label: "Group", shortcut: "Ctrl+Alt+G", disabled: ids.length < 2, action: () => this.group() },
      { label: "Ungroup", shortcut: "Ctrl+Alt+Shift+G", disabled: !groups, action: () => this.ungroup() },
    ];
  }
}

/** @param {any} parts all of the page's parts */
export function menus({ deck, slides, inserting, formatting, arrange, panel, clipboard, selection, writing }) {
  return [
    { label: "File", items: () => fileItems() },
    { label: "Edit", items: () => editItems({ deck, arrange, clipboard, selection, slides, writing }) },
    { label: "View", items: () => [{ label: "Format options", checked: panel.open, action: () => panel.toggle() }] },
    { label: "Insert", items: () => [...inserting.menu(), "-", { label: "Link", shortcut: "Ctrl+K", action: () => formatting.link() }, "-",
      { label: "New slide", shortcut: "Ctrl+M", action: () => slides.create() }] },
    { label: "Format", items: () => formatItems({ formatting, panel, selection, deck, writing }) },
    { label: "Slide", items: () => slides.menu() },
    { label: "Arrange", items: () => arrange.items() },
  ];
}

function fileItems() {
  const to = (suffix) => () => location.assign(`/presentation/d/${app.fileId}/export?format=${suffix}`);
  return [
    { label: "Rename", action: () => document.querySelector(".name").focus() },
    { label: "Download", items: EXPORTS.map(([label, suffix]) => ({ label, action: to(suffix) })) },
    { label: "Print preview", action: () => window.open(`/presentation/d/${app.fileId}/preview`, "_blank", "noopener") },
  ];
}

function editItems({ deck, arrange, clipboard, selection, slides, writing }) {
  const { done, undone } = deck.history, none = !selection.ids.length;
  return [
    { label: "Undo", shortcut: "Ctrl+Z", disabled: !done.length, action: () => writing.undo() },
    { label: "Redo", shortcut: "Ctrl+Y", disabled: !undone.length, action: () => writing.redo() },
    "-",
    { label: "Cut", shortcut: "Ctrl+X", disabled: none, action: () => clipboard.cut() },
    { label: "Copy", shortcut: "Ctrl+C", disabled: none, action: () => clipboard.copy() },
    { label: "Paste", shortcut: "Ctrl+V", disabled: !clipboard.ids.length, action: () => clipboard.paste() },
    { label: "Duplicate", shortcut: "Ctrl+D", action: () => (none ? slides.duplicate() : arrange.copy()) },
    { label: "Delete", shortcut: "Delete", disabled: none, action: () => arrange.remove() },
    "-",
    { label: "Select all", shortcut: "Ctrl+A", action: () => selection.set((deck.page?.pageElements || []).map(({ objectId }) => objectId)) },
    { label: "Select none", action: () => selection.set([]) },
    "-",
    { label: "Find and replace", shortcut: "Ctrl+H", action: () => findAndReplace(deck) },
  ];
}

/** Ask for words and replace them on all slides. */
export async function findAndReplace(deck) {
  const answer = await dialog({
    title: "Find and replace",
    ok: "Replace all",
    fields: [{ name: "text", label: "Find", required: true }, { name: "replaceText", label: "Replace with" },
      { name: "matchCase", label: "Match case", type: "checkbox" }],
    check: ({ text }) => (text ? "" : "What shall be found?"),
  });
  if (!answer) return;
  const { text, matchCase, replaceText } = answer;
  const done = await deck.change([{ replaceAllText: { containsText: { text, matchCase }, replaceText } }], { label: "replace" });
  const count = done?.replies?.[0]?.replaceAllText?.occurrencesChanged || 0;
  announce(`${count} replaced`);
}

function formatItems({ formatting, panel, selection, deck, writing }) {
  const none = !selection.ids.length && !writing.session, one = selection.elements.length === 1 ? selection.elements[0] : null;
  const on = (label, shortcut, name) => ({ label, shortcut, checked: Boolean(formatting.styles.text[name]), action: () => formatting.toggle(name) });
  const lists = (kinds, numbers) => kinds.map(([label, preset]) => ({ label, action: () => formatting.list(preset, numbers) }));
  const { baselineOffset } = formatting.styles.text;
  return [
    { label: "Text", disabled: none, items: [
      on("Bold", "Ctrl+B", "bold"), on("Italic", "Ctrl+I", "italic"), on("Underline", "Ctrl+U", "underline"), on("Strikethrough", "Alt+Shift+5", "strikethrough"),
      { label: "Superscript", shortcut: "Ctrl+.", checked: baselineOffset === "SUPERSCRIPT", action: () => formatting.offset("SUPERSCRIPT") },
      { label: "Subscript", shortcut: "Ctrl+,", checked: baselineOffset === "SUBSCRIPT", action: () => formatting.offset("SUBSCRIPT") },
      on("Small caps", "", "smallCaps")] },
    { label: "Align and indent", disabled: none, items: [
      ...ALIGNMENTS.map(([label, alignment, , key]) => ({ label, shortcut: `Ctrl+Shift+${key}`, action: () => formatting.paragraph({ alignment }, "alignment") })), "-",
      ...["TOP", "MIDDLE", "BOTTOM"].map((where) => ({ label: where[0] + where.slice(1).toLowerCase(), action: () => formatting.vertical(where) })), "-",
      { label: "Increase indent", shortcut: "Ctrl+]", action: () => formatting.indent(1) }, { label: "Decrease indent", shortcut: "Ctrl+[", action: () => formatting.indent(-1) }] },
    { label: "Line and paragraph spacing", disabled: none, items: spacings(formatting) },
    { label: "Bulleted list", disabled: none, items: lists(BULLETS, false) },
    { label: "Numbered list", disabled: none, items: lists(NUMBERS, true) },
    "-",
    { label: "Table", disabled: !formatting.elements.some(({ table }) => table), items: tableItems({ deck, formatting, writing }) },
    { label: "Alt text", disabled: !one, action: () => panel.askAltText() },
    { label: "Replace image", disabled: !one?.image, action: () => panel.replace() },
    { label: "Format options", action: () => panel.toggle(true) },
    "-",
    { label: "Clear formatting", shortcut: "Ctrl+\\", disabled: none, action: () => formatting.clear() },
  ];
}
