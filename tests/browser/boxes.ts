import type { Page } from 'playwright-core';

/** Name, place and size of every visible element of the screen, in pixels. */
export const boxes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, header *, main, main *, nav, nav *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.nodeName, ...[x, y, width, height].map((one) => one.toFixed(1))].join(' ');
    }),
  );
