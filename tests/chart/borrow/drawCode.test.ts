/** The code that the lender may ask for before a payout. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { Offer } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, NOW, offer, orderIn, session } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const wanted: Offer = { ...offer, needsCode: true };
const again = { againAt: NOW + 60_000 };
const wrongCode = refusal(CODE.invalidVerificationCode, 'Invalid verification code');

/** An offer whose agreement is ticked. */
const agreed = async (shown = wanted) => {
  const journey = (await asBorrower(orderIn(STATUS.confirm))).send({ type: 'order.opened' });
  await journey.answer('loadOffer', shown);
  return journey.send({ type: 'agreement.ticked', agreed: true });
};
const entering = async () => {
  const journey = (await agreed()).send({ type: 'offer.accepted' });
  return journey.answer('requestCode.draw', again);
};
const given = async () => (await entering()).send({ type: 'code.submitted', code: '123456' });

describe('offer, code required', () => {
  it('offer, accepted without the agreement: no code is sent', async () => {
    const journey = (await agreed()).send({ type: 'agreement.ticked', agreed: false }, { type: 'offer.accepted' });
    expect(journey.at).toBe('confirmBorrow.deciding');
    expect(journey.calls).toEqual([]);
  });

  it('offer, code required, accepted: a code is sent to the registered number, and nothing is drawn', async () => {
    const journey = (await agreed()).send({ type: 'offer.accepted' });
    expect(journey.calls).toEqual(['requestCode.draw']);
    expect(journey.inputOf('requestCode.draw')).toEqual({ mobile: session.mobile, purpose: 'draw' });
    await journey.answer('requestCode.draw', again);
    expect(journey.at).toBe('confirmBorrow.enteringCode');
    expect(journey.context.payoutCodes.ownAgainAt).toBe(again.againAt);
  });

  it('code typed: the accepted offer is drawn with it', async () => {
    const journey = await given();
    expect(journey.inputOf('drawLoanWithCode')).toEqual({ offer: wanted, code: '123456' });
    await journey.answer('drawLoanWithCode', orderIn(STATUS.lending));
    expect(journey.at).toBe('home.shown');
  });

  it('code that is no six digits: is not sent', async () => {
    const journey = (await entering()).send({ type: 'code.submitted', code: '12' });
    expect(journey.at).toBe('confirmBorrow.enteringCode');
    expect(journey.context.problem?.code).toBe(LOCAL.codeInvalid);
  });

  it.each([wrongCode, refusal(CODE.tooManyWrongCodes, 'Too many wrong tries. Ask for a new code.')])(
    'code refused ($code): is asked for again with the reason, and another one can be sent',
    async (problem) => {
      const journey = await given();
      await journey.fail('drawLoanWithCode', problem);
      expect(journey.at).toBe('confirmBorrow.enteringCode');
      expect(journey.context.problem).toEqual(problem);
      journey.send({ type: 'code.requestedAgain' });
      await journey.answer('requestCode.drawAgain', again);
      expect(journey.at).toBe('confirmBorrow.enteringCode');
      expect(journey.context.problem).toBeNull();
    },
  );

  it('code for a draw, another one refused: the code that was sent before can still be typed', async () => {
    const journey = (await entering()).send({ type: 'code.requestedAgain' });
    await journey.fail('requestCode.drawAgain', refusal(CODE.tooManyRequests, 'Too many tries'));
    expect(journey.at).toBe('confirmBorrow.enteringCode');
    expect(journey.send({ type: 'code.submitted', code: '123456' }).calls).toEqual(['drawLoanWithCode']);
  });

  it('no code could be sent: the offer is shown with the reason, and the consent stays', async () => {
    const journey = (await agreed()).send({ type: 'offer.accepted' });
    await journey.fail('requestCode.draw', refusal(CODE.tooManyRequests, 'Too many tries'));
    expect(journey.at).toBe('confirmBorrow.deciding');
    expect(journey.context.problem?.code).toBe(CODE.tooManyRequests);
    expect(journey.send({ type: 'offer.accepted' }).calls).toEqual(['requestCode.draw']);
  });

  it('offer, Back from the code: it is shown with the consent, and accepting it leads to the code again', async () => {
    const journey = await entering();
    journey.send({ type: 'code.submitted', code: '12' }, { type: 'back.requested' });
    expect(journey.at).toBe('confirmBorrow.deciding');
    expect(journey.context.problem).toBeNull();
    journey.send({ type: 'offer.accepted' });
    await journey.answer('requestCode.draw', again);
    expect(journey.at).toBe('confirmBorrow.enteringCode');
  });

  it('answer to the draw with the code lost: is reconciled, and nothing is drawn a second time', async () => {
    const journey = await given();
    journey.send({ type: 'code.submitted', code: '123456' }, { type: 'back.requested' });
    expect(journey.calls).toEqual(['drawLoanWithCode']);
    await journey.fail('drawLoanWithCode', noAnswer);
    expect(journey.calls).toEqual(['reconcileDrawing']);
    await journey.answer('reconcileDrawing', homeWith(orderIn(STATUS.lending)));
    expect(journey.at).toBe('home.shown');
  });
});

describe('offer, read before the lender required a code', () => {
  it('draw refused for want of a code: a code is sent, and the draw is repeated with it', async () => {
    const journey = (await agreed(offer)).send({ type: 'offer.accepted' });
    await journey.fail('drawLoan', refusal(CODE.verificationCodeRequired, 'Please enter the code'));
    expect(journey.calls).toEqual(['requestCode.draw']);
    await journey.answer('requestCode.draw', again);
    expect(journey.context.problem).toBeNull();
    expect(journey.send({ type: 'code.submitted', code: '123456' }).inputOf('drawLoanWithCode')).toEqual({ offer, code: '123456' });
  });
});
