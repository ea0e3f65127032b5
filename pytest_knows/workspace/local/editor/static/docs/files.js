/** What the File menu does with the document as a file of Drive. */

import { api, app, saved } from "../core.js";

/** Format of the download address, and its name in the menu. */
export const FORMATS = [
  ["pdf", "PDF Document (.pdf)"],
  ["docx", "Microsoft Word (.docx)"],
  ["odt", "OpenDocument Format (.odt)"],
  ["txt", "Plain text (.txt)"],
  ["html", "Web page (.html)"],
];
const MIME = "application/vnd.google-apps.document";

export async function create() {
  await opened(
    api("POST", "/drive/v3/files?fields=id", {
      name: "Untitled document",
      mimeType: MIME,
      ...(app.parent ? { parents: [app.parent] } : {}),
    }),
  );
}

export async function copy() {
  await opened(api("POST", `/drive/v3/files/${app.fileId}/copy?fields=id`, { name: `Copy of ${app.name}` }));
}

async function opened(making) {
  try {
    location.assign(`/document/d/${(await making).id}/edit`);
  } catch (error) {
    saved(error);
  }
}

export function openFolder() {
  location.assign(`/drive/folders/${app.parent || "root"}`);
}

export function download(format) {
  const link = document.createElement("a");
  link.href = `/document/d/${app.fileId}/export?format=${format}`;
  link.download = `${app.name}.${format}`;
  link.click();
}

export function rename() {
  const box = /** @type {HTMLInputElement} */ (document.querySelector("input.name"));
  box.focus();
  box.select();
}
