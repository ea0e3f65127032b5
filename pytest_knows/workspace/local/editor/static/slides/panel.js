/** Format options: size and position in inches, rotation, crop, alt text. */

import { announce, dialog, el, saved, upload } from "../core.js";
import { about, angleOf, applied, centreOf, compose, inverse, moved, turned } from "./geometry.js";
import { mapRequests } from "./arranging.js";

const INCH = 72;
const SIDES = ["left", "top", "right", "bottom"];
const round = (value) => Math.round(value * 100) / 100;

export class Panel {
  /** @param {{deck: any, selection: any}} parts */
  constructor({ deck, selection }) {
    this.deck = deck;
    this.selection = selection;
    this.open = false;
    this.onToggle = () => {};
    this.lock = el("input", { type: "checkbox" });
    this.inputs = new Map();
    const number = (label, step, act) => this.field(label, "number", step, act);
    this.size = section("Size and rotation",
      number("Width (inches)", 0.01, (value) => this.resize(value * INCH, null)),
      number("Height (inches)", 0.01, (value) => this.resize(null, value * INCH)),
      el("label", { class: "check" }, this.lock, el("span", {}, "Lock aspect ratio")),
      number("Rotation (degrees)", 1, (value) => this.turn(value)));
    this.place = section("Position",
      number("X (inches)", 0.01, (value) => this.move(value * INCH, null)),
      number("Y (inches)", 0.01, (value) => this.move(null, value * INCH)));
    this.crop = section("Crop", ...SIDES.map((side) => number(`Crop ${side} (%)`, 0.1, (value) => this.cut(side, value / 100))),
      el("button", { type: "button", onclick: () => this.cut("", 0) }, "Reset crop"),
      el("button", { type: "button", onclick: () => this.replace() }, "Replace image"));
    this.alt = section("Alt text",
      this.field("Alt text title", "text", null, (title) => this.describe({ title })),
      this.field("Alt text description", "text", null, (description) => this.describe({ description })));
    this.nothing = el("p", { class: "note" }, "Select something on the slide.");
    this.element = el("aside", { class: "panel", "aria-label": "Format options", hidden: true },
      el("div", { class: "panel-head" }, el("h2", {}, "Format options"),
        el("button", { type: "button", "aria-label": "Close format options", onclick: () => this.toggle() }, "×")),
      this.nothing, this.size, this.place, this.crop, this.alt);
  }

  field(label, type, step, act) {
    const input = el("input", { type, step: step ? "any" : null });
    input.addEventListener("change", () => {
      if (type === "number" && (input.value === "" || !Number.isFinite(Number(input.value)))) return this.render();
      return act(type === "number" ? Number(input.value) : input.value);
    });
    input.addEventListener("keydown", (event) => event.key === "Escape" && input.blur());
    this.inputs.set(label, input);
    return el("label", {}, el("span", {}, label), input);
  }

  toggle(open = !this.open) {
    this.open = open;
    this.element.hidden = !open;
    this.render();
    this.onToggle();
  }

  /** The one element that is chosen. */
  get one() {
    const { elements } = this.selection;
    return elements.length === 1 ? elements[0] : null;
  }

  render() {
    if (!this.open) return;
    const { frame } = this.selection, { one } = this;
    for (const part of [this.size, this.place]) part.hidden = !frame;
    this.crop.hidden = !one?.image;
    this.alt.hidden = !one;
    this.nothing.hidden = Boolean(frame);
    if (!frame) return;
    const corner = upright(frame);
    const shown = {
      "Width (inches)": frame.width / INCH, "Height (inches)": frame.height / INCH, "Rotation (degrees)": angleOf(frame),
      "X (inches)": corner.x / INCH, "Y (inches)": corner.y / INCH, ...this.crops(),
    };
    for (const [label, value] of Object.entries(shown)) this.set(label, String(round(value)));
    this.set("Alt text title", one?.title || "");
    this.set("Alt text description", one?.description || "");
  }

  crops() {
    const cut = this.cuts();
    return Object.fromEntries(SIDES.map((side) => [`Crop ${side} (%)`, 100 * cut[side]]));
  }

  cuts() {
    const had = this.one?.image?.imageProperties?.cropProperties || {};
    return Object.fromEntries(SIDES.map((side) => [side, had[`${side}Offset`] || 0]));
  }

  set(label, value) {
    const input = this.inputs.get(label);
    if (document.activeElement !== input || input.dataset.sent) input.value = value;
    delete input.dataset.sent;
  }

  apply(map, label) {
    if (document.activeElement?.closest?.(".panel")) document.activeElement.dataset.sent = "1";
    return this.deck.change(mapRequests(this.selection.ids, map), { label });
  }

  resize(width, height) {
    const { frame } = this.selection;
    if ((width ?? 1) <= 0 || (height ?? 1) <= 0) return this.render();
    let x = width === null ? 1 : width / frame.width, y = height === null ? 1 : height / frame.height;
    if (this.lock.checked) x = y = width === null ? y : x;
    const map = compose(frame.map, compose(about({ x: 0, y: 0 }, [x, 0, 0, y]), inverse(frame.map)));
    return this.apply(map, "resize");
  }

  turn(degrees) {
    const { frame } = this.selection;
    return this.apply(turned(degrees - angleOf(frame), centreOf(frame)), "rotate");
  }

  move(x, y) {
    const corner = upright(this.selection.frame);
    return this.apply(moved(x === null ? 0 : x - corner.x, y === null ? 0 : y - corner.y), "move");
  }

  cut(side, share) {
    const sides = side ? { ...this.cuts(), [side]: share } : { left: 0, top: 0, right: 0, bottom: 0 };
    return this.deck.act({ crop: { objectId: this.one.objectId, ...sides } }, { label: "crop" });
  }

  describe(words) {
    return this.deck.change([{ updatePageElementAltText: { objectId: this.one.objectId, ...words } }], { label: "alt text" });
  }

  async replace() {
    const { one } = this;
    const answer = await dialog({
      title: "Replace image",
      ok: "Replace",
      fields: [{ name: "file", label: "Picture from your computer", type: "file", accept: "image/png,image/jpeg,image/gif" },
        { name: "url", label: "or its address", placeholder: "https://" },
        { name: "fill", label: "Fill the whole frame (crops the picture)", type: "checkbox" }],
      check: ({ file, url }) => (file || url.trim() ? "" : "Choose a file or give an address."),
    });
    if (!answer || !one) return;
    saved("saving");
    try {
      const url = answer.file ? (await upload(answer.file)).url : answer.url.trim();
      const imageReplaceMethod = answer.fill ? "CENTER_CROP" : "CENTER_INSIDE";
      await this.deck.change([{ replaceImage: { imageObjectId: one.objectId, url, imageReplaceMethod } }], { label: "replace image" });
    } catch (error) {
      saved(error);
      announce(error.message);
    }
  }

  /** Alt text where nothing else is open. */
  async askAltText() {
    const { one } = this;
    const answer = await dialog({
      title: "Alt text",
      fields: [{ name: "title", label: "Title", value: one.title || "" },
        { name: "description", label: "Description", type: "textarea", value: one.description || "" }],
    });
    if (answer) await this.describe(answer);
  }
}

function section(title, ...content) {
  return el("fieldset", {}, el("legend", {}, title), ...content);
}

/** The upper left corner of a frame if it were turned back about its centre, as Google's editor shows it. */
function upright(frame) {
  const { x, y } = applied(turned(-angleOf(frame), centreOf(frame)), applied(frame.map, { x: 0, y: 0 }));
  return { x, y };
}
