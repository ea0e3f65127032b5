/** Copying and pasting elements, from slide to slide too; text and pictures from elsewhere. */

import { newId } from "./deck.js";

export class Clipboard {
  /** @param {{deck: any, selection: any, writing: any, arrange: any, inserting: any}} parts */
  constructor(parts) {
    Object.assign(this, parts);
    this.ids = [];
    this.from = "";
    /** The action that deleted what was cut. @type {string|undefined} */
    this.cutAt = undefined;
    const own = (act) => (event) => {
      if (this.busy(event)) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("copy", own((event) => this.copy(event)));
    document.addEventListener("cut", own((event) => this.cut(event)));
    document.addEventListener("paste", own((event) => this.pasted(event)));
  }

  /** Texts and fields have their own clipboard. */
  busy(event) {
    return Boolean(this.writing.session || this.writing.making) || Boolean(event.target.closest?.("input, textarea, select, dialog"));
  }

  copy(event) {
    if (!this.selection.ids.length) return;
    this.ids = [...this.selection.ids];
    this.from = this.deck.pageId;
    this.cutAt = undefined;
    event?.clipboardData?.setData("text/plain", "");
    event?.clipboardData?.setData("application/x-knows-elements", "1");
  }

  async cut(event) {
    this.copy(event);
    const answer = await this.arrange.remove();
    this.cutAt = answer?.made;
  }

  pasted(event) {
    const { clipboardData } = event;
    const picture = [...clipboardData.files].find(({ type }) => type.startsWith("image/"));
    const text = clipboardData.getData("text/plain");
    if (picture) return this.inserting.picture(picture);
    if (text) return this.inserting.text(text);
    return this.paste();
  }

  async paste() {
    if (!this.ids.length) return;
    const copies = this.ids.map(() => newId());
    const shift = this.from === this.deck.pageId && !this.cutAt ? 12 : 0;
    const answer = await this.deck.act({ paste: { objectIds: this.ids, copies, pageId: this.deck.pageId, shift, cut: this.cutAt } }, { label: "paste" });
    if (answer) this.selection.set(copies);
  }
}
