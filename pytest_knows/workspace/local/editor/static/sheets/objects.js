/** What lies over the cells: charts and pictures. Selected by a click, moved and sized by mouse or arrow keys. */

import { contextMenu, dialog, el, pictureUrl } from "../core.js";
import { chartName } from "./charts.js";
import { follow } from "./pointer.js";

const STEP = 10; // pixels that an arrow key moves
const SMALLEST = 20;

export class Objects {
  /** @param {object} page book, grid, entry, charts */
  constructor(page) {
    Object.assign(this, page);
    this.layer = el("div", { class: "objects" });
    this.shown = new Map();
    this.grid.overlays.append(this.layer);
    this.grid.addEventListener("drawn", () => this.place());
    this.book.addEventListener("change", () => this.draw());
    document.addEventListener("mousedown", (event) => event.target.closest?.(".object") || this.choose(null), true);
    this.charts.dispatchInserted = (id) => {
      this.wanted = `chart-${id}`; // chosen as soon as it is there
      this.draw();
    };
  }

  /** The charts and pictures of the tab in sight, by the ids of their elements. */
  _items() {
    const charts = (this.book.sheet.charts ?? []).map((chart) => [
      `chart-${chart.chartId}`,
      { chart, name: chartName(chart), position: chart.position },
    ]);
    const pictures = this.book.sheet.pictures.map((picture, place) => {
      const name = picture.description || `Picture ${place + 1}`;
      return [`picture-${picture.pictureId}`, { picture, name, position: picture.position }];
    });
    return new Map([...charts, ...pictures]);
  }

  draw() {
    const items = this._items();
    for (const [id, element] of this.shown) {
      if (items.has(id)) continue;
      element.remove();
      this.shown.delete(id);
    }
    for (const [id, item] of items) {
      const element = this.shown.get(id) ?? this._make(id);
      element.item = item;
      element.setAttribute("aria-label", item.name);
      element.firstChild.alt = item.name;
    }
    if (this.shown.has(this.wanted)) this.choose(this.wanted);
    this.place();
  }

  _make(id) {
    const picture = el("img", { draggable: "false" });
    const more = el(
      "button",
      { type: "button", class: "more", "aria-label": "Options", onclick: (event) => this.menu(element, event) },
      "⋮",
    );
    const grips = ["nw", "ne", "sw", "se"].map((corner) =>
      el("span", { class: `grip ${corner}`, "data-corner": corner }),
    );
    const element = el("div", { class: "object", id, role: "group", tabindex: "0" }, picture, more, ...grips);
    element.addEventListener("mousedown", (event) => this.grab(element, event));
    element.addEventListener("dblclick", () => this.edit(element));
    element.addEventListener("keydown", (event) => this.key(element, event));
    element.addEventListener("focus", () => this.choose(id, false));
    element.addEventListener("contextmenu", (event) => this.menu(element, event));
    this.shown.set(id, element);
    this.layer.append(element);
    return element;
  }

  /** Pixels of an object on the sheet, whose corner is that of the first cell. */
  _box({ position }) {
    const {
      anchorCell = {},
      offsetXPixels = 0,
      offsetYPixels = 0,
      widthPixels = 600,
      heightPixels = 371,
    } = position.overlayPosition ?? {};
    const column = Math.min(anchorCell.columnIndex ?? 0, this.grid.columns.count - 1);
    const row = Math.min(anchorCell.rowIndex ?? 0, this.grid.rows.count - 1);
    return { row, column, x: offsetXPixels, y: offsetYPixels, width: widthPixels, height: heightPixels };
  }

