/** The page around an editor: the file's name, whether all is saved, places for menus and tools. */

import { api } from "./api.js";
import { el } from "./dom.js";
import { shortcuts } from "./shortcuts.js";

const main = /** @type {HTMLElement} */ (document.getElementById("app"));
const status = el("span", { class: "status", role: "status", id: "saved" });
const live = el("div", { class: "visually-hidden", "aria-live": "polite", id: "announcements" });

/** What the server said of the file: id, kind (`document`, `spreadsheet`, `presentation`, `folder`), name, folder. */
export const app = {
  main,
  fileId: main.dataset.fileId,
  kind: main.dataset.kind,
  name: main.dataset.name,
  parent: main.dataset.parent,
  /** The server's own address, which stands in pictures' URLs. */
  address: main.dataset.address,
};

/**
 * Build the page: header with the name, menus and tools; below, the editor's own part.
 * @param {{menus?: Node, tools?: Node, body: Node[], mark?: string}} parts `mark`: a letter beside the name
 */
export function frame({ menus, tools, body, mark = "" }) {
  const up = app.parent
    ? el("a", { href: `/drive/folders/${app.parent}`, class: "up", "aria-label": "Folder of this file" }, mark)
    : null;
  const header = el("header", { class: "top" }, el("div", { class: "titles" }, up, nameBox(), status), menus, tools);
  main.replaceChildren(header, ...body, live);
  shortcuts({ "Ctrl+S": () => announce(status.textContent) }, { inFields: true }); // the browser would save the page
}

function nameBox() {
  const label = app.kind === "folder" ? "Folder name" : `${app.kind[0].toUpperCase()}${app.kind.slice(1)} name`;
  const box = el("input", { type: "text", class: "name", "aria-label": label, spellcheck: "false" });
  box.value = app.name;
  box.addEventListener("change", () => rename(box));
  box.addEventListener("keydown", (event) => event.key === "Enter" && box.blur());
  return box;
}

async function rename(box) {
  const name = box.value.trim();
  if (!name || name === app.name) return void (box.value = app.name);
  saved("saving");
  try {
    await api("PATCH", `/drive/v3/files/${app.fileId}`, { name });
    document.title = app.name = name;
    saved("saved");
  } catch (error) {
    box.value = app.name;
    saved(error);
  }
}

/**
 * Say whether everything is saved.
 * @param {"saving"|"saved"|"clear"|Error} state
 */
export function saved(state) {
  const failed = state instanceof Error;
  const words = { saving: "Saving…", saved: "All changes saved", clear: "" };
  status.textContent = failed ? `Not saved: ${state.message}` : words[state];
  status.classList.toggle("failed", failed);
}

/**
 * Tell a screen reader.
 * @param {string} text
 */
export function announce(text) {
  live.textContent = text;
}
