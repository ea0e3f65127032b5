/** The picture that is selected: its frame with handles, and what can be done with it. */

import { confirmed, dialog, el, toolbar, upload } from "../core.js";
import { elementsOf, elementSize, paragraphs } from "./model.js";
import { indexAt } from "./selection.js";
import { points } from "./style.js";

const LAYOUTS = [
  ["INLINE", "In line"],
  ["WRAP_TEXT", "Wrap text"],
  ["BREAK_LEFT_RIGHT", "Break text"],
  ["BEHIND_TEXT", "Behind text"],
  ["IN_FRONT_OF_TEXT", "In front of text"],
];
/** Points of a CSS pixel. */
const PIXEL = 0.75;
const INCH = 72;

export class Pictures {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.id = null;
    this.bar = toolbar(this.tools(), "Picture");
    this.handle = el("span", { class: "handle", "aria-hidden": "true" });
    this.frame = el(
      "div",
      { class: "frame", hidden: true },
      this.handle,
      el("div", { class: "picture-tools" }, this.bar.element),
    );
    editor.view.element.append(this.frame);
    editor.view.paper.addEventListener("mousedown", (event) => this.pressed(event));
    editor.view.element.addEventListener("scroll", () => this.place());
    this.handle.addEventListener("mousedown", (event) => this.resize(event));
    document.addEventListener("keydown", (event) => this.keys(event), true);
    editor.listen(() => this.place());
  }

  tools() {
    return [
      ...LAYOUTS.map(([layout, label]) => ({ label, text: label, toggle: true, action: () => this.setLayout(layout) })),
      { kind: "separator" },
      { label: "Size and position", text: "Size and position…", action: () => this.ask() },
      { label: "Alt text", text: "Alt text…", action: () => this.describe() },
      { label: "Replace image", text: "Replace…", action: () => this.replace() },
      { label: "Delete image", icon: "bin", action: () => this.remove() },
    ];
  }

  get element() {
    return this.id && this.editor.view.paper.querySelector(`[data-object="${CSS.escape(this.id)}"]`);
  }

  /** What the document says of the selected picture: `embedded`, `positioning` (null in line). */
  get held() {
    const { inlineObjects, positionedObjects } = this.editor.contents;
    const inline = inlineObjects?.[this.id]?.inlineObjectProperties,
      floating = positionedObjects?.[this.id]?.positionedObjectProperties;
    return { embedded: (inline || floating || {}).embeddedObject || {}, positioning: floating?.positioning || null };
  }

  choose(id) {
    this.id = id;
    this.place();
  }

  /** Show the frame where the picture is. */
  place() {
    const element = this.element;
    this.frame.hidden = !element;
    if (!element) return void (this.id = null);
    const desk = this.editor.view.element,
      outer = desk.getBoundingClientRect(),
      box = element.getBoundingClientRect();
    Object.assign(this.frame.style, {
      left: `${box.left - outer.left + desk.scrollLeft}px`,
      top: `${box.top - outer.top + desk.scrollTop}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const layout = this.held.positioning?.layout || "INLINE";
    LAYOUTS.forEach(([value, label]) => this.bar.set(label, { pressed: value === layout }));
  }

  pressed(event) {
    const element = event.target.closest("[data-object]");
    if (!element) return this.choose(null);
    event.preventDefault();
    this.choose(element.dataset.object);
    const where = this.where();
    if (where) this.editor.select(where.index, where.index + (where.inline ? 1 : 0), where.segment);
    this.frame.hidden = false;
    this.place();
    this.drag(event, element);
    return undefined;
  }

  /** Segment and index of the picture; of a floating one the start of its paragraph. */
  where() {
    for (const segment of this.editor.view.roots.keys()) {
      for (const { node, start } of paragraphs(this.editor.sync.content(segment))) {
        if (node.paragraph.positionedObjectIds?.includes(this.id)) return { segment, index: start, inline: false };
        let at = start;
        for (const element of elementsOf(node)) {
          if (element.inlineObjectElement?.inlineObjectId === this.id) return { segment, index: at, inline: true };
          at += elementSize(element);
        }
      }
    }
    return null;
  }

  act(request, label) {
    const [[name, body]] = Object.entries(request);
    return this.editor.act([{ [name]: { tabId: this.editor.sync.tabId, ...body } }], { label });
  }

  /** The offset at which a floating picture lies now, or an inline one is seen, in points from column and paragraph. */
  offset() {
    const { positioning } = this.held;
    if (positioning) return { leftOffset: points(positioning.leftOffset), topOffset: points(positioning.topOffset) };
    const element = this.element,
      block = element.closest("p, h1, h2, h3, h4, h5, h6");
    const [box, outer] = [element, block].map((one) => one.getBoundingClientRect());
    return {
      leftOffset: Math.max(0, (box.left - outer.left) * PIXEL),
      topOffset: Math.max(0, (box.top - outer.top) * PIXEL),
    };
  }

  setLayout(layout) {
    return this.act({ placePicture: { objectId: this.id, layout, ...this.offset() } }, "Place image");
  }

  /** Drag: a floating picture goes where the mouse goes, one in the text to the place in the text. */
  drag(event, element) {
    const { clientX: x, clientY: y } = event;
    const { positioning } = this.held;
    let moved = false;
    const move = ({ clientX, clientY }) => {
      moved ||= Math.hypot(clientX - x, clientY - y) > 4;
      this.frame.hidden = moved; // its tools lie over the text to which the picture may be dragged
      if (moved) element.style.transform = `translate(${clientX - x}px, ${clientY - y}px)`;
    };
    const up = ({ clientX, clientY }) => {
      document.removeEventListener("mousemove", move);
      document.removeEventListener("mouseup", up);
      element.style.transform = "";
      if (!moved) return;
      if (positioning) {
        const { leftOffset, topOffset } = this.offset();
        this.act(
          {
            placePicture: {
              objectId: this.id,
              layout: positioning.layout,
              leftOffset: leftOffset + (clientX - x) * PIXEL,
              topOffset: topOffset + (clientY - y) * PIXEL,
            },
          },
          "Move image",
        );
      } else this.moveInText(element, clientX, clientY);
      this.place();
    };
    document.addEventListener("mousemove", move);
    document.addEventListener("mouseup", up);
  }

  moveInText(element, x, y) {
    element.style.pointerEvents = "none";
    const point = document.caretRangeFromPoint(x, y);
    element.style.pointerEvents = "";
    const root = point && this.editor.view.rootOf(point.startContainer);
    const from = this.where();
    if (!root || !from) return;
    const to = indexAt(root, point.startContainer, point.startOffset),
      { embedded } = this.held;
    const image = {
      location: this.editor.at(to, root.dataset.segment),
      uri: embedded.imageProperties?.contentUri,
      objectSize: embedded.size,
    };
    const shift = root.dataset.segment === from.segment && to <= from.index ? 1 : 0;
    const range = this.editor.range(from.index + shift, from.index + shift + 1, from.segment);
    if (to !== from.index && to !== from.index + 1)
      this.editor.act([{ insertInlineImage: image }, { deleteContentRange: { range } }], { label: "Move image" });
  }

  /** Drag the corner: larger or smaller in the same proportions. */
  resize(event) {
    event.preventDefault();
    event.stopPropagation();
    const element = this.element,
      { width, height } = element.getBoundingClientRect(),
      x = event.clientX;
    let factor = 1;
    const move = ({ clientX }) => {
      factor = Math.max(8 / width, (width + clientX - x) / width);
      Object.assign(element.style, { width: `${width * factor}px`, height: `${height * factor}px` });
      this.place();
    };
    const up = () => {
      document.removeEventListener("mousemove", move);
      document.removeEventListener("mouseup", up);
      this.act(
        { sizePicture: { objectId: this.id, width: width * factor * PIXEL, height: height * factor * PIXEL } },
        "Resize image",
      );
    };
    document.addEventListener("mousemove", move);
    document.addEventListener("mouseup", up);
  }

  async ask() {
    const { embedded, positioning } = this.held,
      { leftOffset, topOffset } = this.offset();
    const inches = (value) => Math.round((value / INCH) * 1000) / 1000;
    const old = { width: points(embedded.size?.width), height: points(embedded.size?.height) };
    const answer = await dialog({
      title: "Size and position",
      ok: "Apply",
      fields: [
        {
          name: "width",
          label: "Width (inches)",
          type: "number",
          value: inches(old.width),
          min: 0.02,
          step: "any",
          required: true,
        },
        {
          name: "height",
          label: "Height (inches)",
          type: "number",
          value: inches(old.height),
          min: 0.02,
          step: "any",
          required: true,
        },
        { name: "lock", label: "Lock aspect ratio", type: "checkbox", value: true },
        {
          name: "layout",
          label: "Text wrapping",
          type: "select",
          options: LAYOUTS.map(([value, label]) => ({ value, label })),
          value: positioning?.layout || "INLINE",
        },
        {
          name: "left",
          label: "From the left edge of the column (inches)",
          type: "number",
          value: inches(leftOffset),
          step: "any",
        },
        {
          name: "top",
          label: "From the top of the paragraph (inches)",
          type: "number",
          value: inches(topOffset),
          step: "any",
        },
      ],
    });
    if (!answer) return;
    const size = scaled(old, { width: answer.width * INCH, height: answer.height * INCH }, answer.lock);
    await this.act({ sizePicture: { objectId: this.id, ...size } }, "Resize image");
    await this.act(
      {
        placePicture: {
          objectId: this.id,
          layout: answer.layout,
          leftOffset: (answer.left ?? 0) * INCH,
          topOffset: (answer.top ?? 0) * INCH,
        },
      },
      "Place image",
    );
  }

  async describe() {
    const { title, description } = this.held.embedded;
    const answer = await dialog({
      title: "Alt text",
      fields: [
        { name: "title", label: "Title", value: title },
        { name: "description", label: "Description", type: "textarea", value: description },
      ],
    });
    if (answer) await this.act({ describePicture: { objectId: this.id, ...answer } }, "Alt text");
  }

  async replace() {
    const answer = await askForPicture("Replace image", "Replace");
    if (answer) await this.act({ replaceImage: { imageObjectId: this.id, uri: answer } }, "Replace image");
  }

  async remove() {
    const where = this.where();
    if (!where) return;
    const request = where.inline
      ? { deleteContentRange: { range: this.editor.range(where.index, where.index + 1, where.segment) } }
      : { deletePositionedObject: { objectId: this.id, tabId: this.editor.sync.tabId } };
    this.id = null;
    await this.editor.act([request], { label: "Delete image", select: [where.index, where.index, where.segment] });
  }

  keys(event) {
    if (!this.id || this.frame.hidden || event.target.closest?.("dialog, input, select, .popup")) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      event.stopPropagation();
      this.remove();
    } else if (event.key === "Escape" || event.key.startsWith("Arrow")) this.choose(null);
  }
}

/** A new size; if the proportions are kept, the side that was changed decides. */
function scaled(old, wanted, lock) {
  if (!lock || !old.width || !old.height) return wanted;
  const factor = Math.abs(wanted.width - old.width) > 0.5 ? wanted.width / old.width : wanted.height / old.height;
  return { width: old.width * factor, height: old.height * factor };
}

/** Ask for a picture by address or from the disk. @returns {Promise<string|null>} its address */
export async function askForPicture(title, ok) {
  const answer = await dialog({
    title,
    ok,
    fields: [
      { name: "url", label: "Paste the URL of an image", placeholder: "https://" },
      { name: "file", label: "or upload from the computer", type: "file", accept: "image/png,image/jpeg,image/gif" },
    ],
    check: ({ url, file }) => (url.trim() || file ? undefined : "Give an address or choose a file."),
  });
  if (!answer) return null;
  if (!answer.file) return answer.url.trim();
  try {
    return (await upload(answer.file)).url;
  } catch (error) {
    await confirmed("The picture cannot be used", error.message, "OK");
    return null;
  }
}

/** A file from the disk through the browser's own dialog. @returns {Promise<File|null>} */
export function chooseFile(accept) {
  return new Promise((resolve) => {
    const input = el("input", { type: "file", accept, class: "visually-hidden", "aria-label": "File" });
    const done = (file) => (input.remove(), resolve(file));
    input.addEventListener("change", () => done(input.files[0] || null));
    input.addEventListener("cancel", () => done(null));
    document.body.append(input);
    input.click();
  });
}
