/** Google's palette, with its names, and the API's form of a colour. */

import { el } from "./dom.js";

const HUES = ["red berry", "red", "orange", "yellow", "green", "cyan", "cornflower blue", "blue", "purple", "magenta"];
const ROWS = [
  ["", "#980000 #ff0000 #ff9900 #ffff00 #00ff00 #00ffff #4a86e8 #0000ff #9900ff #ff00ff"],
  ["light # 3", "#e6b8af #f4cccc #fce5cd #fff2cc #d9ead3 #d0e0e3 #c9daf8 #cfe2f3 #d9d2e9 #ead1dc"],
  ["light # 2", "#dd7e6b #ea9999 #f9cb9c #ffe599 #b6d7a8 #a2c4c9 #a4c2f4 #9fc5e8 #b4a7d6 #d5a6bd"],
  ["light # 1", "#cc4125 #e06666 #f6b26b #ffd966 #93c47d #76a5af #6d9eeb #6fa8dc #8e7cc3 #c27ba0"],
  ["dark # 1", "#a61c00 #cc0000 #e69138 #f1c232 #6aa84f #45818e #3c78d8 #3d85c6 #674ea7 #a64d79"],
  ["dark # 2", "#85200c #990000 #b45f06 #bf9000 #38761d #134f5c #1155cc #0b5394 #351c75 #741b47"],
  ["dark # 3", "#5b0f00 #660000 #783f04 #7f6000 #274e13 #0c343d #1c4587 #073763 #20124d #4c1130"],
];
const GREYS = [
  ["black", "#000000"],
  ["dark gray 4", "#434343"],
  ["dark gray 3", "#666666"],
  ["dark gray 2", "#999999"],
  ["dark gray 1", "#b7b7b7"],
  ["gray", "#cccccc"],
  ["light gray 1", "#d9d9d9"],
  ["light gray 2", "#efefef"],
  ["light gray 3", "#f3f3f3"],
  ["white", "#ffffff"],
];

/** Name and `#rrggbb`, row by row, ten in a row. @type {[string, string][]} */
export const COLOURS = [
  ...GREYS,
  ...ROWS.flatMap(([words, row]) =>
    row.split(" ").map((hex, i) => [words ? words.replace("#", HUES[i]) : HUES[i], hex]),
  ),
];

/**
 * The API's RgbColor of `#rrggbb`.
 * @param {string} hex
 * @returns {{red: number, green: number, blue: number}}
 */
export function rgbOf(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return { red, green, blue };
}

/**
 * `#rrggbb` of an RgbColor, in which zeros are left out.
 * @param {any} rgb
 * @returns {string}
 */
export function hexOf(rgb) {
  const part = (value) =>
    Math.round(255 * Math.min(1, Math.max(0, Number(value) || 0)))
      .toString(16)
      .padStart(2, "0");
  return `#${part(rgb?.red)}${part(rgb?.green)}${part(rgb?.blue)}`;
}

/**
 * The palette: a button per colour, one for none, a field for any other.
 * @param {{label: string, none?: string, value?: string|null}} options `none`: the label of the button for no colour
 * @param {(hex: string|null) => void} onPick
 * @returns {HTMLElement}
 */
export function palette({ label, none, value }, onPick) {
  const swatches = COLOURS.map(([name, hex]) =>
    el("button", {
      type: "button",
      class: "swatch",
      "aria-label": name,
      title: name,
      "aria-pressed": String(hex === value),
      style: { background: hex },
      onmousedown: keep,
      onclick: () => onPick(hex),
    }),
  );
  const clear =
    none && el("button", { type: "button", class: "wide", onmousedown: keep, onclick: () => onPick(null) }, none);
  const field = el("input", {
    type: "text",
    "aria-label": "Custom colour (#rrggbb)",
    placeholder: "#rrggbb",
    size: "9",
    maxlength: "7",
  });
  const custom = () =>
    /^#?[0-9a-f]{6}$/i.test(field.value.trim()) && onPick(`#${field.value.trim().replace("#", "").toLowerCase()}`);
  field.addEventListener("keydown", (event) => event.key === "Enter" && custom());
  const row = el("div", { class: "custom" }, field, el("button", { type: "button", onclick: custom }, "Apply"));
  return el(
    "div",
    { class: "palette", role: "group", "aria-label": label },
    clear || null,
    el("div", { class: "swatches" }, ...swatches),
    row,
  );
}

/** The selection in the page stays where it is. */
function keep(event) {
  event.preventDefault();
}
