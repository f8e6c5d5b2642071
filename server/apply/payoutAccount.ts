/**
 * Where a borrower's loan is paid out to. Every call that binds or changes a payout account goes through
 * {@link bindPayoutAccount}; nothing else writes the table, which a test checks.
 */
import type { Language, Support } from '#machines/context.ts';
import type { Values } from '#machines/model/application.ts';
import type { Order } from '#machines/model/order.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { Borrowers } from '#server/identity/borrowers.ts';
import { codeRefused, type CodeHolder, type GivenCode, type OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Tx } from '#server/store/store.ts';
import { messageText } from '#server/wire/messageText.ts';
import { banks } from '#src/market/lists/banks.ts';
import { maskAccount, payoutAccountRow, type BoundAccount } from './applicant.ts';
import { optionalValue, requiredValue } from './sectionValues.ts';
import type { Save, SavedStep } from './applicationSteps.ts';

/** Fields of a bank account that have no column of their own. */
const ACCOUNT_DETAILS = ['branch', 'cardType', 'validPeriod', 'bvn', 'mobile', 'state', 'city'] as const;

/** The one-time codes, the repeated number and a card's CVC are not stored: they were only needed for the check. */
function accountOf(values: Values): BoundAccount {
  if (values['accountKind'] === 'mpesa')
    return { kind: 'mpesa', number: requiredValue(values, 'mobile'), bank_code: null, bank_name: 'M-PESA', holder: '', details: {} };
  const code = requiredValue(values, 'bankCode');
  return {
    kind: 'bank',
    number: requiredValue(values, 'accountNumber'),
    bank_code: code,
    bank_name: banks.find((bank) => bank.code === code)?.name ?? code,
    holder: requiredValue(values, 'cardholderName'),
    details: Object.fromEntries(ACCOUNT_DETAILS.map((field) => [field, optionalValue(values, field)]).filter(([, value]) => value !== '')),
  };
}

/** Who holds the codes that prove the numbers of a payout account. */
export const payoutCodeHolder = (userId: number, registered: Msisdn): CodeHolder => ({ purpose: 'bindCard', userId, registered });

/** The numbers to prove, each with its own code: always the registered one, and a wallet's number where it is another one. */
function proofsOf(account: BoundAccount, values: Values, registered: Msisdn): (GivenCode & { field: string })[] {
  const own = { field: 'verificationCode', mobile: registered, code: requiredValue(values, 'verificationCode') };
  if (account.kind !== 'mpesa' || account.number === registered) return [own];
  return [own, { field: 'mobileVerificationCode', mobile: account.number, code: requiredValue(values, 'mobileVerificationCode') }];
}

async function save(tx: Tx, userId: number, account: BoundAccount, now: number): Promise<void> {
  const row = payoutAccountRow(tx, userId, account, now);
  await tx
    .insertInto('payout_account')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

/** The part of `Lending` that binding uses. `Lending` itself is on a higher floor, which this file may not import. */
interface OrderSteps {
  order(userId: number, orderNo: string, language: Language): Promise<Order>;
  advance(userId: number, orderNo: string, step: SavedStep, save: Save, language: Language): Promise<Order>;
}

interface BindingDeps {
  lending: OrderSteps;
  codes: OneTimeCodes;
  borrowers: Borrowers;
  clock: Clock;
  support: Support;
}

/**
 * Binds or changes the payout account. In one transaction: the codes are used up, the account is saved, the order
 * moves on, and a text to the registered number is written.
 * @param values of the section, checked and normalised.
 * @throws Refusal for a wrong code, naming the field of each; a right one stays good then.
 */
export async function bindPayoutAccount(
  { lending, codes, borrowers, clock, support }: BindingDeps,
  { userId, language }: { userId: number; language: Language },
  orderNo: string,
  values: Values,
): Promise<Order> {
  // Checked before a code is tried: the number of another borrower's order must not cost a try.
  await lending.order(userId, orderNo, language);
  const registered = await borrowers.mobileOf(userId);
  const holder = payoutCodeHolder(userId, registered);
  const account = accountOf(values);
  const proofs = proofsOf(account, values, registered);

  const verdicts = await codes.judge(proofs, holder);
  const refused = proofs.flatMap(({ field }, i) => {
    const verdict = verdicts[i];
    if (verdict === undefined) throw new Error('every code has a verdict');
    return verdict === 'right' ? [] : [{ verdict, field }];
  });
  const [first] = refused;
  if (first) {
    const words = { wrong: messageText(language, 'invalidVerificationCode'), 'used up': messageText(language, 'tooManyWrongCodes') };
    throw codeRefused(first.verdict, Object.fromEntries(refused.map(({ field, verdict }) => [field, words[verdict]])));
  }

  return lending.advance(
    userId,
    orderNo,
    'account.bound',
    async (tx, { orderId }) => {
      const now = clock.now();
      await codes.useWithin(tx, proofs, holder);
      await save(tx, userId, account, now);
      const { holderName, masked } = maskAccount(account);
      await queueText(tx, { id: orderId }, 'accountBound', { account: `${holderName} ${masked}`, email: support.email }, now);
    },
    language,
  );
}
