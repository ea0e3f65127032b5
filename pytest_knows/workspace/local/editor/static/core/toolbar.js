/** The row of tools. Buttons do not take the focus, so the selection in the editor stays. */

import { palette } from "./colours.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { menuOf } from "./menus.js";
import { popup } from "./popup.js";

/**
 * @typedef {object} Tool
 * @property {"button"|"select"|"number"|"colour"|"menu"|"separator"} [kind] default button
 * @property {string} [label] the accessible name, without the shortcut
 * @property {string} [shortcut] shown in the name: "Bold (Ctrl+B)"
 * @property {string} [icon] name of a drawing
 * @property {string} [text] instead of a drawing
 * @property {boolean} [toggle] a button that is pressed or not
 * @property {(value?: any) => any} [action] gets the option's value, the number, `#rrggbb` or null
 * @property {{value: string, label: string}[]} [options] of a select
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {string} [none] of a colour: the label of the button for no colour
 * @property {any[]|(() => any[])} [items] of a menu: see menubar
 * @property {string} [width] of a select, as CSS
 */

/**
 * A row of tools.
 * @param {Tool[]} tools
 * @param {string} [name]
 * @returns {{element: HTMLElement, set: (label: string, state: {pressed?: boolean, value?: any, disabled?: boolean}) => void}}
 *   `set` shows the state of the tool with that label
 */
export function toolbar(tools, name = "Formatting") {
  const made = new Map(
    tools.filter((tool) => tool.label).map((tool) => [tool.label, MAKE[tool.kind || "button"](tool)]),
  );
  const parts = tools.map((tool) =>
    tool.label ? made.get(tool.label).element : el("span", { class: "separator", role: "separator" }),
  );
  const element = el("div", { role: "toolbar", "aria-label": name, class: "toolbar" }, ...parts);
  return { element, set: (label, state) => made.get(label)?.set(state) };
}

function named(tool) {
  return tool.shortcut ? `${tool.label} (${tool.shortcut})` : tool.label;
}

function face(tool, more = {}) {
  return el(
    "button",
    {
      type: "button",
      class: tool.text ? "text" : null,
      "aria-label": named(tool),
      title: named(tool),
      onmousedown: (event) => event.preventDefault(),
      ...more,
    },
    tool.icon ? icon(tool.icon) : tool.text || tool.label,
  );
}

const MAKE = {
  button(tool) {
    const element = face(tool, { "aria-pressed": tool.toggle ? "false" : null, onclick: () => tool.action() });
    return { element, set: (state) => shown(element, state) };
  },
  menu(tool) {
    const element = face(tool, { "aria-haspopup": "menu", "aria-expanded": "false" });
    element.addEventListener("click", () =>
      menuOf(element, typeof tool.items === "function" ? tool.items() : tool.items, tool.label),
    );
    return { element, set: (state) => shown(element, state) };
  },
  select(tool) {
    const options = tool.options.map(({ value, label }) => el("option", { value }, label));
    const element = el(
      "select",
      { "aria-label": named(tool), title: named(tool), style: { width: tool.width } },
      ...options,
    );
    element.addEventListener("change", () => tool.action(element.value));
    return { element, set: (state) => shown(element, { ...state, value: listed(element, state.value) }) };
  },
  number(tool) {
    const element = el("input", {
      type: "number",
      "aria-label": named(tool),
      title: named(tool),
      min: tool.min,
      max: tool.max,
      step: tool.step ?? 1,
    });
    element.addEventListener(
      "change",
      () => element.checkValidity() && element.value !== "" && tool.action(Number(element.value)),
    );
    return { element, set: (state) => document.activeElement !== element && shown(element, state) };
  },
  colour(tool) {
    const bar = el("span", { class: "bar" });
    const element = face(tool, { "aria-haspopup": "true" });
    element.append(bar);
    let value = null;
    element.addEventListener("click", () => {
      const close = popup(
        element,
        palette({ label: tool.label, none: tool.none, value }, (hex) => {
          close();
          tool.action(hex);
        }),
        { focus: false },
      );
    });
    const set = (state) => {
      value = state.value ?? value;
      bar.style.background = state.value || "transparent";
      shown(element, { disabled: state.disabled });
    };
    return { element, set };
  },
};

/** A value that is no option yet (a font of another program) becomes one. */
function listed(select, value) {
  if (value && ![...select.options].some((option) => option.value === value))
    select.append(el("option", { value }, value));
  return value;
}

function shown(element, { pressed, value, disabled }) {
  if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
  if (value !== undefined && "value" in element) element.value = value ?? "";
  if (disabled !== undefined) element.disabled = disabled;
}
