/** Menus with roles and keys as the ARIA practices describe them. */

import { el } from "./dom.js";
import { popup } from "./popup.js";

/**
 * @typedef {object} Item
 * @property {string} label
 * @property {string} [shortcut]
 * @property {() => any} [action]
 * @property {boolean} [checked] shown as a menuitemcheckbox
 * @property {boolean} [disabled]
 * @property {(Item|"-")[]} [items] a submenu
 */

/**
 * The row of menus.
 * @param {{label: string, items: (Item|"-")[]|(() => (Item|"-")[])}[]} menus a function is asked each time a menu opens
 * @returns {HTMLElement}
 */
export function menubar(menus) {
  const bar = el("div", { role: "menubar", "aria-label": "Menus", class: "menubar" });
  let opened = null;
  const tops = menus.map((menu, number) => {
    const top = el(
      "button",
      {
        type: "button",
        role: "menuitem",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        tabindex: number ? "-1" : "0",
      },
      menu.label,
    );
    const open = () => {
      opened = top;
      const items = typeof menu.items === "function" ? menu.items() : menu.items;
      menuOf(top, items, menu.label, {
        onSide: (step) => beside(top, step),
        onClose: () => (opened = opened === top ? null : opened),
      });
    };
    top.addEventListener("mousedown", (event) => event.preventDefault());
    top.addEventListener("click", () => (opened === top ? document.body.click() : open()));
    top.addEventListener("mouseenter", () => opened && opened !== top && open());
    top.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") open();
      else if (event.key === "ArrowRight") beside(top, 1, false);
      else if (event.key === "ArrowLeft") beside(top, -1, false);
      else return;
      event.preventDefault();
    });
    return top;
  });
  const beside = (top, step, open = true) => {
    const next = tops[(tops.indexOf(top) + step + tops.length) % tops.length];
    next.focus();
    if (open) next.click();
  };
  bar.append(...tops);
  return bar;
}

/**
 * A menu at a point (the right mouse button).
 * @param {{x: number, y: number}} point
 * @param {(Item|"-")[]} items
 * @param {string} label
 */
export function contextMenu(point, items, label) {
  menuOf(point, items, label);
}

/** Open a menu below an anchor; `onSide(±1)`: an arrow key asks for the next menu. */
export function menuOf(anchor, items, label, { onSide = () => {}, onClose = () => {} } = {}) {
  const before = document.activeElement;
  const menu = el("div", { role: "menu", "aria-label": label, class: "menu" });
  if (anchor instanceof Element) anchor.setAttribute("aria-expanded", "true");
  const close = popup(anchor, menu, {
    focus: false,
    onClose: () => {
      if (anchor instanceof Element) anchor.setAttribute("aria-expanded", "false");
      onClose();
    },
  });
  const done = () => {
    close();
    before?.focus?.();
  };
  fill(menu, items, done);
  menu.addEventListener("keydown", (event) => keys(event, menu, onSide));
  replaced(menu, anchor);
  menu.querySelector("[role^=menuitem]:not([aria-disabled=true])")?.focus({ preventScroll: true });
}

/** The popup was placed while it was empty. */
function replaced(menu, anchor) {
  const box = menu.parentElement;
  const size = box.getBoundingClientRect();
  if (size.right > innerWidth) box.style.left = `${Math.max(4, innerWidth - size.width - 4)}px`;
  const top = anchor instanceof Element ? anchor.getBoundingClientRect().top : innerHeight;
  if (size.bottom > innerHeight)
    box.style.top = `${Math.max(4, Math.min(size.top, innerHeight - size.height - 4, Math.max(top, 4)))}px`;
}

function fill(menu, items, done) {
  for (const item of items) menu.append(item === "-" ? el("div", { role: "separator" }) : row(item, done));
}

function row(item, done) {
  const check = item.checked !== undefined;
  const element = el(
    "div",
    {
      role: check ? "menuitemcheckbox" : "menuitem",
      "aria-checked": check ? String(item.checked) : null,
      "aria-disabled": item.disabled ? "true" : null,
      "aria-haspopup": item.items ? "menu" : null,
      "aria-expanded": item.items ? "false" : null,
      tabindex: "-1",
    },
    el("span", { class: "label" }, item.label),
    el("span", { class: "shortcut" }, item.items ? "▸" : item.shortcut || ""),
  );
  const act = () => {
    if (item.disabled) return;
    if (item.items) return void submenu(element, item, done);
    done();
    item.action();
  };
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    act();
  });
  element.addEventListener("mouseenter", () => {
    shut(element.parentElement);
    if (item.items && !item.disabled) submenu(element, item, done, false);
    element.focus({ preventScroll: true });
  });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element) return;
    if (event.key === "Enter" || event.key === " " || (event.key === "ArrowRight" && item.items)) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  });
  return element;
}

function submenu(element, item, done, focus = true) {
  shut(element.parentElement);
  const menu = el("div", { role: "menu", "aria-label": item.label, class: "menu sub" });
  fill(menu, item.items, done);
  menu.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft" || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      shut(element.parentElement);
      element.focus();
    } else keys(event, menu, () => {});
    event.stopPropagation();
  });
  element.setAttribute("aria-expanded", "true");
  element.append(menu);
  const { right, bottom } = menu.getBoundingClientRect();
  if (right > innerWidth) menu.classList.add("leftwards");
  if (bottom > innerHeight) menu.style.top = `${innerHeight - bottom - 4}px`;
  if (focus) menu.querySelector("[role^=menuitem]")?.focus();
}

function shut(menu) {
  for (const child of menu.children) {
    if (child.getAttribute("aria-expanded") !== "true") continue;
    child.setAttribute("aria-expanded", "false");
    child.querySelector(".menu")?.remove();
  }
}

function keys(event, menu, onSide) {
  const items = [...menu.children].filter((child) => child.matches("[role^=menuitem]:not([aria-disabled=true])"));
  const at = items.indexOf(document.activeElement);
  if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
  else if (event.key === "ArrowUp") items[(at - 1 + items.length) % items.length]?.focus();
  else if (event.key === "Home") items[0]?.focus();
  else if (event.key === "End") items.at(-1)?.focus();
  else if (event.key === "ArrowRight") onSide(1);
  else if (event.key === "ArrowLeft") onSide(-1);
  else if (/^\S$/.test(event.key))
    items.find((item, i) => i > at && begins(item, event.key))?.focus() ??
      items.find((item) => begins(item, event.key))?.focus();
  else return;
  event.preventDefault();
}

function begins(item, letter) {
  return item.textContent.toLowerCase().startsWith(letter.toLowerCase());
}
