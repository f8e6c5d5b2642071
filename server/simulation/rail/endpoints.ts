/** Daraja's endpoints, with its field names, its checks and its errors. */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { newConversationId } from '#server/store/ids.ts';
import type { SimPayoutTable } from '#server/store/schema/index.ts';
import { EXPIRED, reportStatus } from './payouts.ts';
import { refusePrompt, RESULT } from './prompts.ts';
import { readSwitches, report, writeSetting, type NextPayout, type SimulatorContext } from './simulatorState.ts';

type Body = Readonly<Record<string, unknown>>;

const TOKEN_LIFE = 3_599_000;
const BANK_DELAY = 300_000;

/** Codes of payouts that are not carried out. */
const RESULT_CODE: Record<NextPayout, number | null> = { success: null, timeout: null, unregistered: 2040, limit: 8, expired: EXPIRED };

const fail = (reply: FastifyReply, status: number, errorCode: string, errorMessage: string): FastifyReply =>
  reply.code(status).send({ requestId: randomBytes(8).toString('hex'), errorCode, errorMessage });

const badField = (reply: FastifyReply, field: string): FastifyReply => fail(reply, 400, '400.002.02', `Bad Request - Invalid ${field}`);

const textField = (body: Body, field: string): string =>
  typeof body[field] === 'string' || typeof body[field] === 'number' ? String(body[field]) : '';

const isMsisdn = (value: string): boolean => /^254[17]\d{8}$/.test(value);
const isAddress = (value: string): boolean => /^https?:\/\/[^\s]+$/.test(value);
const isAmount = (value: string): boolean => /^[1-9]\d{0,6}$/.test(value);

/** The first field that is wrong; null when all are right. */
const wrongField = (checks: Readonly<Record<string, boolean>>): string | null =>
  Object.keys(checks).find((field) => !checks[field]) ?? null;

