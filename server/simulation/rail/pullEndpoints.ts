/** Daraja's list of payments at the business number (Pull Transactions). */
import { decimalShillings } from '#machines/model/money.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#machines/model/calendar.ts';
import { fromPullTime } from '#server/rail/darajaTime.ts';
import { DOCUMENTED } from './documented.ts';
import { fail, textField, type Body } from './requestFields.ts';
import { readSetting, writeSetting, type SimulatorContext } from './simulatorState.ts';

/** Payments of the last 48 hours are listed. */
const REACH = 48 * HOUR;
/** Payments in one answer. The documents name no number; their example of an offset is 100. */
const PAGE = 100;

export function pullEndpoints(app: FastifyInstance, { store, clock, config }: SimulatorContext): void {
  const { db } = store;

  app.post<{ Body: Body }>(DOCUMENTED.registerPull.path, async ({ body }, reply) => {
    const ShortCode = textField(body, 'ShortCode');
    if (ShortCode !== config.shortcode) return fail(reply, 400, '400.001', 'Invalid ShortCode');
    const isKnown = (await readSetting<boolean>(db, 'pull')) === true;
    await writeSetting(db, 'pull', true);
    const [ResponseStatus, ResponseDescription] = isKnown
      ? ['1001', 'ShortCode already Registered']
      : ['1000', 'Shortcode Registered Successfully'];
    return { ResponseRefID: randomUUID(), ResponseStatus, ShortCode, ResponseDescription };
  });

  app.post<{ Body: Body }>(DOCUMENTED.pull.path, async ({ body }, reply) => {
    const isRegistered = (await readSetting<boolean>(db, 'pull')) === true;
    if (!isRegistered || textField(body, 'ShortCode') !== config.shortcode) return fail(reply, 400, '400.001', 'Invalid ShortCode');
    const [from, to] = [fromPullTime(textField(body, 'StartDate')), fromPullTime(textField(body, 'EndDate'))];
    const rows = await db
      .selectFrom('sim_transaction')
      .selectAll()
      .where('kind', 'in', ['paybill', 'push'])
      .where('at', '>=', Math.max(from ?? 0, clock.now() - REACH))
      .where('at', '<', (to ?? 0) + 1_000)
      .orderBy('at')
      .orderBy('receipt')
      .offset(Number(textField(body, 'OffSetValue')))
      .limit(PAGE)
      .execute();
    const listed = rows.map(({ receipt, at, msisdn, amount, reference }) => ({
      transactionId: receipt,
      trxDate: new Date(at).toISOString().replace(/\.\d+/, ''),
      msisdn: Number((msisdn ?? '').slice(3)),
      sender: 'BORROWER',
      transactiontype: 'c2b-pay-bill-debit',
      billreference: reference,
      amount: decimalShillings(Math.abs(amount)),
      organizationname: 'Lender',
    }));
    const [ResponseCode, ResponseMessage] = listed.length === 0 ? ['1001', 'No transactions'] : ['1000', 'Success'];
    return { ResponseRefID: randomUUID(), ResponseCode, ResponseMessage, Response: [listed] };
  });
}
