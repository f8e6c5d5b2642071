/**
 * One borrower, from the first open to a repaid loan, in the sandbox page and by role and name alone:
 * built app, encrypted calls, real server, real database, simulated rail. On every page every amount is
 * compared with the lender's ledger, and axe checks the page in both looks.
 */
import { describe, expect, it } from 'vitest';
import { formatKsh, formatRate, shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { interestFor, penaltyPerDay, termsFor } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';
import {
  amina,
  answerQuestions,
  approve,
  bindMpesa,
  chooseMost,
  drawLoan,
  fillAdditionalInformation,
  fillName,
  fillRestOfPersonalInformation,
  openTab,
  register,
  sendApplication,
  takePhotos,
} from '../support/borrowerSteps.ts';
import {
  button,
  choose,
  enterPin,
  field,
  moveClock,
  onScreen,
  pinPrompt,
  press,
  reopenWebView,
  sandboxComplaints,
  setIn,
} from '../support/sandboxPhone.ts';
import { checkPage, debtOf, killAndStartAgain, newestOrder, setStage, walletOf } from './sandboxFixture.ts';

const stage = setStage({ process: true, reads: true });

const PRINCIPAL = shillings(5_000);
const PART = shillings(2_000);
const terms = termsFor(firstLoan, PRINCIPAL, 91);
/** Balance of a new wallet. */
const OPENING_BALANCE = shillings(20_000);

describe('a borrower', () => {
  it('first loan, server killed and web view closed on the way: is repaid, and every amount agrees with the ledger', async () => {
    const { phone } = stage;
    expect(await sandboxComplaints(phone), 'the sandbox page').toEqual([]);
    await onScreen(phone, 'Hello');
    await checkPage(stage, 'home of a visitor');
    await register(phone, amina, () => checkPage(stage, 'signing in'));

    await chooseMost(phone);
    await checkPage(stage, 'choosing', { wanted: { sent: terms.sent, owed: terms.owed, totalCost: terms.totalCost } });
    await press(phone, `Apply for ${formatKsh(PRINCIPAL)}`);

    await fillName(phone, amina);
    await reopenWebView(phone);
    await onScreen(phone, 'Personal information');
    expect(await field(phone, 'First name').inputValue(), 'what was typed before the web view closed').toBe(amina.firstName);
    await button(phone, 'Date of birth 15 Mar 1992').waitFor();
    await fillRestOfPersonalInformation(phone);
    await checkPage(stage, 'personal information');
    await press(phone, 'Continue');

    await fillAdditionalInformation(phone);
    await checkPage(stage, 'additional information');
    await press(phone, 'Continue');

    await takePhotos(phone, () => checkPage(stage, 'photos'));
    await bindMpesa(phone, amina, () => checkPage(stage, 'payout account'));

    await onScreen(phone, 'Your credit history');
    await killAndStartAgain(stage);
    await answerQuestions(phone);
    await checkPage(stage, 'questions');
    await sendApplication(phone, () =>
      checkPage(stage, 'answers', { wanted: { principal: PRINCIPAL, sent: terms.sent, owed: terms.owed } }),
    );

    await onScreen(phone, 'Your application');
    await phone.app.getByRole('timer').first().waitFor();
    await checkPage(stage, 'review');
    await setIn(phone, "Lender's desk", 'Who answers applications', 'A clerk');
    await moveClock(phone, '+10 min');
    await phone.app.getByRole('heading', { name: 'Your application needs a closer look' }).waitFor();
    await checkPage(stage, 'review, later');
    await approve(phone);
    await press(phone, 'See your offer');

    await onScreen(phone, 'Your loan offer');
    const { sent, owed, fee, tax, interest, totalCost } = terms;
    const late = penaltyPerDay(PRINCIPAL, firstLoan.penaltyRate);
    await checkPage(stage, 'offer', { wanted: { sent, owed, principal: PRINCIPAL, fee, tax, interest, totalCost, late } });
    await phone.app.getByText(formatRate(terms.apr), { exact: true }).first().waitFor();
    const consent = phone.app.getByRole('checkbox');
    expect(await consent.isChecked(), 'nothing is agreed in advance').toBe(false);
    await consent.check();
    await press(phone, /^Read the loan agreement/);
    await onScreen(phone, 'Loan agreement');
    await checkPage(stage, 'agreement', { wanted: { sent, owed, fee, tax, interest, totalCost, late } });
    await phone.app.getByRole('contentinfo').getByRole('button', { name: 'Back' }).click();
    await onScreen(phone, 'Your loan offer');
    await expect.poll(() => consent.isChecked(), { message: 'the tick stays after the agreement was opened' }).toBe(true);

    // The result of the payout is delayed, so that "on its way" can be checked.
    await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Late');
    await drawLoan(phone, terms.sent);
    await phone.app.getByText('On its way').first().waitFor();
    await checkPage(stage, 'home, lending', { wanted: { sent, owed } });
    await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Repeated');
    await moveClock(phone, '+10 min');
    await button(phone, 'Pay').waitFor();
    expect((await debtOf(stage)).disbursed, 'sent once').toBe(sent);
    expect(await walletOf(stage, amina.mobile), 'arrived once').toBe(OPENING_BALANCE + sent);
    await checkPage(stage, 'home, repaying', { wanted: { owed } });

    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    await checkPage(stage, 'repayment');
    await choose(phone, 'How much do you want to pay?', /^Another amount/);
    await field(phone, 'Amount to pay').fill(String(PART / 100));
    await press(phone, `Pay ${formatKsh(PART)}`);
    await onScreen(phone, 'Pay with M\u2011PESA');
    await pinPrompt(phone).getByText(formatKsh(PART)).waitFor();
    await checkPage(stage, 'cashier', { wanted: { part: PART } });
    expect(await sandboxComplaints(phone), 'the sandbox page with a prompt on the phone').toEqual([]);
    await killAndStartAgain(stage);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    const left = owed - PART;
    await checkPage(stage, 'receipt', { wanted: { paid: PART, left } });
    expect(await debtOf(stage), 'the part payment, once').toMatchObject({ paid: PART, left });
    expect(await walletOf(stage, amina.mobile)).toBe(OPENING_BALANCE + sent - PART);
    await press(phone, 'Done');

    await button(phone, 'Pay').waitFor();
    await checkPage(stage, 'home after a part payment', { wanted: { left, paid: PART, owed } });
    await openTab(phone, 'Records');
    await checkPage(stage, 'records');
    await openTab(phone, 'Me');
    await checkPage(stage, 'me');
    await openTab(phone, 'Home');

    await moveClock(phone, '+1 day');
    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    const settlement = left - (interest - interestFor(PRINCIPAL, firstLoan.interestRate, 1));
    await checkPage(stage, 'repayment, closing', { wanted: { settlement } });
    await press(phone, `Pay ${formatKsh(settlement)}`);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    await phone.app.getByRole('heading', { name: 'Your loan is repaid' }).waitFor();
    await checkPage(stage, 'last receipt', { wanted: { settlement } });
    expect((await newestOrder(stage)).status).toBe(STATUS.finish);
    expect(await debtOf(stage), 'nothing is left, nothing was paid twice').toMatchObject({ left: 0, paid: PART + settlement });
    expect(await walletOf(stage, amina.mobile)).toBe(OPENING_BALANCE + sent - PART - settlement);
    await press(phone, 'Done');

    await button(phone, 'Apply').waitFor();
    await checkPage(stage, 'home, the next loan', { chosen: 2 * firstLoan.firstLoanMax });
  });
});
