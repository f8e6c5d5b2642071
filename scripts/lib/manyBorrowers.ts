/** Many borrowers at once, with all data that the lender has at a stage. They are inserted, because calls would take too long. */
import { randomBytes } from 'node:crypto';
import { addDays, DAY, HOUR, nairobiDate, type CalendarDate } from '#machines/model/calendar.ts';
import { PHOTO_SIDES } from '#machines/model/idPhotos.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { dueDateOf, termsFor } from '#machines/model/terms.ts';
import { nationalIdMac } from '#server/apply/idClaims.ts';
import { payoutAccountRow } from '#server/apply/applicant.ts';
import { postAll } from '#server/books/ledger.ts';
import { nextDueAt } from '#server/books/orders.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import { encryptValue, secretOf } from '#server/store/rowEncryption.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import { firstLoan } from '#src/market/products.ts';
import { filled as additionalInfo } from '#screens/apply/additionalInfo/examples.ts';
import { filled as loanQuestion } from '#screens/apply/loanQuestion/examples.ts';
import { filled as personalInfo } from '#screens/apply/personalInfo/examples.ts';

/** The stage of all: at the second section of the application, before an open offer, or with a running loan. */
export type Stage = 'applying' | 'offered' | 'lent';

/** Saved values of the sections of an application. */
const SAVED = { personalInfo, additionalInfo, loanQuestion } as const;

export interface SeededBorrower {
  userId: number;
  orderNo: string;
  msisdn: string;
  /** Token of a session on {@link SeededBorrower.deviceId}, which is a trusted device. */
  token: string;
  deviceId: string;
}

export interface ManyBorrowers {
  stage: Stage;
  count: number;
  /** Number of the first borrower. Two groups in one database need different numbers. */
  first: number;
  now: number;
  /** Due date of the loans, which are late from the next day on; left out: in 91 days. */
  dueDate?: CalendarDate;
}

const STATUS_OF: Readonly<Record<Stage, OrderStatus>> = { applying: STATUS.addition, offered: STATUS.confirm, lent: STATUS.repaying };
const PRINCIPAL = 500_000;
const TERM = 91;

/** Rows per insert, because a statement has at most 65,535 parameters. */
const AT_ONCE = 500;

async function addSome(tx: Tx, { stage, count, first, now, dueDate }: ManyBorrowers): Promise<SeededBorrower[]> {
  const secret = secretOf(tx);
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  const msisdnOf = (number: number): string => `2547${String(number).padStart(8, '0')}`;
  const users = await tx
    .insertInto('app_user')
    .values(numbers.map((number) => ({ msisdn: msisdnOf(number), created_at: now - DAY, language: 'en' as const })))
    .returning(['id', 'msisdn'])
    .execute();
  const seeded = users.map(({ id, msisdn }) => ({
    userId: id,
    // Random numbers could collide. The lender would draw another one, but an insert of many rows would fail.
    orderNo: `L${msisdn.slice(-9)}`,
    msisdn,
    token: randomBytes(24).toString('base64url'),
    deviceId: randomBytes(16).toString('base64url'),
  }));
  const deviceMac = (deviceId: string): string => secret.mac('device', deviceId).toString('hex');
  await tx
    .insertInto('session')
    .values(
      seeded.map(({ userId, token, deviceId }) => ({
        token_hash: tokenHash(token, null),
        user_id: userId,
        created_at: now,
        expires_at: now + 30 * DAY,
        ended_at: null,
        end_code: null,
        device_mac: deviceMac(deviceId),
      })),
    )
    .execute();
  await tx
    .insertInto('account_device')
    .values(
      seeded.map(({ userId, deviceId }) => ({
        user_id: userId,
        device_mac: deviceMac(deviceId),
        first_seen: now,
        last_seen: now,
        trusted_at: now,
      })),
    )
    .execute();
  const sections = stage === 'applying' ? (['personalInfo'] as const) : (['personalInfo', 'additionalInfo', 'loanQuestion'] as const);
  await tx
    .insertInto('profile_section')
    .values(
      seeded.flatMap(({ userId, msisdn }) =>
        sections.map((section) => {
          const values = section === 'personalInfo' ? { ...personalInfo, nationalId: msisdn.slice(-8) } : SAVED[section];
          return {
            user_id: userId,
            section,
            sealed: encryptValue(tx, 'profile_section.sealed', [userId, section], values),
            saved_at: now - DAY,
          };
        }),
      ),
    )
    .execute();
  if (stage !== 'applying')
    await tx
      .insertInto('id_claim')
      .values(
        seeded.map(({ userId, msisdn }) => ({
          // The national ID number of the personal information above.
          id_mac: nationalIdMac(tx, msisdn.slice(-8)) as string,
          user_id: userId,
          claimed_at: now - DAY,
          proved: true,
        })),
      )
      .execute();
  await addOrders(tx, seeded, stage, dueDate ?? dueDateOf(nairobiDate(now), TERM), now);
  return seeded;
}

