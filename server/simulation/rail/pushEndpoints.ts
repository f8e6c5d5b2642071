/** Daraja's endpoints of a push: request and query. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { newConversationId } from '#server/store/ids.ts';
import { refusePrompt, RESULT } from './prompts.ts';
import { DOCUMENTED } from './documented.ts';
import { fail, textField, type Body } from './requestFields.ts';
import { readSwitches, writeSetting, type SimulatorContext } from './simulatorState.ts';

export function pushEndpoints(app: FastifyInstance, context: SimulatorContext): void {
  const { store, clock, config } = context;
  const password = (timestamp: string): string => Buffer.from(config.shortcode + config.passkey + timestamp).toString('base64');

  /** Refuses a wrong business number or password; both have the same code. */
  const unknownCaller = (body: Body, reply: FastifyReply): FastifyReply | null => {
    if (textField(body, 'BusinessShortCode') !== config.shortcode) return fail(reply, 500, '500.001.1001', 'Merchant does not exist');
    if (textField(body, 'Password') !== password(textField(body, 'Timestamp')))
      return fail(reply, 500, '500.001.1001', 'Wrong credentials');
    return null;
  };

  app.post<{ Body: Body }>(DOCUMENTED.push.path, async ({ body }, reply) => {
    const refused = unknownCaller(body, reply);
    if (refused) return refused;
    const [phone, amount, url, reference] = [
      textField(body, 'PhoneNumber'),
      textField(body, 'Amount'),
      textField(body, 'CallBackURL'),
      textField(body, 'AccountReference'),
    ];
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
      return fail(reply, 500, '500.001.1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber');
    return {
      MerchantRequestID: prompt.merchant_id,
      CheckoutRequestID: prompt.checkout_id,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    };
  });

  app.post<{ Body: Body }>(DOCUMENTED.pushQuery.path, async ({ body }, reply) => {
    const refused = unknownCaller(body, reply);
    if (refused) return refused;
    const prompt = await store.db
      .selectFrom('sim_prompt')
      .selectAll()
      .where('checkout_id', '=', textField(body, 'CheckoutRequestID'))
      .executeTakeFirst();
    // No document has this answer to a query of an open prompt.
    if (!prompt || prompt.state === 'open') return fail(reply, 500, '500.001.1001', 'The transaction is being processed');
    const [code, text] = Object.values(RESULT).find(([known]) => known === prompt.result_code) ?? RESULT.paid;
    return {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: prompt.merchant_id,
      CheckoutRequestID: prompt.checkout_id,
      ResultCode: String(code),
      ResultDesc: text,
    };
  });
}
