/** Loans that go other ways than the usual one, by role and name in the sandbox page. */
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { formatKsh, shillings, type Cents } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phone.ts';
import { penaltyFor, penaltyCap, rolloverCost, termsFor } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';
import {
  amina,
  answerQuestions,
  approve,
  bindBankAccount,
  chooseMost,
  drawLoan,
  fillAdditionalInformation,
  fillName,
  fillRestOfPersonalInformation,
  register,
  sendApplication,
  signIn,
  takePhotos,
} from '../support/journey.ts';
import { photoFile } from '../support/idCards.ts';
import {
  button,
  choose,
  codeAfter,
  enterPin,
  moveClock,
  onScreen,
  panel,
  press,
  pressIn,
  reopenWebView,
  setIn,
  type,
} from '../support/phone.ts';
import { lendOverTheWire } from './seed.ts';
import { checkAmounts, checkPage, debtOf, newestOrder, setStage } from './stage.ts';

const stage = setStage();

const PRINCIPAL = shillings(5_000);
const terms = termsFor(firstLoan, PRINCIPAL, 91);

describe('a loan that is not paid', () => {
  it('is overdue after 91 days with the penalty of each day, and paying it ends in finished', async () => {
    const { lender, phone } = stage;
    await lendOverTheWire(lender, amina.mobile, PRINCIPAL);
    await onScreen(phone, 'Hello');
    await moveClock(phone, '+91 days');
    await press(phone, 'Apply');
    await signIn(phone, amina);
    // The due date itself is no day late.
    await phone.app.getByText('Due today').waitFor();
    await checkAmounts(stage, 'home on the due date', { wanted: { left: terms.owed } });
    expect(await debtOf(stage)).toMatchObject({ penalty: 0, left: terms.owed });

    for (let day = 1; day <= 5; day++) await moveClock(phone, '+1 day');
    await reopenWebView(phone);
    const penalty: Cents = penaltyFor(PRINCIPAL, firstLoan.penaltyRate, 5, penaltyCap(PRINCIPAL, terms.interest));
    expect(penalty, '2 % of 5,000 on five days').toBe(shillings(500));
    await phone.app.getByText('Overdue by 5 days').waitFor();
    const left = terms.owed + penalty;
    await checkPage(stage, 'home, overdue', { wanted: { left, penalty, loan: terms.owed } });
    expect(await debtOf(stage)).toMatchObject({ penalty, left, principal: PRINCIPAL, interest: terms.interest });

    await press(phone, `Pay ${formatKsh(left)}`);
    await onScreen(phone, 'Pay your loan');
    await checkPage(stage, 'repayment, overdue', { wanted: { left, penalty } });
    await press(phone, `Pay ${formatKsh(left)}`);
    await enterPin(phone, amina.pin);
    await onScreen(phone, 'Payment received');
    await phone.app.getByRole('heading', { name: 'Your loan is repaid' }).waitFor();
    expect((await newestOrder(stage)).status).toBe(STATUS.finish);
    expect(await debtOf(stage)).toMatchObject({ left: 0, paid: left });
    await press(phone, 'Done');
    await button(phone, 'Apply').waitFor();
  });
});

describe('a loan that needs more time', () => {
  /** What a person does who leaves the app for the phone's own M-PESA menu. */
  const payBill = async (account: string, amount: Cents): Promise<void> => {
    const { phone } = stage;
    await pressIn(phone, 'M-PESA wallets', 'Pay a bill');
    const form = panel(phone, 'M-PESA wallets');
    await form.getByRole('textbox', { name: 'Account number' }).fill(account);
    await form.getByRole('textbox', { name: 'Amount in shillings' }).fill(String(amount / 100));
    await pressIn(phone, 'M-PESA wallets', 'Pay the bill');
    await form.getByRole('textbox', { name: 'Account number' }).waitFor({ state: 'hidden' });
  };

  it('gets it for the fee, and a payment M-PESA never told of counts by its proof, once', async () => {
    const { lender, phone } = stage;
    const orderNo = await lendOverTheWire(lender, amina.mobile, PRINCIPAL);
    await onScreen(phone, 'Hello');
    await press(phone, 'Apply');
    await signIn(phone, amina);
    await phone.app.getByRole('link', { name: /Need more time/ }).click();
    await onScreen(phone, 'Need more time?');
    await choose(phone, 'How much more time?', /^14 more days/);
    const { fee, tax, total } = rolloverCost(firstLoan, PRINCIPAL, 14);
    await checkPage(stage, 'more time', { wanted: { fee, tax, total } });
    await press(phone, `Go on with ${formatKsh(total)}`);
    await press(phone, 'Copy account number');
    await payBill(await phone.page.evaluate(() => navigator.clipboard.readText()), total);
    await press(phone, /^Move the date to/);
    await phone.app.getByText('The date has moved').first().waitFor();
    await press(phone, 'Done');
    expect(await debtOf(stage)).toMatchObject({ left: terms.owed, paid: 0 });

    await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Lost');
    const part = shillings(1_000);
    await payBill(orderNo, part);
    await press(phone, 'Pay');
    await onScreen(phone, 'Pay your loan');
    await press(phone, /^I paid and it does not show/);
    await onScreen(phone, 'A payment does not show');
    await type(phone, 'M-PESA receipt number', await receiptOf(orderNo));
    await type(phone, 'Amount on the receipt', '1000');
    const chooser = phone.page.waitForEvent('filechooser');
    await phone.app.getByText('Add a picture').click();
    await (await chooser).setFiles(await photoFile('Front of ID'));
    await phone.app.getByText('Added').waitFor();
    await checkPage(stage, 'proof of payment', { wanted: {} });
    await press(phone, 'Send the proof');
    await phone.app.getByText('Being checked').waitFor();
    await panel(phone, 'Proofs of payment').getByText('M-PESA knows it').waitFor();
    await pressIn(phone, 'Proofs of payment', 'Count the payment');
    await expect.poll(async () => (await debtOf(stage)).paid).toBe(part);
    expect(await debtOf(stage)).toMatchObject({ left: terms.owed - part, payments: [part] });
  });

  /** The number M-PESA texts to whoever paid. */
  const receiptOf = async (account: string): Promise<string> => {
    const { transactions } = await stage.lender.sandbox.state();
    const paid = transactions.find(({ reference }) => reference === account);
    if (!paid) throw new Error(`nothing was paid to ${account}`);
    return paid.receipt;
  };
});

