/** Home while a payment request is open. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn, paymentThat, repaymentWith } from '../../paths/lenderSamples.ts';
import { asBorrower } from '../chartDriver.ts';

describe('When home is opened while a payment request is open', () => {
  const atHome = () => asBorrower({ ...orderIn(STATUS.repaying), openPayment: paymentThat('sent') });

  it('home, payment request open: its button leads to the request', async () => {
    const journey = (await atHome()).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentWith(paymentThat('sent')));
    expect(journey.at).toBe('cashier.waiting');
  });

  it('home, payment request open: home polls until the outcome is known', async () => {
    const journey = (await atHome()).wait(5_000);
    expect(journey.at).toBe('home.refreshing');
    await journey.answer('refreshHome', homeWith(orderIn(STATUS.repaying)));
    expect(journey.wait(5_000).at).toBe('home.shown');
  });
});
