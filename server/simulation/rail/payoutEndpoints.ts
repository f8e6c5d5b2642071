/** Daraja's endpoints for payouts to a wallet and to a bank. */
import type { FastifyInstance } from 'fastify';
import { newConversationId } from '#server/store/ids.ts';
import type { SimPayoutTable } from '#server/store/schema/index.ts';
import { EXPIRED } from './simulatedPayouts.ts';
import { DOCUMENTED } from './documented.ts';
import { badField, fail, textField, type Body } from './requestFields.ts';
import { readSwitches, report, writeSetting, type NextPayout, type SimulatorContext } from './simulatorState.ts';

/** Additional ms of a stuck payout to a bank. */
const BANK_DELAY = 300_000;

/** Result codes of failed payouts; null: the payout is carried out. */
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

  /** Stores a payout once per id. A repeat makes a stuck payout due. @returns null: the id is known. */
  const take = (asked: PayoutRequest): Promise<{ originator_id: string; conversation_id: string } | null> =>
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
        if (before.state !== 'waiting' || before.due_at !== null) return null;
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
      // A stuck payout to a bank is only delayed, because the lender must not repeat it.
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
        .onConflict((c) => c.column('originator_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      // A concurrent request has stored the same id.
      if (!row) return null;
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
    amount: Number(textField(body, 'Amount')) * 100,
    result_url: textField(body, 'ResultURL'),
    timeoutUrl: textField(body, 'QueueTimeOutURL'),
  });

  app.post<{ Body: Body }>(DOCUMENTED.payWallet.path, async ({ body }, reply) => {
    if (textField(body, 'PartyA') !== config.b2cShortcode) return badField(reply, 'PartyA');
    const taken = await take({
      ...payoutFields(body),
      originator_id: textField(body, 'OriginatorConversationID'),
      msisdn: textField(body, 'PartyB'),
      bank_account: null,
    });
    return taken ? accepted(taken) : fail(reply, 500, '500.002.1001', 'Duplicate OriginatorConversationID.');
  });

  app.post<{ Body: Body }>(DOCUMENTED.payBill.path, async ({ body }, reply) => {
    if (textField(body, 'PartyA') !== config.b2cShortcode) return badField(reply, 'PartyA');
    const taken = await take({
      ...payoutFields(body),
      originator_id: newConversationId('OC'),
      msisdn: null,
      // The number is masked, because the sandbox stores M-PESA's records in the lender's database.
      bank_account: `${textField(body, 'PartyB')}/••••${textField(body, 'AccountReference').slice(-4)}`,
    });
    return taken ? accepted(taken) : fail(reply, 500, '500.003.1001', 'Internal Server Error');
  });
}
