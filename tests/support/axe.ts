/** The accessibility check, put into a page once and asked as often as needed. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

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
 * What axe finds wrong with a page, or with one frame of it, as it is now; frames within are not looked into.
 * The script is put there once and stays. How large targets are is judged of pages only: a frame cannot be made to show all.
 * @returns one line per rule that is broken: its name and the first element that breaks it.
 */
export async function axeComplaints(view: Page | Frame): Promise<string[]> {
  if (!(await view.evaluate(() => 'axe' in window))) await view.evaluate(axe.source);
  return 'viewportSize' in view ? unscrolled(view, () => judge(view, [])) : judge(view, ['target-size']);
}

const judge = (view: Page | Frame, left: readonly string[]): Promise<string[]> =>
  view.evaluate(
    async ([tags, without]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    },
    [RULES, left] as const,
  );
