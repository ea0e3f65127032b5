/** A paragraph as elements of the page. What counts as one character without being text says so in `data-units`. */

import { el, pictureUrl } from "../core.js";
import { elementsOf, elementSize } from "./model.js";
import { border, effectiveParagraph, named, paragraphCss, points, safeUrl, textCss } from "./style.js";

const TAGS = {
  TITLE: "h1",
  SUBTITLE: "p",
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`HEADING_${n}`, `h${n}`])),
};

/** @param {any} node @param {any} contents the DocumentTab @returns {HTMLElement} */
export function paragraphElement(node, contents) {
  const { paragraph } = node;
  const type = paragraph.paragraphStyle?.namedStyleType;
  const style = effectiveParagraph(contents, paragraph);
  const inherited = named(contents, type).textStyle;
  const first = elementsOf(node)[0];
  const strut = first?.textRun?.content === "\n" ? first.textRun.textStyle : {};
  const css = {
    ...textCss({ ...inherited, ...strut, backgroundColor: undefined, underline: undefined, strikethrough: undefined }),
    ...paragraphCss(style, Boolean(paragraph.bullet)),
  };
  delete css["text-decoration"];
  const element = el(TAGS[type] || "p", { style: css, class: paragraph.bullet ? "item" : null, "data-style": type });
  for (const id of paragraph.positionedObjectIds || []) element.append(floating(contents, id));
  for (const part of elementsOf(node)) element.append(...inline(part, contents));
  const last = element.lastChild;
  if (!last || last.nodeName !== "SPAN" || last.dataset.units) element.append(el("br", { "data-units": "0" }));
  return element;
}

/** The nodes of one element of a paragraph. */
function inline(part, contents) {
  if (part.textRun) return run(part.textRun);
  if (part.inlineObjectElement) return [picture(contents.inlineObjects?.[part.inlineObjectElement.inlineObjectId])];
  if (part.pageBreak) return [atom("page-break", "", { role: "separator", "aria-label": "Page break" })];
  if (part.columnBreak) return [atom("page-break", "", { role: "separator", "aria-label": "Column break" })];
  if (part.horizontalRule) return [atom("rule", "", { role: "separator", "aria-label": "Horizontal line" })];
  if (part.footnoteReference)
    return [
      atom("footnote", part.footnoteReference.footnoteNumber || "*", {
        "data-footnote": part.footnoteReference.footnoteId,
      }),
    ];
  return [atom("chip", words(part), { "data-units": elementSize(part) })];
}

/** What a chip, a field or an equation says. */
function words(part) {
  const { person, richLink, dateElement, dropdown, autoText } = part;
  if (person) return person.personProperties?.name || person.personProperties?.email || "person";
  if (richLink) return richLink.richLinkProperties?.title || richLink.richLinkProperties?.uri || "link";
  if (dateElement) return dateElement.dateElementProperties?.displayText || "date";
  if (dropdown) return dropdown.dropdownProperties?.displayValue || "dropdown";
  return { PAGE_NUMBER: "page number", PAGE_COUNT: "page count" }[autoText?.type] || "equation";
}

function atom(kind, text, attributes = {}) {
  return el("span", { class: kind, contenteditable: "false", "data-units": "1", ...attributes }, text);
}

/** Text; a line break within a paragraph (vertical tab) becomes <br>. */
function run({ content, textStyle = {} }) {
  const text = content.replace(/\n$/, "");
  if (!text) return [];
  const url = safeUrl(textStyle.link?.url);
  const css = { ...textCss(textStyle) };
  const title = textStyle.link ? url || "Link within the document" : null;
  const parts = text
    .split("\v")
    .flatMap((piece, i) => [...(i ? [el("br", { "data-units": "1" })] : []), ...(piece ? [piece] : [])]);
  if (textStyle.link) {
    // In an editable text a link is not followed by a click, so it is one for assistive technology only.
    return [
      el(
        "span",
        { class: "run" },
        el(
          "a",
          {
            style: css,
            href: url,
            role: url ? null : "link",
            title,
            rel: "noopener",
            target: "_blank",
            draggable: "false",
          },
          ...parts,
        ),
      ),
    ];
  }
  return [el("span", { class: "run", style: css }, ...parts)];
}

/** A picture in the text. */
function picture(held) {
  return image(held, held?.inlineObjectProperties?.embeddedObject, { "data-units": "1" });
}

function floating(contents, id) {
  const held = contents.positionedObjects?.[id],
    properties = held?.positionedObjectProperties || {};
  const { layout, leftOffset, topOffset } = properties.positioning || {};
  const free = layout === "IN_FRONT_OF_TEXT" || layout === "BEHIND_TEXT";
  const [left, top] = [points(leftOffset), points(topOffset)];
  const embedded = properties.embeddedObject || {};
  const css = free
    ? { position: "absolute", left: `${left}pt`, top: `${top}pt`, "z-index": layout === "BEHIND_TEXT" ? "-1" : "1" }
    : side(contents, embedded, left, top);
  return image(held, embedded, { "data-units": "0", "data-layout": layout || "WRAP_TEXT", style: css });
}

/** A float leaves the wider side of the column to the text. */
function side(contents, embedded, left, top) {
  const { pageSize, marginLeft, marginRight } = contents.documentStyle || {};
  const column = points(pageSize?.width) - points(marginLeft) - points(marginRight),
    width = points(embedded.size?.width);
  const gaps = { "margin-top": `${top}pt`, "margin-bottom": `${points(embedded.marginBottom)}pt` };
  if (left + width / 2 > column / 2)
    return {
      float: "right",
      ...gaps,
      "margin-right": `${column - left - width}pt`,
      "margin-left": `${points(embedded.marginLeft)}pt`,
    };
  return { float: "left", ...gaps, "margin-left": `${left}pt`, "margin-right": `${points(embedded.marginRight)}pt` };
}

function image(held, embedded = {}, attributes) {
  const { size, imageProperties, embeddedObjectBorder } = embedded;
  const line = embeddedObjectBorder?.propertyState === "RENDERED" ? border(embeddedObjectBorder) : null;
  const name = embedded.description || embedded.title || "Picture";
  const css = {
    ...attributes.style,
    width: `${points(size?.width)}pt`,
    height: `${points(size?.height)}pt`,
    outline: line,
  };
  const crop = window_(imageProperties?.cropProperties);
  const whole = el("img", { src: pictureUrl(imageProperties?.contentUri), alt: "", draggable: "false", style: crop });
  return el(
    "span",
    {
      ...attributes,
      class: "picture",
      role: "img",
      "aria-label": name,
      contenteditable: "false",
      "data-object": held?.objectId,
      style: css,
    },
    whole,
  );
}

/** Where the whole picture lies behind the window that a crop leaves. */
function window_({ offsetLeft = 0, offsetRight = 0, offsetTop = 0, offsetBottom = 0 } = {}) {
  const across = Math.max(0.01, 1 - offsetLeft - offsetRight),
    down = Math.max(0.01, 1 - offsetTop - offsetBottom);
  return {
    width: `${100 / across}%`,
    height: `${100 / down}%`,
    left: `${(-100 * offsetLeft) / across}%`,
    top: `${(-100 * offsetTop) / down}%`,
  };
}
