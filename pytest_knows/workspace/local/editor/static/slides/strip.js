/** The column of small slides: choose, order, make, copy and delete slides. */

import { contextMenu, el } from "../core.js";
import { Deck } from "./deck.js";
import { morphChildren, nodesOf } from "./pieces.js";

const WIDTH = 168;
const PT = 96 / 72;

export class Strip {
  /**
   * @param {Deck} deck
   * @param {Record<string, (...given: any[]) => any>} slides the commands about slides
   */
  constructor(deck, slides) {
    this.deck = deck;
    this.commands = slides;
    this.list = el("div", { role: "listbox", "aria-label": "Slides", "aria-orientation": "vertical", "aria-multiselectable": "true", class: "strip", tabindex: "-1" });
    this.options = new Map();
    /** Slides chosen besides the one that is shown. */
    this.chosen = new Set();
    this.seen = new IntersectionObserver((entries) => this.appeared(entries), { root: this.list, rootMargin: "300px" });
    this.list.addEventListener("keydown", (event) => this.key(event));
  }

  /** Ids of the chosen slides in their order. */
  get ids() {
    const { slides } = this.deck.shown;
    return slides.map(({ id }) => id).filter((id) => id === this.deck.pageId || this.chosen.has(id));
  }

  render() {
    const { slides } = this.deck.shown;
    const there = new Set(slides.map(({ id }) => id));
    for (const [id, { thumb }] of this.options) {
      if (there.has(id)) continue;
      thumb.remove();
      this.options.delete(id);
      this.chosen.delete(id);
    }
    for (const [n, slide] of slides.entries()) {
      const { option, thumb, number } = this.options.get(slide.id) || this.made(slide);
      if (this.list.children[n] !== thumb) this.list.insertBefore(thumb, this.list.children[n] || null);
      number.textContent = String(n + 1);
      const current = slide.id === this.deck.pageId;
      option.setAttribute("aria-label", `Slide ${n + 1}${slide.name ? `: ${slide.name}` : ""}${slide.skipped ? " (skipped)" : ""}`);
      option.setAttribute("aria-selected", String(current || this.chosen.has(slide.id)));
      option.setAttribute("tabindex", current ? "0" : "-1");
      thumb.classList.toggle("current", current);
      thumb.classList.toggle("chosen", current || this.chosen.has(slide.id));
      thumb.classList.toggle("skipped", slide.skipped);
      this.refresh(slide);
    }
    if (this.last !== this.deck.pageId) this.options.get(this.deck.pageId)?.option.scrollIntoView({ block: "nearest" });
    this.last = this.deck.pageId;
  }

  made({ id }) {
    const number = el("span", { class: "number", "aria-hidden": "true" });
    const [width, height] = this.deck.shown.size;
    const scale = WIDTH / (width * PT);
    const sheet = el("div", { class: "sheet", style: { width: `${width}pt`, height: `${height}pt`, transform: `scale(${scale})` } });
    const small = el("div", { class: "small", "aria-hidden": "true", style: { width: `${WIDTH}px`, height: `${height * PT * scale}px` } }, sheet);
    const option = el("div", { role: "option", draggable: "true" });
    const thumb = el("div", { role: "presentation", class: "thumb" }, number, small, option);
    option.addEventListener("click", (event) => this.pick(event, id));
    option.addEventListener("contextmenu", (event) => this.menu(event, id));
    option.addEventListener("dragstart", (event) => this.dragged(event, id));
    option.addEventListener("dragover", (event) => event.preventDefault());
    option.addEventListener("drop", (event) => this.dropped(event, id));
    const made = { option, thumb, number, sheet, digest: "", visible: false };
    this.options.set(id, made);
    thumb.dataset.slide = id;
    this.seen.observe(thumb);
    return made;
  }

  appeared(entries) {
    for (const { target, isIntersecting } of entries) {
      const one = this.options.get(target.dataset.slide);
      if (!one) continue;
      one.visible = isIntersecting;
      const slide = this.deck.shown.slides.find(({ id }) => id === target.dataset.slide);
      if (slide) this.refresh(slide);
    }
  }

  /** Draw a small slide if it is in sight and not up to date. */
  async refresh({ id, digest }) {
    const one = this.options.get(id);
    if (!one.visible || one.digest === digest) return;
    one.digest = digest;
    if (id === this.deck.pageId) return paint(one.sheet, this.deck.shown.drawing);
    try {
      const drawing = await Deck.drawing(id);
      if (one.digest === digest) paint(one.sheet, drawing);
    } catch {
      one.digest = ""; // gone, or the server is; the next news tells
    }
  }

  pick(event, id) {
    if (event.ctrlKey || event.metaKey) {
      if (this.chosen.delete(id) === false) this.chosen.add(id);
      this.chosen.add(this.deck.pageId);
      return this.render();
    }
    if (event.shiftKey) return this.pickTo(id);
    this.chosen.clear();
    return this.show(id);
  }

  pickTo(id) {
    const ids = this.deck.shown.slides.map((slide) => slide.id);
    const [from, to] = [ids.indexOf(this.deck.pageId), ids.indexOf(id)].sort((a, b) => a - b);
    this.chosen = new Set(ids.slice(from, to + 1));
    this.render();
  }

  async show(id) {
    if (id !== this.deck.pageId) await this.deck.open(id);
    else this.render();
    this.options.get(this.deck.pageId)?.option.focus({ preventScroll: true });
  }

  key(event) {
    const ids = this.deck.shown.slides.map(({ id }) => id);
    const at = ids.indexOf(this.deck.pageId);
    const step = { ArrowDown: 1, PageDown: 1, ArrowRight: 1, ArrowUp: -1, PageUp: -1, ArrowLeft: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? ids.length - 1 : at + (step || 0);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (!["ArrowUp", "ArrowDown"].includes(event.key)) return;
      this.commands.shift(event.shiftKey ? step * ids.length : step);
    } else if (event.key === "Enter") {
      this.commands.create();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.commands.remove();
    } else if (to !== at || step) {
      this.chosen.clear();
      if (ids[to]) this.show(ids[to]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  menu(event, id) {
    event.preventDefault();
    if (!this.ids.includes(id)) this.show(id);
    contextMenu({ x: event.clientX, y: event.clientY }, this.commands.menu(), "Slide");
  }

  dragged(event, id) {
    if (!this.ids.includes(id)) {
      this.chosen = new Set();
      this.moving = [id];
    } else this.moving = this.ids;
    event.dataTransfer.setData("text/plain", "");
    event.dataTransfer.effectAllowed = "move";
  }

  dropped(event, id) {
    event.preventDefault();
    const moving = this.moving || [];
    this.moving = null;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = this.deck.shown.slides.findIndex((slide) => slide.id === id);
    if (moving.length) this.commands.place(moving, at + (event.clientY > top + height / 2 ? 1 : 0));
  }
}

function paint(sheet, drawing) {
  sheet.style.background = "";
  if (drawing.background) sheet.style.cssText += `;${drawing.background}`;
  morphChildren(sheet, nodesOf(drawing.furniture + drawing.elements.map(({ html }) => html).join("")));
}
