/** The folder's files, through the Drive API. */

import { api, app } from "../core.js";

export const FOLDER = "application/vnd.google-apps.folder";
const APPS = {
  document: ["document", "docx", "Google Docs"],
  spreadsheet: ["spreadsheets", "xlsx", "Google Sheets"],
  presentation: ["presentation", "pptx", "Google Slides"],
};
const FIELDS = "id,name,mimeType,modifiedTime,size,capabilities/canEdit,webViewLink,parents";

/** @typedef {{id: string, name: string, mimeType: string, modifiedTime: string, size?: string, parents?: string[]}} File */

const path = (id, query = "") => `/drive/v3/files/${encodeURIComponent(id)}${query}`;
const quoted = (text) => `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;

/** What lies in a folder, folders first. @param {string} folder @param {boolean} [foldersOnly] @returns {Promise<File[]>} */
export async function list(folder, foldersOnly = false) {
  const files = [];
  let pageToken = "";
  do {
    const only = foldersOnly ? ` and mimeType = '${FOLDER}'` : "";
    const query = new URLSearchParams({
      q: `${quoted(folder)} in parents and trashed = false${only}`,
      orderBy: "folder,name_natural",
      pageSize: "1000",
      fields: `nextPageToken,files(${FIELDS})`,
      pageToken,
    });
    const answer = await api("GET", `/drive/v3/files?${query}`);
    files.push(...answer.files);
    pageToken = answer.nextPageToken || "";
  } while (pageToken);
  return files;
}

/** The folders above, as far as the user may see them, the topmost first. @returns {Promise<File[]>} */
export async function above(folder) {
  const found = [];
  for (let id = folder; id && found.length < 50; id = found[0]?.parents?.[0]) {
    try {
      found.unshift(await api("GET", path(id, "?fields=id,name,parents")));
    } catch {
      break;
    }
  }
  return found;
}

export const create = (name, mimeType) =>
  api("POST", "/drive/v3/files?fields=id,name", { name, mimeType, parents: [app.fileId] });
export const rename = (id, name) => api("PATCH", path(id), { name });
export const copy = (file) =>
  api("POST", path(file.id, "/copy"), { name: `Copy of ${file.name}`, parents: [app.fileId] });
export const move = (id, folder) =>
  api(
    "PATCH",
    path(id, `?addParents=${encodeURIComponent(folder)}&removeParents=${encodeURIComponent(app.fileId)}`),
    {},
  );
export const trash = (id, trashed = true) => api("PATCH", path(id), { trashed });

/** Put a file from the disk into the folder. @param {Blob & {name: string}} file */
export function upload(file) {
  const mark = `knows${crypto.randomUUID().replaceAll("-", "")}`;
  const metadata = JSON.stringify({ name: file.name, parents: [app.fileId] });
  const head = `--${mark}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${metadata}\r\n--${mark}\r\nContent-Type: ${file.type || "application/octet-stream"}\r\n\r\n`;
  const body = new Blob([head, file, `\r\n--${mark}--\r\n`]);
  return api("POST", "/upload/drive/v3/files?uploadType=multipart&fields=id,name", body, {
    headers: { "Content-Type": `multipart/related; boundary=${mark}` },
  });
}

function appOf(file) {
  return APPS[file.mimeType.replace("application/vnd.google-apps.", "")];
}

/** Where a file opens. @param {File} file @returns {string} */
export function address(file) {
  if (file.mimeType === FOLDER) return `/drive/folders/${file.id}`;
  const kind = appOf(file);
  return kind ? `/${kind[0]}/d/${file.id}/edit` : `/uc?id=${file.id}`;
}

/** Where its bytes come from: those of an upload, or an Office file. @param {File} file */
export function download(file) {
  const kind = appOf(file);
  return kind
    ? { href: `/${kind[0]}/d/${file.id}/export?format=${kind[1]}`, name: `${file.name}.${kind[1]}` }
    : { href: `/uc?id=${file.id}`, name: file.name };
}

/** What sort of file it is, in words. @param {File} file */
export function kindName(file) {
  if (file.mimeType === FOLDER) return "Folder";
  return appOf(file)?.[2] || file.mimeType;
}
