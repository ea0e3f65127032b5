/** The speaker notes of the slide that is shown. */

import { el } from "../core.js";
import { morphChildren, nodesOf } from "./pieces.js";
import { textOf, holderOf } from "./text-places.js";

export class Notes {
  /** @param {{deck: any, writing: any}} parts */
  constructor({ deck, writing }) {
    this.deck = deck;
    this.writing = writing;
    this.box = el("div", { class: "notes-text", "data-text": "", "aria-label": "Speaker notes" });
    this.holder = el("div", { class: "notes-page" }, this.box);
    this.element = el("section", { class: "notes", "aria-label": "Speaker notes area" }, this.holder);
    this.element.addEventListener("mousedown", (event) => this.press(event));
  }

  get id() {
    return this.deck.page?.slideProperties?.notesPage?.notesProperties?.speakerNotesObjectId || "";
  }

  press(event) {
    if (event.target.closest("[data-text]") || !this.id) return;
    event.preventDefault();
    this.writing.enter({ objectId: this.id });
  }

  /** Whether a key means the notes. */
  holds(key) {
    return Boolean(this.id) && key.objectId === this.id;
  }

  render(held) {
    this.element.hidden = !this.id;
    if (!this.id || (held && this.holder.dataset.id === this.id)) return;
    this.holder.dataset.id = this.id;
    this.writing.attach(this.box);
    morphChildren(this.box, nodesOf(this.deck.shown.drawing.notes || ""));
    const empty = !textOf(holderOf(this.deck.page, { objectId: this.id })).trim();
    const paragraph = this.box.querySelector("p");
    this.box.setAttribute("aria-placeholder", "Click to add speaker notes");
    if (empty && this.box.textContent === "") paragraph?.setAttribute("data-prompt", "Click to add speaker notes");
    else paragraph?.removeAttribute("data-prompt");
  }
}
