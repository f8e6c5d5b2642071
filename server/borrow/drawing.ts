/** The offer as it was shown, and the step from consent to the payout. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Offer } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf, isPrincipalAllowed, penaltyCap, penaltyPerDay, termsFor } from '#machines/model/terms.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import { currentRequestId } from '#server/store/requestContext.ts';
import type { Contract, KeyFacts } from '#server/store/schema/index.ts';
import { seal } from '#server/store/sealed.ts';
import type { Tx } from '#server/store/store.ts';
import { agreementIn, type AgreementFacts } from './agreement/agreementText.ts';
import { documentColumns } from './agreement/storedAgreement.ts';
import { maskAccount, type BoundAccount as Account } from '#server/apply/applicant.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { move, nextDisbursementId, offerEnd, sentByItselfAt, type OrderRow } from '#server/books/orders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Language } from '#machines/context.ts';

/** Amount and term that the borrower chooses; what is left out stays as it was approved. */
export interface OfferChoice {
  /** Cents. */
  amount?: number | undefined;
  termDays?: number | undefined;
}

/**
 * The contract for this choice. Less than what was approved may be taken, by the product's step, for any of its terms.
 * @throws Refusal amountRefused.
 */
export function contractFor(row: OrderRow, { amount = row.principal, termDays = row.term_days }: OfferChoice): Contract {
  const { product } = row.contract;
  if (amount === row.principal && termDays === row.term_days) return row.contract;
  if (!Number.isInteger(amount) || !isPrincipalAllowed(product, amount, row.principal))
    throw new Refusal(CODE.amountRefused, 'lender.amountRefused', {
      minimum: product.minPrincipal,
      maximum: row.principal,
      step: product.principalStep,
    });
  if (!product.termDays.includes(termDays)) throw new Refusal(CODE.amountRefused, 'lender.termRefused');
  return { product, terms: termsFor(product, amount, termDays) };
}

/** The offer as the borrower sees it; amounts are cents. @param facts and version of the agreement that it leads to. */
export function offerOf(row: OrderRow, facts: Pick<AgreementFacts, 'contract'>, account: Account, version: string, now: number): Offer {
  const { product, terms } = facts.contract;
  return {
    orderNo: row.order_no,
    terms,
    dueDate: dueDateOf(nairobiDate(now), terms.termDays),
    openUntil: offerEnd(row),
    sentAt: sentByItselfAt(row),
    choice: { minimum: product.minPrincipal, maximum: row.principal, step: product.principalStep, termDays: product.termDays },
    payoutAccount: maskAccount(account),
    product,
    latePerDay: penaltyPerDay(terms.principal, product.penaltyRate),
    lateCap: penaltyCap(terms.principal, terms.interest),
    agreementVersion: version,
  };
}

/** Stores the payout before it is sent; the outbox hands it to the rail. @param registered number of the borrower. */
async function queueDisbursement(tx: Tx, row: OrderRow, account: Account, registered: Msisdn, now: number): Promise<void> {
  const id = await nextDisbursementId(tx, row);
  const bank = account.kind === 'bank';
  await tx
    .insertInto('rail_intent')
    .values({
      id,
      kind: bank ? 'B2B' : 'B2C',
      purpose: 'disbursement',
      order_id: row.id,
      user_id: row.user_id,
      amount: row.contract.terms.sent,
      msisdn: bank ? registered : account.number,
      bank_code: account.bank_code,
      bank_account_sealed: bank ? seal(tx, 'rail_intent.bank_account_sealed', [id], account.number) : null,
      state: 'NEW',
      callback_nonce: newCallbackNonce(),
      provider_ref: bank ? null : id,
      next_at: now,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('outbox')
    .values({ topic: 'rail.send', ref: id, next_at: now, done_at: null, trace_id: currentRequestId() })
    .execute();
}

/**
 * Stores the consent with all that was shown before it, and queues the payout. `row` is locked and its offer open;
 * the caller wakes the outbox after the transaction.
 */
export async function draw(
  tx: Tx,
  row: OrderRow,
  account: Account,
  { agreed, language, by }: { agreed: AgreementFacts; language: Language; by: 'borrower' | 'clock' },
  config: LendingConfig,
  now: number,
): Promise<OrderRow> {
  const { contract, borrower } = agreed;
  const agreement = agreementIn(language, agreed);
  const facts: KeyFacts = {
    offer: offerOf(row, agreed, account, agreement.version, now),
    agreement,
    language,
    parties: { lender: config.lender.company.name, borrower: borrower.name },
  };
  await tx
    .insertInto('consent')
    .values({
      order_id: row.id,
      agreement_version: facts.agreement.version,
      terms: JSON.stringify(contract.terms),
      key_facts_sealed: seal(tx, 'consent.key_facts_sealed', [row.id, now], facts),
      ...(await documentColumns(tx, { order_id: row.id, given_by: by, at: now, facts })),
      given_by: by,
      at: now,
    })
    .execute();
  const accepted = row.status === STATUS.confirm ? await move(tx, row, { type: 'offer.accepted' }, now) : row;
  const { principal, termDays } = contract.terms;
  const lending = await move(tx, accepted, { type: 'money.drawn' }, now, {
    contract: JSON.stringify(contract),
    principal,
    term_days: termDays,
    disbursement_requested_at: now,
    disbursement_expected_by: now + config.disbursementTime,
  });
  await queueDisbursement(tx, lending, account, borrower.mobile, now);
  return lending;
}
