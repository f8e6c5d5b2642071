/** A drawn loan while its money is on the way. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower } from '../chartDriver.ts';

describe('When the money is on its way', () => {
  const waiting = async () => (await asBorrower(orderIn(STATUS.lending))).open('#lending');

  it('payout, sent a minute ago: the order is polled every half minute', async () => {
    const journey = (await waiting()).wait(29_999);
    expect(journey.at).toBe('lending.waiting');
    expect(journey.wait(1).at).toBe('lending.checking');
    await journey.answer('checkLending', homeWith(orderIn(STATUS.lending)));
    expect(journey.at).toBe('lending.waiting');
    expect(journey.wait(30_000).at).toBe('lending.checking');
  });

  it.each([
    [STATUS.repaying, 'repayDetail.loading'],
    [STATUS.payFail, 'repayDetail.loading'],
  ])('payout arrived or refused (%i): the page leads to %s', async (status, place) => {
    const journey = (await waiting()).send({ type: 'refresh.requested' });
    await journey.answer('checkLending', homeWith(orderIn(status)));
    expect(journey.at).toBe(place);
  });

  it('payout on its way, home open: home polls only while the lender or the rail works on the order', async () => {
    expect((await asBorrower(orderIn(STATUS.lending))).wait(30_000).at).toBe('home.refreshing');
    expect((await asBorrower(orderIn(STATUS.applying))).wait(305_000).at).toBe('home.refreshing');
    expect((await asBorrower(orderIn(STATUS.repaying))).wait(3_600_000).at).toBe('home.shown');
  });
});
