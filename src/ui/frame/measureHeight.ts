/**
 * Bars that stay visible while the page scrolls: `--head` at the top of the window, `--nav` below it, `--foot` at the bottom.
 * The height of each is a custom property of the root element, in pixels; empty without such a bar.
 */
type Bar = '--head' | '--nav' | '--foot';

/** Order in which bars get room: the first ones stay visible. */
const FIRST_KEPT: readonly Bar[] = ['--head', '--foot', '--nav'];
/** Share of the window for all bars together. With large text, more would leave no room to read. */
const MOST = 1 / 4;
/** Size of text from which a bar with the focus gets no more than its room. The usual size is 16. px. */
const LARGE_TEXT = 24;

const bars = new Map<Bar, HTMLElement>();

/** Writes only a changed height, because each write lays out the page again. @param height '': no such bar. */
function say(name: Bar, height: string): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue(name) !== height) style.setProperty(name, height);
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
  for (const { name, bar, height } of measured) {
    if (!bar) {
      say(name, '');
      continue;
    }
    const holdsFocus = bar.contains(activeElement);
    const isKept = height <= room || (holdsFocus && !isLarge);
    if (isKept) room -= height;
    const leaves = !isKept && bar.style.position === '';
    const position = isKept ? '' : 'static';
    if (bar.style.position !== position) bar.style.position = position;
    say(name, `${isKept ? height : 0}px`);
    if (leaves && holdsFocus) activeElement?.scrollIntoView({ block: 'nearest' });
  }
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

export const headHeight = stays('--head');
export const navHeight = stays('--nav');
export const footHeight = stays('--foot');