export const endpoints =
  (context: SimulatorContext): FastifyPluginAsync =>
  async (app) => {
    const { store, clock, config } = context;
    /** Lost with a restart: a client must request a new token, as with the real rail. */
    const tokens = new Map<string, number>();
    const password = (timestamp: string): string => Buffer.from(config.shortcode + config.passkey + timestamp).toString('base64');

    app.get('/oauth/v1/generate', async (request, reply) => {
      const basic = `Basic ${Buffer.from(`${config.consumerKey}:${config.consumerSecret}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return fail(reply, 400, '400.008.01', 'Invalid Authentication passed');
      const token = randomBytes(16).toString('hex');
      tokens.set(token, clock.now() + TOKEN_LIFE);
      return { access_token: token, expires_in: String(TOKEN_LIFE / 1_000) };
    });

    app.addHook('preHandler', async (request, reply) => {
      if (request.method === 'GET') return;
      const until = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (until === undefined || until <= clock.now()) return fail(reply, 401, '404.001.03', 'Invalid Access Token');
    });

    app.post<{ Body: Body }>('/mpesa/stkpush/v1/processrequest', async ({ body }, reply) => {
      const [phone, amount, url, reference] = [
        textField(body, 'PhoneNumber'),
        textField(body, 'Amount'),
        textField(body, 'CallBackURL'),
        textField(body, 'AccountReference'),
      ];
      const wrong = wrongField({
        BusinessShortCode: textField(body, 'BusinessShortCode') === config.shortcode,
        Password: textField(body, 'Password') === password(textField(body, 'Timestamp')),
        Timestamp: /^\d{14}$/.test(textField(body, 'Timestamp')),
        TransactionType: ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(textField(body, 'TransactionType')),
        Amount: isAmount(amount),
        PhoneNumber: isMsisdn(phone) && textField(body, 'PartyA') === phone,
        CallBackURL: isAddress(url),
        AccountReference: reference.length >= 1 && reference.length <= 12,
        TransactionDesc: textField(body, 'TransactionDesc').length >= 1 && textField(body, 'TransactionDesc').length <= 13,
      });
      if (wrong) return badField(reply, wrong);
      const prompt = { merchant_id: newConversationId('MR'), checkout_id: newConversationId('ws_CO') };
      const isOpened = await store.tx(async (tx) => {
        // A phone shows one prompt at a time.
        await sql`select pg_advisory_xact_lock(hashtext(${phone}))`.execute(tx);
        const now = clock.now();
        const open = await tx
          .selectFrom('sim_prompt')
          .select('checkout_id')
          .where('msisdn', '=', phone)
          .where('state', '=', 'open')
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (open) return false;
        const switches = await readSwitches(tx);
        const opened = await tx
          .insertInto('sim_prompt')
          .values({
            ...prompt,
            msisdn: phone,
            amount: Number(amount) * 100,
            reference,
            callback_url: url,
            state: 'open',
            opened_at: now,
            expires_at: now + config.promptLife,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (switches.nextPrompt !== 'shown') {
          await writeSetting(tx, 'switches', { ...switches, nextPrompt: 'shown' });
          await refusePrompt(tx, context, opened, switches.nextPrompt);
        }
        return true;
      });
      if (!isOpened)
        return fail(
          reply,
          400,
          '400.001.1001',
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
        );
      return {
        MerchantRequestID: prompt.merchant_id,
        CheckoutRequestID: prompt.checkout_id,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      };
    });

    app.post<{ Body: Body }>('/mpesa/stkpushquery/v1/query', async ({ body }, reply) => {
      const wrong = wrongField({
        BusinessShortCode: textField(body, 'BusinessShortCode') === config.shortcode,
        Password: textField(body, 'Password') === password(textField(body, 'Timestamp')),
      });
      if (wrong) return badField(reply, wrong);
      const prompt = await store.db
        .selectFrom('sim_prompt')
        .selectAll()
        .where('checkout_id', '=', textField(body, 'CheckoutRequestID'))
        .executeTakeFirst();
      if (!prompt || prompt.state === 'open') return fail(reply, 500, '500.001.1001', 'The transaction is being processed');
      const [code, text] = Object.values(RESULT).find(([known]) => known === prompt.result_code) ?? RESULT.paid;
      return {
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successsfully',
        MerchantRequestID: prompt.merchant_id,
        CheckoutRequestID: prompt.checkout_id,
        ResultCode: String(code),
        ResultDesc: text,
      };
    });

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
          bank_account: `${business}/${account}`,
          amount: Number(amount) * 100,
          result_url: result,
          timeoutUrl: timeout,
        }),
      );
    });

    app.post<{ Body: Body }>('/mpesa/transactionstatus/v1/query', async ({ body }, reply) => {
      const [id, url] = [textField(body, 'OriginatorConversationID'), textField(body, 'ResultURL')];
      const wrong = wrongField({ OriginatorConversationID: id.length > 0, ResultURL: isAddress(url) });
      if (wrong) return badField(reply, wrong);
      const payout = await store.db.selectFrom('sim_payout').selectAll().where('originator_id', '=', id).executeTakeFirst();
      if (payout) await store.tx((tx) => reportStatus(tx, context, payout, url));
      return {
        ConversationID: newConversationId('AG'),
        OriginatorConversationID: `status-${id}`,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      };
    });

    app.post<{ Body: Body }>('/mpesa/c2b/v1/registerurl', async ({ body }, reply) => {
      const wrong = wrongField({
        ShortCode: textField(body, 'ShortCode') === config.shortcode,
        ConfirmationURL: isAddress(textField(body, 'ConfirmationURL')),
      });
      if (wrong) return badField(reply, wrong);
      await writeSetting(store.db, 'paybillUrl', textField(body, 'ConfirmationURL'));
      return { OriginatorCoversationID: newConversationId('OC'), ResponseCode: '0', ResponseDescription: 'Success' };
    });
  };
