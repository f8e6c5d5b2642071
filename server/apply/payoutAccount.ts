/**
 * The payout account of a borrower. Every call that binds or changes a payout account uses {@link bindPayoutAccount}. A test
 * checks that no other function writes the table.
 */
import type { Language, Support } from '#machines/context.ts';
import type { Values } from '#machines/model/application.ts';
import type { Order } from '#machines/model/order.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { queueText } from '#server/books/textMessages.ts';
import { codeRefused, type GivenCode } from '#server/identity/codeJudge.ts';
import type { CodeHolder } from '#server/identity/codeRows.ts';
import type { OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { messageText } from '#server/wire/messageText.ts';
import { banks } from '#src/market/lists/banks.ts';
import { maskAccount, payoutAccountOf, payoutAccountRow, type BoundAccount, type KeptAccount } from './applicant.ts';
import { otherHolder } from './holderName.ts';
import { optionalValue, requiredValue } from './sectionValues.ts';
import type { Save, SavedStep } from './applicationSteps.ts';

/** Fields of a bank account that have no column of their own. */
const ACCOUNT_DETAILS = ['branch', 'cardType', 'validPeriod', 'bvn', 'mobile', 'state', 'city'] as const;

/** The account to be stored. One-time codes, the repeated number and a card's CVC are left out: only the check needs them. */
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

/** The holder of the codes that verify the numbers of a payout account. */
export const payoutCodeHolder = (userId: number, registered: Msisdn) =>
  ({ purpose: 'bindCard', userId, registered }) as const satisfies CodeHolder;

/** The numbers to verify, each by a code of its own: the registered number, and the number of the wallet if it is another one. */
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

const bound = ({ user_id: _of, saved_at: _at, name_accepted_at: _accepted, ...account }: KeptAccount): BoundAccount => account;

/** Characters of the longest name that is stored. */
const NAME_LENGTH = 100;

/**
 * Stores the holder's name that the rail gave with a payout to this number, if it is still the borrower's payout account.
 * @returns whether the name is new and not the borrower's: then the next payout to this account waits for a person.
 */
export async function keepHolderName(tx: Tx, userId: number, msisdn: Msisdn, name: string): Promise<boolean> {
  const account = await payoutAccountOf(tx, userId);
  const railName = name.slice(0, NAME_LENGTH);
  if (account?.kind !== 'mpesa' || account.number !== msisdn || account.railName === railName) return false;
  // Saving clears `name_accepted_at`: an approval of an earlier name does not apply to this one.
  await save(tx, userId, { ...bound(account), railName }, account.saved_at);
  return (await otherHolder(tx, userId, railName)) !== null;
}

/** Accepts a differing holder's name, because a person has approved an application with this account. */
export const acceptHolderName = async (tx: Tx, userId: number, now: number): Promise<void> =>
  void (await tx.updateTable('payout_account').set({ name_accepted_at: now }).where('user_id', '=', userId).execute());

/** The part of `Lending` that binding uses. `Lending` itself is on a higher floor, which this file may not import. */
interface OrderSteps {
  order(userId: number, orderNo: string, language: Language): Promise<Order>;
  advance(userId: number, orderNo: string, step: SavedStep, save: Save, language: Language): Promise<Order>;
  holderName(msisdn: Msisdn): Promise<string | null>;
}

interface BindingDeps {
  lending: OrderSteps;
  store: Store;
  security: SecurityLog;
  codes: OneTimeCodes;
  clock: Clock;
  support: Support;
}

/**
 * Binds or changes the payout account. One transaction uses up the codes, saves the account, moves the order on, ends the codes
 * for drawing to the earlier account, and writes a text to the registered number.
 * @param values checked and normalised values of the section.
 * @throws Refusal for wrong codes, with the field of each, and for a number whose holder is not the borrower according to the
 * rail. In the second case the codes stay valid.
 */
export async function bindPayoutAccount(
  { lending, store, codes, clock, security, support }: BindingDeps,
  { userId, registered, language }: { userId: number; registered: Msisdn; language: Language },
  orderNo: string,
  values: Values,
): Promise<Order> {
  // The order is checked first, so that an order number of another borrower does not use up an attempt at the code.
  await lending.order(userId, orderNo, language);
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

  // Outside of any transaction, and after the codes are verified, so that nobody learns the holder of a number without its code.
  const railName = account.kind === 'mpesa' ? await lending.holderName(account.number) : null;
  const other = await otherHolder(store.db, userId, railName);
  if (other !== null) {
    await security.record({ kind: 'payout.held', subject: 'bindBankCard', userId, mobile: account.number });
    const words = messageText(language, 'lender.holderDiffers', { name: other, email: support.email });
    throw new Refusal(CODE.invalidField, 'invalidField', {}, { fields: { mobile: words } });
  }

  return lending.advance(
    userId,
    orderNo,
    'account.bound',
    async (tx, { orderId }) => {
      const now = clock.now();
      await codes.useWithin(tx, proofs, holder);
      await codes.endWithin(tx, registered, { ...holder, purpose: 'draw' });
      await save(tx, userId, { ...account, railName }, now);
      await security.record({ kind: 'payoutAccount.changed', subject: account.kind, userId, mobile: registered }, tx);
      const { holderName, masked } = maskAccount({ ...account, railName });
      await queueText(tx, { id: orderId }, 'accountBound', { account: `${holderName} ${masked}`, email: support.email }, now);
    },
    language,
  );
}
