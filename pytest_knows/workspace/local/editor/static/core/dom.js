/** Elements are built from data only: text goes in as text, and no markup is ever parsed. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `attributes`: names to values; functions become event listeners (`onclick`), `null`, `undefined` and `false`
 * are left out, `true` is an empty value, `style` may be an object of properties.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined)} children strings become text
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same for an SVG element.
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "style" && typeof value === "object") setStyle(element, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function setStyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null && value !== undefined && value !== "") element.style.setProperty(name, String(value));
  }
}
