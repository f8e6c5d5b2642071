/** Bars that stay visible while the page scrolls: `head` at the top of the window, `nav` below it, `foot` at the bottom. */
type Bar = 'head' | 'nav' | 'foot';

/** Order in which bars get room: the first ones stay visible. */
const FIRST_KEPT: readonly Bar[] = ['head', 'foot', 'nav'];
/** Share of the window for all bars together. With large text, more would leave no room to read. */
const MOST = 1 / 4;
/** Heights of bars that most pages have, px. */
const USUAL_NAV = 56;
const USUAL_FOOT = 96;
/** Size of text from which a bar with the focus gets no more than its room. The usual size is 16. px. */
const LARGE_TEXT = 24;

/** Distance of a focused control from the bars. px. */
const CLEAR_OF_BARS = 16;

const bars = new Map<Bar, HTMLElement>();
/** Elements that stand above the bar at the bottom. */
const aboveFoot = new Set<HTMLElement>();

/** Height of each bar that stays visible, px. Without such a bar there is no entry. */
const heights = new Map<Bar, number>();

/** Writes only a changed value, because each write lays out the page again. */
function writeStyle({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

/**
 * Writes the heights to the elements that need them. As custom properties of the root element they would be inherited, and each
 * change would style every element of the page again.
 */
function writeHeights(): void {
  const head = heights.get('head') ?? 0;
  const nav = bars.get('nav');
  if (nav) writeStyle(nav, 'top', `${head}px`);
  const foot = heights.get('foot');
  for (const element of aboveFoot) writeStyle(element, '--foot', `${foot ?? 0}px`);
  const root = document.documentElement;
  writeStyle(root, 'scroll-padding-top', `${head + (heights.get('nav') ?? USUAL_NAV) + CLEAR_OF_BARS}px`);
  writeStyle(root, 'scroll-padding-bottom', `${(foot ?? USUAL_FOOT) + CLEAR_OF_BARS}px`);
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
  let scrollsIntoView = false;
  for (const { name, bar, height } of measured) {
    if (!bar) {
      heights.delete(name);
      continue;
    }
    const holdsFocus = bar.contains(activeElement);
    const isKept = height <= room || (holdsFocus && !isLarge);
    if (isKept) room -= height;
    const leaves = !isKept && bar.style.position === '';
    const position = isKept ? '' : 'static';
    if (bar.style.position !== position) bar.style.position = position;
    heights.set(name, isKept ? height : 0);
    if (leaves && holdsFocus) scrollsIntoView = true;
  }
  writeHeights();
  if (scrollsIntoView) activeElement?.scrollIntoView({ block: 'nearest' });
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

/** A ref for an element that stands above the bar at the bottom. Its `--foot` is the height of that bar; without one 0px. */
export function standsAboveFoot(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  aboveFoot.add(element);
  writeHeights();
  return () => void aboveFoot.delete(element);
}
