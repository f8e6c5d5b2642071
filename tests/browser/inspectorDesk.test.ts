/** The inspector with a desk of the lender's staff. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setInspector } from './inspectorPage.ts';

const inspector = setInspector();
let page: Page;

beforeEach(async () => {
  page = await inspector.open();
  await page.getByRole('button', { name: 'Live', exact: true }).click();
});
afterEach(() => page.context().close());

const desk = async (): Promise<Page> => {
  const opened = await page.context().newPage();
  await opened.goto(`${inspector.lender.url}/desk?inspect&clerk=support`);
  await opened.getByRole('button', { name: /^Messages/ }).click();
  await opened.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  return opened;
};

describe('inspector, running desk', () => {
  it('inspector, running desk: it is drawn from its start, with its page and sentences, and a saved recording opens on the chart of the desk', async () => {
    await desk();
    await page.getByRole('heading', { name: 'Where the desk is' }).waitFor();
    await page.getByText('Following the desk that runs in another tab.').waitFor();
    await page.getByRole('button', { name: /A session is running/ }).waitFor();
    await page.getByRole('button', { name: /Opened the queue Messages/ }).waitFor();
    await page.locator('[data-state="queue"]').waitFor();
    const preview = page.frameLocator('.device iframe');
    await preview.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    expect(await preview.locator('.dk').evaluate((element) => getComputedStyle(element).display)).toBe('grid');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    await page.getByRole('button', { name: 'Recording', exact: true }).click();
    await page.getByRole('heading', { name: 'Where the journey is' }).waitFor();
    await page.getByLabel('Recording to import').setInputFiles(await saved.path());
    await page.getByRole('heading', { name: 'Where the desk is' }).waitFor();
    await page.getByText(/^Event 0 of \d+$/).waitFor();
  });

  it('desk beside an app in the inspector: either can be chosen', async () => {
    await desk();
    await page.getByRole('heading', { name: 'Where the desk is' }).waitFor();
    const app = await page.context().newPage();
    await app.goto(`${inspector.lender.url}/?inspect`);
    await page.getByRole('heading', { name: 'Where the journey is' }).waitFor();
    const choice = page.getByRole('group', { name: 'What is followed' });
    await choice.getByRole('button', { name: 'Desk' }).click();
    await page.getByRole('heading', { name: 'Where the desk is' }).waitFor();
    await choice.getByRole('button', { name: 'App' }).click();
    await page.getByRole('heading', { name: 'Where the journey is' }).waitFor();
  });
});
