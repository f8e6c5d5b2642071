/** Money from the lender to wallets and bank accounts. */
import type { Selectable } from 'kysely';
import type { SimPayoutTable } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { lockWallet, moveMoney, report, type SimulatorContext } from './simulatorState.ts';

type Payout = Selectable<SimPayoutTable>;

/** Messages of refused payouts, by their code. */
export const REFUSALS = {
  2040: "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.",
  8: 'Would exceed the maximum balance of the credit party.',
} as const;

/** The result code of a payout that expired without a callback; a status query reports it. */
export const EXPIRED = -1;

/** The result code of a payout that was carried out. */
const SUCCESS = 0;

const isRefused = (code: number | null): code is keyof typeof REFUSALS => code !== null && code in REFUSALS;

/** "19.12.2019 11:45:50", as the result of a payout is documented. */
function completedAt(context: SimulatorContext): string {
  const [, year, month, day, ...time] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(toDarajaTime(context.clock.now())) ?? [];
  return `${day}.${month}.${year} ${time.join(':')}`;
}

/** Of a payment to a customer. A payment to a bank has other parameters, and names nobody. */
const receiverOf = (msisdn: string, name: string | null): { Key: string; Value: unknown }[] => [
  { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
  ...(name === null ? [] : [{ Key: 'ReceiverPartyPublicName', Value: `${msisdn} - ${name}` }]),
];

/** @param holder in whose name the number is registered; null: the rail does not say. */
function resultBody(context: SimulatorContext, payout: Payout, code: number, receipt: string | null, holder: string | null): object {
  const parameters = [
    { Key: 'TransactionAmount', Value: payout.amount / 100 },
    { Key: 'TransactionReceipt', Value: receipt },
    ...(payout.msisdn === null ? [] : receiverOf(payout.msisdn, holder)),
    { Key: 'TransactionCompletedDateTime', Value: completedAt(context) },
  ];
  return {
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: isRefused(code) ? REFUSALS[code] : 'The service request is processed successfully.',
      OriginatorConversationID: payout.originator_id,
      ConversationID: payout.conversation_id,
      TransactionID: receipt ?? '0000000000',
      ...(code === 0 ? { ResultParameters: { ResultParameter: parameters } } : {}),
    },
  };
}

async function carryOut(tx: Tx, context: SimulatorContext, payout: Payout): Promise<void> {
  const refusal = isRefused(payout.result_code) ? payout.result_code : null;
  const wallet = refusal === null && payout.msisdn !== null ? await lockWallet(tx, context, payout.msisdn) : null;
  const receipt =
    refusal !== null
      ? null
      : await moveMoney(tx, context, {
          msisdn: payout.msisdn,
          amount: payout.amount,
          kind: payout.msisdn === null ? 'bank' : 'payout',
          reference: payout.bank_account ?? payout.originator_id,
        });
  const code = refusal ?? SUCCESS;
  await tx
    .updateTable('sim_payout')
    .set({ state: refusal !== null ? 'failed' : 'paid', result_code: code, receipt, ended_at: context.clock.now() })
    .where('originator_id', '=', payout.originator_id)
    .execute();
  await report(tx, context, payout.result_url, resultBody(context, payout, code, receipt, wallet?.name ?? null));
}

/** Carries out what is due. */
export async function processPayouts(context: SimulatorContext): Promise<number> {
  const due = await context.store.db
    .selectFrom('sim_payout')
    .select('originator_id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', context.clock.now())
    .execute();
  for (const { originator_id } of due) {
    await context.store.tx(async (tx) => {
      const payout = await tx
        .selectFrom('sim_payout')
        .selectAll()
        .where('originator_id', '=', originator_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (payout.state === 'waiting' && payout.due_at !== null) await carryOut(tx, context, payout);
    });
  }
  return due.length;
}

/** The answer to a status query, sent to the address of the query. */
export async function reportStatus(tx: Tx, context: SimulatorContext, payout: Payout, resultUrl: string): Promise<void> {
  const holder = payout.state === 'paid' && payout.msisdn !== null ? (await lockWallet(tx, context, payout.msisdn)).name : null;
  const status = payout.result_code === EXPIRED ? 'Expired' : { waiting: 'Pending', paid: 'Completed', failed: 'Failed' }[payout.state];
  const parameters = [
    { Key: 'OriginatorConversationID', Value: payout.originator_id },
    { Key: 'TransactionStatus', Value: status },
    { Key: 'Amount', Value: payout.amount / 100 },
    { Key: 'ReceiptNo', Value: payout.receipt ?? '' },
    ...(holder === null ? [] : [{ Key: 'CreditPartyName', Value: `${payout.msisdn} - ${holder}` }]),
  ];
  const Result = {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: `status-${payout.originator_id}`,
    ConversationID: payout.conversation_id,
    TransactionID: payout.receipt ?? '0000000000',
    ResultParameters: { ResultParameter: parameters },
  };
  await report(tx, context, resultUrl, { Result }, 'normal');
}
