/** Payouts of the simulated M-PESA to wallets and bank accounts. */
import { decimalShillings } from '#machines/model/money.ts';
import type { Selectable } from 'kysely';
import type { SimPayoutTable } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { newConversationId } from '#server/store/ids.ts';
import { changeFloat, lockWallet, moveMoney, report, type SimulatedFloat, type SimulatorContext } from './simulatorState.ts';

type Payout = Selectable<SimPayoutTable>;

/** Messages of refused payouts, by their code (Business To Customer, "Result Codes"). */
export const REFUSALS = {
  1: 'The balance is insufficient for the transaction.',
  2040: "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.",
  8: 'Declined due to limit rule: would exceed the maximum balance.',
} as const;

/** The result code of a payout that expired without a callback; a status query reports it. */
export const EXPIRED = -1;

/** The result code of a successful payout. */
const SUCCESS = 0;

const isRefused = (code: number | null): code is keyof typeof REFUSALS => code !== null && code in REFUSALS;

/** The time in the documented format, "19.12.2019 11:45:50". */
function completedAt(context: SimulatorContext): string {
  const [, year, month, day, ...time] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(toDarajaTime(context.clock.now())) ?? [];
  return `${day}.${month}.${year} ${time.join(':')}`;
}

/**
 * The parameters of a payment to a customer (Business To Customer, "Callback payload").
 * @param holder the name in which the number is registered; null: the rail names nobody.
 */
const walletParameters = (
  context: SimulatorContext,
  { amount, msisdn }: Payout,
  receipt: string | null,
  holder: string | null,
  { utility, working }: SimulatedFloat,
): Parameter[] => [
  { Key: 'TransactionAmount', Value: amount / 100 },
  { Key: 'TransactionReceipt', Value: receipt },
  ...(holder === null ? [] : [{ Key: 'ReceiverPartyPublicName', Value: `${msisdn} - ${holder}` }]),
  { Key: 'TransactionCompletedDateTime', Value: completedAt(context) },
  { Key: 'B2CUtilityAccountAvailableFunds', Value: utility / 100 },
  { Key: 'B2CWorkingAccountAvailableFunds', Value: working / 100 },
  { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
  { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -1_540 },
];

/** The parameters of a payment to a bank, without a person's name (Business Pay Bill, "Successful Result Body"). */
function bankParameters({ clock }: SimulatorContext, { amount, bank_account }: Payout, { working }: SimulatedFloat): Parameter[] {
  const balance = `{Amount={CurrencyCode=KES, MinimumAmount=${working}, BasicAmount=${decimalShillings(working)}}}`;
  return [
    { Key: 'DebitAccountBalance', Value: balance },
    { Key: 'Amount', Value: decimalShillings(amount) },
    {
      Key: 'DebitPartyAffectedAccountBalance',
      Value: `Working Account|KES|${decimalShillings(working)}|${decimalShillings(working)}|0.00|0.00`,
    },
    { Key: 'TransCompletedTime', Value: toDarajaTime(clock.now()) },
    { Key: 'DebitPartyCharges', Value: '' },
    { Key: 'ReceiverPartyPublicName', Value: `${bank_account?.split('/')[0]} - Bank` },
    { Key: 'Currency', Value: 'KES' },
    { Key: 'InitiatorAccountCurrentBalance', Value: balance },
  ];
}

interface Parameter {
  Key: string;
  Value?: unknown;
}

function resultBody(payout: Payout, code: number, receipt: string | null, parameters: Parameter[]): object {
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
  const account = payout.msisdn === null ? 'working' : 'utility';
  let isShort = false;
  const held = await changeFloat(tx, context, (before) => {
    isShort = !isRefused(payout.result_code) && before[account] < payout.amount;
    const isPaid = !isShort && !isRefused(payout.result_code);
    return isPaid ? { ...before, [account]: before[account] - payout.amount } : before;
  });
  const refusal = isShort ? 1 : isRefused(payout.result_code) ? payout.result_code : null;
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
  const parameters =
    payout.msisdn === null ? bankParameters(context, payout, held) : walletParameters(context, payout, receipt, wallet?.name ?? null, held);
  await report(tx, context, payout.result_url, resultBody(payout, code, receipt, parameters));
}

/** Carries out the due payouts. */
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
  const { config } = context;
  const holder = payout.state === 'paid' && payout.msisdn !== null ? (await lockWallet(tx, context, payout.msisdn)).name : null;
  const status = payout.result_code === EXPIRED ? 'Expired' : { waiting: 'Pending', paid: 'Completed', failed: 'Failed' }[payout.state];
  const receiver = payout.msisdn ?? payout.bank_account?.split('/')[0] ?? '';
  const parameters: Parameter[] = [
    // Both parties have the same name in the documents' sample, the payer first.
    { Key: 'DebitPartyName', Value: `${config.b2cShortcode} - Lender` },
    { Key: 'DebitPartyName', Value: holder === null ? receiver : `${receiver} - ${holder}` },
    { Key: 'OriginatorConversationID', Value: payout.originator_id },
    { Key: 'InitiatedTime', Value: toDarajaTime(payout.asked_at) },
    { Key: 'DebitAccountType', Value: payout.msisdn === null ? 'Working Account' : 'Utility Account' },
    { Key: 'DebitPartyCharges', Value: '' },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
    { Key: 'TransactionStatus', Value: status },
    { Key: 'FinalisedTime', Value: toDarajaTime(payout.ended_at ?? payout.asked_at) },
    { Key: 'Amount', Value: String(payout.amount / 100) },
    { Key: 'ConversationID', Value: payout.conversation_id },
    { Key: 'ReceiptNo', Value: payout.receipt ?? '' },
  ];
  const Result = {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: newConversationId('OC'),
    ConversationID: newConversationId('AG'),
    TransactionID: payout.receipt ?? '0000000000',
    ResultParameters: { ResultParameter: parameters },
  };
  await report(tx, context, resultUrl, { Result }, 'normal');
}
