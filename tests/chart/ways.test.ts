/** The ways out of a rejection, of an offer and of a record; and what a page that is no longer true does. */
import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import type { Offer } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, market, offer, orderIn, record, repaymentWith, rollovers, statement } from '../paths/loans.ts';
import { asBorrower, borrower, noAnswer, refusal, startJourney } from './journey.ts';

const timedOut = refusal(CODE.orderTimedOut, 'This order has timed out, please try again');
const rejected = orderIn(STATUS.reject);

describe('When an application was rejected', () => {
  const recommendation = { recommended: true, from: rejected.rejection?.reapplyOn ?? '', products: market };

  it('the decision is shown at once, and the recommendation when it arrives', async () => {
    const journey = (await asBorrower(rejected)).open('#reviewTips');
    expect(journey.at).toBe('reviewTips.recommending');
    await journey.answer('loadRecommendation', recommendation);
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context.recommendation).toEqual({ is: 'loaded', value: recommendation });
    const other = await (await asBorrower(rejected)).open('#reviewTips').fail('loadRecommendation', noAnswer);
    expect([other.at, other.context.problem]).toEqual(['reviewTips.waiting', null]);
  });

  it.each(['home', 'reviewTips'] as const)('a review is requested once from %s, and navigation is blocked meanwhile', async (place) => {
    const journey = (await asBorrower(rejected)).open(`#${place}`).send({ type: 'review.requested' });
    expect(journey.at).toBe('reviewTips.askingReview');
    journey.send({ type: 'review.requested' }, { type: 'back.requested' });
    expect(journey.open('#home').calls).toEqual(['requestReview']);
    await journey.answer('requestReview', { ...orderIn(STATUS.applying), inReview: true });
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context.order).toMatchObject({ status: STATUS.applying, inReview: true });
  });

  it('a lost answer reloads the order', async () => {
    const journey = await (await asBorrower(rejected)).send({ type: 'review.requested' }).fail('requestReview', noAnswer);
    expect(journey.at).toBe('reviewTips.checking');
    await journey.answer('checkReview', homeWith(orderIn(STATUS.applying)));
    expect(journey.at).toBe('reviewTips.waiting');
  });

  it.each(['refused', 'over'] as const)('no review can be requested when it is %s', async (review) => {
    const rejection = { reason: 'No', reapplyOn: '2026-04-04', review };
    const journey = (await asBorrower({ ...rejected, rejection })).send({ type: 'review.requested' });
    expect(journey.at).toBe('home.shown');
  });
});

describe('When an offer is decided upon', () => {
  const deciding = async () => (await asBorrower(orderIn(STATUS.confirm))).open('#confirmBorrow').answer('loadOffer', offer);
  const smaller: Offer = { ...offer, terms: { ...offer.terms, principal: 300_000 }, agreementVersion: 'v2' };
  const choose = { type: 'offer.choiceMade', amount: 300_000, termDays: 91 } as const;

  it('another amount is priced by the lender, and the consent is dropped', async () => {
    const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true }, choose);
    expect(journey.at).toBe('confirmBorrow.pricing');
    expect(journey.inputOf('priceOffer')).toEqual({ orderNo: 'order-1', amount: 300_000, termDays: 91 });
    expect(journey.send({ type: 'offer.accepted' }).calls, 'no price, no consent').toEqual(['priceOffer']);
    await journey.answer('priceOffer', smaller);
    expect([journey.at, journey.context.agreed]).toEqual(['confirmBorrow.deciding', null]);
    expect(journey.context.offer).toEqual({ is: 'loaded', value: smaller });
  });

  it.each([
    { amount: 550_000, termDays: 91 },
    { amount: 310_000, termDays: 91 },
    { amount: 300_000, termDays: 30 },
  ])('$amount for $termDays days is not asked for', async (other) => {
    const journey = (await deciding()).send({ ...choose, ...other });
    expect([journey.at, journey.context.problem?.code]).toEqual(['confirmBorrow.deciding', -11]);
  });

  it('the agreement is read for what was chosen, and coming back asks for the same', async () => {
    const journey = await (await deciding()).send(choose).answer('priceOffer', smaller);
    const chosen = { orderNo: 'order-1', amount: 300_000, termDays: 91 };
    journey.send({ type: 'agreement.opened' });
    expect(journey.inputOf('loadAgreement')).toEqual(chosen);
    journey.send({ type: 'back.requested' });
    expect(journey.inputOf('loadOffer')).toEqual(chosen);
    await journey.fail('loadOffer', refusal(CODE.amountRefused));
    journey.send({ type: 'retry.requested' });
    expect(journey.inputOf('loadOffer'), 'what was refused is not asked for again').toEqual({ orderNo: 'order-1' });
  });

  it('a refresh loads it again, and the consent stays while the agreement is the same', async () => {
    const journey = (await deciding()).send({ type: 'refresh.requested' }, { type: 'agreement.ticked', agreed: true });
    expect(journey.at).toBe('confirmBorrow.refreshing');
    await journey.answer('refreshOffer', { ...offer, openUntil: offer.openUntil - 1 });
    expect(journey.context.agreed).toBe(offer.agreementVersion);
    await journey.send({ type: 'refresh.requested' }).answer('refreshOffer', smaller);
    expect(journey.context.agreed).toBeNull();
  });

  it.each(['refreshOffer', 'drawLoan'])('a lapsed offer is dropped with a notice, also when %s reports it', async (call) => {
    const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true });
    journey.send({ type: call === 'drawLoan' ? 'offer.accepted' : 'refresh.requested' });
    await journey.fail(call, timedOut);
    expect(journey.context.notice).toEqual({ key: 'orderMoved', message: timedOut.message });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.cancel)));
    expect(journey.at).toBe('home.shown');
    expect(journey.open('#confirmBorrow').at).toBe('home.shown');
  });
});

