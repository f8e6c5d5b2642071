/** The choice of another amount or term within an offer. */
import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import type { Offer } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, offer, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, refusal } from '../chartDriver.ts';

const timedOut = refusal(CODE.orderTimedOut, 'This order has timed out, please try again');

describe('When an offer is decided upon', () => {
  const deciding = async () => (await asBorrower(orderIn(STATUS.confirm))).open('#confirmBorrow').answer('loadOffer', offer);
  const smaller: Offer = { ...offer, terms: { ...offer.terms, principal: 300_000 }, agreementVersion: 'v2' };
  const choose = { type: 'offer.choiceMade', amount: 300_000, termDays: 91 } as const;

  it('offer, another amount chosen: the lender prices it, and the consent is dropped', async () => {
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
  ])('offer, $amount for $termDays days chosen: the lender is not asked', async (other) => {
    const journey = (await deciding()).send({ ...choose, ...other });
    expect([journey.at, journey.context.problem?.code]).toEqual(['confirmBorrow.deciding', -11]);
  });

  it('offer, agreement opened: it is read for what was chosen, and coming back asks for the same', async () => {
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

  it('offer, page refreshed: the offer is loaded again, and the consent stays while the agreement is the same', async () => {
    const journey = (await deciding()).send({ type: 'refresh.requested' }, { type: 'agreement.ticked', agreed: true });
    expect(journey.at).toBe('confirmBorrow.refreshing');
    await journey.answer('refreshOffer', { ...offer, openUntil: offer.openUntil - 1 });
    expect(journey.context.agreed).toBe(offer.agreementVersion);
    await journey.send({ type: 'refresh.requested' }).answer('refreshOffer', smaller);
    expect(journey.context.agreed).toBeNull();
  });

  it.each(['refreshOffer', 'drawLoan'])('offer lapsed, reported by %s: it is dropped with a notice', async (call) => {
    const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true });
    journey.send({ type: call === 'drawLoan' ? 'offer.accepted' : 'refresh.requested' });
    await journey.fail(call, timedOut);
    expect(journey.context.notice).toEqual({ key: 'orderMoved', message: timedOut.message });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.cancel)));
    expect(journey.at).toBe('home.shown');
    expect(journey.open('#confirmBorrow').at).toBe('home.shown');
  });
});
