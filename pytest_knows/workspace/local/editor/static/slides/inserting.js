/** New text boxes, shapes, lines, pictures and tables. */

import { announce, dialog, saved, upload } from "../core.js";
import { newId } from "./deck.js";
import { EMU, about, frameOf } from "./geometry.js";
import { mapRequests } from "./arranging.js";
import { words } from "./names.js";

const SHAPES = [
  "RECTANGLE", "ROUND_RECTANGLE", "ELLIPSE", "TRIANGLE", "RIGHT_TRIANGLE", "PARALLELOGRAM", "TRAPEZOID", "DIAMOND", "PENTAGON",
  "HEXAGON", "OCTAGON", "PLUS", "STAR_5", "HEART", "CLOUD", "CAN", "CUBE", "DONUT", "FRAME", "FOLDED_CORNER", "LIGHTNING_BOLT",
];
const ARROWS = ["RIGHT_ARROW", "LEFT_ARROW", "UP_ARROW", "DOWN_ARROW", "LEFT_RIGHT_ARROW", "UP_DOWN_ARROW", "CHEVRON", "HOME_PLATE"];
const CALLOUTS = ["WEDGE_RECTANGLE_CALLOUT", "WEDGE_ROUND_RECTANGLE_CALLOUT", "WEDGE_ELLIPSE_CALLOUT"];
const LINES = [["Line", "STRAIGHT", ""], ["Arrow", "STRAIGHT", "FILL_ARROW"], ["Elbow connector", "BENT", ""], ["Curved connector", "CURVED", ""]];
const SIDE = 108;
const TEXT_BOX = [216, 43];
const ROOM = 0.9;
const PX = 0.75; // points of a pixel

const emu = (points) => ({ magnitude: Math.round(points * EMU), unit: "EMU" });

/** Where something stands, as the API takes it; at least a little wide and high. */
function placed(pageObjectId, { x, y, width, height }) {
  return {
    pageObjectId,
    size: { width: emu(Math.max(1, width)), height: emu(Math.max(1, height)) },
    transform: { scaleX: 1, scaleY: 1, translateX: Math.round(x * EMU), translateY: Math.round(y * EMU), unit: "EMU" },
  };
}

