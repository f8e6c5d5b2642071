/** The accessibility check. The script is put into a page once and can be run as often as needed. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Runs `look` in a viewport as high as the page: below a bar at the foot, axe would report covered targets as too small. */
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
 * Violations that axe finds in a page, or in one frame of it. Frames within it are not checked. The script stays in the page.
 * The size of targets is checked in pages only, because the viewport of a frame cannot be enlarged.
 * @returns one line per violated rule: its name and the first element that violates it.
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
