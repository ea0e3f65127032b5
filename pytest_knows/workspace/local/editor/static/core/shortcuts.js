/** Keyboard shortcuts of the whole page. */

/**
 * Listen for keys. Command counts as Ctrl. Fields and dialogs keep their own keys.
 * @param {Record<string, (event: KeyboardEvent) => any>} map "Ctrl+Shift+Z", "Ctrl+Alt+1", "F2", "Delete" -> action
 * @param {{inFields?: boolean, when?: () => boolean}} [options] `inFields`: also while the focus is in an input; `when`: only
 *   while this is true
 * @returns {() => void} stops listening
 */
export function shortcuts(map, { inFields = false, when = () => true } = {}) {
  const wanted = new Map(Object.entries(map).map(([keys, action]) => [keys.toLowerCase(), action]));
  const listener = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("dialog, .popup, .name") || (!inFields && target?.closest("input, select, textarea"))) return;
    const action = when() && wanted.get(pressed(event));
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action(event);
  };
  document.addEventListener("keydown", listener, true);
  return () => document.removeEventListener("keydown", listener, true);
}

/** With Alt or Shift a digit's or letter's key says more than the character that it makes. */
function pressed(event) {
  const code = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  const key = code && (event.ctrlKey || event.metaKey || event.altKey) ? code : event.key;
  const parts = [
    event.ctrlKey || event.metaKey ? "ctrl" : "",
    event.altKey ? "alt" : "",
    event.shiftKey ? "shift" : "",
    key,
  ];
  return parts.filter(Boolean).join("+").toLowerCase();
}
