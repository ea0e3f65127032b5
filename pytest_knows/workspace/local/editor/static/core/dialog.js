/** Questions to the user. The browser's own modal dialog keeps the focus inside and ends with Escape. */

import { el } from "./dom.js";

/**
 * @typedef {object} Field
 * @property {string} name key of the value
 * @property {string} label
 * @property {"text"|"number"|"select"|"checkbox"|"file"|"textarea"|"note"} [type] default text; a note is only shown
 * @property {any} [value]
 * @property {(string|{value: string, label: string})[]} [options] of a select
 * @property {number} [min]
 * @property {number} [max]
 * @property {number|string} [step]
 * @property {boolean} [required]
 * @property {string} [accept] of a file
 * @property {string} [placeholder]
 */

/**
 * Ask for values.
 * @param {{title: string, fields: Field[], ok?: string, content?: Node, check?: (values: any) => string|void}} question
 *   `check` says what is wrong with the values, if anything
 * @returns {Promise<Record<string, any>|null>} values by name (numbers, booleans, File or null, else strings); null if the
 *   user does not want to
 */
export function dialog({ title, fields, ok = "OK", content, check = () => {} }) {
  const before = document.activeElement;
  const selection = ranges();
  const inputs = new Map(fields.filter((field) => field.type !== "note").map((field) => [field, input(field)]));
  const rows = fields.map((field) =>
    inputs.has(field) ? labelled(field, inputs.get(field)) : el("p", { class: "note" }, field.label),
  );
  const problem = el("p", { class: "problem", role: "alert" });
  const heading = el("h2", { id: "dialog-title" }, title);
  const form = el(
    "form",
    { method: "dialog" },
    heading,
    ...rows,
    content || null,
    problem,
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", onclick: () => end("") }, "Cancel"),
      el("button", { type: "submit", class: "main" }, ok),
    ),
  );
  const box = el("dialog", { "aria-labelledby": "dialog-title" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = check(values(inputs));
    if (wrong) return void (problem.textContent = wrong);
    end("ok");
  });
  box.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(box);
  box.showModal();
  const first = inputs.values().next().value;
  first?.select?.();
  let end;
  return new Promise((resolve) => {
    // The focus goes back at once: what is typed next must not be lost. (The browser tells of the end a little later.)
    end = (how) => {
      if (!box.isConnected) return;
      const answer = how === "ok" ? values(inputs) : null;
      box.close();
      box.remove();
      before?.focus?.({ preventScroll: true });
      restore(selection);
      document.dispatchEvent(new Event("dialogend")); // for editors that know better what was selected
      resolve(answer);
    };
    box.addEventListener("close", () => end(""));
  });
}

/**
 * Ask whether to do something.
 * @param {string} title
 * @param {string} text
 * @param {string} ok the button that does it
 * @returns {Promise<boolean>}
 */
export async function confirmed(title, text, ok) {
  return (await dialog({ title, ok, fields: [{ name: "", type: "note", label: text }] })) !== null;
}

function input(field) {
  const { type = "text", value, min, max, step, required, accept, placeholder } = field;
  if (type === "select") return select(field);
  if (type === "textarea") return Object.assign(el("textarea", { rows: "4", placeholder }), { value: value ?? "" });
  const element = el("input", {
    type,
    min,
    max,
    step: type === "number" ? (step ?? "any") : null,
    required,
    accept,
    placeholder,
  });
  if (type === "checkbox") element.checked = Boolean(value);
  else if (type !== "file") element.value = value ?? "";
  return element;
}

function select({ options = [], value }) {
  const rows = options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  const element = el("select", {}, ...rows.map((row) => el("option", { value: row.value }, row.label)));
  if (value !== undefined) element.value = value;
  return element;
}

function labelled(field, element) {
  const text = el("span", {}, field.label);
  return field.type === "checkbox" ? el("label", { class: "check" }, element, text) : el("label", {}, text, element);
}

function values(inputs) {
  return Object.fromEntries([...inputs].map(([field, element]) => [field.name, value(field, element)]));
}

function value(field, element) {
  if (field.type === "checkbox") return element.checked;
  if (field.type === "file") return element.files[0] || null;
  if (field.type === "number") return element.value === "" ? null : Number(element.value);
  return element.value;
}

/** The selection in the page; a field that has the focus keeps its own. */
function ranges() {
  if (document.activeElement?.matches("input, textarea")) return null;
  const found = getSelection();
  return found && found.rangeCount ? found.getRangeAt(0).cloneRange() : null;
}

function restore(range) {
  if (!range || !range.startContainer.isConnected) return;
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}
