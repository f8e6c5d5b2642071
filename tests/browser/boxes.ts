import type { Page } from 'playwright-core';

/** Name, place and size of every visible element of a screen, in pixels. It runs in the page and uses only its argument. */
export const boxesIn = (screen: ParentNode): string[] =>
  [...screen.querySelectorAll('header, header *, main, main *, nav, nav *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.nodeName, ...[x, y, width, height].map((one) => one.toFixed(1))].join(' ');
  });

export const boxes = (page: Page): Promise<string[]> => page.evaluate(`(${String(boxesIn)})(document)`);
