/** PIN prompts on the borrower's phone. */
import type { Selectable } from 'kysely';
import type { SimPromptTable } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { lockWallet, moveMoney, report, type SimulatorContext } from './simulatorState.ts';

type Prompt = Selectable<SimPromptTable>;

/** Results of a push (M-Pesa Express Simulate, "Result codes"; 26: Account Balance, "Error Codes"). */
export const RESULT = {
  paid: [0, 'The service request is processed successfully.'],
  lowBalance: [1, 'The balance is insufficient for the transaction.'],
  sameAmount: [17, 'Rule limited.'],
  busy: [26, 'Traffic blocking condition in place'],
  unreachable: [1037, 'DS timeout user cannot be reached.'],
  expired: [1019, 'Transaction has expired.'],
  cancelled: [1032, 'Request cancelled by user'],
  wrongPin: [2001, 'The initiator information is invalid.'],
} as const satisfies Record<string, readonly [number, string]>;

type Result = (typeof RESULT)[keyof typeof RESULT];

export type PromptAnswer = { pin: string } | 'cancel';

/** `closed`: the prompt was answered or expired before. */
export type PromptOutcome = 'paid' | 'lowBalance' | 'wrongPin' | 'cancelled' | 'expired' | 'closed';

async function close(tx: Tx, context: SimulatorContext, prompt: Prompt, result: Result, receipt: string | null): Promise<void> {
  const now = context.clock.now();
  const [code, text] = result;
  await tx
    .updateTable('sim_prompt')
    .set({ state: code === 0 ? 'paid' : 'failed', result_code: code, receipt, ended_at: now })
    .where('checkout_id', '=', prompt.checkout_id)
    .execute();
  const items = [
    { Name: 'Amount', Value: prompt.amount / 100 },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'TransactionDate', Value: Number(toDarajaTime(now)) },
    { Name: 'PhoneNumber', Value: Number(prompt.msisdn) },
  ];
  const stkCallback = {
    MerchantRequestID: prompt.merchant_id,
    CheckoutRequestID: prompt.checkout_id,
    ResultCode: code,
    ResultDesc: text,
    ...(code === 0 ? { CallbackMetadata: { Item: items } } : {}),
  };
  await report(tx, context, prompt.callback_url, { Body: { stkCallback } });
}

const lockPrompt = (tx: Tx, checkoutId: string): Promise<Prompt | undefined> =>
  tx.selectFrom('sim_prompt').selectAll().where('checkout_id', '=', checkoutId).forUpdate().executeTakeFirst();

/** Answers a prompt. The right PIN pays when the balance is sufficient. */
export const answerPrompt = (context: SimulatorContext, checkoutId: string, answer: PromptAnswer): Promise<PromptOutcome> =>
  context.store.tx(async (tx) => {
    const prompt = await lockPrompt(tx, checkoutId);
    if (prompt?.state !== 'open') return 'closed';
    const fail = async (outcome: Exclude<PromptOutcome, 'paid' | 'closed'>): Promise<PromptOutcome> => {
      await close(tx, context, prompt, RESULT[outcome], null);
      return outcome;
    };
    if (context.clock.now() >= prompt.expires_at) return fail('expired');
    if (answer === 'cancel') return fail('cancelled');
    const wallet = await lockWallet(tx, context, prompt.msisdn);
    if (answer.pin !== wallet.pin) return fail('wrongPin');
    if (wallet.balance < prompt.amount) return fail('lowBalance');
    const receipt = await moveMoney(tx, context, {
      msisdn: prompt.msisdn,
      amount: -prompt.amount,
      kind: 'push',
      reference: prompt.reference,
    });
    await close(tx, context, prompt, RESULT.paid, receipt);
    return 'paid';
  });

/** Closes prompts that were not answered in time. */
export async function expirePrompts(context: SimulatorContext): Promise<number> {
  const due = await context.store.db
    .selectFrom('sim_prompt')
    .select('checkout_id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', context.clock.now())
    .execute();
  for (const { checkout_id } of due) {
    await context.store.tx(async (tx) => {
      const prompt = await lockPrompt(tx, checkout_id);
      if (prompt?.state === 'open') await close(tx, context, prompt, RESULT.expired, null);
    });
  }
  return due.length;
}

/** Refuses a push that never becomes a prompt: the callback contains the reason. */
export const refusePrompt = (
  tx: Tx,
  context: SimulatorContext,
  prompt: Prompt,
  why: 'sameAmount' | 'busy' | 'unreachable',
): Promise<void> => close(tx, context, prompt, RESULT[why], null);
