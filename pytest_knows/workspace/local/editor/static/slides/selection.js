/** Which elements are chosen, and the frame around them with its handles. */

import { el, svg } from "../core.js";
import { applied, around, cornersOf, flat, frameOf } from "./geometry.js";

/** Handles by the part of the frame that they move: -1, 0, 1 across and down. */
const HANDLES = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const STALK = 24;

export class Selection {
  /**
   * @param {import("./deck.js").Deck} deck
   * @param {import("./canvas.js").Canvas} canvas
   */
  constructor(deck, canvas) {
    this.deck = deck;
    this.canvas = canvas;
    /** Ids of top-level elements. @type {string[]} */
    this.ids = [];
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {string[]} ids */
  set(ids) {
    const changed = ids.join() !== this.ids.join();
    this.ids = ids;
    this.draw();
    if (changed) for (const listener of this.listeners) listener();
  }

  /** The outermost element that a drawn one belongs to. @returns {string} */
  topOf(id) {
    return flat(this.deck.page).find(({ element }) => element.objectId === id)?.top.objectId || id;
  }

  /** Add to what is chosen, or take away. */
  toggle(id) {
    this.set(this.ids.includes(id) ? this.ids.filter((one) => one !== id) : [...this.ids, id]);
  }

  /** Chosen elements as JSON. @returns {any[]} */
  get elements() {
    return (this.deck.page?.pageElements || []).filter(({ objectId }) => this.ids.includes(objectId));
  }

  /** The frame of what is chosen; null if nothing is. */
  get frame() {
    const frames = this.ids.map((id) => frameOf(this.deck.page, id)).filter(Boolean);
    return frames.length > 1 ? around(frames) : frames[0] || null;
  }

  /** The page was drawn anew: forget what is gone. */
  follow() {
    const there = new Set((this.deck.page?.pageElements || []).map(({ objectId }) => objectId));
    this.set(this.ids.filter((id) => there.has(id)));
  }

  /** Draw frame and handles; while something is dragged, around another place. */
  draw(frame = this.frame) {
    const { canvas } = this;
    for (const [id, { node }] of canvas.drawn) node.classList.toggle("chosen", this.ids.includes(this.topOf(id)));
    canvas.overlay.replaceChildren(...(frame ? this.parts(frame) : []));
  }

  parts(frame) {
    const { zoom } = this.canvas;
    const at = (x, y) => {
      const point = applied(frame.map, { x, y });
      return { x: point.x * zoom, y: point.y * zoom };
    };
    const corners = cornersOf(frame).map(({ x, y }) => `${x * zoom},${y * zoom}`).join(" ");
    const top = at(frame.width / 2, 0), knob = at(frame.width / 2, -STALK / zoom);
    const lines = svg("svg", { class: "frame" }, svg("polygon", { points: corners, class: "edge", "data-grip": "move" }),
      svg("polygon", { points: corners }), svg("line", { x1: top.x, y1: top.y, x2: knob.x, y2: knob.y }));
    const handles = HANDLES.map(([across, down]) => {
      const { x, y } = at(((across + 1) / 2) * frame.width, ((down + 1) / 2) * frame.height);
      return el("div", { class: "handle", "data-grip": `${across},${down}`, style: { left: `${x}px`, top: `${y}px` } });
    });
    const turn = el("div", { class: "handle turn", "data-grip": "turn", style: { left: `${knob.x}px`, top: `${knob.y}px` } });
    return [lines, ...handles, turn];
  }
}
