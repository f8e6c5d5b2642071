/** A rejected application and its review. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, market, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer } from '../chartDriver.ts';

const rejected = orderIn(STATUS.reject);

describe('When an application was rejected', () => {
  const recommendation = { recommended: true, from: rejected.rejection?.reapplyOn ?? '', products: market };

  it('application rejected: the decision is shown at once, and the recommendation when it arrives', async () => {
    const journey = (await asBorrower(rejected)).open('#reviewTips');
    expect(journey.at).toBe('reviewTips.recommending');
    await journey.answer('loadRecommendation', recommendation);
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context.recommendation).toEqual({ is: 'loaded', value: recommendation });
    const other = await (await asBorrower(rejected)).open('#reviewTips').fail('loadRecommendation', noAnswer);
    expect([other.at, other.context.problem]).toEqual(['reviewTips.waiting', null]);
  });

  it.each(['home', 'reviewTips'] as const)(
    'application rejected: a review is requested once from %s, and navigation is blocked meanwhile',
    async (place) => {
      const journey = (await asBorrower(rejected)).open(`#${place}`).send({ type: 'review.requested' });
      expect(journey.at).toBe('reviewTips.askingReview');
      journey.send({ type: 'review.requested' }, { type: 'back.requested' });
      expect(journey.open('#home').calls).toEqual(['requestReview']);
      await journey.answer('requestReview', { ...orderIn(STATUS.applying), inReview: true });
      expect(journey.at).toBe('reviewTips.waiting');
      expect(journey.context.order).toMatchObject({ status: STATUS.applying, inReview: true });
    },
  );

  it('review requested, answer lost: the order is loaded again', async () => {
    const journey = await (await asBorrower(rejected)).send({ type: 'review.requested' }).fail('requestReview', noAnswer);
    expect(journey.at).toBe('reviewTips.checking');
    await journey.answer('checkReview', homeWith(orderIn(STATUS.applying)));
    expect(journey.at).toBe('reviewTips.waiting');
  });

  it.each(['refused', 'over'] as const)('application rejected, review %s: no review can be requested', async (review) => {
    const rejection = { reason: 'No', reapplyOn: '2026-04-04', review };
    const journey = (await asBorrower({ ...rejected, rejection })).send({ type: 'review.requested' });
    expect(journey.at).toBe('home.shown');
  });
});
