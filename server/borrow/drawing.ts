/** The offer as it is shown, and the step from the consent to the payout. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { CompiledQuery, InsertObject } from 'kysely';
import type { Cents } from '#machines/model/money.ts';
import type { Agreement, Offer } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf, isPrincipalAllowed, penaltyCap, penaltyPerDay, termsFor } from '#machines/model/terms.ts';
import { CODE } from '#machines/model/codes.ts';
import type { OrderEvent } from '#machines/order.machine.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import type { Contract, KeyFacts, Schema } from '#server/store/schema/index.ts';
import { columnsOf, compileOnce, prefixed, type ValueOf } from '#server/store/compileOnce.ts';
import { encryptValue } from '#server/store/rowEncryption.ts';
import { disbursementId } from '#server/store/ids.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { AgreementFacts } from './agreement/agreementText.ts';
import { PARTY_COLUMNS, partyFrom, type BorrowerParty } from './agreement/agreementFigures.ts';
import { accountColumn, accountFrom, maskAccount, type BoundAccount as Account, type KeptAccount } from '#server/apply/applicant.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { moving, offerEnd, orderNotFound, payoutsColumn, sentByItselfAt, valuesOfMove, type OrderRow } from '#server/books/orders.ts';
import { withIntent, type NewIntent } from '#server/books/queueIntent.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Language } from '#machines/context.ts';

/** Amount and term that the borrower chooses. A missing value stays as approved. */
export interface OfferChoice {
  /** Cents. */
  amount?: number | undefined;
  termDays?: number | undefined;
}

/**
 * The contract for this choice: the approved amount or less, in the product's steps, for any term of the product.
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

/** The offer as the borrower sees it; amounts are cents. @param facts of its agreement. @param version of its agreement. */
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

/** The recipient of the money of an order. */
export interface Payee {
  /** null: the borrower has named no payout account. */
  account: KeptAccount | null;
  /** null: there is no personal information, so that nobody can be named in an agreement. */
  borrower: BorrowerParty | null;
  /** Number of earlier payouts of this order. */
  payouts: number;
}

export type BoundPayee = Payee & { account: Account; borrower: BorrowerParty };

/** Reads the payee of an order. */
export const payeeRows = compileOnce((db, value: ValueOf<{ userId: number; orderNo: string }>) =>
  db
    .selectFrom('loan_order')
    .innerJoin('app_user', 'app_user.id', 'loan_order.user_id')
    .select([accountColumn, payoutsColumn, ...PARTY_COLUMNS])
    .where('loan_order.order_no', '=', value('orderNo'))
    .where('loan_order.user_id', '=', value('userId')),
);

type PayeeRow = Awaited<ReturnType<typeof payeeRows>>[number];

export function payeeFrom(db: Db, { user_id: userId }: Pick<OrderRow, 'user_id'>, found: PayeeRow | undefined): Payee {
  if (!found) throw orderNotFound();
  return { account: accountFrom(db, found.account), borrower: partyFrom(db, userId, found), payouts: found.payouts };
}

export async function readPayee(db: Db, row: Pick<OrderRow, 'order_no' | 'user_id'>): Promise<Payee> {
  const [found] = await payeeRows(db, { userId: row.user_id, orderNo: row.order_no });
  return payeeFrom(db, row, found);
}

/** The intent of the payout. It is stored first, then the outbox sends it to the rail. @param sent cents. */
function disbursementOf(db: Db, row: OrderRow, { account, borrower, payouts }: BoundPayee, sent: Cents, now: number): NewIntent {
  const id = disbursementId(row.order_no, payouts + 1);
  const bank = account.kind === 'bank';
  return {
    id,
    kind: bank ? 'B2B' : 'B2C',
    purpose: 'disbursement',
    order_id: row.id,
    user_id: row.user_id,
    amount: sent,
    msisdn: bank ? borrower.mobile : account.number,
    bank_code: account.bank_code,
    bank_account_sealed: bank ? encryptValue(db, 'rail_intent.bank_account_sealed', [id], account.number) : null,
    state: 'NEW',
    callback_nonce: newCallbackNonce(),
    provider_ref: bank ? null : id,
    next_at: now,
    created_at: now,
  };
}

const CONSENT = 'consent.';
const INTENT = 'intent.';

const writeDraw = compileOnce((db, value: ValueOf<Record<string, unknown>>, names) => {
  const consented = db.with('consented', (q) => q.insertInto('consent').values(columnsOf(CONSENT, names, value) as never));
  return moving(withIntent(consented, columnsOf(INTENT, names, value) as NewIntent, value('traceId') as string | null), value, names);
});

export interface Drawing {
  agreed: AgreementFacts;
  /** The text of `agreed` in `language`. */
  agreement: Agreement;
  language: Language;
  by: 'borrower' | 'clock';
  traceId: string | null;
}

/**
 * The statement that stores the consent with the offer and the agreement that the borrower read, moves the order and queues the
 * payout. `row` must be locked and its offer open. The caller starts the outbox after the transaction.
 */
export function drawing(
  tx: Tx,
  row: OrderRow,
  payee: BoundPayee,
  { agreed, agreement, language, by, traceId }: Drawing,
  config: LendingConfig,
  now: number,
): CompiledQuery<OrderRow> {
  const { contract, borrower } = agreed;
  const facts: KeyFacts = {
    offer: offerOf(row, agreed, payee.account, agreement.version, now),
    agreement,
    language,
    parties: { lender: config.lender.company.name, borrower: borrower.name },
  };
  const consent: InsertObject<Schema, 'consent'> = {
    order_id: row.id,
    agreement_version: facts.agreement.version,
    terms: JSON.stringify(contract.terms),
    key_facts_sealed: encryptValue(tx, 'consent.key_facts_sealed', [row.id, now], facts),
    // Due work makes the PDF later.
    document_sealed: null,
    document_sha256: null,
    given_by: by,
    at: now,
  };
  const { principal, termDays, sent } = contract.terms;
  const drawn: OrderEvent[] = [{ type: 'money.drawn' }];
  const changes = {
    contract: JSON.stringify(contract),
    principal,
    term_days: termDays,
    disbursement_requested_at: now,
    disbursement_expected_by: now + config.disbursementTime,
  };
  return writeDraw.of(tx, {
    ...prefixed(CONSENT, consent),
    ...prefixed(INTENT, disbursementOf(tx, row, payee, sent, now)),
    ...valuesOfMove(row, row.status === STATUS.confirm ? [{ type: 'offer.accepted' }, ...drawn] : drawn, now, changes),
    traceId,
  });
}
