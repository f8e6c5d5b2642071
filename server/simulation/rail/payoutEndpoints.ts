/** Daraja's endpoints of a payout: to a wallet and to a bank. */
import type { FastifyInstance } from 'fastify';
import { newConversationId } from '#server/store/ids.ts';
import type { SimPayoutTable } from '#server/store/schema/index.ts';
import { EXPIRED } from './payouts.ts';
import { badField, isAddress, isAmount, isMsisdn, textField, wrongField, type Body } from './requestFields.ts';
import { readSwitches, report, writeSetting, type NextPayout, type SimulatorContext } from './simulatorState.ts';

/** How much longer a stuck payout to a bank takes, ms. */
const BANK_DELAY = 300_000;

/** Codes of payouts that are not carried out. */
const RESULT_CODE: Record<NextPayout, number | null> = { success: null, timeout: null, unregistered: 2040, limit: 8, expired: EXPIRED };

export function payoutEndpoints(app: FastifyInstance, context: SimulatorContext): void {
  const { store, clock, config } = context;

  const accepted = (payout: { originator_id: string; conversation_id: string }) => ({
    ConversationID: payout.conversation_id,
    OriginatorConversationID: payout.originator_id,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });

  type PayoutRequest = Pick<SimPayoutTable, 'originator_id' | 'msisdn' | 'bank_account' | 'amount' | 'result_url'> & {
    timeoutUrl: string;
  };

  /** Stores a payout once per id; a repeat gets the first answer, and releases a stuck payout. */
  const take = (asked: PayoutRequest): Promise<{ originator_id: string; conversation_id: string }> =>
    store.tx(async (tx) => {
      const now = clock.now();
      const { timeoutUrl, ...payout } = asked;
      const before = await tx
        .selectFrom('sim_payout')
        .selectAll()
        .where('originator_id', '=', asked.originator_id)
        .forUpdate()
        .executeTakeFirst();
      if (before) {
        if (before.state === 'waiting' && before.due_at === null)
          await tx
            .updateTable('sim_payout')
            .set({ due_at: now + config.payoutDelay })
            .where('originator_id', '=', asked.originator_id)
            .execute();
        return before;
      }
      const switches = await readSwitches(tx);
      if (switches.nextPayout !== 'success') await writeSetting(tx, 'switches', { ...switches, nextPayout: 'success' });
      const isStuck = switches.nextPayout === 'timeout';
      const isExpired = switches.nextPayout === 'expired';
      // A stuck payment to a bank is only delayed: the lender must not send it twice.
      const stuckUntil = (from: number): number | null => (asked.msisdn === null ? from + BANK_DELAY : null);
      const row = await tx
        .insertInto('sim_payout')
        .values({
          ...payout,
          conversation_id: newConversationId('AG'),
          state: isExpired ? 'failed' : 'waiting',
          result_code: RESULT_CODE[switches.nextPayout],
          asked_at: now,
          due_at: isExpired ? null : isStuck ? stuckUntil(now) : now + config.payoutDelay,
          ended_at: isExpired ? now : null,
        })
        .onConflict((c) => c.column('originator_id').doUpdateSet({ asked_at: now }))
        .returningAll()
        .executeTakeFirstOrThrow();
      if (isStuck)
        await report(
          tx,
          context,
          timeoutUrl,
          { Result: { ResultType: 0, OriginatorConversationID: row.originator_id, ConversationID: row.conversation_id } },
          'normal',
        );
      return row;
    });

  const payoutFields = (body: Body) => ({
    amount: textField(body, 'Amount'),
    result: textField(body, 'ResultURL'),
    timeout: textField(body, 'QueueTimeOutURL'),
  });

  app.post<{ Body: Body }>('/mpesa/b2c/v3/paymentrequest', async ({ body }, reply) => {
    const { amount, result, timeout } = payoutFields(body);
    const [id, phone] = [textField(body, 'OriginatorConversationID'), textField(body, 'PartyB')];
    const wrong = wrongField({
      OriginatorConversationID: id.length > 0,
      CommandID: ['BusinessPayment', 'SalaryPayment', 'PromotionPayment'].includes(textField(body, 'CommandID')),
      Amount: isAmount(amount),
      PartyB: isMsisdn(phone),
      ResultURL: isAddress(result),
      QueueTimeOutURL: isAddress(timeout),
    });
    if (wrong) return badField(reply, wrong);
    return accepted(
      await take({
        originator_id: id,
        msisdn: phone,
        bank_account: null,
        amount: Number(amount) * 100,
        result_url: result,
        timeoutUrl: timeout,
      }),
    );
  });

  app.post<{ Body: Body }>('/mpesa/b2b/v1/paymentrequest', async ({ body }, reply) => {
    const { amount, result, timeout } = payoutFields(body);
    const [business, account] = [textField(body, 'PartyB'), textField(body, 'AccountReference')];
    const wrong = wrongField({
      CommandID: textField(body, 'CommandID') === 'BusinessPayBill',
      Amount: isAmount(amount),
      PartyB: /^\d{5,10}$/.test(business),
      AccountReference: account.length > 0,
      ResultURL: isAddress(result),
      QueueTimeOutURL: isAddress(timeout),
    });
    if (wrong) return badField(reply, wrong);
    return accepted(
      await take({
        originator_id: newConversationId('OC'),
        msisdn: null,
        // The sandbox keeps M-PESA's records beside the lender's, so it keeps no account number either.
        bank_account: `${business}/••••${account.slice(-4)}`,
        amount: Number(amount) * 100,
        result_url: result,
        timeoutUrl: timeout,
      }),
    );
  });
}
