/** A late loan, a rollover, and a payout to a bank account, by role and name in the sandbox page. */
import { expect, it } from 'vitest';
import { formatKsh, shillings, type Cents } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { penaltyFor, penaltyCap, rolloverCost } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';
import { amina, answerQuestions, approve, bindBankAccount, drawLoan, sendApplication, signIn } from '../support/borrowerSteps.ts';
import { inTurn } from '../support/effort.ts';
import { photoFile } from '../support/idCards.ts';
import {
  atDesk,
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
  takeFirstCase,
  type,
} from '../support/sandboxPhone.ts';
import { hasApplied, hasLoan, PRINCIPAL, TERMS } from './seededOrders.ts';
import { checkAmounts, checkPage, debtOf, newestOrder, setStage } from './sandboxFixture.ts';

const stage = setStage();

async function notPaid(): Promise<void> {
  const { phone } = stage;
  await hasLoan(stage);
  await moveClock(phone, '+91 days');
  await press(phone, 'Apply');
  await signIn(phone, amina);
  // The loan is late only on the day after the due date.
  await phone.app.getByText('Due today').waitFor();
  await checkAmounts(stage, 'home on the due date', { wanted: { left: TERMS.owed } });
  expect(await debtOf(stage)).toMatchObject({ penalty: 0, left: TERMS.owed });

  for (let day = 1; day <= 5; day++) await moveClock(phone, '+1 day');
  await reopenWebView(phone);
  const penalty: Cents = penaltyFor(PRINCIPAL, firstLoan.penaltyRate, 5, penaltyCap(PRINCIPAL, TERMS.interest));
  expect(penalty, '2 % of 5,000 on five days').toBe(shillings(500));
  await phone.app.getByText('Overdue by 5 days').waitFor();
  const left = TERMS.owed + penalty;
  await checkPage(stage, 'home, overdue', { wanted: { left, penalty, loan: TERMS.owed } });
  expect(await debtOf(stage)).toMatchObject({ penalty, left, principal: PRINCIPAL, interest: TERMS.interest });

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
}

/** Pays at the paybill from the phone's own M-PESA menu. */
const payBill = async (account: string, amount: Cents): Promise<void> => {
  const { phone } = stage;
  await pressIn(phone, 'M-PESA wallets', 'Pay a bill');
  const form = panel(phone, 'M-PESA wallets');
  await form.getByRole('textbox', { name: 'Account number' }).fill(account);
  await form.getByRole('textbox', { name: 'Amount in shillings' }).fill(String(amount / 100));
  await pressIn(phone, 'M-PESA wallets', 'Pay the bill');
  await form.getByRole('textbox', { name: 'Account number' }).waitFor({ state: 'hidden' });
};

/** The receipt number that M-PESA texts to the payer. */
const receiptOf = async (account: string): Promise<string> => {
  const { transactions } = await stage.lender.sandbox.state();
  const paid = transactions.find(({ reference }) => reference === account);
  if (!paid) throw new Error(`nothing was paid to ${account}`);
  return paid.receipt;
};

