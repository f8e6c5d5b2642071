/** The accessibility check, put into a page once and asked as often as needed. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Runs `look` with room for the whole page: what is scrolled below the bar at the bottom is no target that is too small. */
async function unscrolled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!size || height <= size.height) return look();
  await page.setViewportSize({ ...size, height });
  try {
    return await look();
  } finally {
    await page.setViewportSize(size);
  }
}

/**
 * What axe finds wrong with the page as it is now; needed once per loaded page, the script stays in it.
 * @returns one line per rule that is broken: its name and the first element that breaks it.
 */
export async function axeComplaints(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: axe.source });
  return unscrolled(page, () => judge(page));
}

const judge = (page: Page): Promise<string[]> =>
  page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, {
      runOnly: { type: 'tag', values: rules },
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, RULES);
