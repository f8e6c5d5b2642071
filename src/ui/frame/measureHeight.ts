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

/**
 * A bar that finds no room scrolls with the page. What has the focus in it says why a press was refused: with text of
 * usual size its bar stays all the same, and with large text the page scrolls to it.
 */
function place(): void {
  const { style } = document.documentElement;
  const isLarge = parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE_TEXT;
  let room = window.innerHeight * MOST;
  for (const name of FIRST_KEPT) {
    const bar = bars.get(name);
    if (!bar) {
      style.removeProperty(name);
      continue;
    }
    const { height } = bar.getBoundingClientRect();
    const { activeElement } = document;
    const holdsFocus = bar.contains(activeElement);
    const isKept = height <= room || (holdsFocus && !isLarge);
    if (isKept) room -= height;
    const leaves = !isKept && bar.style.position === '';
    bar.style.position = isKept ? '' : 'static';
    style.setProperty(name, `${isKept ? height : 0}px`);
    if (leaves && holdsFocus) activeElement?.scrollIntoView({ block: 'nearest' });
  }
}

/** @returns a ref for a bar. It is placed before the first paint, and whenever its height or the window's changes. */
const stays = (name: Bar) => (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  bars.set(name, bar);
  place();
  const observer = new ResizeObserver(place);
  observer.observe(bar);
  window.addEventListener('resize', place);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', place);
    if (bars.get(name) === bar) bars.delete(name);
    place();
  };
};

export const headHeight = stays('--head');
export const navHeight = stays('--nav');
export const footHeight = stays('--foot');