async function addOrders(tx: Tx, seeded: readonly SeededBorrower[], stage: Stage, dueDate: CalendarDate, now: number): Promise<void> {
  const status = STATUS_OF[stage];
  const contract = { product: firstLoan, terms: termsFor(firstLoan, PRINCIPAL, TERM) };
  const lentOn = addDays(dueDate, -TERM);
  const times = {
    submitted_at: stage === 'applying' ? null : now - HOUR,
    answer_expected_at: stage === 'applying' ? null : now - HOUR,
    offer_open_until: stage === 'applying' ? null : now + firstLoan.offerHours * HOUR,
    disbursement_requested_at: stage === 'lent' ? now - HOUR : null,
    disbursement_expected_by: stage === 'lent' ? now : null,
    disbursed_on: stage === 'lent' ? lentOn : null,
    due_date: stage === 'lent' ? dueDate : null,
  };
  const orders = await tx
    .insertInto('loan_order')
    .values(
      seeded.map(({ userId, orderNo }) => ({
        order_no: orderNo,
        user_id: userId,
        status,
        product_id: firstLoan.id,
        principal: PRINCIPAL,
        term_days: TERM,
        contract: JSON.stringify(contract),
        opened_at: now - DAY,
        updated_at: now - HOUR,
        ...times,
        next_due_at: nextDueAt({ ...times, status, contract }, now),
      })),
    )
    .returning(['id', 'user_id', 'order_no'])
    .execute();
  await tx
    .insertInto('order_event')
    .values(
      orders.map(({ id }) => ({ order_id: id, version: 0, from_status: null, to_status: status, event: 'order.opened', at: now - DAY })),
    )
    .execute();
  if (stage === 'applying') return;
  await tx
    .insertInto('photo')
    .values(
      orders.flatMap(({ id, user_id }) =>
        PHOTO_SIDES.map((side) => ({
          user_id,
          side,
          order_id: id,
          storage_ref: `${user_id}-${side}`,
          mime: 'image/jpeg',
          width: 800,
          height: 600,
          saved_at: now - DAY,
        })),
      ),
    )
    .execute();
  await tx
    .insertInto('payout_account')
    .values(
      seeded.map(({ userId, msisdn }) =>
        payoutAccountRow(
          tx,
          userId,
          { kind: 'mpesa', number: msisdn, bank_code: null, bank_name: 'M-PESA', holder: 'Amina Wanjiku', details: {} },
          now - DAY,
        ),
      ),
    )
    .execute();
  if (stage !== 'lent') return;
  const numbers = new Map(seeded.map(({ userId, msisdn }) => [userId, msisdn]));
  const paid = orders.map(({ id, user_id, order_no }) => ({ id, user_id, payout: `D-${order_no}-01`, msisdn: numbers.get(user_id) ?? '' }));
  await payOut(tx, paid, contract.terms, lentOn, now);
}

async function payOut(
  tx: Tx,
  orders: readonly { id: number; user_id: number; payout: string; msisdn: string }[],
  { principal, sent, fee, tax, interest }: ReturnType<typeof termsFor>,
  lentOn: CalendarDate,
  now: number,
): Promise<void> {
  await tx
    .insertInto('rail_intent')
    .values(
      orders.map(({ id, user_id, payout, msisdn }) => ({
        id: payout,
        kind: 'B2C' as const,
        purpose: 'disbursement' as const,
        order_id: id,
        user_id,
        amount: sent,
        msisdn,
        state: 'OK' as const,
        callback_nonce: newCallbackNonce(),
        provider_ref: `AG_${payout}`,
        receipt: `SEEDED${id}`,
        attempts: 1,
        next_at: now - HOUR,
        created_at: now - HOUR,
        sent_at: now - HOUR,
        settled_at: now - HOUR,
      })),
    )
    .execute();
  await tx
    .insertInto('outbox')
    .values(
      orders.map(({ payout }) => ({ topic: 'rail.send' as const, ref: payout, next_at: now - HOUR, attempts: 1, done_at: now - HOUR })),
    )
    .execute();
  await postAll(
    tx,
    orders.map(({ id, payout }) => ({
      idempotencyKey: `disbursement:${payout}`,
      kind: 'disbursement',
      orderId: id,
      ref: payout,
      onDate: lentOn,
      at: now,
      lines: [
        ['loan_receivable', principal],
        ['mpesa_float', -sent],
        ['fee_income', -fee],
        ['tax_payable', -tax],
        ['interest_receivable', interest],
        ['interest_income', -interest],
      ],
    })),
  );
}

/** @param store must have the data keys. */
export async function addBorrowers(store: Store, many: ManyBorrowers): Promise<SeededBorrower[]> {
  const all: SeededBorrower[] = [];
  for (let done = 0; done < many.count; done += AT_ONCE)
    all.push(...(await store.tx((tx) => addSome(tx, { ...many, first: many.first + done, count: Math.min(AT_ONCE, many.count - done) }))));
  return all;
}
