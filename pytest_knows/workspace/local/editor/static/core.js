/** What the editors share. Each part lies in `core/`; pages import from here. */

export { api, ApiError, pictureUrl, upload } from "./core/api.js";
export { watch } from "./core/watch.js";
export { app, announce, frame, saved } from "./core/frame.js";
export { el, svg } from "./core/dom.js";
export { icon } from "./core/icons.js";
export { toolbar } from "./core/toolbar.js";
export { contextMenu, menubar } from "./core/menus.js";
export { popup } from "./core/popup.js";
export { COLOURS, hexOf, palette, rgbOf } from "./core/colours.js";
export { confirmed, dialog } from "./core/dialog.js";
export { History } from "./core/history.js";
export { shortcuts } from "./core/shortcuts.js";
