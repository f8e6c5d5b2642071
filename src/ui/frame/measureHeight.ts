/**
 * A ref for a bar that other things must not cover: tells the stylesheet how tall it is, before it is first
 * painted and whenever it grows.
 * @param name `--head`: stuck to the window's head; `--nav`: below that; `--foot`: to the window's foot. Pixels; absent while there is no such bar.
 */
const measureHeight = (name: '--head' | '--nav' | '--foot') => (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const tell = () => style.setProperty(name, `${bar.getBoundingClientRect().height}px`);
  tell();
  const observer = new ResizeObserver(tell);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
};

export const headHeight = measureHeight('--head');
export const navHeight = measureHeight('--nav');
export const footHeight = measureHeight('--foot');
