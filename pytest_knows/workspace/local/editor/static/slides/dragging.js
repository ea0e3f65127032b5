/** Moving, resizing and turning with the mouse, choosing by a frame, and drawing where something new goes. */

import { el } from "../core.js";
import { about, applied, around, centreOf, compose, cornersOf, frameOf, inverse, moved, turned } from "./geometry.js";
import { mapRequests } from "./arranging.js";

const STILL = 3;
const EDGE = 7;
const SMALLEST = 2;
const TURNS = 15;

export class Dragging {
  /**
   * @param {{deck: any, canvas: any, selection: any, writing: any, drawing: any}} parts `drawing`: what the next drag draws
   */
  constructor(parts) {
    Object.assign(this, parts);
    /** `(frame, end) => void`: what to do with the next frame that is drawn; null normally. */
    this.drawNext = null;
    this.canvas.stage.addEventListener("mousedown", (event) => event.button === 0 && this.press(event));
    this.canvas.stage.addEventListener("dblclick", (event) => this.open(event));
  }

  /** The next drag draws a frame. @param {(drawn: {from: any, to: any, still: boolean}) => void} done */
  drawFrame(done) {
    this.drawNext = done;
    this.canvas.stage.classList.add("drawing");
  }

  stopDrawing() {
    this.drawNext = null;
    this.canvas.stage.classList.remove("drawing");
  }

  press(event) {
    if (this.drawNext) return this.sketch(event);
    const grip = event.target.closest?.("[data-grip]")?.dataset.grip;
    if (grip) return this.grip(event, grip);
    const node = event.target.closest?.("[data-id]");
    if (!node) return this.sweep(event);
    const id = this.selection.topOf(node.dataset.id);
    if (this.writes(event, node)) {
      if (!this.selection.ids.includes(id) || event.shiftKey) this.selection.set([id]);
      return undefined;
    }
    event.preventDefault();
    this.writing.stop();
    if (event.shiftKey || event.ctrlKey || event.metaKey) this.selection.toggle(id);
    else if (!this.selection.ids.includes(id)) this.selection.set([id]);
    this.canvas.nodeOf(node.dataset.id)?.focus({ preventScroll: true });
    return this.move(event);
  }

  /** Whether a press puts the caret into a text: on letters, or anywhere inside a text box but at its edge. */
  writes(event, node) {
    const box = event.target.closest("[data-text]");
    if (!box || event.ctrlKey || event.metaKey) return false;
    if (box.dataset.cell || (event.target.closest("p") && box.textContent)) return true;
    return node.classList.contains("textbox") && !this.atEdge(event, node.dataset.id);
  }

  atEdge(event, id) {
    const frame = frameOf(this.deck.page, id);
    const { x, y } = applied(inverse(frame.map), this.canvas.pointOf(event));
    const margin = EDGE / this.canvas.zoom;
    return Math.min(x, y, frame.width - x, frame.height - y) < margin;
  }

  /** A double click on a shape is for its text. */
  open(event) {
    const node = event.target.closest?.("[data-id]");
    if (node && !event.target.closest("p")) this.writing.enter({ objectId: node.dataset.id });
  }

  /** Follow the pointer until it is let go. @param {(point: any, event: MouseEvent) => void} during */
  track(event, during, after) {
    const start = this.canvas.pointOf(event), page = this.deck.pageId;
    const far = ({ clientX, clientY }) => Math.hypot(clientX - event.clientX, clientY - event.clientY) >= STILL;
    let began = false;
    const step = (now) => {
      began = began || far(now);
      if (began) during(start, this.canvas.pointOf(now), now);
    };
    const end = (now) => {
      document.removeEventListener("mousemove", step);
      document.removeEventListener("mouseup", end);
      const same = this.deck.pageId === page && now.type === "mouseup";
      after(start, this.canvas.pointOf(now), now, began && same);
    };
    document.addEventListener("mousemove", step);
    document.addEventListener("mouseup", end);
  }

  move(event) {
    const nodes = [...this.canvas.drawn].filter(([id]) => this.selection.ids.includes(this.selection.topOf(id))).map(([, { node }]) => node);
    const frame = this.selection.frame;
    const way = (from, to, { shiftKey }) => straight(to.x - from.x, to.y - from.y, shiftKey);
    this.track(event, (from, to, now) => {
      const [x, y] = way(from, to, now);
      for (const node of nodes) node.style.translate = `${x}pt ${y}pt`;
      this.selection.draw({ ...frame, map: compose(moved(x, y), frame.map) });
    }, (from, to, now, done) => {
      if (!done) return this.selection.draw();
      return this.apply(moved(...way(from, to, now)), "move");
    });
  }

