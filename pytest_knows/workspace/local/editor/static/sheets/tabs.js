/** The row of tabs below the cells. */

import { confirmed, contextMenu, dialog, el, palette, popup, rgbOf } from "../core.js";
import { colourOf } from "./style.js";

export class Tabs {
  /** @param {object} page book, grid, selection, entry */
  constructor({ book, entry }) {
    Object.assign(this, { book, entry });
    this.list = el("div", { role: "tablist", "aria-label": "Sheets", class: "tabs" });
    const add = el(
      "button",
      { type: "button", "aria-label": "Add sheet", title: "Add sheet", onclick: () => this.add() },
      "+",
    );
    const all = el(
      "button",
      {
        type: "button",
        "aria-label": "All sheets",
        title: "All sheets",
        "aria-haspopup": "menu",
        onclick: () => this.all(all),
      },
      "☰",
    );
    this.sum = el("output", { class: "sum", "aria-label": "Summary of the selection" });
    this.element = el("div", { class: "foot" }, add, all, this.list, this.sum);
    book.addEventListener("change", () => this.draw());
  }

  draw() {
    const old = new Map([...this.list.children].map((tab) => [Number(tab.dataset.sheet), tab]));
    const shown = this.book.sheets.filter((sheet) => !sheet.properties.hidden);
    const tabs = shown.map(({ properties }) => {
      const tab = old.get(properties.sheetId) ?? this._tab(properties.sheetId);
      const selected = properties.sheetId === this.book.sheetId;
      tab.textContent = properties.title;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      const colour = colourOf(properties, "tabColor");
      tab.style.boxShadow = colour ? `inset 0 -3px ${colour}` : "";
      return tab;
    });
    if (tabs.some((tab, place) => this.list.children[place] !== tab) || this.list.children.length !== tabs.length)
      this.list.replaceChildren(...tabs);
  }

  _tab(sheetId) {
    const tab = el("button", { type: "button", role: "tab", "data-sheet": sheetId });
    const sheet = () => this.book.sheets.find((one) => one.properties.sheetId === sheetId);
    tab.addEventListener("click", () => this.show(sheetId));
    tab.addEventListener("dblclick", () => this.rename(sheet()));
    tab.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      contextMenu({ x: event.clientX, y: event.clientY }, this.items(sheet()), `Sheet ${sheet().properties.title}`);
    });
    tab.addEventListener("keydown", (event) => this.key(event, sheetId));
    return tab;
  }

  key(event, sheetId) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.book.sheets.filter((sheet) => !sheet.properties.hidden);
    const at = shown.findIndex((sheet) => sheet.properties.sheetId === sheetId);
    const next = shown[at + step];
    if (next) this.show(next.properties.sheetId).then(() => this.list.children[at + step]?.focus());
  }

  async show(sheetId) {
    if (sheetId === this.book.sheetId) return this.entry.focus();
    const writing = this.entry.mode && this.entry.cell.value.startsWith("=");
    if (!writing) this.entry.commit();
    await this.book.show(sheetId);
    this.entry.focus();
  }

  /** What can be done with a tab. */
  items(sheet = this.book.sheet) {
    const { properties } = sheet;
    const at = properties.index;
    const only = this.book.sheets.filter((one) => !one.properties.hidden).length === 1;
    const update = (label, changes) =>
      this.book.request(label, {
        updateSheetProperties: {
          properties: { sheetId: properties.sheetId, ...changes },
          fields: Object.keys(changes).join(","),
        },
      });
    return [
      { label: "Delete", disabled: only, action: () => this.delete(sheet) },
      { label: "Duplicate", action: () => this.duplicate(sheet) },
      { label: "Rename", action: () => this.rename(sheet) },
      { label: "Change colour", action: () => this.colour(sheet, update) },
      { label: "Hide sheet", disabled: only, action: () => this.hide(sheet, update) },
      "-",
      {
        label: "Move right",
        disabled: at === this.book.sheets.length - 1,
        action: () => update("Move sheet", { index: at + 2 }),
      },
      { label: "Move left", disabled: at === 0, action: () => update("Move sheet", { index: at - 1 }) },
    ];
  }

  async hide(sheet, update) {
    await update("Hide sheet", { hidden: true });
    if (sheet.properties.sheetId === this.book.sheetId)
      await this.book.show(this.book.sheets.find((one) => !one.properties.hidden).properties.sheetId);
  }

  async add() {
    this.entry.commit();
    const replies = await this.book.request("Add sheet", {
      addSheet: { properties: { index: this.book.sheet.properties.index + 1 } },
    });
    if (replies) await this.show(replies[0].addSheet.properties.sheetId);
  }

  async duplicate(sheet) {
    const replies = await this.book.request("Duplicate sheet", {
      duplicateSheet: { sourceSheetId: sheet.properties.sheetId, insertSheetIndex: sheet.properties.index + 1 },
    });
    if (replies) await this.show(replies[0].duplicateSheet.properties.sheetId);
  }

  async rename(sheet = this.book.sheet) {
    const taken = (title) =>
      this.book.sheets.some((one) => one !== sheet && one.properties.title.toLowerCase() === title.toLowerCase());
    const given = await dialog({
      title: "Rename sheet",
      fields: [{ name: "title", label: "Name", value: sheet.properties.title, required: true }],
      check: ({ title }) => (taken(title.trim()) ? "A sheet with this name already exists." : undefined),
    });
    const title = given?.title.trim();
    if (title)
      await this.book.request("Rename sheet", {
        updateSheetProperties: { properties: { sheetId: sheet.properties.sheetId, title }, fields: "title" },
      });
    this.entry.focus();
  }

  colour(sheet, update) {
    const tab = [...this.list.children].find((one) => Number(one.dataset.sheet) === sheet.properties.sheetId);
    const close = popup(
      tab ?? this.list,
      palette({ label: "Sheet colour", none: "None", value: colourOf(sheet.properties, "tabColor") }, (hex) => {
        close();
        if (hex) update("Sheet colour", { tabColorStyle: { rgbColor: rgbOf(hex) } });
        else
          this.book.request("Sheet colour", {
            updateSheetProperties: { properties: { sheetId: sheet.properties.sheetId }, fields: "tabColorStyle" },
          });
      }),
    );
  }

  async delete(sheet) {
    if (await confirmed("Delete sheet", `Delete the sheet ${sheet.properties.title}?`, "Delete")) {
      await this.book.request("Delete sheet", { deleteSheet: { sheetId: sheet.properties.sheetId } });
    }
    this.entry.focus();
  }

  all(button) {
    const items = this.book.sheets.map(({ properties }) => ({
      label: properties.hidden ? `${properties.title} (hidden)` : properties.title,
      checked: properties.sheetId === this.book.sheetId,
      action: () => this._unhide(properties),
    }));
    const { left, top } = button.getBoundingClientRect();
    contextMenu({ x: left, y: top }, items, "All sheets");
  }

  async _unhide({ sheetId, hidden }) {
    if (hidden)
      await this.book.request("Show sheet", {
        updateSheetProperties: { properties: { sheetId, hidden: false }, fields: "hidden" },
      });
    await this.show(sheetId);
  }
}