describe('When the records are read', () => {
  const listed = async () => (await asBorrower()).open('#records').answer('loadRecords', { rows: [record], pages: 1, more: true });

  it('more of them are asked for page by page, and a refresh reads as many again', async () => {
    const journey = (await listed()).send({ type: 'records.moreRequested' });
    expect(journey.inputOf('loadRecords')).toEqual({ pages: 2 });
    await journey.answer('loadRecords', { rows: [record, record], pages: 2, more: false });
    journey.send({ type: 'refresh.requested' });
    expect(journey.inputOf('loadRecords')).toEqual({ pages: 2 });
  });

  it('each loan has its statement; Back leads to the list and not home', async () => {
    const journey = (await listed()).send({ type: 'statement.opened', orderNo: record.orderNo });
    expect(journey.inputOf('loadStatement')).toEqual({ orderNo: record.orderNo });
    await journey.answer('loadStatement', statement);
    expect(journey.at).toBe('records.statement.shown');
    expect(journey.send({ type: 'refresh.requested' }).at).toBe('records.statement.loading');
    expect(journey.send({ type: 'back.requested' }).at).toBe('records.loading');
    expect(journey.send({ type: 'back.requested' }).at).toBe('home.shown');
  });

  it('a statement that failed to load can be retried', async () => {
    const journey = await (await listed()).send({ type: 'statement.opened', orderNo: 'order-0' }).fail('loadStatement', noAnswer);
    expect(journey.at).toBe('records.statement.failed');
    journey.send({ type: 'retry.requested' });
    expect(journey.inputOf('loadStatement')).toEqual({ orderNo: 'order-0' });
  });
});

describe('When a page is older than the order', () => {
  /** Status on the page, the tap, the call that tells better, where that leads. */
  const STALE = [
    [STATUS.confirm, { type: 'order.opened' }, 'loadOffer'],
    [STATUS.getMoney, { type: 'order.opened' }, 'loadOffer'],
    [STATUS.repaying, { type: 'order.opened' }, 'loadRepayment'],
    [STATUS.overdued, { type: 'order.opened' }, 'loadRepayment'],
    [STATUS.reject, { type: 'review.requested' }, 'requestReview'],
  ] as const;

  it.each(STALE)('status %i: a refusal of %o leads to a reloaded home with the lender’s message', async (status, tap, call) => {
    const journey = (await asBorrower(orderIn(status))).send(tap);
    await journey.fail(call, refusal(CODE.orderRefused, 'This is not possible for this loan now'));
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context.notice?.message).toBe('This is not possible for this loan now');
    await journey.answer('loadHome', homeWith(orderIn(STATUS.finish)));
    expect(journey.at).toBe('home.shown');
  });

  it.each(Object.values(STATUS))(
    'a push while home shows status %i reads it again, and nothing old is possible any more',
    async (status) => {
      const journey = (await asBorrower(orderIn(status))).send({ type: 'refresh.requested' });
      await journey.answer('refreshHome', homeWith(orderIn(STATUS.finish)));
      for (const place of ['#confirmBorrow', '#repayDetail', '#lending', '#personalInfo', '#loanQuestion', '#bankAccount'] as const)
        expect(journey.open(place).at, place).toBe('home.shown');
    },
  );

  /** The status, the page, what leads to the reading, the reading, an answer to it. */
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

  it.each(READING)(
    'a push while %s (status %i) is being read after %j: %s begins anew, and what it told before counts no more',
    async (...row) => {
      const [place, status, events, call, answer] = row;
      const journey = (await asBorrower(orderIn(status))).open(`#${place}`).send(...events);
      const answerLate = journey.hold(call);
      const { at } = journey.send({ type: 'refresh.requested' });
      await answerLate(answer);
      expect([journey.at, journey.calls], 'still reading').toEqual([at, [call]]);
      await journey.answer(call, answer);
      expect(journey.is('busy')).toBe(false);
    },
  );

  it('a push during the first load of home restarts it', async () => {
    const journey = await startJourney().answer('restoreDevice', borrower);
    const answerLate = journey.hold('loadHome');
    journey.send({ type: 'refresh.requested' });
    await answerLate(homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('loadingHome.loading');
    await journey.answer('loadHome', homeWith(orderIn(STATUS.finish)));
    expect([journey.at, journey.context.order?.status]).toEqual(['home.shown', STATUS.finish]);
  });

  it('a push during a refresh of the debt keeps the chosen amount, which can be paid meanwhile', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(null));
    journey.send({ type: 'refresh.requested' });
    const answerLate = journey.hold('refreshRepayment');
    journey.send({ type: 'refresh.requested' });
    await answerLate(repaymentWith(null));
    expect([journey.at, journey.is('form')]).toEqual(['repayDetail.refreshing', true]);
  });

  it('a push on the repayment page refreshes the debt', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(null));
    journey.send({ type: 'refresh.requested' });
    expect(journey.calls).toContain('refreshRepayment');
  });
});
