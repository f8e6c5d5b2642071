/** The choice of a loan before the application. */
import { describe, expect, it } from 'vitest';
import { choiceOf, WISH } from '#machines/model/feedback.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { market, offer, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, borrower, startJourney } from '../chartDriver.ts';

const values = { productId: 'first', amount: '3000', termDays: '91' };

describe('When a loan is being chosen', () => {
  it('choice: is kept, and dropped when the application is opened', async () => {
    const journey = (await asBorrower()).open('#toBorrow');
    await journey.answer('loadMarket', { products: market });
    journey.send({ type: 'message.changed', about: WISH, values });
    expect(journey.context.unsent[WISH]).toEqual(values);
    journey.send({ type: 'loan.requested', amount: 300_000, termDays: 91 });
    await journey.answer('startApplication', orderIn(STATUS.basicInfo));
    expect(journey.context.unsent).toEqual({});
  });

  it('choice of a loan, web view closed and opened: the choice is there', async () => {
    const journey = await startJourney().answer('restoreDevice', { ...borrower, unsent: { [WISH]: values } });
    expect(journey.context.unsent[WISH]).toEqual(values);
  });

  it('choice of an offer: is dropped when the offer is drawn or declined', async () => {
    const order = orderIn(STATUS.confirm);
    const about = choiceOf(order.orderNo);
    const deciding = async () => {
      const journey = await (await asBorrower(order)).open('#confirmBorrow').answer('loadOffer', offer);
      return journey.send({ type: 'message.changed', about, values: { amount: '3000', termDays: '91' } });
    };
    const drawn = (await deciding()).send({ type: 'agreement.ticked', agreed: true }, { type: 'offer.accepted' });
    expect(drawn.context.unsent).toHaveProperty([about]);
    await drawn.answer('drawLoan', orderIn(STATUS.lending));
    expect(drawn.context.unsent).toEqual({});
    const declined = (await deciding()).send({ type: 'offer.declined' }, { type: 'decline.confirmed' });
    await declined.answer('declineOffer', orderIn(STATUS.cancel));
    expect(declined.context.unsent).toEqual({});
  });
});