  grip(event, grip) {
    event.preventDefault();
    if (grip === "move") {
      this.writing.stop();
      return this.move(event);
    }
    const frame = this.selection.frame;
    const find = grip === "turn" ? (from, to, now) => turning(frame, to, now.shiftKey) : resizing(frame, grip.split(",").map(Number), this.keepsForm());
    return this.track(event, (from, to, now) => this.selection.draw(shown(frame, find(from, to, now), grip)), (from, to, now, done) => {
      if (!done) return this.selection.draw();
      return this.apply(find(from, to, now), grip === "turn" ? "rotate" : "resize");
    });
  }

  /** Pictures keep their proportions when a corner is dragged. */
  keepsForm() {
    const { elements } = this.selection;
    return (event) => elements.every(({ image }) => image) !== event.shiftKey;
  }

  apply(map, label) {
    return this.deck.change(mapRequests(this.selection.ids, map), { label });
  }

  /** Choose what touches a frame. */
  sweep(event) {
    event.preventDefault();
    this.writing.stop();
    document.activeElement?.blur?.();
    const kept = event.shiftKey ? this.selection.ids : [];
    this.selection.set(kept);
    const box = el("div", { class: "sweep" });
    this.track(event, (from, to) => {
      this.outline(box, from, to);
      this.selection.ids = [...new Set([...kept, ...this.touched(from, to)])];
      this.selection.draw();
      this.canvas.overlay.append(box);
    }, () => {
      box.remove();
      const { ids } = this.selection;
      this.selection.ids = [];
      this.selection.set(ids);
    });
  }

  outline(box, from, to) {
    const { zoom } = this.canvas;
    Object.assign(box.style, {
      left: `${Math.min(from.x, to.x) * zoom}px`, top: `${Math.min(from.y, to.y) * zoom}px`,
      width: `${Math.abs(to.x - from.x) * zoom}px`, height: `${Math.abs(to.y - from.y) * zoom}px`,
    });
  }

  touched(from, to) {
    const [left, right] = [from.x, to.x].sort((a, b) => a - b), [top, bottom] = [from.y, to.y].sort((a, b) => a - b);
    return (this.deck.page?.pageElements || []).map(({ objectId }) => objectId).filter((id) => {
      const upright = around([frameOf(this.deck.page, id)]);
      const [{ x, y }] = cornersOf(upright);
      return x < right && x + upright.width > left && y < bottom && y + upright.height > top;
    });
  }

  sketch(event) {
    event.preventDefault();
    const done = this.drawNext;
    this.stopDrawing();
    const box = el("div", { class: "sweep" });
    this.canvas.overlay.append(box);
    this.track(event, (from, to) => this.outline(box, from, to), (from, to, now, dragged) => {
      box.remove();
      done({ from, to, still: !dragged });
    });
  }
}

/** With Shift a move is upright or level. */
function straight(x, y, only) {
  if (!only) return [x, y];
  return Math.abs(x) > Math.abs(y) ? [x, 0] : [0, y];
}

function turning(frame, { x, y }, steps) {
  const centre = centreOf(frame);
  const [a, b] = frame.map;
  const now = (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI + 90;
  const wanted = steps ? Math.round(now / TURNS) * TURNS : now;
  return turned(wanted - (Math.atan2(b, a) * 180) / Math.PI, centre);
}

/** Maps of the page that drag one handle of a frame; the opposite one stays. */
function resizing(frame, [across, down], keepsForm) {
  const back = inverse(frame.map);
  const fixed = { x: across < 0 ? frame.width : 0, y: down < 0 ? frame.height : 0 };
  return (from, to, event) => {
    const a = applied(back, from), b = applied(back, to);
    let x = across ? factor(frame.width, across * (b.x - a.x)) : 1;
    let y = down ? factor(frame.height, down * (b.y - a.y)) : 1;
    if (across && down && keepsForm(event)) x = y = Math.max(x, y);
    return compose(frame.map, compose(about(fixed, [x, 0, 0, y]), back));
  };
}

function factor(length, more) {
  if (length < SMALLEST) return 1;
  return Math.max(SMALLEST, length + more) / length;
}

/** The frame under a map, for drawing: a resized one takes up the stretching in its size. */
function shown(frame, map, grip) {
  const whole = compose(map, frame.map);
  if (grip === "turn") return { ...frame, map: whole };
  const across = Math.hypot(whole[0], whole[1]), down = Math.hypot(whole[2], whole[3]);
  return {
    width: frame.width * across, height: frame.height * down,
    map: [whole[0] / across, whole[1] / across, whole[2] / down, whole[3] / down, whole[4], whole[5]],
  };
}
