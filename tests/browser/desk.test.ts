/** The desk in a browser, with the built page, the headers of the lender and the small lender of the tests. */
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/api/desk.ts';
import { IDLE_LIFE } from '#machines/desk/context.ts';
import { MINUTE } from '#machines/model/calendar.ts';
import { axeComplaints } from '#tests/support/axe.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { CODE, PASSWORD } from '#tests/support/deskLender.ts';
import { startDeskServer, type DeskServer } from '#tests/support/deskServer.ts';
import { inTurn } from '#tests/support/effort.ts';
import { keyboardOf } from '#tests/support/keyboard.ts';

let browser: Browser;
let server: DeskServer;
const contexts: BrowserContext[] = [];
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  server = await startDeskServer();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  await server.stop();
});
afterAll(() => browser.close());

interface Look {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
}

async function visit({ width = 1440, height = 900, ...look }: Look = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, ...look });
  contexts.push(context);
  const page = await context.newPage();
  await page.clock.install({ time: server.lender.now() });
  return page;
}

/** A clerk who has signed in already. */
async function clerk(role: Role, path = '', look: Look = {}): Promise<Page> {
  const page = await visit(look);
  await page.context().addCookies([{ name: 'desk', value: server.lender.signedIn(role), url: server.url }]);
  await page.goto(`${server.url}/desk${path}`);
  return page;
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

async function take(page: Page): Promise<void> {
  await press(page, 'Take the case');
  await page.getByText('You have taken this case.').waitFor();
}

/** Advances the clocks of lender and browser. The browser runs each timer at most once, at the end. */
async function pass(page: Page, ms: number): Promise<void> {
  server.lender.pass(ms);
  await page.clock.fastForward(ms);
}

/** Time after which the page stops waiting for an answer, ms. */
const GIVEN_UP_AFTER = 30_000;

describe('desk, keyboard alone', () => {
  it('desk, keyboard alone, clerk: signs in, takes an application, looks at the photos with a reason, rejects it, and the log has every act', async () => {
    const page = await visit();
    const keys = keyboardOf(page);
    await page.goto(`${server.url}/desk`);
    await keys.onScreen('Sign in to the desk');
    await keys.type('Name', 'Amina Wanjiru');
    await keys.tabTo(page.getByLabel('Password'));
    await page.keyboard.type(PASSWORD);
    await keys.press('Enter');
    await keys.onScreen('Enter the code');
    await keys.type('Six digits from your authenticator app', CODE);
    await keys.press('Enter');
    await keys.onScreen('Hello, Amina Wanjiru');
    await keys.activate(/^Applications \d/);
    await keys.onScreen('Applications');
    await keys.activate('LN100234');
    await keys.onScreen('Application LN100234');
    await keys.activate('Take the case');
    await keys.activate('Show the photos, because …');
    await page.locator('input:focus').and(page.getByLabel('Show, because')).waitFor();
    await keys.activate('Show photos');
    await page.getByText('Say why you need to see it. It is written to the log.').waitFor();
    await keys.type('Show, because', 'Compare the face with the card');
    await keys.activate('Show photos');
    const photo = page.getByRole('application', { name: /^Front of the ID card, 100 %/ });
    await keys.tabTo(photo, 'Shift+Tab');
    await keys.press('+', '+', 'ArrowRight', 'r');
    await page.getByRole('application', { name: /^Front of the ID card, 156 %/ }).waitFor();
    await keys.press('0');
    await photo.waitFor();
    await keys.activate('Reject');
    await keys.activate('Reject the application');
    await page.getByText('Choose a reason.').waitFor();
    const reason = page.getByLabel('Reason', { exact: true });
    await keys.tabTo(reason, 'Shift+Tab');
    await page.keyboard.type('ID not confirmed');
    await keys.type('Your words to the borrower', 'Tafadhali omba tena.');
    await page.getByRole('figure', { name: 'What the borrower reads' }).getByText('Tafadhali omba tena.').waitFor();
    await keys.activate('Reject the application');
    await page.getByText('Done, and written to the log.').waitFor();
    expect(server.lender.done).toEqual([
      { caseId: 'applications:LN100234', act: { name: 'reject', reason: 'identity', words: 'Tafadhali omba tena.' }, by: 'Amina Wanjiru' },
    ]);
    expect(server.lender.log.find(({ what }) => what === 'Uncovered: photos')).toMatchObject({
      who: 'Amina Wanjiru',
      caseId: 'applications:LN100234',
      reason: 'Compare the face with the card',
    });
  });
});

describe('desk, two clerks', () => {
  it('case taken by another clerk: can be read, and allows no act', async () => {
    const first = await clerk('payments', '#case/proofs:PR1');
    const second = await clerk('administrator', '#case/proofs:PR1');
    await second.getByText('Nobody has taken this case.').waitFor();
    await take(first);
    await press(second, 'Take the case');
    await second.getByText('Brian Otieno has taken this case. You can read it; only they can act.').waitFor();
    await second.getByRole('alert').getByText('Brian Otieno has taken this case.').waitFor();
    expect(await second.getByRole('group', { name: 'Acts' }).count()).toBe(0);
  });

  it('desk, two clerks, refund: waits for a second person, who is not the first one', async () => {
    const first = await clerk('payments', '#case/overpayments:OP1');
    await take(first);
    await press(first, 'Refund');
    await first.getByLabel('Amount in KSh').fill('1,200');
    await first.getByLabel('Your words to the borrower').fill('Tunakurudishia pesa.');
    await press(first, 'Ask for the refund');
    await first.getByText('A second person has to confirm it before anything happens.').waitFor();
    expect(server.lender.done).toEqual([]);
    await press(first, /^Second person/);
    await press(first, /^A\d+$/);
    await first.getByText('Somebody else has to confirm it.').waitFor();
    expect(await first.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    const second = await clerk('administrator', '#queue/approvals');
    await press(second, /^A\d+$/);
    await second.getByText('Refund KSh 1,200').waitFor();
    await press(second, 'Confirm');
    await second.getByText('Done, and written to the log.').waitFor();
    expect(server.lender.done).toMatchObject([{ caseId: 'overpayments:OP1', act: { name: 'refund', amount: 120_000 } }]);
  });

  it('proof with a receipt that M-PESA does not know: cannot be counted, and the reason is shown', async () => {
    const page = await clerk('payments', '#case/proofs:PR2');
    await take(page);
    await press(page, 'Count the payment');
    await page.getByLabel('Amount in KSh').fill('4,000');
    await page.getByRole('form', { name: 'Count the payment' }).getByRole('button', { name: 'Count the payment' }).click();
    await page.getByRole('alert').getByText('M-PESA does not know this receipt, so it cannot be counted.').waitFor();
    expect(server.lender.done).toEqual([]);
  });
});

describe('desk, role without cases', () => {
  it('desk, role without cases, analyst: the first page leads to figures and recordings, and names no waiting case', async () => {
    const page = await clerk('analyst');
    await page.getByText('Your role handles no cases.').waitFor();
    expect(await page.getByText('Nothing waits for you.').count()).toBe(0);
    await press(page, 'Read recordings');
    await title(page, 'Recordings').waitFor();
    const other = await clerk('analyst');
    await press(other, 'Read the figures');
    await title(other, 'Figures of the day').waitFor();
  });
});

describe('desk, failures', () => {
  it('desk, session ends while an answer is typed: signing in again opens the case with the typed text', async () => {
    const page = await clerk('support', '#case/messages:TK1');
    await take(page);
    await press(page, 'Answer');
    await page.getByLabel('Your words to the borrower').fill('Pesa yako imefika.');
    await page.getByLabel('Close the message as solved').check();
    server.lender.endSessions();
    await press(page, 'Send the answer');
    await page.getByText('What you typed is kept on this page until you sign in again.').waitFor();
    expect(await page.getByText('I paid yesterday').count()).toBe(0);
    await page.getByLabel('Name').fill('support');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Continue');
    await page.getByLabel('Six digits from your authenticator app').fill(CODE);
    await press(page, 'Sign in');
    expect(await page.getByLabel('Your words to the borrower').inputValue()).toBe('Pesa yako imefika.');
    await press(page, 'Send the answer');
    await page.getByText('Done, and written to the log.').waitFor();
    expect(server.lender.done).toMatchObject([{ act: { words: 'Pesa yako imefika.', next: 'solve' } }]);
  });

  it('desk, answer to an act lost: the outcome is shown as unknown, and sending it again carries it out once', async () => {
    const page = await clerk('reviewer', '#case/applications:LN100240');
    await take(page);
    await press(page, 'Approve');
    server.loseAnswer('act');
    await press(page, 'Approve the application');
    await expect.poll(() => server.calls.get('act')).toBe(1);
    await page.clock.runFor(GIVEN_UP_AFTER);
    await page.getByText('Sending it again is safe: what was done is not done twice.').waitFor();
    expect(server.lender.done).toHaveLength(1);
    await press(page, 'Send again');
    await page.getByText('Done, and written to the log.').waitFor();
    expect(server.lender.done).toHaveLength(1);
    expect(server.calls.get('act')).toBe(2);
  });

  it('clerk who does nothing for 13 minutes: is warned, stays by a press, and is signed out without one', async () => {
    const page = await clerk('support');
    await title(page, 'Hello, Carol Mwikali').waitFor();
    await pass(page, 13 * MINUTE + 30_000);
    const question = page.getByRole('dialog', { name: 'Are you still there?' });
    await question.waitFor();
    const isRenewed = async (answer: Response): Promise<boolean> =>
      answer.url().endsWith('/session') && (await answer.json()).data?.idleUntil === server.lender.now() + IDLE_LIFE;
    const renewed = page.waitForResponse(isRenewed);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await question.waitFor({ state: 'detached' });
    // Waits for the answer: while the page waits for one, the minutes below would end the session at the lender only.
    await (await renewed).finished();
    await page.evaluate(() => document.title);
    await pass(page, 16 * MINUTE);
    await page.getByText('You were signed out, because nothing was done for 15 minutes.').waitFor();
  });

  it('desk, offline: says so, sends nothing, keeps the typed text, and continues when it is online again', async () => {
    const page = await clerk('support', '#case/messages:TK1');
    await take(page);
    await press(page, 'Answer');
    await page.getByLabel('Your words to the borrower').fill('Asante.');
    await page.getByLabel('Wait for their reply').check();
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you type is kept; nothing is sent.').waitFor();
    await press(page, 'Send the answer');
    await page.getByRole('alert').getByText('You are offline. Nothing was sent.').waitFor();
    expect(server.calls.get('act')).toBeUndefined();
    await page.context().setOffline(false);
    await press(page, 'Send the answer');
    await page.getByText('Done, and written to the log.').waitFor();
    expect(server.lender.done).toMatchObject([{ act: { words: 'Asante.', next: 'ask' } }]);
  });

  it('desk, invitation: is read from the fragment, which is removed from the address, and opens the desk', async () => {
    const page = await visit();
    await page.goto(`${server.url}/desk#invitation=good`);
    await title(page, 'Welcome, Esther Njeri').waitFor();
    expect(page.url()).toBe(`${server.url}/desk`);
    await page.getByLabel('Choose a password').fill('short');
    await page.getByLabel('Six digits from the authenticator app').fill(CODE);
    await press(page, 'Join the desk');
    await page.getByRole('alert').getByText('A password has at least 12 characters.').waitFor();
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await press(page, 'Join the desk');
    await title(page, 'Hello, Esther Njeri').waitFor();
  });

  it('desk, staff: an invitation names its member, whose number can be added afterwards', async () => {
    const page = await clerk('administrator', '#staff');
    await page.getByLabel('Name', { exact: true }).fill('Peter Kamau');
    await press(page, 'Invite');
    await page.getByRole('heading', { name: 'Give Peter Kamau this link' }).waitFor();
    await press(page, 'Note the number of Peter Kamau');
    const field = page.getByLabel('Number with which Peter Kamau borrows');
    await field.fill('12');
    await press(page, 'Save');
    await page.getByRole('alert').getByText('Enter a Kenyan mobile number, or leave it empty.').waitFor();
    await field.fill('0711 000 005');
    await press(page, 'Save');
    await page.getByRole('row', { name: /Peter Kamau.*\+254 711 000 005/ }).waitFor();
    await page.getByRole('button', { name: 'Change the number of Peter Kamau' }).waitFor();
  });

  it('address that is changed while the desk starts: is opened once somebody is signed in', async () => {
    const page = await visit();
    await page.goto(`${server.url}/desk`);
    await title(page, 'Sign in to the desk').waitFor();
    await page.goto(`${server.url}/desk#case/messages:TK1`);
    await page.getByLabel('Name').fill('support');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Continue');
    await page.getByLabel('Six digits from your authenticator app').fill(CODE);
    await press(page, 'Sign in');
    await page.getByText('My payment').first().waitFor();
  });

  it('Back of the browser: goes from the case to its queue', async () => {
    const page = await clerk('reviewer', '#queue/applications');
    await press(page, 'LN100240');
    await title(page, 'Application LN100240').waitFor();
    expect(page.url()).toContain('#case/applications:LN100240');
    await page.goBack();
    await title(page, /^Applications$/).waitFor();
  });

  it('Back of the browser on the first queue: goes to the first page', async () => {
    const page = await clerk('reviewer');
    await title(page, /^Hello/).waitFor();
    await page
      .getByRole('navigation', { name: 'Queues' })
      .getByRole('button', { name: /^Applications/ })
      .click();
    await title(page, /^Applications$/).waitFor();
    await page.goBack();
    await title(page, /^Hello/).waitFor();
    await page.goForward();
    await title(page, /^Applications$/).waitFor();
  });
});

describe('desk, figures', () => {
  it('desk, figures, download: is a CSV with every number, and the table says what the bars show', async () => {
    const page = await clerk('administrator', '#figures');
    const table = page.getByRole('table', { name: 'Arrears by age' });
    await table.waitFor();
    expect(await table.getByRole('row', { name: /91 days and more/ }).count()).toBe(1);
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Download as CSV')]);
    expect(saved.suggestedFilename()).toBe('figures-2026-11-23.csv');
    const stream = await saved.createReadStream();
    let text = '';
    for await (const part of stream) text += String(part);
    expect(text).toContain('2026-11-23,arrears,from 91 days,3,20500.00\r\n');
    expect(text).toContain('2026-11-23,promises,kept,31,\r\n');
  });
});

/** Places, with a text that must be visible before the check. */
const PLACES: readonly (readonly [path: string, role: Role, seen: string])[] = [
  ['', 'administrator', 'Begin with'],
  ['#queue/applications', 'administrator', 'LN100240'],
  ['#case/applications:LN100234', 'reviewer', 'Typed and read'],
  ['#case/messages:TK1', 'support', 'My payment'],
  ['#case/proofs:PR2', 'payments', 'What M-PESA says'],
  ['#case/unplacedMoney:UM1', 'payments', 'The payment'],
  ['#case/overpayments:OP1', 'payments', 'The overpayment'],
  ['#case/payouts:PO1', 'payments', 'The payout'],
  ['#case/closures:CL1', 'support', 'The borrower wants to close the account'],
  ['#case/overdue:LN100050', 'payments', 'Texts sent'],
  ['#figures', 'reviewer', 'Arrears by age'],
  ['#recordings', 'analyst', 'Download them for the inspector'],
  ['#log', 'administrator', 'newest first'],
  ['#staff', 'administrator', 'Invite somebody'],
  ['#search', 'support', 'Every search is written to the log.'],
  ['#account', 'support', 'Name of this computer'],
];

const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
] as const;

/** Shows a page at another size and in another look. */
async function show(page: Page, { width, height, colorScheme }: (typeof LOOKS)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

async function faultsOf(page: Page): Promise<string[]> {
  const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: window.innerWidth }));
  return [...(await axeComplaints(page)), ...(width > room ? [`${width} px wide`] : [])];
}

