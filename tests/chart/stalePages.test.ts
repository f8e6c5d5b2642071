/** Pages that are older than the order: after a refusal or a push message they load the order again. */
import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, offer, orderIn, record, repaymentWith, rollovers, statement } from '../paths/lenderSamples.ts';
import { asBorrower, borrower, refusal, startJourney } from './chartDriver.ts';

describe('When a page is older than the order', () => {
  /** Status of the page, event, refused call. */
  const STALE = [
    [STATUS.confirm, { type: 'order.opened' }, 'loadOffer'],
    [STATUS.getMoney, { type: 'order.opened' }, 'loadOffer'],
    [STATUS.repaying, { type: 'order.opened' }, 'loadRepayment'],
    [STATUS.overdued, { type: 'order.opened' }, 'loadRepayment'],
    [STATUS.reject, { type: 'review.requested' }, 'requestReview'],
  ] as const;

  it.each(STALE)('status %i: a refusal of %o leads to a reloaded home with the lender’s message', async (status, press, call) => {
    const journey = (await asBorrower(orderIn(status))).send(press);
    await journey.fail(call, refusal(CODE.orderRefused, 'This is not possible for this loan now'));
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context.notice?.message).toBe('This is not possible for this loan now');
    await journey.answer('loadHome', homeWith(orderIn(STATUS.finish)));
    expect(journey.at).toBe('home.shown');
  });

  it.each(Object.values(STATUS))(
    'push while home shows status %i: home is reloaded, and its old actions are impossible meanwhile',
    async (status) => {
      const journey = (await asBorrower(orderIn(status))).send({ type: 'refresh.requested' });
      await journey.answer('refreshHome', homeWith(orderIn(STATUS.finish)));
      for (const place of ['#confirmBorrow', '#repayDetail', '#lending', '#personalInfo', '#loanQuestion', '#bankAccount'] as const)
        expect(journey.open(place).at, place).toBe('home.shown');
    },
  );

  /** Page, status, events that lead to the reading call, the call, its answer. */
  const READING = [
    ['home', STATUS.repaying, [{ type: 'refresh.requested' }], 'refreshHome', homeWith(orderIn(STATUS.repaying))],
    ['records', STATUS.repaying, [], 'loadRecords', { rows: [record], pages: 1, more: false }],
    ['records', STATUS.repaying, [{ type: 'statement.opened', orderNo: record.orderNo }], 'loadStatement', statement],
    ['repayDetail', STATUS.repaying, [], 'loadRepayment', repaymentWith(null)],
    ['rollover', STATUS.repaying, [], 'loadRollover', rollovers.paid],
    ['confirmBorrow', STATUS.confirm, [], 'loadOffer', offer],
    ['lending', STATUS.lending, [{ type: 'refresh.requested' }], 'checkLending', homeWith(orderIn(STATUS.lending))],
    ['reviewTips', STATUS.applying, [{ type: 'refresh.requested' }], 'checkReview', homeWith(orderIn(STATUS.applying))],
  ] as const;

  it.each(READING)('push while %s (status %i) loads after %j: %s starts again, and its earlier answer is ignored', async (...row) => {
    const [place, status, events, call, answer] = row;
    const journey = (await asBorrower(orderIn(status))).open(`#${place}`).send(...events);
    const answerLate = journey.hold(call);
    const { at } = journey.send({ type: 'refresh.requested' });
    await answerLate(answer);
    expect([journey.at, journey.calls], 'still reading').toEqual([at, [call]]);
    await journey.answer(call, answer);
    expect(journey.is('busy')).toBe(false);
  });

  it('push during the first load of home: the load restarts', async () => {
    const journey = await startJourney().answer('restoreDevice', borrower);
    const answerLate = journey.hold('loadHome');
    journey.send({ type: 'refresh.requested' });
    await answerLate(homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('loadingHome.loading');
    await journey.answer('loadHome', homeWith(orderIn(STATUS.finish)));
    expect([journey.at, journey.context.order?.status]).toEqual(['home.shown', STATUS.finish]);
  });

  it('push during a refresh of the debt: the chosen amount stays, and can be paid meanwhile', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(null));
    journey.send({ type: 'refresh.requested' });
    const answerLate = journey.hold('refreshRepayment');
    journey.send({ type: 'refresh.requested' });
    await answerLate(repaymentWith(null));
    expect([journey.at, journey.is('form')]).toEqual(['repayDetail.refreshing', true]);
  });

  it('push on the repayment page: the debt is refreshed', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(null));
    journey.send({ type: 'refresh.requested' });
    expect(journey.calls).toContain('refreshRepayment');
  });
});
