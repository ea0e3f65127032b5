/** Commands about slides as wholes. */

import { announce, dialog, palette, popup, rgbOf, saved, upload } from "../core.js";
import { newId } from "./deck.js";

const FIRST = "TITLE", NEXT = "TITLE_AND_BODY";

export class SlideCommands {
  /** @param {import("./deck.js").Deck} deck */
  constructor(deck) {
    this.deck = deck;
    /** The column of small slides, which knows what is chosen; set by the page. */
    this.strip = null;
  }

  get ids() {
    return this.strip.ids;
  }

  indexOf(id) {
    return this.deck.shown.slides.findIndex((slide) => slide.id === id);
  }

  /** A new slide behind the one shown. @param {string} [layoutId] default: the layout of the slide before */
  create(layoutId) {
    return this.deck.turn(() => {
      const objectId = newId();
      const at = this.indexOf(this.deck.pageId) + 1;
      const same = this.deck.page?.slideProperties?.layoutObjectId;
      const first = this.deck.shown.layouts.find(({ id }) => id === same)?.name === "Title slide";
      const reference = layoutId ? { layoutId } : same && !first ? { layoutId: same } : { predefinedLayout: at ? NEXT : FIRST };
      const request = { createSlide: { objectId, insertionIndex: at, slideLayoutReference: reference } };
      return this.deck.change([request], { label: "new slide", page: objectId });
    });
  }

  duplicate() {
    return this.deck.turn(() => {
      const copies = this.ids.map((id) => [id, newId()]);
      if (!copies.length) return null;
      const requests = copies.map(([id, copy]) => ({ duplicateObject: { objectId: id, objectIds: { [id]: copy } } }));
      return this.deck.change(requests, { label: "duplicate slide", page: copies.at(-1)[1] });
    });
  }

  remove() {
    return this.deck.turn(() => {
      const { ids } = this, { slides } = this.deck.shown;
      const left = slides.filter(({ id }) => !ids.includes(id));
      const at = this.indexOf(ids[0]);
      const page = left[Math.min(at, left.length - 1)]?.id;
      return ids.length && this.deck.change(ids.map((objectId) => ({ deleteObject: { objectId } })), { label: "delete slide", page });
    });
  }

  /** Move the chosen slides by some places. @param {number} step */
  shift(step) {
    return this.deck.turn(() => {
      const { ids } = this, count = this.deck.shown.slides.length;
      const first = this.indexOf(ids[0]), last = this.indexOf(ids.at(-1));
      const at = step < 0 ? Math.max(0, first + step) : Math.min(count, last + 1 + step);
      if (!ids.length) return null;
      return this.place(ids, at);
    });
  }

  /** Put slides before the one at a place (as they are counted now). */
  place(ids, insertionIndex) {
    const ordered = this.deck.shown.slides.map(({ id }) => id).filter((id) => ids.includes(id));
    return this.deck.change([{ updateSlidesPosition: { slideObjectIds: ordered, insertionIndex } }], { label: "move slide" });
  }

  skip() {
    return this.deck.turn(() => {
      const skipped = !this.deck.page?.slideProperties?.isSkipped;
      const requests = this.ids.map((objectId) => ({
        updateSlideProperties: { objectId, slideProperties: { isSkipped: skipped }, fields: "isSkipped" },
      }));
      return this.deck.change(requests, { label: "skip slide" });
    });
  }

  /** Give the slide another layout. */
  layout(layoutId) {
    return this.deck.turn(() => {
      return this.deck.act({ layout: { objectId: this.deck.pageId, layoutId } }, { label: "layout" });
    });
  }

  /** Layouts as menu items. @param {(layoutId: string) => any} action */
  layouts(action, marked = false) {
    const own = this.deck.page?.slideProperties?.layoutObjectId;
    return this.deck.shown.layouts.map(({ id, name }) => ({ label: name, checked: marked ? id === own : undefined, action: () => action(id) }));
  }

  /** Fill the background. @param {any} pageBackgroundFill null: as the layout has it */
  background(fill) {
    return this.deck.turn(() => {
      const requests = this.ids.map((objectId) => ({
        updatePageProperties: { objectId, pageProperties: fill ? { pageBackgroundFill: fill } : {}, fields: "pageBackgroundFill" },
      }));
      return this.deck.change(requests, { label: "background" });
    });
  }

  /** Ask for a colour. @param {HTMLElement} anchor */
  backgroundColour(anchor) {
    const close = popup(anchor, palette({ label: "Background color", none: "Reset to theme" }, (hex) => {
      close();
      this.background(hex && { solidFill: { color: { rgbColor: rgbOf(hex) } } });
    }), { focus: true });
  }

  async backgroundPicture() {
    const answer = await dialog({
      title: "Background image",
      ok: "Apply",
      fields: [{ name: "file", label: "Picture from your computer", type: "file", accept: "image/png,image/jpeg,image/gif" },
        { name: "url", label: "or its address", placeholder: "https://" }],
      check: ({ file, url }) => (file || url.trim() ? "" : "Choose a file or give an address."),
    });
    if (!answer) return;
    saved("saving");
    try {
      const contentUrl = answer.file ? (await upload(answer.file)).url : answer.url.trim();
      await this.background({ stretchedPictureFill: { contentUrl } });
    } catch (error) {
      saved(error);
      announce(error.message);
    }
  }

  /** The menu of a slide. */
  menu() {
    const { slides } = this.deck.shown, none = !slides.length;
    const at = this.indexOf(this.deck.pageId);
    return [
      { label: "New slide", shortcut: "Ctrl+M", action: () => this.create() },
      { label: "New slide with layout", items: this.layouts((id) => this.create(id)) },
      { label: "Duplicate slide", shortcut: "Ctrl+D", disabled: none, action: () => this.duplicate() },
      { label: "Delete slide", shortcut: "Delete", disabled: none, action: () => this.remove() },
      { label: "Skip slide", checked: Boolean(this.deck.page?.slideProperties?.isSkipped), disabled: none, action: () => this.skip() },
      "-",
      { label: "Move slide up", shortcut: "Ctrl+Up", disabled: at <= 0, action: () => this.shift(-1) },
      { label: "Move slide down", shortcut: "Ctrl+Down", disabled: at < 0 || at === slides.length - 1, action: () => this.shift(1) },
      { label: "Move slide to beginning", disabled: at <= 0, action: () => this.shift(-slides.length) },
      { label: "Move slide to end", disabled: at < 0 || at === slides.length - 1, action: () => this.shift(slides.length) },
      "-",
      { label: "Background color", disabled: none, action: () => this.backgroundColour(document.querySelector(".paper")) },
      { label: "Background image", disabled: none, action: () => this.backgroundPicture() },
      { label: "Reset background", disabled: none, action: () => this.background(null) },
      { label: "Apply layout", disabled: none, items: this.layouts((id) => this.layout(id), true) },
    ];
  }
}
