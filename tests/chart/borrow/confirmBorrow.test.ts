/** The offer: nothing is drawn without consent, nothing is drawn twice, and a lost answer is reconciled. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, offer, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const LOST = [noAnswer, refusal(LOCAL.timedOut, ''), refusal(LOCAL.garbageAnswer, ''), refusal(CODE.serverError)];

describe('When an offer is decided upon', () => {
  const deciding = async () => {
    const journey = (await asBorrower(orderIn(STATUS.confirm))).send({ type: 'order.opened' });
    return journey.answer('loadOffer', offer);
  };
  const drawing = async () => (await deciding()).send({ type: 'agreement.ticked', agreed: true }, { type: 'offer.accepted' });

  it('offer, agreement not accepted: nothing is drawn', async () => {
    const journey = (await deciding()).send({ type: 'offer.accepted' });
    expect(journey.at).toBe('confirmBorrow.deciding');
    expect(journey.context.problem?.code).toBe(LOCAL.agreementMissing);
    journey.send({ type: 'agreement.ticked', agreed: true }, { type: 'agreement.ticked', agreed: false }, { type: 'offer.accepted' });
    expect(journey.at).toBe('confirmBorrow.deciding');
  });

  it('offer, agreement accepted: the consent names exactly the offer that was shown', async () => {
    expect((await drawing()).inputOf('drawLoan')).toEqual({ offer });
  });

  it('offer, page left: the consent is dropped, and the offer is loaded again', async () => {
    const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true }).open('#home').open('#confirmBorrow');
    await journey.answer('loadOffer', offer);
    expect(journey.send({ type: 'offer.accepted' }).at).toBe('confirmBorrow.deciding');
  });

  it('offer, agreement being read: the consent stays while the offer is the same', async () => {
    const read = async () => {
      const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true }, { type: 'agreement.opened' });
      await journey.answer('loadAgreement', { version: offer.agreementVersion, title: 'Agreement', paragraphs: [] });
      return journey.send({ type: 'back.requested' });
    };
    expect((await (await read()).answer('loadOffer', offer)).send({ type: 'offer.accepted' }).at).toBe('confirmBorrow.drawing');
    const changed = await (await read()).answer('loadOffer', { ...offer, agreementVersion: 'another' });
    expect(changed.send({ type: 'offer.accepted' }).at).toBe('confirmBorrow.deciding');
  });

  it('offer, six presses: the loan is drawn once, and navigation is blocked meanwhile', async () => {
    const journey = await drawing();
    for (let press = 0; press < 5; press += 1) journey.send({ type: 'offer.accepted' });
    journey.send({ type: 'back.requested' }).open('#home');
    expect(journey.at).toBe('confirmBorrow.drawing');
    expect(journey.calls).toEqual(['drawLoan']);
  });

  it('loan drawn: home shows that the money is being sent', async () => {
    const journey = await drawing();
    await journey.answer('drawLoan', orderIn(STATUS.lending));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.order?.status).toBe(STATUS.lending);
  });

  it.each(LOST)('draw, answer lost (code $code): it is reconciled before any result is shown', async (problem) => {
    const journey = await drawing();
    await journey.fail('drawLoan', problem);
    expect(journey.at).toBe('confirmBorrow.reconciling');
    expect(journey.calls).toEqual(['reconcileDrawing']);
  });

  it.each([
    [STATUS.lending, 'home.shown'],
    [STATUS.confirm, 'confirmBorrow.loading'],
    [STATUS.getMoney, 'confirmBorrow.loading'],
  ])('draw, answer lost, lender says %i: that leads to %s', async (status, place) => {
    const journey = await drawing();
    await journey.fail('drawLoan', noAnswer);
    await journey.answer('reconcileDrawing', homeWith(orderIn(status)));
    expect(journey.at).toBe(place);
  });

  it('draw, answer lost, reconciling fails: the outcome is shown as unknown until a retry succeeds', async () => {
    const journey = await drawing();
    await journey.fail('drawLoan', noAnswer);
    await journey.fail('reconcileDrawing', noAnswer);
    expect(journey.at).toBe('confirmBorrow.unknown');
    expect(journey.context.problem).toEqual(noAnswer);
    await journey.send({ type: 'retry.requested' }).answer('reconcileDrawing', homeWith(orderIn(STATUS.lending)));
    expect(journey.at).toBe('home.shown');
  });

  it('draw, outcome unknown: is queried again by itself, after longer and longer pauses of at most a minute', async () => {
    const journey = await drawing();
    await journey.fail('drawLoan', noAnswer);
    await journey.fail('reconcileDrawing', noAnswer);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      expect(journey.wait(seconds * 1000 - 1).at, `${seconds} s`).toBe('confirmBorrow.unknown');
      expect(journey.wait(1).at, `${seconds} s`).toBe('confirmBorrow.reconciling');
      await journey.fail('reconcileDrawing', noAnswer);
    }
    await journey.wait(60_000).answer('reconcileDrawing', homeWith(orderIn(STATUS.lending)));
    expect(journey.at).toBe('home.shown');
  });

  it('draw, outcome unknown, queried by a press: the pauses start again', async () => {
    const journey = await drawing();
    await journey.fail('drawLoan', noAnswer);
    await journey.fail('reconcileDrawing', noAnswer);
    for (let n = 0; n < 3; n++) await journey.wait(60_000).fail('reconcileDrawing', noAnswer);
    await journey.send({ type: 'retry.requested' }).fail('reconcileDrawing', noAnswer);
    expect(journey.wait(5_000).at).toBe('confirmBorrow.reconciling');
  });

  it('draw refused: the consent stays and the reason is shown', async () => {
    const journey = await drawing();
    await journey.fail('drawLoan', refusal(CODE.tooManyRequests));
    expect(journey.at).toBe('confirmBorrow.deciding');
    expect(journey.context.problem).toEqual(refusal(CODE.tooManyRequests));
  });

  it('offer lapsed: home is shown with the lender’s message', async () => {
    const journey = await drawing();
    await journey.fail('drawLoan', refusal(CODE.orderTimedOut, 'This order has timed out, please try again'));
    expect(journey.context.notice?.message).toBe('This order has timed out, please try again');
    await journey.answer('loadHome', homeWith(orderIn(STATUS.cancel)));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.order?.status).toBe(STATUS.cancel);
  });

  it('declining asks once: Back and "keep" lead to the offer, with the consent as it was', async () => {
    for (const event of [{ type: 'decline.withdrawn' }, { type: 'back.requested' }] as const) {
      const journey = (await deciding()).send({ type: 'agreement.ticked', agreed: true }, { type: 'offer.declined' });
      expect([journey.at, journey.calls]).toEqual(['confirmBorrow.confirmingDecline', []]);
      expect(journey.send(event).at).toBe('confirmBorrow.deciding');
      expect(journey.context.agreed).not.toBeNull();
    }
  });

  it('declining refused: the question stays, with the reason', async () => {
    const journey = (await deciding()).send({ type: 'offer.declined' }, { type: 'decline.confirmed' });
    await journey.fail('declineOffer', refusal(CODE.tooManyRequests));
    expect(journey.at).toBe('confirmBorrow.confirmingDecline');
    expect(journey.context.problem).toEqual(refusal(CODE.tooManyRequests));
  });

  it('offer declined: it is removed, and a notice says so', async () => {
    const journey = (await deciding()).send({ type: 'offer.declined' }, { type: 'decline.confirmed' });
    await journey.answer('declineOffer', orderIn(STATUS.cancel));
    expect(journey.at).toBe('home.refreshing');
    expect(journey.context.notice?.key).toBe('offerDeclined');
  });
});
