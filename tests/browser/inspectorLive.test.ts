/** The inspector with running apps, an inspector of another vendor, and a fork of a recording. */
import { readFile } from 'node:fs/promises';
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { createInspectorServer } from '@statelyai/inspect/server';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { parseRecording } from '#src/recording/format.ts';
import { freePort } from '#tests/support/freePort.ts';
import { edgesOf, namedTooEarly } from '#tests/support/published.ts';
import { setInspector } from './inspectorPage.ts';

const inspector = setInspector();
const { open, importRecording, phone, position, at } = inspector;
let page: Page;

beforeEach(async () => {
  page = await open();
});
afterEach(() => page.context().close());

describe('inspector, running app', () => {
  it('inspector, running app: is followed, can be paused while the app continues, and catches up', async () => {
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.getByText(/No app is running/).waitFor();
    const app = await page.context().newPage();
    await app.goto(`${inspector.lender.url}/sandbox`);
    const screen = app.frameLocator('iframe[title="App"]');
    await screen.getByRole('link', { name: 'Me', exact: true }).click();
    await page.getByText('Following the app').waitFor();
    await phone().getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('#phone-title').textContent()).toBe('Me');
    await page.getByRole('button', { name: 'Hold' }).click();
    const held = await position().textContent();
    await screen.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(() => page.getByText(/[1-9]\d* events? (is|are) waiting/).count()).toBe(1);
    expect(await position().textContent()).toBe(held);
    await page.getByRole('button', { name: 'Follow again' }).click();
    await expect.poll(() => page.locator('#phone-title').textContent()).toBe('Home');
    await page.getByRole('button', { name: 'Hold' }).click();
    await app.goto('about:blank');
    await page.getByText('Held. The app was closed').waitFor();
    await page.getByRole('button', { name: 'Follow again' }).click();
    await page.getByText('The app was closed: this is all that happened in it.').waitFor();
  });

  it('inspector of another vendor, over WebSocket: can draw the whole chart, and knows every actor that an event names', async () => {
    const port = await freePort();
    const bridge = createInspectorServer({ port, autoOpen: false });
    try {
      const received: StatelyInspectionEvent[] = [];
      createWebSocketReceiver({ server: `ws://127.0.0.1:${port}` }).subscribe((event) => received.push(event));
      await page.goto(`${inspector.lender.url}/sandbox?inspect=ws://127.0.0.1:${port}`);
      const types = () => received.map((event) => (event.type === '@xstate.snapshot' ? event.event.type : event.type));
      await expect.poll(types).toContain('xstate.done.actor.restoreDevice');
      const [introduction] = received;
      const definition = introduction?.type === '@xstate.actor' ? introduction.definition : undefined;
      expect(edgesOf(createMachine(JSON.parse(definition ?? '{}') as object))).toEqual(edgesOf(journeyMachine));
      expect(namedTooEarly(received)).toEqual([]);
    } finally {
      bridge.stop();
    }
  });

  it('app in a tab of its own: the inspector follows it only if the address asks for it', async () => {
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    const app = await page.context().newPage();
    await app.goto(`${inspector.lender.url}/`);
    await app.getByRole('link', { name: 'Me', exact: true }).waitFor();
    await page.getByText(/No app is running/).waitFor();
    await app.goto(`${inspector.lender.url}/?inspect`);
    await page.getByText('Following the app').waitFor();
    const later = await page.context().newPage();
    await later.goto(`${inspector.lender.url}/?inspect`);
    await page.getByText('Following the app that was opened last. 1 other app runs too').waitFor();
  });
});

describe('inspector, fork of a step', () => {
  it('inspector, fork of a step: continues in the sandbox, and is followed', async () => {
    const parsed = parseRecording(await readFile('docs/recordings/first-loan.journey.json', 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    const { steps } = parsed.recording;
    await importRecording(parsed.recording);
    const atHome = steps.findIndex(({ event }) => event.type === 'xstate.done.actor.loadHome') + 1;
    for (let i = 0; i < atHome; i++) await page.keyboard.press('ArrowRight');
    await at(atHome, steps.length);
    const route = await page.locator('#phone-title').textContent();
    const [lived] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Continue from here' }).click(),
    ]);
    await lived.getByText(/goes on from a step of a recording/).waitFor();
    const asked: string[] = [];
    lived.on('request', (request) => asked.push(request.url()));
    await lived.getByRole('heading', { name: 'M-PESA wallet' }).waitFor();
    const screen = lived.frameLocator('iframe[title="App"]');
    await screen.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.getByText('Following the app').waitFor();
    await expect.poll(() => page.locator('#phone-title').textContent()).toBe(route);
    await screen.getByRole('link', { name: 'Me', exact: true }).click();
    await expect.poll(() => page.locator('#phone-title').textContent()).not.toBe(route);
    // The lender of a fork runs in the page: neither the sandbox nor the app's lender is called.
    expect(asked.filter((url) => /\/(api|cou|sandbox\/api)\//.test(url))).toEqual([]);
  });

  it('fork of a paid-out loan: a payment waits for the PIN on the phone, and the receipt is of the paid amount', async () => {
    const parsed = parseRecording(await readFile('docs/recordings/first-loan.journey.json', 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    const { steps } = parsed.recording;
    await page.getByRole('button', { name: 'Recording', exact: true }).click();
    await importRecording(parsed.recording);
    await page.keyboard.press('End');
    await at(steps.length, steps.length);
    const [lived] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Continue from here' }).click(),
    ]);
    const screen = lived.frameLocator('iframe[title="App"]');
    await lived.getByText(/^\d\d:\d\d$/).waitFor();
    await screen
      .getByRole('link', { name: /^Pay/ })
      .or(screen.getByRole('button', { name: /^Pay/ }))
      .first()
      .click();
    await screen.getByRole('button', { name: /^Pay KSh/ }).click();
    const prompt = lived.getByRole('dialog', { name: 'M-PESA' });
    await prompt.getByText(/Closes in \d\d s/).waitFor();
    expect(await screen.getByText(/request has closed/i).count()).toBe(0);
    expect(await lived.getByText('No money has moved since the step.').count()).toBe(1);
    await prompt.getByLabel('M-PESA PIN').fill('1234');
    await prompt.getByRole('button', { name: 'Send' }).click();
    await screen.getByText(/SIM0000001/).waitFor();
    await lived.getByText(/^We received KSh.5,000, receipt SIM0000001\./).waitFor();
    await lived.close();
  });
});
