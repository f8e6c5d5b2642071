/**
 * One borrower, from the first open to a repaid loan, in the sandbox page and by role and name alone:
 * built app, sealed calls, real server, real database, simulated rail. On every page every amount is
 * looked up in the lender's ledger, and axe looks at it twice.
 */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatKsh, formatRate, shillings, type Cents } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phone.ts';
import { interestFor, penaltyPerDay, termsFor } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';
import { launch } from '../support/chromium.ts';
import { printFigures } from '../support/console.ts';
import {
  amina, answerQuestions, approve, bindMpesa, fillAdditionalInformation, fillName, fillRestOfPersonalInformation, ksh, register, takePhotos,
} from '../support/journey.ts';
import { startLender, type TestLender } from '../support/lender.ts';
import {
  amountsShown, button, choose, described, enterPin, expectAccessible, field, moveClock, onScreen, openPhone, pinPrompt, press, reopenWebView, sandboxComplaints, setIn, type Phone,
} from '../support/phone.ts';
import { debtIn, expectDerived, expectShown, orderAmounts, productAmounts, termAmounts, type Allowed } from './amounts.ts';
import { ensureBuilt } from './build.ts';

let browser: Browser;
let lender: TestLender;
let phone: Phone;

const PRINCIPAL = shillings(5_000);
const [TERM_DAYS = 0] = firstLoan.termDays;
/** A wallet nobody has seen before holds this. */
const OPENING_BALANCE = shillings(20_000);
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

const openTab = (name: string): Promise<void> => phone.app.getByRole('navigation').getByRole('link', { name }).click();

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
  if (newest) return new Map([...termAmounts(chosen), ...(await orderAmounts(lender, newest.orderNo, newest.principal))]);
  return new Map([...productAmounts(), ...termAmounts(firstLoan.firstLoanMax), ...termAmounts(chosen)]);
}

/** Everything that must hold on every page. */
async function checkPage(where: string, { wanted = {}, chosen = PRINCIPAL }: { wanted?: Readonly<Record<string, Cents>>; chosen?: Cents } = {}): Promise<void> {
  const shown = await amountsShown(phone);
  expectDerived(shown, await allowed(chosen), where);
  expectShown(shown, wanted, where);
  await expectAccessible(phone, where);
}

/** kill -9, as a power cut would. The tool page says so, and finds the lender again by itself. */
async function killAndStartAgain(): Promise<void> {
  const trouble = phone.page.getByRole('alert').filter({ hasText: 'The lender does not answer' });
  await lender.kill();
  await trouble.waitFor();
  await lender.again();
  await trouble.waitFor({ state: 'hidden' });
}

/** Chooses the most a first loan may be, and opens the application. */
async function chooseLoan(): Promise<void> {
  await onScreen(phone, 'Choose your loan');
  await phone.app.getByRole('slider', { name: 'How much do you need?' }).press('End');
  await button(phone, `Apply for ${ksh(5_000)}`).waitFor();
}

/** From the offer to the money on the phone. */
async function draw(): Promise<void> {
  await onScreen(phone, 'Your loan offer');
  await phone.app.getByRole('checkbox').check();
  await press(phone, `Get ${ksh(4_942)}`);
}

/** An application as it must be for the lender's rules, up to the account the money goes to. */
async function applyUpToAccount(): Promise<void> {
  await register(phone, amina);
  await chooseLoan();
  await press(phone, `Apply for ${ksh(5_000)}`);
  await fillName(phone, amina);
  await fillRestOfPersonalInformation(phone);
  await press(phone, 'Continue');
  await fillAdditionalInformation(phone, 'typed');
  await press(phone, 'Continue');
  await takePhotos(phone);
}

/** What the journal says about the only order. */
const debt = async () => debtIn(await lender.sandbox.ledger((await order()).orderNo));