describe('desk, places', () => {
  const places = PLACES.map((place) => ({ place, looks: inTurn(LOOKS) }));
  const signIn = inTurn(LOOKS);

  it('every place at each size and look: has no violation of accessibility and does not scroll sideways', async () => {
    const found: string[] = [];
    const pages = new Map<Role, Page>();
    const note = (at: string, { width, colorScheme }: (typeof LOOKS)[number], faults: readonly string[]): void =>
      void found.push(...faults.map((fault) => `${at} at ${width}, ${colorScheme}: ${fault}`));
    for (const { place, looks } of places) {
      const [path, role, seen] = place;
      const page = pages.get(role) ?? (await clerk(role));
      pages.set(role, page);
      await page.goto(`${server.url}/desk${path}`);
      await page.getByText(seen).first().waitFor();
      if (path.startsWith('#case') && (await page.getByRole('button', { name: 'Take the case' }).count()) > 0) {
        await take(page);
        await page.getByRole('group', { name: 'Acts' }).getByRole('button').last().click();
      }
      for (const look of looks) {
        await show(page, look);
        note(path, look, await faultsOf(page));
      }
    }
    const page = await visit();
    await page.goto(`${server.url}/desk`);
    await title(page, 'Sign in to the desk').waitFor();
    for (const look of signIn) {
      await show(page, look);
      note('sign in', look, await faultsOf(page));
    }
    expect(found).toEqual([]);
  });
});
