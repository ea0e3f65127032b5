/** What elements are called, for assistive technology, menus and panels. */

import { textOf } from "./text-places.js";

const PLACEHOLDERS = { CENTERED_TITLE: "Title", TITLE: "Title", SUBTITLE: "Subtitle", BODY: "Body", SLIDE_NUMBER: "Slide number" };
const PROMPTS = { CENTERED_TITLE: "Click to add title", TITLE: "Click to add title", SUBTITLE: "Click to add subtitle", BODY: "Click to add text" };
const LONGEST = 60;

/** `ROUND_RECTANGLE` -> `Round rectangle`. @param {string} type */
export function words(type) {
  const text = String(type || "").toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The kind of an element in words. */
export function kindOf(element) {
  const { shape, image, table, line, elementGroup, video, sheetsChart, wordArt } = element;
  if (shape?.placeholder) return `${PLACEHOLDERS[shape.placeholder.type] || words(shape.placeholder.type)} placeholder`;
  if (shape) return words(shape.shapeType || "shape");
  if (table) return `Table of ${table.rows} rows and ${table.columns} columns`;
  if (line) return "Line";
  if (image) return "Image";
  if (elementGroup) return "Group";
  return video ? "Video" : sheetsChart ? "Chart" : wordArt ? "Word art" : "Element";
}

/** The kind and what tells the element from others of its kind: its alt text, its text, else its number. */
export function nameOf(element, number) {
  const text = textOf(element.shape).replace(/\s+/g, " ").trim();
  const own = element.title || element.description || (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return own ? `${kindOf(element)}: ${own}` : `${kindOf(element)} ${number}`;
}

/** What an empty placeholder says; empty for other shapes. */
export function promptOf(element) {
  return PROMPTS[element.shape?.placeholder?.type] || "";
}
