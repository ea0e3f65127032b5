/** The slide on which one works: the server's pieces at their places, scaled to the room there is. */

import { el } from "../core.js";
import { cornersOf, flat, frameOf } from "./geometry.js";
import { kindOf, nameOf, promptOf } from "./names.js";
import { morph, morphChildren, nodesOf } from "./pieces.js";
import { textOf } from "./text-places.js";

const PT = 96 / 72;
const MARGIN = 24;

export class Canvas {
  /** @param {import("./deck.js").Deck} deck */
  constructor(deck) {
    this.deck = deck;
    this.furniture = el("div", { class: "furniture", "aria-hidden": "true" });
    this.elements = el("div", { class: "elements" });
    this.sheet = el("div", { class: "sheet" }, this.furniture, this.elements);
    this.overlay = el("div", { class: "overlay", "aria-hidden": "true" });
    this.paper = el("div", { class: "paper", role: "region", "aria-label": "Slide" }, this.sheet, this.overlay);
    this.stage = el("div", { class: "stage", tabindex: "-1" }, this.paper);
    this.drawn = new Map();
    this.scale = 1;
    /** Makes a text box writable; set by the page. @type {(box: HTMLElement) => void} */
    this.attach = () => {};
    /** Whether a text is ahead of what the server knows, so that its drawing must wait. */
    this.held = () => false;
    new ResizeObserver(() => this.fit()).observe(this.stage);
  }

  /** Pixels per point. */
  get zoom() {
    return PT * this.scale;
  }

  /** Called when the scale changed. */
  onFit() {}

  fit() {
    const [width, height] = this.deck.shown.size;
    const room = this.stage.getBoundingClientRect();
    if (!room.width) return;
    this.scale = Math.max(0.1, Math.min((room.width - 2 * MARGIN) / (width * PT), (room.height - 2 * MARGIN) / (height * PT)));
    Object.assign(this.paper.style, { width: `${width * this.zoom}px`, height: `${height * this.zoom}px` });
    Object.assign(this.sheet.style, { width: `${width}pt`, height: `${height}pt`, transform: `scale(${this.scale})` });
    this.onFit();
  }

  /** The place on the page, in points, of a mouse event. */
  pointOf(event) {
    const { left, top } = this.paper.getBoundingClientRect();
    return { x: (event.clientX - left) / this.zoom, y: (event.clientY - top) / this.zoom };
  }

  /** The drawn element of an id. @returns {HTMLElement|null} */
  nodeOf(id) {
    return this.drawn.get(id)?.node || null;
  }

  /** The drawn box of a text. @returns {HTMLElement|null} */
  boxOf({ objectId, cellLocation }) {
    const node = this.nodeOf(objectId);
    if (!cellLocation) return node?.querySelector("[data-text]") || null;
    return node?.querySelector(`[data-cell="${cellLocation.rowIndex || 0},${cellLocation.columnIndex || 0}"]`) || null;
  }

  render() {
    const { page, drawing, size, slides } = this.deck.shown;
    const place = slides.findIndex(({ id }) => id === page?.objectId) + 1;
    this.paper.hidden = !page;
    this.paper.setAttribute("aria-label", `Slide ${place} of ${slides.length}`);
    this.sheet.style.background = "";
    if (drawing?.background) this.sheet.style.cssText += `;${drawing.background}`;
    morphChildren(this.furniture, nodesOf(drawing?.furniture || ""));
    this.renderElements(page, drawing?.elements || []);
    if (String(size) !== this.size) this.fit();
    this.size = String(size);
  }

  renderElements(page, pieces) {
    const info = new Map(flat(page).map((one) => [one.element.objectId, one]));
    const before = this.drawn;
    this.drawn = new Map();
    for (const [n, { id, html }] of pieces.entries()) {
      const found = info.get(id);
      if (!found) continue;
      const known = before.get(id);
      before.delete(id);
      const current = known && (this.held(id) || (known.html === html && !touched(known.node)));
      const drawn = current ? known : this.redrawn(known, id, html, page);
      this.drawn.set(id, drawn);
      this.describe(drawn.node, found.element, n + 1);
      if (this.elements.children[n] !== drawn.node) this.elements.insertBefore(drawn.node, this.elements.children[n] || null);
    }
    for (const { node } of before.values()) node.remove();
  }

  redrawn(known, id, html, page) {
    const fresh = nodesOf(html)[0] || missing(page, id);
    const node = known ? morph(known.node, fresh) : fresh;
    node.dataset.id = id;
    for (const box of node.querySelectorAll("[data-touched]")) box.removeAttribute("data-touched");
    return { html, node };
  }

  describe(node, element, number) {
    const name = nameOf(element, number);
    node.classList.add("element");
    node.classList.toggle("textbox", Boolean(element.shape?.placeholder || element.shape?.shapeType === "TEXT_BOX"));
    node.setAttribute("role", element.image ? "img" : "group");
    node.setAttribute("aria-label", name);
    node.setAttribute("tabindex", "0");
    node.classList.toggle("line", Boolean(element.line));
    if (element.line) widen(node);
    for (const box of node.querySelectorAll("[data-text]")) this.describeText(box, element);
  }

  describeText(box, element) {
    const prompt = textOf(element.shape).trim() ? "" : promptOf(element);
    const empty = box.textContent === "";
    box.classList.toggle("prompted", empty && Boolean(prompt));
    if (prompt) box.setAttribute("aria-placeholder", prompt);
    else box.removeAttribute("aria-placeholder");
    const paragraph = box.querySelector("p");
    if (empty && prompt) paragraph?.setAttribute("data-prompt", prompt);
    else paragraph?.removeAttribute("data-prompt");
    const [row, column] = (box.dataset.cell || "").split(",").map(Number);
    const place = box.dataset.cell ? `Cell row ${row + 1}, column ${column + 1}` : `Text of ${kindOf(element)}`;
    box.setAttribute("aria-label", place);
    this.attach(box);
  }

  /** The frame of a top-level element in pixels of the overlay: corners clockwise. */
  cornersOf(id) {
    const frame = frameOf(this.deck.page, id);
    return frame && cornersOf(frame).map(({ x, y }) => ({ x: x * this.zoom, y: y * this.zoom }));
  }
}

/** Whether something was drawn in a text before the server told of it. */
function touched(node) {
  return Boolean(node.querySelector("[data-touched]"));
}

/** A line is hit beside its thin stroke too, but not all over the box that it crosses. */
function widen(node) {
  const path = node.querySelector("path");
  if (!path || node.querySelector(".hit")) return;
  const wide = path.cloneNode();
  wide.setAttribute("class", "hit");
  wide.setAttribute("stroke", "transparent");
  wide.setAttribute("stroke-width", "9");
  path.parentNode.append(wide);
}

/** In the place of what cannot be drawn: a picture that is gone. */
function missing(page, id) {
  const frame = frameOf(page, id) || { width: 0, height: 0, map: [1, 0, 0, 1, 0, 0] };
  const style = { position: "absolute", left: `${frame.map[4]}pt`, top: `${frame.map[5]}pt`, width: `${frame.width}pt`, height: `${frame.height}pt` };
  return el("div", { class: "missing", style });
}
