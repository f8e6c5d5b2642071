/** Recordings made in a browser: always in the sandbox, in the app after consent. Node replays what the browser saved. */
import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nairobiDate } from '#machines/model/calendar.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { parseRecording, parseRecordingLine, type Recording } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { SANDBOX_CLERK } from '#src/api/desk.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { amina, register, type Borrower } from '../support/borrowerSteps.ts';
import { createDeskBrowser } from '../support/deskBrowser.ts';
import { startLender, type TestLender } from '../support/testLender.ts';
import { onScreen, openPhone, panel, press } from '../support/sandboxPhone.ts';

let browser: Browser;
let lender: TestLender;

beforeAll(async () => {
  [browser, lender] = await Promise.all([sharedBrowser(), startLender({ pages: true })]);
});
afterAll(async () => {
  await browser.close();
  await lender.stop();
});

const PERSONAL = [amina.mobile, '712345678', '712 345 678'];

/** Another borrower, because the lender has an account of Amina already. */
const brian: Borrower = { mobile: '0722 345 111', firstName: 'Brian', lastName: 'Otieno', pin: '1234' };

async function recordingOf(download: Download): Promise<{ recording: Recording; text: string; name: string }> {
  const text = await readFile(await download.path(), 'utf8');
  const parsed = parseRecording(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return { recording: parsed.recording, text, name: download.suggestedFilename() };
}

const placeOf = ({ steps }: ReturnType<typeof replay>): unknown => steps[steps.length - 1]?.snapshot.value;

it('recording of the sandbox: contains every session from its start, and its file replays in Node', async () => {
  const phone = await openPhone(browser, lender.url);
  await register(phone, amina);
  await onScreen(phone, 'Choose your loan');
  const recorder = panel(phone, 'Recording');
  await recorder.getByRole('textbox', { name: 'Name of the recording' }).fill('Amina registers');
  const waiting = phone.page.waitForEvent('download');
  await recorder.getByRole('button', { name: 'Save recording of session 1' }).click();
  const { recording, text, name } = await recordingOf(await waiting);
  expect(name).toMatch(/^amina-registers-.*\.journey\.json$/);
  expect(recording).toMatchObject({ title: 'Amina registers', market: 'kenya', start: { from: 'beginning' } });
  const replayed = replay(recording, journeyMachine);
  expect(replayed.parted).toBeNull();
  expect(replayed.isSameChart, 'the chart of the minified build has the same hash').toBe(true);
  expect(placeOf(replayed)).toEqual({ places: { apply: { toBorrow: 'choosing' } } });
  expect(PERSONAL.filter((one) => text.includes(one))).toEqual([]);
  expect(phone.errors).toEqual([]);
  await phone.close();
});

it('recording of the app: starts after consent only, and its file goes to the borrower alone', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${lender.url}/#/me`);
  await page.getByRole('link', { name: /^Help us improve/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Help us improve' }).waitFor();
  await page.waitForLoadState('networkidle');
  const isRecorder = (url: string): boolean => /consented/.test(url);
  expect(requests.filter(isRecorder), 'before the yes').toEqual([]);

  await page.getByRole('button', { name: 'Yes, record what happens' }).click();
  await page.getByText(/^Recording\. Continue as usual/).waitFor();
  expect(new Set(requests.filter(isRecorder)).size, 'with the yes').toBe(1);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: /Home$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
  await page.goto(`${lender.url}/#/user_center/help_improve`);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  requests.splice(0);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save or share the file' }).click();
  const { recording } = await recordingOf(await waiting);
  expect(
    requests.filter((url) => url.startsWith('http')),
    'the file goes nowhere',
  ).toEqual([]);
  expect(recording.start).toMatchObject({ from: 'middle', view: { value: { places: { userCenter: { helpImprove: 'shown' } } } } });
  expect(recording.steps.map(({ event }) => event.type)).toEqual(expect.arrayContaining(['back.requested', 'xstate.route']));
  expect(replay(recording, journeyMachine).parted).toBeNull();

  await page.getByRole('button', { name: 'Delete the recording' }).click();
  await page.getByRole('button', { name: 'Yes, record what happens' }).waitFor();
  await context.close();
});

it('recording for the lender: is sent after consent only, without a name or a number, and deleted with the consent', async () => {
  const { db } = lender.inside().store;
  const stored = () => db.selectFrom('recording').select(['journey', 'language']).execute();
  const phone = await openPhone(browser, lender.url);
  const requests: string[] = [];
  phone.page.on('request', (request) => requests.push(request.url()));
  await register(phone, brian);
  await onScreen(phone, 'Choose your loan');
  const app = phone.app.locator('html');
  await app.evaluate(() => (location.hash = '#/user_center/help_improve'));
  await onScreen(phone, 'Help us improve');
  const isOfSending = (url: string): boolean => /\/recordings\/|sending|consented/.test(url);
  expect(requests.filter(isOfSending), 'before the yes').toEqual([]);

  await press(phone, 'Yes, record and send');
  await phone.app.getByText('Recordings are sent while you use the app').waitFor();
  await press(phone, 'Back');
  const sent = phone.page.waitForResponse((response) => response.url().includes('/recordings/'));
  // The borrower leaves the app, which then sends the unsent rest of the recording.
  await app.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await sent).status()).toBe(201);
  expect(await stored()).toEqual([expect.objectContaining({ language: 'en' })]);
  const clerk = createDeskBrowser(lender.url);
  await clerk.send(SANDBOX_CLERK, { role: 'analyst' });
  const today = nairobiDate(lender.inside().clock.now());
  const lines = (await clerk.get(`recordings.jsonl?from=${today}&to=${today}`)).body.toString().trim().split('\n');
  expect(lines).toHaveLength(1);
  const parsed = parseRecordingLine(lines[0] ?? '');
  expect(parsed).toMatchObject({ ok: true, recording: { start: { from: 'middle' }, meta: { language: 'en' } } });
  expect(parsed.ok && replay(parsed.recording, journeyMachine).parted).toBeNull();
  expect([brian.mobile, '722345111', '722 345 111'].filter((one) => lines[0]?.includes(one))).toEqual([]);

  await app.evaluate(() => (location.hash = '#/user_center/help_improve'));
  await press(phone, 'Stop, and delete what was sent');
  await phone.app.getByRole('button', { name: 'Yes, record and send' }).waitFor();
  expect(await stored()).toEqual([]);
  expect(phone.errors).toEqual([]);
  await phone.close();
});
