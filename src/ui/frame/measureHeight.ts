/** Bars that stay visible while the page scrolls: `head` at the top of the window, `nav` below it, `foot` at the bottom. */
type Bar = 'head' | 'nav' | 'foot';

/** Order in which bars get room: the first ones stay visible. */
const FIRST_KEPT: readonly Bar[] = ['head', 'foot', 'nav'];
/** Share of the window for all bars together. With large text, more would leave no room to read. */
const MOST = 1 / 4;
/** Size of text from which a bar with the focus gets no more than its room. The usual size is 16. px. */
const LARGE_TEXT = 24;
/** Distance of a focused control from the bars. px. */
const CLEAR_OF_BARS = 16;

const bars = new Map<Bar, HTMLElement>();
/** Height of each bar, px; 0 where it is not on the page or scrolls with it. */
const heights: Record<Bar, number> = { head: 0, nav: 0, foot: 0 };
/** The element that stands above the bar at the bottom. */
let aboveFoot: HTMLElement | null = null;

/** Writes only a changed height, because each write lays out the page again. */
function writeHeight(element: HTMLElement | null | undefined, property: string, height: number): void {
  const value = `${height}px`;
  if (element && element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value);
}

/**
 * Writes the heights to the elements that need them. As custom properties of the root element they would be inherited, and each
 * change would style every element of the page again.
 */
function writeHeights(): void {
  const { head, nav, foot } = heights;
  writeHeight(bars.get('nav'), 'top', head);
  writeHeight(aboveFoot, '--foot', foot);
  writeHeight(document.documentElement, 'scroll-padding-top', head + nav + CLEAR_OF_BARS);
  writeHeight(document.documentElement, 'scroll-padding-bottom', foot + CLEAR_OF_BARS);
}

/**
 * A bar without room scrolls with the page. A focused note in a bar gives the reason of a refused press, so its bar stays
 * visible at the usual size of text, and with large text the page scrolls to it. All bars are measured before one is changed.
 */
function place(): void {
  const isLarge = parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE_TEXT;
  const { activeElement } = document;
  const measured = FIRST_KEPT.map((name) => ({ name, bar: bars.get(name), height: bars.get(name)?.getBoundingClientRect().height ?? 0 }));
  let room = window.innerHeight * MOST;
  let isFocusLost = false;
  for (const { name, bar, height } of measured) {
    heights[name] = 0;
    if (!bar) continue;
    const holdsFocus = bar.contains(activeElement);
    const isKept = height <= room || (holdsFocus && !isLarge);
    if (isKept) room -= heights[name] = height;
    const position = isKept ? '' : 'static';
    if (bar.style.position === position) continue;
    bar.style.position = position;
    isFocusLost ||= !isKept && holdsFocus;
  }
  writeHeights();
  if (isFocusLost) activeElement?.scrollIntoView({ block: 'nearest' });
}

let isPlacing = false;

/** Places all bars once after a commit that added or removed some, before the paint. */
function placeSoon(): void {
  if (isPlacing) return;
  isPlacing = true;
  queueMicrotask(() => {
    isPlacing = false;
    place();
  });
}

/** @returns a ref for a bar. The bar is placed before the first paint, and after each change of its height or the window's. */
const stays = (name: Bar) => (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  bars.set(name, bar);
  placeSoon();
  const observer = new ResizeObserver(place);
  observer.observe(bar);
  window.addEventListener('resize', place);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', place);
    if (bars.get(name) === bar) bars.delete(name);
    placeSoon();
  };
};

export const headHeight = stays('head');
export const navHeight = stays('nav');
export const footHeight = stays('foot');

/** The ref of an element that stands above the bar at the bottom: its `--foot` is the height of that bar. */
export function standsAboveFoot(element: HTMLElement | null): void {
  aboveFoot = element;
  writeHeights();
}
