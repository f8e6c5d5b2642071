/**
 * Returns a ref for a bar that must not be covered. It writes the height of the bar to a custom property of the root
 * element, before the first paint and whenever the height changes.
 * @param name `--head`: fixed at the top of the window; `--nav`: below the head; `--foot`: at the bottom. In pixels;
 *   absent without such a bar.
 */
const measureHeight = (name: '--head' | '--nav' | '--foot') => (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const write = () => style.setProperty(name, `${bar.getBoundingClientRect().height}px`);
  write();
  const observer = new ResizeObserver(write);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
};

export const headHeight = measureHeight('--head');
export const navHeight = measureHeight('--nav');
export const footHeight = measureHeight('--foot');
