/** Lines over the cells: below what is frozen, around tables. */

import { el } from "../core.js";
import { areaOf } from "./a1.js";
import { HEAD } from "./grid.js";
import { place } from "./selection.js";

export class Edges {
  /** @param {object} page book, grid */
  constructor({ book, grid }) {
    Object.assign(this, { book, grid });
    this.below = el("div", { class: "edge" });
    this.beside = el("div", { class: "edge" });
    this.tables = el("div");
    grid.stage.append(this.below, this.beside);
    grid.overlays.prepend(this.tables);
    grid.addEventListener("drawn", () => this.draw());
  }

  draw() {
    const { rows, columns } = this.grid;
    show(this.below, rows.frozen, { left: 0, right: 0, top: HEAD.height + rows.frozenSize - 1, height: 3 });
    show(this.beside, columns.frozen, { top: 0, bottom: 0, left: HEAD.width + columns.frozenSize - 1, width: 3 });
    const marks = (this.book.sheet.tables ?? []).map((table) => {
      const mark = el("div", { class: "mark table" });
      place(mark, this.grid.rect(areaOf(table.range, this.book.rows, this.book.columns)));
      return mark;
    });
    this.tables.replaceChildren(...marks);
  }
}

function show(element, count, box) {
  element.hidden = !count;
  for (const [side, pixels] of Object.entries(box)) element.style[side] = `${pixels}px`;
}
