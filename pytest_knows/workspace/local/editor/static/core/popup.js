/** Something that hangs below a button until it is done with. */

import { el } from "./dom.js";

let open = null;

/**
 * Show content below an anchor, or at a point; a click elsewhere, Escape or Tab out closes it. Only one is open at a time.
 * @param {HTMLElement|{x: number, y: number}} anchor
 * @param {HTMLElement} content
 * @param {{onClose?: () => void, focus?: boolean}} [options] `focus`: move the focus into it (default true)
 * @returns {() => void} closes it
 */
export function popup(anchor, content, { onClose = () => {}, focus = true } = {}) {
  open?.();
  const before = document.activeElement;
  const box = el("div", { class: "popup" }, content);
  (document.getElementById("app") || document.body).append(box);
  place(box, anchor);
  const outside = (event) => {
    const own = box.contains(event.target) || (anchor instanceof Element && anchor.contains(event.target));
    if (!own) close();
  };
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    before?.focus?.();
  };
  document.addEventListener("mousedown", outside, true);
  box.addEventListener("keydown", keys);
  if (focus) box.querySelector("button, input, [tabindex]")?.focus();

  function close() {
    if (open !== close) return;
    open = null;
    document.removeEventListener("mousedown", outside, true);
    box.remove();
    onClose();
  }
  open = close;
  return close;
}

function place(box, anchor) {
  const at =
    anchor instanceof Element ? anchor.getBoundingClientRect() : { left: anchor.x, bottom: anchor.y, top: anchor.y };
  const { width, height } = box.getBoundingClientRect();
  const fits = at.bottom + height <= innerHeight;
  box.style.left = `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`;
  box.style.top = `${fits ? at.bottom : Math.max(4, Math.min(at.top - height, innerHeight - height - 4))}px`;
}
