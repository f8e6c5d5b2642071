/**
 * Bars that stay in sight while the page scrolls: `--head` at the top of the window, `--nav` below it, `--foot` at the
 * bottom. The height of each is a custom property of the root element, in pixels; absent without such a bar.
 */
type Bar = '--head' | '--nav' | '--foot';

/** Which bar stays first where there is not room for all. */
const FIRST_KEPT: readonly Bar[] = ['--head', '--foot', '--nav'];
/** Of the window: with large text, bars that stay would leave no room to read. */
const MOST = 1 / 4;
/** From this size of text on, in pixels, no bar takes more than its room. The usual size is 16. */
const LARGE_TEXT = 24;

const bars = new Map<Bar, HTMLElement>();

/** Nothing is written that the root element has: each change lays out the page again. @param height '': there is no such bar. */
function say(name: Bar, height: string): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue(name) !== height) style.setProperty(name, height);
}

/**
 * A bar that finds no room scrolls with the page. What has the focus in it says why a press was refused: with text of
 * usual size its bar stays all the same, and with large text the page scrolls to it. All bars are measured before one is
 * changed.
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

/** Once for all bars that come and go in the same commit, and before it is painted. */
function placeSoon(): void {
  if (isPlacing) return;
  isPlacing = true;
  queueMicrotask(() => {
    isPlacing = false;
    place();
  });
}

/** @returns a ref for a bar. It is placed before the first paint, and whenever its height or the window's changes. */
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
