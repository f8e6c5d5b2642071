/** Which recordings the inspector opens, how one is found, and the notice about those that it cannot show as they were. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMAT_VERSION, writeRecording, type Recording } from '#src/recording/format.ts';
import { setInspector } from './inspectorPage.ts';

const inspector = setInspector();
const { open, importFile, importRecording, at } = inspector;
let page: Page;

describe('inspector, recordings', () => {
  beforeAll(async () => {
    page = await open();
  });
  afterAll(() => page.context().close());

  it('recording compared with another: the first difference is shown', async () => {
    const shorter: Recording = { ...inspector.recording, title: 'Shorter', steps: inspector.recording.steps.slice(0, 30) };
    await importRecording(shorter);
    await importRecording();
    await page.getByRole('button', { name: 'another recording' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare with' });
    await dialog.getByRole('searchbox').fill('shorter');
    await dialog.getByRole('button', { name: /^Shorter/ }).click();
    await page.getByText(/The same as "Shorter" up to event 30/).waitFor();
    await page.getByRole('button', { name: 'Go there' }).click();
    await at(31);
    await page.getByRole('region', { name: 'Against event 30 of Shorter' }).waitFor();
  });

  it('recording of another chart: is marked as such, and can be replayed', async () => {
    const steps = inspector.recording.steps.map((step, i) =>
      i === 9 ? { ...step, changes: [...step.changes, [['context', 'mobile'], 'x'] as const] } : step,
    );
    await importFile('old.journey.json', writeRecording({ ...inspector.recording, chart: 'old', steps }));
    await page
      .getByRole('alert')
      .getByText(/another version of the chart/)
      .waitFor();
    await page.getByRole('button', { name: 'Run it on this chart' }).click();
    await page.getByText(/part at event 10: Mobile was/).waitFor();
    await page.getByRole('button', { name: 'Go there' }).click();
    await at(10);
  });

  it('invalid, truncated, damaged or newer file: is refused with a message, and the open recording stays', async () => {
    await importRecording();
    const text = writeRecording(inspector.recording);
    const files = [
      ['not a recording', /not a recording/],
      [text.slice(0, 400), /ends in the middle/],
      [text.replace('"title": "', '"title": "changed '), /damaged/],
      [text.replace(`"version": ${FORMAT_VERSION}`, '"version": 9'), /newer version/],
      [`${' '.repeat(50_000_000)}{}`, /50 MB/],
    ] as const;
    for (const [content, sentence] of files) {
      await importFile('odd.json', content);
      await page.getByRole('alert').getByText(sentence).waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    }
    await at(0);
  });
});

describe('inspector, address', () => {
  beforeAll(async () => {
    page = await open();
  });
  afterAll(() => page.context().close());

  const hash = () => page.evaluate(() => window.location.hash);
  const go = (to: string) => page.evaluate((next) => void (window.location.hash = next), to);

  it('inspector, address changed: its target opens, and is announced to screen readers', async () => {
    await go('#payout-failed/13');
    await expect.poll(() => inspector.position().textContent()).toMatch(/^Event 13 of/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(hash).toBe('#payout-failed/12');
    await go('#photo-given-up/29');
    await expect.poll(() => page.locator('.chip--name').textContent()).toMatch(/Gives up at the ID photos/);
    await expect.poll(() => inspector.position().textContent()).toMatch(/^Event 29 of/);
    await inspector.phone().getByText('The photo could not be read. Please take it again').waitFor();
  });

  it('inspector, address with an unknown target: a message is shown', async () => {
    const alert = page.getByRole('alert');
    await go('#nope/3');
    await alert.getByText(/"nope", and no recording here/).waitFor();
    await go('#%E0%A4%A');
    await alert.getByText(/no recording here is called so/).waitFor();
    await go('#photo-given-up/-3');
    await alert.getByText(/"-3", which is no number/).waitFor();
    await expect.poll(() => inspector.position().textContent()).toMatch(/^Event 0 of/);
    await go('#photo-given-up/999');
    await alert.getByText(/This is the last one/).waitFor();
    await expect.poll(() => inspector.position().textContent()).toMatch(/^Event (\d+) of \1$/);
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('file opened by Import: is at the same event after a reload, and in the list until it is thrown away', async () => {
    await importRecording();
    await expect.poll(hash).toMatch(/^#imported\/\d+\/0$/);
    await page.keyboard.press('ArrowRight');
    await at(1);
    await expect.poll(hash).toMatch(/\/1$/);
    await page.reload();
    await at(1);
    await page.locator('.chip--name').click();
    const dialog = page.getByRole('dialog', { name: 'Recordings' });
    const imported = dialog.getByRole('region', { name: 'Opened in this browser' });
    expect(await imported.getByRole('listitem').count()).toBe(1);
    await imported.getByRole('button', { name: /^Throw away / }).click();
    await imported.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByRole('alert')
      .getByText(/it is not in this browser any more/)
      .waitFor();
    await page.getByRole('button', { name: 'Choose a recording' }).click();
    await dialog.getByText(/still being read/).waitFor({ state: 'detached' });
    expect(await imported.count()).toBe(0);
    await page.keyboard.press('Escape');
  });
});

describe('inspector, first visit', () => {
  beforeAll(async () => {
    page = await open();
  });
  afterAll(() => page.context().close());

  it('inspector, first visit: the list is offered, where "ID" finds the recordings about the ID', async () => {
    // Without an event there is nothing to compare.
    expect(await page.getByText('Compare with').count()).toBe(0);
    await page.getByRole('button', { name: 'Choose a recording' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recordings' });
    await dialog.getByText(/still being read/).waitFor({ state: 'detached' });
    await dialog.getByRole('searchbox').fill('ID photos');
    await dialog.getByRole('button', { name: /^Gives up at the ID photos/ }).waitFor();
    expect(await dialog.getByRole('button', { name: /^Loan repaid in two parts/ }).count()).toBe(0);
    // The first Escape empties the search, the second closes.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a recording');
  });

  it('card of the ID photos in the chart: lists problems, and opens a recording at one', async () => {
    await page.getByRole('button', { name: /^Photos of your ID, / }).focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: 'About Photos of your ID' });
    // The figures about borrowers do not count generated paths.
    await card.getByText('Sent the ID photos, refused: a photo is missing, in 2 recordings', { exact: true }).waitFor();
    await card.getByText('Sending a photo: the photo could not be read, in 2 recordings', { exact: true }).waitFor();
    const [ofPeople = ''] = ((await card.textContent()) ?? '').split('Generated paths');
    expect(ofPeople).toMatch(/something went wrong in 3,.*a photo is missing, in 2 recordings/);
    expect(ofPeople).not.toMatch(/Failed to|Path \d/);
    await card.getByRole('button', { name: 'Gives up at the ID photos' }).click();
    await expect.poll(() => page.locator('#phone-title').textContent()).toBe('Photos of your ID');
    await expect.poll(() => page.locator('.event--on').textContent()).toMatch(/photos of the ID are next/);
  });

  it('recording opened after another that was scrolled down: shows its first events', async () => {
    await page.keyboard.press('End');
    await importRecording();
    await expect.poll(() => page.locator('.events').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});
