/** Questions about the page and its paragraphs: size, margins, columns, indents, spacing. */

import { confirmed, dialog, hexOf, rgbOf } from "../core.js";
import { wordCount } from "./inserting.js";
import { paragraphNow, styleParagraphs } from "./paragraphs.js";
import { points } from "./style.js";

const INCH = 72;
const SIZES = {
  Letter: [612, 792],
  A4: [595.28, 841.89],
  Legal: [612, 1008],
  A5: [419.53, 595.28],
  Tabloid: [792, 1224],
};
const pt = (magnitude) => ({ magnitude, unit: "PT" });
const inches = (dimension) => Math.round((points(dimension) / INCH) * 1000) / 1000;

export async function setup(editor) {
  const style = editor.contents.documentStyle || {};
  const [width, height] = [points(style.pageSize?.width), points(style.pageSize?.height)];
  const name =
    Object.keys(SIZES).find((key) => near(SIZES[key], [width, height]) || near(SIZES[key], [height, width])) || "Other";
  const rgb = style.background?.color?.color?.rgbColor;
  const answer = await dialog({
    title: "Page setup",
    ok: "OK",
    fields: [
      {
        name: "orientation",
        label: "Orientation",
        type: "select",
        options: ["Portrait", "Landscape"],
        value: width > height ? "Landscape" : "Portrait",
      },
      {
        name: "size",
        label: "Paper size",
        type: "select",
        options: [...Object.keys(SIZES), ...(name === "Other" ? ["Other"] : [])],
        value: name,
      },
      ...["Top", "Bottom", "Left", "Right"].map((side) => ({
        name: side,
        label: `${side} margin (inches)`,
        type: "number",
        min: 0,
        step: "any",
        required: true,
        value: inches(style[`margin${side}`]),
      })),
      { name: "colour", label: "Page color (#rrggbb)", value: rgb ? hexOf(rgb) : "#ffffff" },
    ],
    check: ({ colour }) => (/^#[0-9a-f]{6}$/i.test(colour.trim()) ? undefined : "The color must be like #ffffff."),
  });
  if (!answer) return;
  const sides = answer.size === "Other" ? [width, height].sort((a, b) => a - b) : SIZES[answer.size];
  const [across, down] = answer.orientation === "Landscape" ? [sides[1], sides[0]] : sides;
  const margins = Object.fromEntries(
    ["Top", "Bottom", "Left", "Right"].map((side) => [`margin${side}`, pt(answer[side] * INCH)]),
  );
  const colour = answer.colour.trim().toLowerCase();
  const background = { color: colour === "#ffffff" && !rgb ? {} : { color: { rgbColor: rgbOf(colour) } } };
  const documentStyle = { pageSize: { width: pt(across), height: pt(down) }, ...margins, background };
  await editor.act(
    [
      {
        updateDocumentStyle: { documentStyle, fields: Object.keys(documentStyle).join(","), tabId: editor.sync.tabId },
      },
    ],
    { label: "Page setup" },
  );
}

function near(a, b) {
  return Math.abs(a[0] - b[0]) < 1 && Math.abs(a[1] - b[1]) < 1;
}

/** Set the section at the caret in columns. @param {number} count */
export async function columns(editor, count) {
  const { segment, from } = editor.selection;
  const index = segment ? 1 : from;
  const columnProperties =
    count === 1 ? [] : Array.from({ length: count }, (_, i) => ({ paddingEnd: pt(i < count - 1 ? 36 : 0) }));
  const request = {
    updateSectionStyle: {
      range: editor.range(index, index + 1, ""),
      sectionStyle: { columnProperties },
      fields: "columnProperties",
    },
  };
  await editor.act([request], { label: "Columns" });
}

export async function indentation(editor) {
  const now = paragraphNow(editor);
  const answer = await dialog({
    title: "Indentation options",
    ok: "Apply",
    fields: [
      { name: "indentStart", label: "Left (inches)", type: "number", step: "any", value: inches(now.indentStart) },
      { name: "indentEnd", label: "Right (inches)", type: "number", step: "any", value: inches(now.indentEnd) },
      {
        name: "indentFirstLine",
        label: "First line, from the margin (inches)",
        type: "number",
        step: "any",
        value: inches(now.indentFirstLine),
      },
    ],
  });
  if (answer)
    await styleParagraphs(
      editor,
      Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, pt((value ?? 0) * INCH)])),
      "Indent",
    );
}

export async function spacing(editor) {
  const now = paragraphNow(editor);
  const answer = await dialog({
    title: "Custom spacing",
    ok: "Apply",
    fields: [
      {
        name: "lines",
        label: "Line spacing",
        type: "number",
        min: 0.06,
        max: 100,
        step: "any",
        required: true,
        value: (now.lineSpacing || 100) / 100,
      },
      { name: "before", label: "Before (points)", type: "number", min: 0, step: "any", value: points(now.spaceAbove) },
      { name: "after", label: "After (points)", type: "number", min: 0, step: "any", value: points(now.spaceBelow) },
    ],
  });
  if (!answer) return;
  await styleParagraphs(
    editor,
    { lineSpacing: answer.lines * 100, spaceAbove: pt(answer.before ?? 0), spaceBelow: pt(answer.after ?? 0) },
    "Spacing",
  );
}

export async function words(editor) {
  await confirmed("Word count", `${wordCount(editor)} words`, "OK");
}
