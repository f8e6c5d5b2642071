// @ts-check
/** Elements without a framework. Texts are set as texts, so nothing that arrives can become markup. */

/**
 * @param {string} name
 * @param {Readonly<Record<string, string | boolean | ((event: Event) => void)>>} [attributes] a function listens to the event of its name
 * @param {readonly (Node | string | null)[]} [children] null: none
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute, value);
    else if (value !== false) made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * @param {string} words
 * @param {() => void} onPress
 * @param {string} [label] for those who do not see where it stands
 */
export const button = (words, onPress, label = words) =>
  element('button', { type: 'button', 'aria-label': label, click: onPress }, [words]);

/** @param {string} id */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Draws a part again when what it shows has changed: what stays as it is keeps the focus.
 * @param {Element} place
 * @param {unknown} shown everything that `draw` uses, as JSON has it
 * @param {() => readonly Node[]} draw
 */
export function keepDrawn(place, shown, draw) {
  const text = JSON.stringify(shown) ?? '';
  if (drawn.get(place) === text) return;
  drawn.set(place, text);
  place.replaceChildren(...draw());
}
