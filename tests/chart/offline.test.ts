/** A phone that was offline: it reads again what it could not read, and the problem disappears. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, market, orderIn, repaymentWith } from '../paths/lenderSamples.ts';
import { asBorrower, asVisitor, borrower, noAnswer, refusal, startJourney } from './chartDriver.ts';

const offline = { code: LOCAL.offline, message: '' };
const OFFLINE = { type: 'network.changed', online: false } as const;
const ONLINE = { type: 'network.changed', online: true } as const;

describe('When the phone is online again', () => {
  it('phone online again: the offline note disappears, another problem stays', async () => {
    const journey = (await asBorrower()).open('#toBorrow');
    await journey.answer('loadMarket', { products: market });
    journey.send({ type: 'loan.requested', amount: 100_000, termDays: 91 });
    await journey.fail('startApplication', offline);
    expect(journey.send(OFFLINE).context.problem).toEqual(offline);
    expect(journey.send(ONLINE).context).toMatchObject({ online: true, problem: null });
    journey.send({ type: 'loan.requested', amount: 100_000, termDays: 91 });
    await journey.fail('startApplication', refusal(CODE.tooManyRequests));
    expect(journey.send(OFFLINE, ONLINE).context.problem).toEqual(refusal(CODE.tooManyRequests));
  });

  it.each([offline, noAnswer])('page whose read failed (code $code): reads again, and shows what came', async (problem) => {
    const journey = (await asBorrower()).open('#records');
    await journey.fail('loadRecords', problem);
    expect([journey.at, journey.send(OFFLINE).calls]).toEqual(['records.failed', []]);
    await journey.send(ONLINE).answer('loadRecords', { rows: [], pages: 1, more: false });
    expect([journey.at, journey.context.problem]).toEqual(['records.listed', null]);
  });

  it('home that could not be loaded at the start: is loaded', async () => {
    const journey = await startJourney().answer('restoreDevice', borrower);
    await journey.fail('loadHome', offline);
    expect(journey.at).toBe('loadingHome.failed');
    await journey.send(ONLINE).answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
  });

  it('page with the state of a loan: is refreshed once', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(null));
    expect(journey.send(OFFLINE, ONLINE).calls).toEqual(['refreshRepayment']);
  });

  it('page shown without some of its data: reads the failed part again, and nothing else', async () => {
    const journey = (await asBorrower()).open('#toBorrow');
    await journey.fail('loadMarket', offline);
    expect(journey.at).toBe('toBorrow.choosing');
    await journey.send(ONLINE).answer('loadMarket', { products: market });
    expect(journey.context.market.is).toBe('loaded');
    expect(journey.send(OFFLINE, ONLINE).calls).toEqual([]);
  });

  it('payment whose outcome is unknown: is queried', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentWith(null));
    await journey
      .send({ type: 'repayment.amountChosen', amount: 50_000, channel: 'mpesa', requestId: 'press-1' })
      .fail('requestPayment', noAnswer);
    await journey.fail('reconcilePayment', offline);
    expect([journey.at, journey.send(OFFLINE).calls]).toEqual(['cashier.unknown', []]);
    expect(journey.send(ONLINE).calls).toEqual(['reconcilePayment']);
  });

  it('page that loads nothing: makes no call', async () => {
    expect((await asVisitor()).open('#login').send(OFFLINE, ONLINE).calls).toEqual([]);
  });
});