async function needsMoreTime(): Promise<void> {
  const { phone } = stage;
  const orderNo = await hasLoan(stage);
  await press(phone, 'Apply');
  await signIn(phone, amina);
  await phone.app.getByRole('link', { name: /Need more time/ }).click();
  await onScreen(phone, 'Need more time?');
  await choose(phone, 'How much more time?', /^14 more days/);
  const { fee, tax, total } = rolloverCost(firstLoan, PRINCIPAL, 14);
  await checkPage(stage, 'more time', { wanted: { fee, tax, total } });
  await press(phone, `Pay ${formatKsh(total)} for more time`);
  await press(phone, 'Copy account number');
  await payBill(await phone.page.evaluate(() => navigator.clipboard.readText()), total);
  await press(phone, /^Move the date to/);
  await phone.app.getByText('The date has moved').first().waitFor();
  await press(phone, 'Done');
  expect(await debtOf(stage)).toMatchObject({ left: TERMS.owed, paid: 0 });

  await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Lost');
  const part = shillings(1_000);
  await payBill(orderNo, part);
  await setIn(phone, 'Payment rail', 'Result messages to the lender', 'Normal');
  await press(phone, 'Pay');
  await onScreen(phone, 'Pay your loan');
  await press(phone, /^I paid but it is not showing/);
  await onScreen(phone, 'A payment is not showing');
  await type(phone, 'M\u2011PESA receipt number', await receiptOf(orderNo));
  await type(phone, 'Amount on the receipt', '1000');
  const chooser = phone.page.waitForEvent('filechooser');
  await phone.app.getByText('Add a picture').click();
  await (await chooser).setFiles(await photoFile('Front of ID'));
  await phone.app.getByText('Added').waitFor();
  await checkPage(stage, 'proof of payment', { wanted: {} });
  await press(phone, 'Send the proof');
  await phone.app.getByText('Being checked').waitFor();
  const desk = await atDesk(phone, 'Proofs of payment: 1');
  await takeFirstCase(desk, 'Proofs of payment');
  // A receipt counts only when M-PESA has confirmed it, which takes some time.
  await expect
    .poll(
      async () => {
        await desk.getByRole('button', { name: 'Load again' }).click();
        return desk.getByText('Account typed').count();
      },
      { message: 'the receipt, confirmed by M-PESA', timeout: 60_000 },
    )
    .toBe(1);
  await desk.getByRole('group', { name: 'Acts' }).getByRole('button', { name: 'Count the payment' }).click();
  await desk.getByLabel('Amount in KSh').fill(String(part / 100));
  await desk.locator('form').getByRole('button', { name: 'Count the payment' }).click();
  await desk.getByText('Done, and written to the log.').waitFor();
  await pressIn(phone, "Lender's desk", 'Leave the desk');
  await expect.poll(async () => (await debtOf(stage)).paid).toBe(part);
  expect(await debtOf(stage)).toMatchObject({ left: TERMS.owed - part, payments: [part] });
}

async function toBankAccount(): Promise<void> {
  const { phone } = stage;
  await hasApplied(stage);
  await press(phone, 'Apply');
  await signIn(phone, amina);
  await bindBankAccount(phone, () => checkPage(stage, 'bank account'));
  await answerQuestions(phone);
  await sendApplication(phone);
  await onScreen(phone, 'Your application');
  await approve(phone);
  await press(phone, 'See your offer');
  await onScreen(phone, 'Your loan offer');
  await phone.app
    .getByText(/••• 9012/)
    .first()
    .waitFor();
  // This phone is new to the account, so the draw needs a code; codes are texted at least a minute apart.
  await moveClock(phone, '+10 min');
  const code = await codeAfter(phone, () => drawLoan(phone, TERMS.sent));
  await onScreen(phone, 'Enter the verification code');
  await checkPage(stage, 'code for drawing');
  await type(phone, 'Verification code', code);
  await press(phone, `Get ${formatKsh(TERMS.sent)}`);
  await phone.app.getByText('On its way').first().waitFor();
  await moveClock(phone, '+10 min');
  await button(phone, 'Pay').waitFor();
  await checkAmounts(stage, 'home, repaying', { wanted: { left: TERMS.owed } });
  expect(await debtOf(stage), 'sent once, to the bank').toMatchObject({ disbursed: TERMS.sent, left: TERMS.owed });
}

it.each(
  inTurn([
    ['loan, not paid after 91 days', 'is overdue with the penalty of each day, and paying it finishes it', notPaid],
    ['loan that needs more time', 'gets it for the fee, and a payment that M-PESA did not report counts once by its proof', needsMoreTime],
    ['loan to a bank account', 'is applied for, drawn and arrives there', toBankAccount],
  ] as const),
)('%s: %s', async (_state, _behaviour, happens) => {
  await happens();
});