export class Inserting {
  /** @param {{deck: any, selection: any, writing: any, dragging: any}} parts */
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** The next drag (or click, or Enter) gives the place. @param {(frame: any) => any} make @param {[number, number]} usual size */
  draw(what, [width, height], make) {
    const { size } = this.deck.shown;
    this.writing.stop();
    this.dragging.canvas.stage.focus({ preventScroll: true });
    announce(`Drag on the slide to draw the ${what}, or press Enter to put it in the middle.`);
    this.pending = () => make({ x: (size[0] - width) / 2, y: (size[1] - height) / 2, width, height, from: { x: (size[0] - width) / 2, y: size[1] / 2 }, to: { x: (size[0] + width) / 2, y: size[1] / 2 } });
    this.dragging.drawFrame(({ from, to, still }) => {
      this.pending = null;
      const x = Math.min(from.x, to.x), y = Math.min(from.y, to.y);
      if (still) return make({ x: from.x, y: from.y, width, height, from, to: { x: from.x + width, y: from.y } });
      return make({ x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y), from, to });
    });
  }

  /** Put what is being drawn in the middle; whether there was something. */
  putPending() {
    const { pending } = this;
    this.cancel();
    pending?.();
    return Boolean(pending);
  }

  /** @returns {boolean} whether something was being drawn */
  cancel() {
    const had = Boolean(this.pending);
    this.pending = null;
    this.dragging.stopDrawing();
    return had;
  }

  async made(request, objectId, label) {
    this.writing.stop();
    const answer = await this.deck.change([request].flat(), { label });
    if (answer) this.selection.set([objectId]);
    return answer;
  }

  textBox() {
    this.draw("text box", TEXT_BOX, (frame) => this.shape("TEXT_BOX", { ...frame, height: Math.max(frame.height, 30) }));
  }

  drawShape(type) {
    this.draw(words(type).toLowerCase(), [SIDE, SIDE], (frame) => this.shape(type, frame));
  }

  async shape(shapeType, frame) {
    const objectId = newId();
    const request = { createShape: { objectId, shapeType, elementProperties: placed(this.deck.pageId, frame) } };
    const text = shapeType === "TEXT_BOX";
    const typed = text ? this.writing.typedAhead() : () => {};
    const answer = await this.made(request, objectId, text ? "text box" : "shape");
    if (answer && text) this.writing.enter({ objectId });
    else document.querySelector(`[data-id="${objectId}"]`)?.focus({ preventScroll: true });
    typed();
  }

  /** A text box in the middle with a text from elsewhere. */
  async text(text) {
    const [width, height] = this.deck.shown.size, objectId = newId();
    const frame = { x: width / 4, y: height / 3, width: width / 2, height: TEXT_BOX[1] };
    await this.made([
      { createShape: { objectId, shapeType: "TEXT_BOX", elementProperties: placed(this.deck.pageId, frame) } },
      { insertText: { objectId, text } },
    ], objectId, "paste");
  }

  drawLine(category, endArrow) {
    this.draw("line", [SIDE, 1], ({ from, to }) => this.line(category, endArrow, from, to));
  }

  line(category, endArrow, from, to) {
    const objectId = newId();
    const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
    const elementProperties = placed(this.deck.pageId, { x: from.x, y: from.y, width, height });
    elementProperties.transform.scaleX = to.x < from.x ? -1 : 1;
    elementProperties.transform.scaleY = to.y < from.y ? -1 : 1;
    const requests = [{ createLine: { objectId, category, elementProperties } }];
    if (endArrow) requests.push({ updateLineProperties: { objectId, lineProperties: { endArrow }, fields: "endArrow" } });
    return this.made(requests, objectId, "line");
  }

  async picture(file) {
    saved("saving");
    try {
      const { url, width, height } = await upload(file);
      await this.pictureAt(url, [width * PX, height * PX]);
    } catch (error) {
      saved(error);
      announce(error.message);
    }
  }

  async askPicture() {
    const answer = await dialog({
      title: "Upload image",
      ok: "Insert",
      fields: [{ name: "file", label: "Picture (PNG, JPEG or GIF)", type: "file", accept: "image/png,image/jpeg,image/gif" }],
      check: ({ file }) => (file ? "" : "Choose a file."),
    });
    if (answer) await this.picture(answer.file);
  }

  async askPictureUrl() {
    const answer = await dialog({
      title: "Insert image by URL",
      ok: "Insert",
      fields: [{ name: "url", label: "Image URL", placeholder: "https://", required: true }],
      check: ({ url }) => (url.trim() ? "" : "Give an address."),
    });
    if (answer) await this.pictureAt(answer.url.trim(), null);
  }

  /** In the middle, as large as it is but not larger than the slide. */
  async pictureAt(url, natural) {
    const objectId = newId(), [width, height] = this.deck.shown.size;
    const fit = ([across, down]) => Math.min(1, (ROOM * width) / across, (ROOM * height) / down);
    const size = natural?.map((side) => side * fit(natural));
    const frame = size && { x: (width - size[0]) / 2, y: (height - size[1]) / 2, width: size[0], height: size[1] };
    const elementProperties = frame ? placed(this.deck.pageId, frame) : { pageObjectId: this.deck.pageId };
    const answer = await this.made({ createImage: { objectId, url, elementProperties } }, objectId, "image");
    if (answer && !frame) await this.centre(objectId, fit);
  }

  centre(objectId, fit) {
    const frame = frameOf(this.deck.page, objectId), [width, height] = this.deck.shown.size;
    const scale = fit([frame.width, frame.height]);
    const map = about({ x: 0, y: 0 }, [scale, 0, 0, scale]);
    map[4] = (width - scale * frame.width) / 2;
    map[5] = (height - scale * frame.height) / 2;
    this.deck.history.latest.merge = objectId;
    return this.deck.change(mapRequests([objectId], map), { label: "image", merge: objectId });
  }

  async askTable() {
    const answer = await dialog({
      title: "Insert table",
      ok: "Insert",
      fields: [{ name: "rows", label: "Rows", type: "number", value: 3, min: 1, max: 20, step: 1 },
        { name: "columns", label: "Columns", type: "number", value: 3, min: 1, max: 20, step: 1 }],
      check: ({ rows, columns }) => (rows >= 1 && rows <= 20 && columns >= 1 && columns <= 20 ? "" : "1 to 20 rows and columns."),
    });
    if (!answer) return;
    const objectId = newId(), [width, height] = this.deck.shown.size;
    const frame = { x: width * 0.05, y: height * 0.2, width: width * 0.9, height: 32 * answer.rows };
    const request = { createTable: { objectId, rows: answer.rows, columns: answer.columns, elementProperties: placed(this.deck.pageId, frame) } };
    await this.made(request, objectId, "table");
  }

  shapeItems() {
    const items = (types) => types.map((type) => ({ label: words(type), action: () => this.drawShape(type) }));
    return [{ label: "Shapes", items: items(SHAPES) }, { label: "Arrows", items: items(ARROWS) }, { label: "Callouts", items: items(CALLOUTS) }];
  }

  lineItems() {
    return LINES.map(([label, category, arrow]) => ({ label, action: () => this.drawLine(category, arrow) }));
  }

  imageItems() {
    return [
      { label: "Upload from computer", action: () => this.askPicture() },
      { label: "By URL", action: () => this.askPictureUrl() },
    ];
  }

  menu() {
    return [
      { label: "Image", items: this.imageItems() },
      { label: "Text box", action: () => this.textBox() },
      { label: "Shape", items: this.shapeItems() },
      { label: "Line", items: this.lineItems() },
      { label: "Table", action: () => this.askTable() },
    ];
  }
}
