/** The Docs editor. */

import { app, el, frame, saved, watch } from "./core.js";
import { Editor } from "./docs/editor.js";
import { listenToInput } from "./docs/input.js";
import { listenToKeys, menus } from "./docs/menus.js";
import { Pictures } from "./docs/pictures.js";
import { allTabs } from "./docs/sync.js";
import { tools } from "./docs/tools.js";

const editor = new Editor(app.fileId);
const tabs = el("nav", { class: "tabs", "aria-label": "Document tabs", hidden: true });

frame({
  menus: menus(editor),
  tools: tools(editor),
  body: [el("div", { class: "work" }, tabs, editor.view.element)],
  mark: "D",
});
listenToInput(editor);
listenToKeys(editor);
new Pictures(editor);
editor.listen(showTabs);

let first = true;
watch(app.fileId, async ({ revisionId }) => {
  await editor.sync.refresh(revisionId);
  if (first) begin();
  first = false;
});

function begin() {
  editor.sync.tabId = allTabs(editor.sync.shown.tabs)[0]?.tabProperties?.tabId || "";
  editor.view.draw();
  editor.select(1, 1, "");
  saved("saved");
}

/** The tabs of a document that has several. */
function showTabs() {
  const all = allTabs(editor.sync.shown?.tabs || []);
  tabs.hidden = all.length < 2;
  if (tabs.hidden) return;
  tabs.replaceChildren(
    ...all.map(({ tabProperties: { tabId, title, nestingLevel = 0 } }) =>
      el(
        "button",
        {
          type: "button",
          "aria-current": String(tabId === editor.sync.tabId),
          style: { "margin-left": `${nestingLevel * 12}px` },
          onclick: () => openTab(tabId),
        },
        title || "Tab",
      ),
    ),
  );
}

function openTab(tabId) {
  editor.sync.tabId = tabId;
  editor.view.draw();
  editor.select(1, 1, "");
}
