/** Repayment: nothing is paid twice, and a lost answer is reconciled before any result is shown. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { promptOf } from '#machines/required.ts';
import { homeWith, orderIn, PART, paymentThat, repaymentPaid, repaymentWith } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const LOST = [noAnswer, refusal(LOCAL.timedOut, ''), refusal(LOCAL.garbageAnswer, ''), refusal(CODE.serverError)];

describe('When the repayment page stays open', () => {
  const choosing = async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
    return journey.answer('loadRepayment', repaymentWith(null));
  };

  it('repayment page, refreshing: it stays in place, and an amount can be sent meanwhile', async () => {
    const journey = (await choosing()).send({ type: 'refresh.requested' });
    expect(journey.at).toBe('repayDetail.refreshing');
    expect(journey.is('form')).toBe(true);
    journey.send({ type: 'repayment.amountChosen', amount: PART, channel: 'mpesa', requestId: 'press-1' });
    expect(journey.at).toBe('cashier.requesting');
  });

  it('repayment page, refreshed: the newer amounts are paid, and a payment opened on another phone is finished first', async () => {
    const journey = (await choosing()).send({ type: 'refresh.requested' });
    const { balance } = repaymentWith(null);
    await journey.answer('refreshRepayment', { ...repaymentWith(null), balance: { ...balance, left: PART, settleToday: PART } });
    expect(journey.context.repayment).toMatchObject({ value: { balance: { left: PART } } });
    expect(journey.at).toBe('repayDetail.choosing');
    await journey.send({ type: 'refresh.requested' }).answer('refreshRepayment', repaymentWith(paymentThat('sent')));
    expect(journey.at).toBe('cashier.waiting');
  });

  it('repayment page, refresh failed: the page stays and shows the problem', async () => {
    const journey = (await choosing()).send({ type: 'refresh.requested' });
    await journey.fail('refreshRepayment', noAnswer);
    expect(journey.at).toBe('repayDetail.choosing');
    expect(journey.context.problem).toEqual(noAnswer);
  });
});

describe('When a loan is repaid', () => {
  const chosen = { type: 'repayment.amountChosen', amount: PART, channel: 'mpesa', requestId: 'press-1' } as const;
  const choosing = async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
    return journey.answer('loadRepayment', repaymentWith(null));
  };
  const requesting = async () => (await choosing()).send(chosen);
  const waiting = async () => (await requesting()).answer('requestPayment', paymentThat('sent'));

  it.each([0, 1, PART + 1, 49_900, 100_000_000])('repayment page, %i cents chosen: the amount is not sent', async (amount) => {
    const journey = (await choosing()).send({ ...chosen, amount });
    expect(journey.at).toBe('repayDetail.choosing');
    expect(journey.context.problem?.code).toBe(LOCAL.amountNotAllowed);
  });

  it('repayment page, exact debt chosen: it may be paid, whatever the step is', async () => {
    const { balance } = repaymentWith(null);
    expect((await choosing()).send({ ...chosen, amount: balance.left }).at).toBe('cashier.requesting');
    expect((await choosing()).send({ ...chosen, amount: balance.settleToday }).at).toBe('cashier.requesting');
  });

  it('cashier, amount chosen: one press sends one prompt, and navigation is blocked meanwhile', async () => {
    const journey = (await requesting()).send(chosen, chosen).send({ type: 'back.requested' }).open('#home').open('#cashier');
    expect(journey.at).toBe('cashier.requesting');
    expect(journey.calls).toEqual(['requestPayment']);
    expect(journey.inputOf('requestPayment')).toEqual({ orderNo: 'order-1', amount: PART, requestId: 'press-1' });
  });

  it('cashier, prompt sent: the payment is polled every three seconds, and unknown stays unknown', async () => {
    const journey = (await waiting()).wait(3_000);
    expect(journey.at).toBe('cashier.polling');
    await journey.answer('loadPayment', paymentThat('unknown'));
    expect(journey.at).toBe('cashier.waiting');
    await journey.wait(3_000).fail('loadPayment', noAnswer);
    expect(journey.at).toBe('cashier.waiting');
    expect(journey.context.problem).toEqual(noAnswer);
  });

  it('cashier, payment answered: the receipt is shown with the balance, and closing it leads home', async () => {
    const journey = (await waiting()).send({ type: 'payment.checkRequested' });
    await journey.answer('verifyPayment', paymentThat('paid'));
    expect(journey.at).toBe('cashier.refreshingBalance');
    await journey.answer('refreshBalance', homeWith(orderIn(STATUS.finish)));
    expect(journey.at).toBe('cashier.paid');
    expect(journey.context.paying?.payment?.receipt).toBe('SAB1234567');
    await journey.send({ type: 'receipt.closed' }).answer('loadHome', homeWith(orderIn(STATUS.finish)));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.paying).toBeNull();
  });

  it('cashier, payment paid, balance not loaded: the payment stays paid', async () => {
    const journey = (await waiting()).send({ type: 'payment.checkRequested' });
    await journey.answer('verifyPayment', paymentThat('paid'));
    await journey.fail('refreshBalance', noAnswer);
    expect(journey.at).toBe('cashier.paid');
    expect(journey.context.problem).toEqual(noAnswer);
  });

  it('cashier, prompt failed: the reason is shown, and another prompt needs a new choice', async () => {
    const journey = (await waiting()).send({ type: 'payment.checkRequested' });
    await journey.answer('verifyPayment', paymentThat('failed'));
    expect(journey.at).toBe('cashier.refused');
    expect(promptOf(journey.context).reason).toBe('You closed the prompt');
    expect(journey.open('#cashier').at).toBe('cashier.refused');
    expect(journey.send({ type: 'payment.retried' }).at).toBe('repayDetail.loading');
    expect(journey.context.paying).toBeNull();
    expect(journey.context.suggestedAmount).toBe(PART);
    await journey.answer('loadRepayment', repaymentWith(null));
    expect(journey.at).toBe('repayDetail.choosing');
    expect(journey.send({ type: 'back.requested' }).context.suggestedAmount).toBeNull();
  });

  it.each(LOST)('cashier, answer to the request lost (code $code): it is reconciled before any result is shown', async (problem) => {
    const journey = await requesting();
    await journey.fail('requestPayment', problem);
    expect(journey.at).toBe('cashier.reconciling');
    expect(journey.calls).toEqual(['reconcilePayment']);
  });

  it('cashier, answer lost, open prompt in the statement: the cashier waits for it', async () => {
    const journey = await requesting();
    await journey.fail('requestPayment', noAnswer);
    await journey.answer('reconcilePayment', repaymentWith(paymentThat('sent')));
    expect(journey.at).toBe('cashier.waiting');
    expect(journey.context.problem).toBeNull();
  });

  it('cashier, answer lost, paid meanwhile: the receipt is shown and no second prompt is offered', async () => {
    const journey = await requesting();
    await journey.fail('requestPayment', refusal(LOCAL.timedOut, ''));
    await journey.answer('reconcilePayment', repaymentPaid());
    expect(journey.at).toBe('cashier.refreshingBalance');
    await journey.answer('refreshBalance', homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('cashier.paid');
    expect(journey.context.paying?.payment).toMatchObject({ state: 'paid', amount: PART, receipt: 'SAB0' });
    expect(() => promptOf(journey.context)).toThrow('a prompt');
  });

  it('cashier, answer lost, equal payment of last week in the statement: it is not mistaken for this one', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentPaid());
    await journey.send(chosen).fail('requestPayment', noAnswer);
    await journey.answer('reconcilePayment', repaymentPaid());
    expect(journey.at).toBe('cashier.refused');
  });

  it('cashier, answer lost, reconciling failed: the outcome is shown as unknown until a retry succeeds', async () => {
    const journey = await requesting();
    await journey.fail('requestPayment', noAnswer);
    await journey.fail('reconcilePayment', noAnswer);
    expect(journey.at).toBe('cashier.unknown');
    await journey.send({ type: 'retry.requested' }).answer('reconcilePayment', repaymentWith(null));
    expect(journey.at).toBe('cashier.refused');
  });

  it('repayment, outcome unknown: is queried again by itself, and when the borrower returns to the page', async () => {
    const journey = await requesting();
    await journey.fail('requestPayment', noAnswer);
    await journey.fail('reconcilePayment', noAnswer);
    await journey.wait(5_000).fail('reconcilePayment', noAnswer);
    expect(journey.at).toBe('cashier.unknown');
    await journey.send({ type: 'refresh.requested' }).answer('reconcilePayment', repaymentWith(null));
    expect(journey.at).toBe('cashier.refused');
  });

  it('cashier, prompt open: Back leads home, and home leads back to the prompt', async () => {
    const journey = (await waiting()).send({ type: 'back.requested' });
    expect(journey.at).toBe('home.shown');
    await journey.send({ type: 'order.opened' }).answer('loadRepayment', repaymentWith(paymentThat('sent')));
    expect(journey.at).toBe('cashier.waiting');
    expect(journey.calls).toEqual([]);
  });

  it('cashier, paying by paybill: no prompt is sent, and searching does not take a failed prompt for paid', async () => {
    const journey = (await waiting()).send({ type: 'payment.checkRequested' });
    await journey.answer('verifyPayment', paymentThat('failed'));
    expect(journey.send({ type: 'payment.otherWayRequested' }).at).toBe('cashier.payingByPaybill');
    expect(journey.context).toMatchObject({ paying: { payment: null, amount: PART, channel: 'paybill' } });
    await journey.send({ type: 'refresh.requested' }).answer('searchPayment', repaymentWith(null));
    expect(journey.at).toBe('cashier.notArrived');
    expect(journey.context.paying?.payment).toBeNull();
  });

  it('cashier, check requested: the rail is asked, and an unknown outcome stays unknown', async () => {
    const journey = (await waiting()).send({ type: 'payment.checkRequested' });
    expect([journey.at, journey.calls]).toEqual(['cashier.verifying', ['verifyPayment']]);
    await journey.answer('verifyPayment', paymentThat('unknown'));
    expect(journey.at).toBe('cashier.waiting');
    await journey.send({ type: 'payment.checkRequested' }).fail('verifyPayment', noAnswer);
    expect([journey.at, journey.context.problem]).toEqual(['cashier.waiting', noAnswer]);
  });

  it('cashier, paybill chosen: the numbers are shown and no call is made', async () => {
    const journey = (await choosing()).send({ ...chosen, channel: 'paybill' });
    expect(journey.at).toBe('cashier.payingByPaybill');
    expect(journey.calls).toEqual([]);
  });
});