describe('a loan to a bank account', () => {
  it('is applied for, drawn and arrives there', async () => {
    const { phone } = stage;
    await register(phone, amina);
    await chooseMost(phone);
    await press(phone, `Apply for ${formatKsh(PRINCIPAL)}`);
    await fillName(phone, amina);
    await fillRestOfPersonalInformation(phone);
    await press(phone, 'Continue');
    await fillAdditionalInformation(phone, 'typed');
    await press(phone, 'Continue');
    await takePhotos(phone);
    await bindBankAccount(phone, () => checkPage(stage, 'bank account'));
    await answerQuestions(phone);
    await setIn(phone, "Lender's desk", 'Who answers applications', 'I decide');
    await sendApplication(phone);
    await onScreen(phone, 'Your application');
    await approve(phone);
    await press(phone, 'See your offer');
    await onScreen(phone, 'Your loan offer');
    await phone.app
      .getByText(/••• 9012/)
      .first()
      .waitFor();
    await drawLoan(phone, terms.sent);
    await moveClock(phone, '+10 min');
    await button(phone, 'Pay').waitFor();
    await checkAmounts(stage, 'home, repaying', { wanted: { left: terms.owed } });
    expect(await debtOf(stage), 'sent once, to the bank').toMatchObject({ disbursed: terms.sent, left: terms.owed });
  });
});

describe('a loan that somebody else pays a part of', () => {
  it('shows it when a push tells so, without a touch; and where none arrives, when the borrower comes back', async () => {
    const { lender, phone } = stage;
    const orderNo = await lendOverTheWire(lender, amina.mobile, PRINCIPAL);
    const part = shillings(1_000);
    const payBill = (): Promise<void> =>
      lender.sandbox.do('/paybill', {
        msisdn: toMsisdn(amina.mobile) ?? '',
        businessNumber: '174379',
        accountNumber: orderNo,
        amount: part,
      });
    const shows = (left: Cents): Promise<void> => phone.app.getByText(formatKsh(left).slice(4)).first().waitFor();
    // Without the look that home takes each minute, only what is tested here can tell.
    await phone.page.addInitScript((minute) => {
      const every = window.setInterval.bind(window);
      window.setInterval = ((work: () => void, ms?: number) => (ms === minute ? 0 : every(work, ms))) as typeof window.setInterval;
    }, MINUTE);
    await phone.page.reload();
    await onScreen(phone, 'Hello');
    await press(phone, 'Apply');
    await signIn(phone, amina);
    await shows(terms.owed);
    await payBill();
    await shows(terms.owed - part);

    // Another setting of the shell opens the app again.
    await setIn(phone, 'Native shell', 'Push messages', 'Lost');
    await shows(terms.owed - part);
    await payBill();
    await expect.poll(async () => (await debtOf(stage)).paid).toBe(2 * part);
    // As long as the sandbox takes to hear of it and to push.
    await phone.page.waitForTimeout(5_000);
    await shows(terms.owed - part);
    await phone.app.locator('html').evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await shows(terms.owed - 2 * part);
  });
});

describe('the native shell', () => {
  it('switched off, leaves the app to itself as in a plain browser', async () => {
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
    await fillAdditionalInformation(phone, 'typed');
    await press(phone, 'Continue');
    await onScreen(phone, 'Photos of your ID');
  });

  it('with a login of its own signs the borrower in, and the app never asks', async () => {
    const { phone } = stage;
    await setIn(phone, 'Native shell', 'Login', "Shell's own");
    await onScreen(phone, 'Hello');
    await press(phone, 'Apply');
    const sheet = phone.page.getByRole('dialog', { name: 'Sign in to the phone' });
    await sheet.getByRole('textbox', { name: 'Mobile number' }).fill(amina.mobile);
    const code = await codeAfter(phone, () => sheet.getByRole('button', { name: 'Send the code' }).click());
    await sheet.getByRole('textbox', { name: /^Code sent to/ }).fill(code);
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await onScreen(phone, 'Choose your loan');
  });
});
