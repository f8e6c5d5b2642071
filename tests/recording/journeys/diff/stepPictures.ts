/** Pictures of the screen at one step of a recording, drawn by the inspector of a build with the screens of that build. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { FILE_ENDING, writeRecording } from '#src/recording/format.ts';
import { startStaticServer } from '../../../../scripts/lib/staticServer.ts';
import type { Difference } from './differences.ts';

const WIDE = { width: 1440, height: 900 };

/** Draws the screen at this step. @returns the picture; null: this build cannot replay the journey up to the step. */
async function draw(page: Page, folder: string, { recording, step }: Difference): Promise<Buffer | null> {
  const file = join(folder, `shown${FILE_ENDING}`);
  await writeFile(file, writeRecording({ ...recording, steps: recording.steps.slice(0, step) }));
  await page.getByLabel('Recording to import').setInputFiles(file);
  // The inspector shows a recording at its start first.
  const shown = page.getByText(`Event 0 of ${step}`, { exact: true });
  const run = page.getByRole('button', { name: 'Run it on this chart' });
  await shown.or(run).first().waitFor();
  if (await run.isVisible()) await run.click();
  await shown.waitFor();
  await page.locator('body').press('End');
  const here = page.getByText(`Event ${step} of ${step}`, { exact: true });
  if (
    !(await here.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    ))
  )
    return null;
  const phone = page.locator('.device iframe').first();
  await page.frameLocator('.device iframe').first().locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  return phone.screenshot({ animations: 'disabled' });
}

/**
 * @param tools folder with the built tools.
 * @param name of the pictures: `before`, `after`.
 * @returns by id, the file of the picture below `out`; null where the build cannot show the step.
 */
export async function takePicturesOf(
  browser: Browser,
  tools: string,
  name: string,
  differences: readonly Difference[],
  out: string,
): Promise<Map<string, string | null>> {
  const server = await startStaticServer({ folder: tools });
  const folder = await mkdtemp(join(tmpdir(), 'recordings-diff-'));
  const files = new Map<string, string | null>();
  try {
    await mkdir(out, { recursive: true });
    const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
    await page.goto(`${server.origin}/inspector.html`);
    for (const [number, difference] of differences.entries()) {
      const picture = await draw(page, folder, difference);
      const file = `${number + 1}-${name}.png`;
      if (picture) await writeFile(join(out, file), picture);
      files.set(difference.id, picture ? file : null);
    }
    await page.close();
    return files;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
