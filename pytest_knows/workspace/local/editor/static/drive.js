/** A Drive folder: what lies in it, and what can be done with it. */

import { announce, app, confirmed, contextMenu, dialog, el, frame, icon, saved, toolbar, watch } from "./core.js";
import * as files from "./drive/files.js";

const MIME = "application/vnd.google-apps.";
const rows = el("tbody");
const empty = el("p", { class: "empty" }, "This folder is empty. Drop files here, or use New.");
const path = el("nav", { "aria-label": "Path", class: "path" });
const table = el(
  "table",
  { class: "files", "aria-label": "Files" },
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      ...["Name", "Kind", "Last modified", "Size", "Actions"].map((name) => el("th", { scope: "col" }, name)),
    ),
  ),
  rows,
);

const NEW = [
  { label: "New folder", action: () => make("Untitled folder", files.FOLDER, "New folder") },
  { label: "File upload", action: chooseFiles },
  "-",
  { label: "Google Docs", action: () => make("Untitled document", `${MIME}document`, "New document") },
  { label: "Google Sheets", action: () => make("Untitled spreadsheet", `${MIME}spreadsheet`, "New spreadsheet") },
  { label: "Google Slides", action: () => make("Untitled presentation", `${MIME}presentation`, "New presentation") },
];

const tools = toolbar(
  [
    { kind: "menu", label: "New", text: "+ New", items: NEW },
    { label: "New folder", icon: "folder", action: NEW[0].action },
    { label: "File upload", icon: "upload", action: chooseFiles },
  ],
  "Files",
);

frame({
  tools: tools.element,
  body: [
    el("div", { class: "folder" }, el("h1", { class: "visually-hidden" }, "Files in this folder"), path, table, empty),
  ],
  mark: "↑",
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  uploadAll([...(event.dataTransfer?.files || [])]);
});
watch(app.fileId, show);

async function show() {
  const [all, parents] = await Promise.all([files.list(app.fileId), files.above(app.fileId)]);
  rows.replaceChildren(...all.map(row));
  empty.hidden = all.length > 0;
  path.replaceChildren(
    ...parents.slice(0, -1).flatMap(({ id, name }) => [el("a", { href: `/drive/folders/${id}` }, name), " › "]),
    el("span", { "aria-current": "page" }, app.name),
  );
}

function row(file) {
  const actions = el(
    "button",
    { type: "button", "aria-label": `More actions for ${file.name}`, "aria-haspopup": "menu" },
    icon("more"),
  );
  actions.addEventListener("click", () => menu(file, actions));
  const plain = !file.mimeType.startsWith(MIME);
  const link = el(
    "a",
    { href: files.address(file), target: plain ? "_blank" : null, rel: plain ? "noopener" : null },
    file.name,
  );
  const line = el(
    "tr",
    {},
    el("td", {}, icon(file.mimeType === files.FOLDER ? "folder" : "file"), " ", link),
    el("td", {}, files.kindName(file)),
    el("td", {}, new Date(file.modifiedTime).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })),
    el("td", {}, size(file)),
    el("td", {}, actions),
  );
  line.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    contextMenu({ x: event.clientX, y: event.clientY }, items(file), `Actions for ${file.name}`);
  });
  return line;
}

function size(file) {
  const bytes = Number(file.size);
  if (!bytes) return "—";
  return bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function menu(file, button) {
  const { left, bottom } = button.getBoundingClientRect();
  contextMenu({ x: left, y: bottom }, items(file), `Actions for ${file.name}`);
}

function items(file) {
  const folder = file.mimeType === files.FOLDER;
  return [
    { label: "Open", action: () => location.assign(files.address(file)) },
    ...(folder
      ? []
      : [
          { label: "Download", action: () => download(file) },
          { label: "Make a copy", action: () => act(files.copy(file), `Copied ${file.name}`) },
        ]),
    { label: "Rename", action: () => rename(file) },
    { label: "Move", action: () => move(file) },
    "-",
    { label: "Move to trash", action: () => trash(file) },
  ];
}

/** Say how it ended; the list follows by itself. */
async function act(doing, done) {
  saved("saving");
  try {
    const answer = await doing;
    saved("saved");
    announce(done);
    return answer;
  } catch (error) {
    saved(error);
    return null;
  }
}

async function make(name, mimeType, title) {
  const answer = await dialog({
    title,
    ok: "Create",
    fields: [{ name: "name", label: "Name", value: name, required: true }],
  });
  if (!answer) return;
  const made = await act(files.create(answer.name.trim() || name, mimeType), `Created ${answer.name}`);
  if (made && mimeType !== files.FOLDER) location.assign(files.address({ ...made, mimeType }));
}

function chooseFiles() {
  const input = el("input", {
    type: "file",
    multiple: true,
    class: "visually-hidden",
    "aria-label": "Files to upload",
  });
  input.addEventListener("change", () => {
    input.remove();
    uploadAll([...input.files]);
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

async function uploadAll(all) {
  for (const file of all) await act(files.upload(file), `Uploaded ${file.name}`);
}

function download(file) {
  const { href, name } = files.download(file);
  el("a", { href, download: name }).click();
}

async function rename(file) {
  const answer = await dialog({
    title: "Rename",
    ok: "OK",
    fields: [{ name: "name", label: "Name", value: file.name, required: true }],
  });
  if (answer?.name.trim()) await act(files.rename(file.id, answer.name.trim()), `Renamed to ${answer.name}`);
}

async function move(file) {
  const parents = (await files.above(app.fileId)).slice(0, -1).reverse(),
    below = await files.list(app.fileId, true);
  const options = [
    ...parents.map(({ id, name }) => ({ value: id, label: `${name} (above)` })),
    ...below.filter(({ id }) => id !== file.id).map(({ id, name }) => ({ value: id, label: name })),
  ];
  if (!options.length) return void (await confirmed("Move", "There is no other folder to move it to.", "OK"));
  const answer = await dialog({
    title: `Move ${file.name}`,
    ok: "Move",
    fields: [{ name: "folder", label: "To folder", type: "select", options }],
  });
  if (answer) await act(files.move(file.id, answer.folder), `Moved ${file.name}`);
}

async function trash(file) {
  if (await confirmed("Move to trash", `Move “${file.name}” to the trash?`, "Move to trash"))
    await act(files.trash(file.id), `Moved ${file.name} to the trash`);
}