const walletOf = async (mobile: string): Promise<Cents> => {
  const { wallets } = await lender.sandbox.state();
  const wallet = wallets.find(({ msisdn }) => msisdn === toMsisdn(mobile));
  if (!wallet) throw new Error(`no wallet of ${mobile}`);
  return wallet.balance;
};

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
    await phone.app.getByRole('timer').first().waitFor();
    await checkPage('review');
    await setIn(phone, "Lender's desk", 'Who answers applications', 'I decide');
    await moveClock(phone, '+10 min');
    await phone.app.getByRole('heading', { name: 'This one needs a closer look' }).waitFor();
    await checkPage('review, later');
    await approve(phone);
    await press(phone, 'See your offer');

    await onScreen(phone, 'Your loan offer');
    const { sent, owed, fee, tax, interest, totalCost } = terms;
    const late = penaltyPerDay(PRINCIPAL, firstLoan.penaltyRate);
    await checkPage('offer', { wanted: { sent, owed, principal: PRINCIPAL, fee, tax, interest, totalCost, late } });
    await phone.app.getByText(formatRate(terms.apr), { exact: true }).first().waitFor();
    expect(await phone.app.getByRole('checkbox').isChecked(), 'nothing is agreed in advance').toBe(false);
    await press(phone, /^Read the loan agreement/);
    await onScreen(phone, 'Loan agreement');
    await checkPage('agreement', { wanted: { sent, owed, fee, tax, interest, totalCost, late } });
    await phone.app.getByRole('contentinfo').getByRole('button', { name: 'Back' }).click();

    // The result of the payout is held back, so that "on its way" can be looked at in peace.
    await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Late');
    await draw();
    await phone.app.getByText('On its way').first().waitFor();
    await checkPage('home, lending', { wanted: { sent, owed } });
    await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Repeated');
    await moveClock(phone, '+10 min');
    await button(phone, 'Pay').waitFor();
    expect((await debt()).disbursed, 'sent once').toBe(sent);
    expect(await walletOf(amina.mobile), 'arrived once').toBe(OPENING_BALANCE + sent);
    await checkPage('home, repaying', { wanted: { owed } });

    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    await checkPage('repayment');
    await choose(phone, 'How much do you want to pay?', /^Another amount/);
    await field(phone, 'Amount to pay').fill('2000');
    await press(phone, `Pay ${ksh(2_000)}`);
    await onScreen(phone, 'Pay with M-PESA');
    await pinPrompt(phone).getByText(ksh(2_000)).waitFor();
    await killAndStartAgain();
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    const left = owed - shillings(2_000);
    await checkPage('receipt', { wanted: { paid: shillings(2_000), left } });
    expect(await debt(), 'the part payment, once').toMatchObject({ paid: shillings(2_000), left });
    expect(await walletOf(amina.mobile)).toBe(OPENING_BALANCE + sent - shillings(2_000));
    await press(phone, 'Done');

    await button(phone, 'Pay').waitFor();
    await checkPage('home after a part payment', { wanted: { left, paid: shillings(2_000), owed } });
    await openTab('Records');
    await checkPage('records');
    await openTab('Me');
    await checkPage('me');
    await openTab('Home');

    await moveClock(phone, '+1 day');
    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    const settlement = left - (interest - interestFor(PRINCIPAL, firstLoan.interestRate, 1));
    await checkPage('repayment, closing', { wanted: { settlement } });
    await press(phone, `Pay ${formatKsh(settlement)}`);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    await phone.app.getByRole('heading', { name: 'Your loan is repaid' }).waitFor();
    await checkPage('last receipt', { wanted: { settlement } });
    expect((await order()).status).toBe(STATUS.finish);
    expect(await debt(), 'nothing is left, nothing was paid twice').toMatchObject({ left: 0, paid: shillings(2_000) + settlement });
    expect(await walletOf(amina.mobile)).toBe(OPENING_BALANCE + sent - shillings(2_000) - settlement);
    await press(phone, 'Done');

    await button(phone, 'Apply').waitFor();
    await checkPage('home, the next loan', { chosen: 2 * firstLoan.firstLoanMax });
  });
});
