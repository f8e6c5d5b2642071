/**
 * Bars that stay in sight while the page scrolls: `--head` at the top of the window, `--nav` below it, `--foot` at the
 * bottom. The height of each is a custom property of the root element, in pixels; absent without such a bar.
 */
type Bar = '--head' | '--nav' | '--foot';

/** Which bar stays first where there is not room for all. */
const FIRST_KEPT: readonly Bar[] = ['--head', '--foot', '--nav'];
/** Of the window: with large text, bars that stay would leave no room to read. */
const MOST = 1 / 4;

const bars = new Map<Bar, HTMLElement>();

/** A bar that finds no room scrolls with the page, unless it holds the focus: why a press was refused stays in sight. */
function place(): void {
  const { style } = document.documentElement;
  let room = window.innerHeight * MOST;
  for (const name of FIRST_KEPT) {
    const bar = bars.get(name);
    if (!bar) {
      style.removeProperty(name);
      continue;
    }
    const { height } = bar.getBoundingClientRect();
    const isKept = height <= room || name === '--head' || bar.contains(document.activeElement);
    if (isKept) room -= height;
    bar.style.position = isKept ? '' : 'static';
    style.setProperty(name, `${isKept ? height : 0}px`);
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
