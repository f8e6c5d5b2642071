/** The app with the native shell and without it, by role and name in the sandbox page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { formatKsh, shillings, type Cents } from '#machines/model/money.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';
import { BRIDGE } from '#src/bridge/messages.ts';
import { amina, chooseMost, fillName, fillRestOfPersonalInformation, register, signIn, signInByShell } from '../support/borrowerSteps.ts';
import { inTurn } from '../support/effort.ts';
import { drawn } from '../support/drawn.ts';
import { field, onScreen, press, reopenWebView, setIn, type } from '../support/sandboxPhone.ts';
import { hasLoan, PRINCIPAL, TERMS } from './seededOrders.ts';
import { debtOf, setStage } from './sandboxFixture.ts';

const stage = setStage();

interface Listening {
  pushes: unknown[];
}

/** Waits until the sandbox page has polled the orders once more and has processed them. */
async function seesAllOrders(page: Page): Promise<void> {
  // The first answer may belong to a request that was sent before. The second does not.
  for (let answers = 0; answers < 2; answers++) await page.waitForResponse((answer) => new URL(answer.url()).pathname === STATE);
  await drawn(page);
}
const STATE = `${SANDBOX_API}/state`;

describe('a loan that somebody else pays a part of', () => {
  it('loan, part paid by somebody else: is shown after a push message; without one, when the borrower returns to the app', async () => {
    const { lender, phone } = stage;
    const orderNo = await hasLoan(stage);
    const part = shillings(1_000);
    const payBill = (): Promise<void> =>
      lender.sandbox.do('/paybill', {
        msisdn: toMsisdn(amina.mobile) ?? '',
        businessNumber: '174379',
        accountNumber: orderNo,
        amount: part,
      });
    const shows = (left: Cents): Promise<void> => phone.app.getByText(formatKsh(left).slice(4)).first().waitFor();
    const app = () => phone.app.locator('html');
    // Home polls every minute; without that poll, only what is tested here updates the page.
    await phone.page.addInitScript((minute) => {
      const every = window.setInterval.bind(window);
      window.setInterval = ((work: () => void, ms?: number) => (ms === minute ? 0 : every(work, ms))) as typeof window.setInterval;
    }, MINUTE);
    await phone.page.reload();
    await onScreen(phone, 'Hello');
    await press(phone, 'Apply');
    await signIn(phone, amina);
    await shows(TERMS.owed);
    await payBill();
    await shows(TERMS.owed - part);

    // A change of the shell's settings reloads the app.
    await setIn(phone, 'Native shell', 'Push messages', 'Lost');
    await shows(TERMS.owed - part);
    await app().evaluate((_, bridge) => {
      const pushes: unknown[] = [];
      Object.assign(window, { pushes });
      window.addEventListener('message', ({ data }: MessageEvent<{ bridge?: string; push?: unknown } | null>) => {
        if (data?.bridge === bridge && data.push !== undefined) pushes.push(data.push);
      });
    }, BRIDGE);
    await payBill();
    await expect.poll(async () => (await debtOf(stage)).paid).toBe(2 * part);
    await seesAllOrders(phone.page);
    expect(await app().evaluate(() => (window as unknown as Listening).pushes), 'push messages that arrived').toEqual([]);
    await shows(TERMS.owed - part);
    await app().evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await shows(TERMS.owed - 2 * part);
  });
});

async function withoutShell(): Promise<void> {
  const { phone } = stage;
  await setIn(phone, 'Native shell', 'Shell', 'Off');
  await register(phone, amina);
  await chooseMost(phone);
  await press(phone, `Apply for ${formatKsh(PRINCIPAL)}`);
  await fillName(phone, amina);
  await fillRestOfPersonalInformation(phone);
  await press(phone, 'Continue');
  await onScreen(phone, 'Additional information');
  await press(phone, 'Pick contact 1 from your phone');
  await phone.app
    .getByRole('alert')
    .filter({ hasText: /phone book|type/i })
    .waitFor();
  await type(phone, 'Name of contact 1', 'Mary Njeri');
  await type(phone, 'Phone number of contact 1', '0722 100 200');
  await reopenWebView(phone);
  await onScreen(phone, 'Additional information');
  await expect
    .poll(() => field(phone, 'Name of contact 1').inputValue(), { message: 'what was typed is kept without a shell' })
    .toBe('Mary Njeri');
}

async function shellsLogin(): Promise<void> {
  const { phone } = stage;
  await setIn(phone, 'Native shell', 'Login', "Shell's own");
  await signInByShell(phone, amina);
}

it.each(
  inTurn([
    ['native shell, off', 'the app works as in a plain browser', withoutShell],
    ['native shell with its own login', 'signs the borrower in, and the app never asks', shellsLogin],
  ] as const),
)('%s: %s', async (_state, _behaviour, happens) => {
  await happens();
});