  place() {
    if (!this.grid.rows) return;
    const { scroll, rows, columns } = this.grid;
    for (const element of this.shown.values()) {
      const box = this._box(element.item);
      const left = columns.seen(box.column, scroll.left) + box.x;
      const top = rows.seen(box.row, scroll.top) + box.y;
      Object.assign(element.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
      const hidden = [
        box.row >= rows.frozen ? rows.frozenSize - top : 0,
        box.column >= columns.frozen ? columns.frozenSize - left : 0,
      ].map((cut) => Math.max(cut, 0));
      element.style.clipPath = hidden.some(Boolean) ? `inset(${hidden[0]}px -40px -40px ${hidden[1]}px)` : "";
      element.classList.toggle("small", Math.min(box.width, box.height) < 100);
      this._source(element, box);
    }
  }

  _source(element, box) {
    const { chart, picture } = element.item;
    const url = chart
      ? `${this.book.path}/charts/${chart.chartId}.svg?width=${box.width}&height=${box.height}&r=${this.book.revision}`
      : pictureUrl(picture.url);
    if (url && element.firstChild.getAttribute("src") !== url) element.firstChild.src = url;
  }

  /** Selects an object. @param {string | null} id @param {boolean} [focus] */
  choose(id, focus = true) {
    this.wanted = null;
    for (const [other, element] of this.shown) element.classList.toggle("chosen", other === id);
    if (id && focus) this.shown.get(id)?.focus({ preventScroll: true });
  }

  grab(element, event) {
    if (event.button !== 0 || event.target.closest(".more")) return;
    event.preventDefault();
    this.choose(element.id);
    const corner = event.target.dataset.corner;
    const before = this._box(element.item);
    const origin = {
      x: this.grid.columns.starts[before.column] + before.x,
      y: this.grid.rows.starts[before.row] + before.y,
    };
    let box = null;
    const move = (now) => {
      const [dx, dy] = [now.clientX - event.clientX, now.clientY - event.clientY];
      if (!box && Math.abs(dx) + Math.abs(dy) < 4) return;
      box = corner
        ? sized(origin, before, corner, dx, dy, now.shiftKey || Boolean(element.item.picture))
        : { ...before, ...{ x: origin.x + dx, y: origin.y + dy } };
      const { left, top } = this.grid.scroll;
      Object.assign(element.style, {
        left: `${box.x - left}px`,
        top: `${box.y - top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
    };
    follow(move, () => box && this.put(element, box));
  }

  /** Puts an object to a place of the sheet.
   * @param {HTMLElement} element @param {{x: number, y: number, width: number, height: number}} box */
  put(element, box) {
    const [x, y] = [Math.max(Math.round(box.x), 0), Math.max(Math.round(box.y), 0)];
    const [row, column] = [this.grid.rows.at(y), this.grid.columns.at(x)];
    const overlayPosition = {
      anchorCell: { sheetId: this.book.sheetId, rowIndex: row, columnIndex: column },
      offsetXPixels: Math.round(x - this.grid.columns.starts[column]),
      offsetYPixels: Math.round(y - this.grid.rows.starts[row]),
      widthPixels: Math.round(box.width),
      heightPixels: Math.round(box.height),
    };
    const { chart, picture } = element.item;
    element.item.position = { overlayPosition };
    if (picture)
      return this.book.act("Move picture", { pictures: { update: { id: picture.pictureId, overlayPosition } } });
    const newPosition = { overlayPosition };
    return this.book.request("Move chart", {
      updateEmbeddedObjectPosition: { objectId: chart.chartId, newPosition, fields: "*" },
    });
  }

  key(element, event) {
    const moves = { ArrowUp: [0, -STEP], ArrowDown: [0, STEP], ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0] };
    if (event.target !== element) return;
    if (moves[event.key]) {
      const box = this._box(element.item);
      const [dx, dy] = moves[event.key];
      this.put(element, {
        ...box,
        x: this.grid.columns.starts[box.column] + box.x + dx,
        y: this.grid.rows.starts[box.row] + box.y + dy,
      });
    } else if (event.key === "Delete" || event.key === "Backspace") this.remove(element);
    else if (event.key === "Enter") this.edit(element);
    else if (event.key === "Escape") this.entry.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  remove(element) {
    const { chart, picture } = element.item;
    this.entry.focus();
    if (picture) return this.book.act("Delete picture", { pictures: { delete: { id: picture.pictureId } } });
    return this.book.request("Delete chart", { deleteEmbeddedObject: { objectId: chart.chartId } });
  }

  /** Asks how the chart looks, or for the picture's alt text. */
  async edit(element) {
    const { chart, picture } = element.item;
    if (chart) return this.charts.change(chart);
    const given = await dialog({
      title: "Alt text",
      fields: [{ name: "description", label: "Description", type: "textarea", value: picture.description ?? "" }],
    });
    if (given) await this.book.act("Alt text", { pictures: { update: { id: picture.pictureId, ...given } } });
  }

  menu(element, event) {
    event.preventDefault();
    event.stopPropagation();
    this.choose(element.id);
    const { chart } = element.item;
    const items = [
      { label: chart ? "Edit chart" : "Alt text", action: () => this.edit(element) },
      { label: "Size and position", action: () => this.askPlace(element) },
      { label: chart ? "Delete chart" : "Delete picture", shortcut: "Delete", action: () => this.remove(element) },
    ];
    contextMenu(
      {
        x: event.clientX || element.getBoundingClientRect().left,
        y: event.clientY || element.getBoundingClientRect().top,
      },
      items,
      element.item.name,
    );
  }

  async askPlace(element) {
    const box = this._box(element.item);
    const number = (name, label, value) => ({
      name,
      label,
      type: "number",
      value: Math.round(value),
      min: name === "x" || name === "y" ? 0 : SMALLEST,
      max: 100000,
      step: 1,
    });
    const given = await dialog({
      title: "Size and position",
      fields: [
        number("x", "Left (pixels)", this.grid.columns.starts[box.column] + box.x),
        number("y", "Top (pixels)", this.grid.rows.starts[box.row] + box.y),
        number("width", "Width (pixels)", box.width),
        number("height", "Height (pixels)", box.height),
      ],
    });
    if (given) await this.put(element, given);
  }
}

/** The box after a corner was dragged; with `even` in its proportions. */
function sized(origin, before, corner, dx, dy, even) {
  const [right, bottom] = [corner.includes("e"), corner.includes("s")];
  const width = Math.max(before.width + (right ? dx : -dx), SMALLEST);
  const height = even
    ? (width * before.height) / before.width
    : Math.max(before.height + (bottom ? dy : -dy), SMALLEST);
  return {
    x: right ? origin.x : origin.x + before.width - width,
    y: bottom ? origin.y : origin.y + before.height - height,
    width,
    height,
  };
}
