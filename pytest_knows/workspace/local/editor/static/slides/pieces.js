/** The server's drawing of a page becomes elements: only known tags and attributes, and nothing that runs or leads away. */

const TAGS = new Set("a br col colgroup div g img p path span svg table tbody td tr".split(" "));
const ATTRIBUTES = new Set(
  ("colspan d data-auto data-cell data-glyph data-text fill fill-rule height rowspan stroke stroke-dasharray " +
    "stroke-width style transform viewBox width").split(" "),
);
const PICTURE = /^(\/_media\/|data:image\/)/;

/**
 * The nodes of a piece of HTML.
 * @param {string} html
 * @returns {Node[]}
 */
export function nodesOf(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return [...parsed.body.childNodes].map(copied).filter(Boolean);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !TAGS.has(node.localName)) return null;
  const name = node.localName === "a" ? "span" : node.localName;
  const copy = document.createElementNS(node.namespaceURI, name);
  for (const { name: attribute, value } of node.attributes) {
    if (ATTRIBUTES.has(attribute)) copy.setAttribute(attribute, value);
  }
  if (name === "img" && PICTURE.test(node.getAttribute("src") || "")) {
    copy.setAttribute("src", node.getAttribute("src"));
    copy.setAttribute("alt", "");
    copy.setAttribute("draggable", "false");
  }
  copy.append(...[...node.childNodes].map(copied).filter(Boolean));
  return copy;
}

/**
 * Make a node look like another; what is alike stays the same node, so that focus and selection stay.
 * @param {Node} old
 * @param {Node} fresh may be taken apart
 * @returns {Node} the one that is in the page now
 */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  for (const name of [...ATTRIBUTES, "src"]) {
    const value = fresh.getAttribute(name);
    if (value === old.getAttribute(name)) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  morphChildren(old, [...fresh.childNodes]);
  return old;
}

/** The same for the children of an element. @param {Element} parent @param {Node[]} fresh */
export function morphChildren(parent, fresh) {
  const old = [...parent.childNodes];
  for (const [n, node] of fresh.entries()) {
    if (n < old.length) morph(old[n], node);
    else parent.append(node);
  }
  for (const node of old.slice(fresh.length)) node.remove();
}
