/** Paying back by hand, with more time, with a proof, with a coupon. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { OTHER_CHANNELS } from '#machines/model/order.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { loaded } from '#machines/model/loadable.ts';
import { homeWith, orderIn, PART, paymentThat, proof, repaymentPaid, repaymentWith, rollovers } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const choosing = async () => {
  const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
  return journey.answer('loadRepayment', repaymentWith(null));
};

describe('When money is sent by hand', () => {
  const byHand = async (channel: 'paybill' | 'dedicated') =>
    (await choosing()).send({ type: 'repayment.amountChosen', amount: PART, channel, requestId: 'press-1' });
  const account = { businessNumber: '174379', accountNumber: 'A000000001' };

  it('paybill, account of its own: the lender makes it, and then it is shown', async () => {
    const journey = await byHand('dedicated');
    expect([journey.at, journey.calls]).toEqual(['cashier.openingAccount', ['openAccount']]);
    await journey.answer('openAccount', account);
    expect(journey.at).toBe('cashier.payingByPaybill');
    expect(journey.context.paying?.account).toEqual(account);
  });

  it('paybill, account not opened: the repayment page shows the problem', async () => {
    const journey = await byHand('dedicated');
    await journey.fail('openAccount', noAnswer);
    expect([journey.at, journey.context.problem]).toEqual(['repayDetail.choosing', noAnswer]);
  });

  it('paybill, money sent by hand: only money that arrived is shown as paid, whatever its amount', async () => {
    const journey = (await byHand('paybill')).send({ type: 'refresh.requested' });
    await journey.answer('searchPayment', repaymentWith(null));
    expect(journey.at).toBe('cashier.notArrived');
    expect(journey.context.paying?.payment).toBeNull();
    const arrived = repaymentPaid();
    const line = { ...arrived.payments[0], amount: PART + 5_000, channel: 'paybill', over: 5_000, receipt: 'SAB7', at: 1 } as const;
    await journey.send({ type: 'refresh.requested' }).answer('searchPayment', { ...arrived, payments: [line] });
    await journey.answer('refreshBalance', homeWith(orderIn(STATUS.finish)));
    expect(journey.at).toBe('cashier.paid');
    expect(journey.context.paying?.payment).toMatchObject({ state: 'paid', amount: PART + 5_000, over: 5_000, receipt: 'SAB7' });
  });

  it('paybill, money not found: a proof can be sent', async () => {
    const journey = (await byHand('paybill')).send({ type: 'refresh.requested' });
    await journey.answer('searchPayment', repaymentWith(null));
    journey.send({ type: 'proofs.opened' });
    expect([journey.at, journey.calls]).toEqual(['proofs.loading', ['loadProofs']]);
    expect(journey.context.paying).toBeNull();
  });
});

describe('When the statement is of an order that moved meanwhile', () => {
  const refreshed = async (before: OrderStatus, after: OrderStatus) => {
    const journey = (await asBorrower(orderIn(before))).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentWith(null, before));
    expect(journey.at).toBe('repayDetail.choosing');
    return journey.send({ type: 'refresh.requested' }).answer('refreshRepayment', repaymentWith(null, after));
  };

  it.each([
    ['a loan that was paid back', STATUS.repaying, STATUS.finish],
    ['a late loan that was paid back', STATUS.overdued, STATUS.finish],
    ['money that was sent after all', STATUS.payFail, STATUS.repaying],
  ] as const)('statement of %s: home is shown with the order as it is', async (_, before, after) => {
    const journey = await refreshed(before, after);
    expect([journey.at, journey.calls]).toEqual(['loadingHome.loading', ['loadHome']]);
    await journey.answer('loadHome', homeWith(orderIn(after)));
    expect([journey.at, journey.context.order?.status]).toEqual(['home.shown', after]);
  });

  it('loan paid back while a prompt is open: the prompt ends with the loan', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentWith(paymentThat('sent'), STATUS.finish));
    expect([journey.at, journey.context.paying]).toEqual(['loadingHome.loading', null]);
  });

  it('loan that became late: it is paid on the same page', async () =>
    expect((await refreshed(STATUS.repaying, STATUS.overdued)).at).toBe('repayDetail.choosing'));
});

describe('When another channel is asked for', () => {
  it.each(OTHER_CHANNELS)('repayment through %s: the lender’s refusal is shown in place, and the choice stays', async (channel) => {
    const journey = (await choosing()).send({ type: 'channel.asked', channel });
    expect(journey.inputOf('askChannel')).toEqual({ orderNo: 'order-1', channel });
    const none = refusal(CODE.noPaymentMethod, 'There is no payment method, please choose another channel');
    await journey.fail('askChannel', none);
    expect([journey.at, journey.context.problem]).toEqual(['repayDetail.choosing', none]);
    journey.send({ type: 'repayment.amountChosen', amount: PART, channel: 'mpesa', requestId: 'press-1' });
    expect([journey.at, journey.context.problem]).toEqual(['cashier.requesting', null]);
  });
});

describe('When a borrower needs more time', () => {
  const opened = async () => (await asBorrower(orderIn(STATUS.repaying))).open('#rollover');
  const funded = async () => (await opened()).answer('loadRollover', rollovers.paid);

  it('rollover: it is offered only while the loan runs', async () => {
    expect((await opened()).at).toBe('rollover.loading');
    expect((await asBorrower(orderIn(STATUS.overdued))).open('#rollover').at).toBe('rollover.loading');
    for (const status of [STATUS.payFail, STATUS.finish, STATUS.confirm, STATUS.lending])
      expect((await asBorrower(orderIn(status))).open('#rollover').at).toBe('home.shown');
  });

  it.each([
    ['open', 'rollover.choosing'],
    ['chosen', 'rollover.paying'],
    ['paid', 'rollover.funded'],
  ] as const)('rollover, %s at the lender: opens %s', async (how, place) => {
    const journey = await opened();
    await journey.answer('loadRollover', rollovers[how]);
    expect(journey.at).toBe(place);
  });

  it('rollover, fee paid, obstacle left: moving is not allowed', async () => {
    const journey = await opened();
    await journey.answer('loadRollover', { ...rollovers.paid, obstacle: 'penaltyOpen', penalty: 10_000 });
    expect(journey.at).toBe('rollover.paying');
    expect(journey.send({ type: 'rollover.confirmed' }).calls).toEqual([]);
  });

  it('rollover, fee open: it is polled less and less often, and soon again for a borrower who comes back to the page', async () => {
    const journey = await opened();
    await journey.answer('loadRollover', rollovers.chosen);
    const untilAsked = async (): Promise<number> => {
      let seconds = 0;
      while (journey.at === 'rollover.paying') {
        journey.wait(5_000);
        seconds += 5;
      }
      await journey.answer('checkRollover', rollovers.chosen);
      return seconds;
    };
    const pauses: number[] = [];
    for (let n = 0; n < 8; n++) pauses.push(await untilAsked());
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    await journey.send({ type: 'refresh.requested' }).answer('checkRollover', rollovers.chosen);
    expect(await untilAsked()).toBe(5);
  });

  it('rollover, option chosen: its fee is polled after five seconds, and moving needs a confirmation', async () => {
    const journey = await opened();
    await journey.answer('loadRollover', rollovers.open);
    journey.send({ type: 'rollover.chosen', days: 14 });
    expect(journey.inputOf('chooseRollover')).toEqual({ orderNo: 'order-1', days: 14 });
    await journey.answer('chooseRollover', rollovers.chosen);
    expect(journey.wait(5_000).at).toBe('rollover.checking');
    await journey.answer('checkRollover', rollovers.paid);
    expect([journey.at, journey.calls]).toEqual(['rollover.funded', []]);
    journey.send({ type: 'rollover.confirmed' }, { type: 'rollover.confirmed' }, { type: 'back.requested' });
    expect([journey.at, journey.calls]).toEqual(['rollover.confirming', ['confirmRollover']]);
    expect(journey.inputOf('confirmRollover')).toEqual({ orderNo: 'order-1', extensionNo: 'extension-1' });
    await journey.answer('confirmRollover', rollovers.confirmed);
    expect(journey.at).toBe('rollover.moved');
    await journey.send({ type: 'receipt.closed' }).answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('home.shown');
  });

  it('rollover confirmed, answer lost: it is reconciled before any result is shown', async () => {
    const journey = (await funded()).send({ type: 'rollover.confirmed' });
    await journey.fail('confirmRollover', refusal(LOCAL.timedOut, ''));
    expect(journey.at).toBe('rollover.reconciling');
    await journey.fail('reconcileRollover', noAnswer);
    expect(journey.at).toBe('rollover.unknown');
    await journey.wait(5_000).fail('reconcileRollover', noAnswer);
    await journey.send({ type: 'retry.requested' }).answer('reconcileRollover', rollovers.confirmed);
    expect(journey.at).toBe('rollover.moved');
  });

  it('rollover confirmed, answer lost, not moved: it may be moved again', async () => {
    const journey = (await funded()).send({ type: 'rollover.confirmed' });
    await journey.fail('confirmRollover', noAnswer);
    await journey.answer('reconcileRollover', rollovers.paid);
    expect(journey.at).toBe('rollover.funded');
  });

  it('rollover refused: the lender’s refusal is shown in place', async () => {
    const journey = (await funded()).send({ type: 'rollover.confirmed' });
    const refused = refusal(CODE.rolloverRefused, 'Please pay the late charge first');
    await journey.fail('confirmRollover', refused);
    expect([journey.at, journey.context.problem]).toEqual(['rollover.funded', refused]);
  });

  it('rollover withdrawn: it starts again with the options', async () => {
    const journey = (await funded()).send({ type: 'rollover.withdrawn' });
    await journey.answer('withdrawRollover', rollovers.open);
    expect(journey.at).toBe('rollover.choosing');
  });
});

describe('When a payment is missing in the statement', () => {
  const listing = async () => (await choosing()).send({ type: 'proofs.opened' }).answer('loadProofs', []);
  const whole = { type: 'proof.submitted', receipt: proof.receipt, amount: PART, pictures: ['picture-1'] } as const;

  it('proof: pictures are sent one by one, at most three, and then the proof', async () => {
    const journey = await listing();
    for (const n of [1, 2, 3, 4]) {
      journey.send({ type: 'proof.pictureTaken', handle: `photo-${n}` });
      expect(journey.inputOf('uploadProofPicture')).toEqual({ orderNo: 'order-1', handle: `photo-${n}` });
      await journey.answer('uploadProofPicture', { handle: `photo-${n}`, picture: `picture-${n}` });
    }
    expect(journey.context.pictures.map(({ picture }) => picture)).toEqual(['picture-2', 'picture-3', 'picture-4']);
    journey.send(whole, whole);
    expect([journey.at, journey.calls]).toEqual(['proofs.sending', ['sendProof']]);
    await journey.answer('sendProof', proof);
    expect([journey.at, journey.context.proofs, journey.context.pictures]).toEqual(['proofs.listing', loaded([proof]), []]);
    expect(journey.context.notice?.key).toBe('proofSent');
  });

  it.each([
    ['without a picture', { pictures: [] }],
    ['without an amount', { amount: 0 }],
    ['with no receipt number', { receipt: '12345' }],
  ])('proof %s: nothing is sent', async (_, change) => {
    const journey = (await listing()).send({ ...whole, ...change });
    expect([journey.at, journey.calls, journey.context.problem?.code]).toEqual(['proofs.listing', [], LOCAL.incomplete]);
  });

  it('proof with a receipt that was used: it is refused, and the pictures stay', async () => {
    const journey = await listing();
    await journey
      .send({ type: 'proof.pictureTaken', handle: 'photo-1' })
      .answer('uploadProofPicture', { handle: 'photo-1', picture: 'p1' });
    await journey.send(whole).fail('sendProof', refusal(CODE.receiptUsed, 'This receipt was sent in already'));
    expect([journey.at, journey.context.problem?.code, journey.context.pictures]).toEqual([
      'proofs.listing',
      CODE.receiptUsed,
      [{ handle: 'photo-1', picture: 'p1' }],
    ]);
  });

  it('proof form, list being refreshed: the form stays, also when the refresh fails', async () => {
    const journey = (await listing()).send({ type: 'refresh.requested' });
    expect([journey.at, journey.calls]).toEqual(['proofs.refreshing', ['refreshProofs']]);
    await journey.answer('refreshProofs', [proof]);
    expect([journey.at, journey.context.proofs]).toEqual(['proofs.listing', loaded([proof])]);
    await journey.send({ type: 'refresh.requested' }).fail('refreshProofs', noAnswer);
    expect([journey.at, journey.context.proofs, journey.context.problem]).toEqual(['proofs.listing', loaded([proof]), noAnswer]);
  });

  it('proof form, list being refreshed: the proof can be sent', async () => {
    const journey = (await listing()).send({ type: 'refresh.requested' }, whole);
    expect([journey.at, journey.calls]).toEqual(['proofs.sending', ['sendProof']]);
  });

  it('proof form, Back: the repayment page is shown and loaded again', async () => {
    expect((await listing()).send({ type: 'back.requested' }).at).toBe('repayDetail.loading');
  });
});

describe('When a card is authorised', () => {
  const card = { type: 'card.submitted', cardNumber: '4242 4242 4242 4242', validTo: '12/30', cvc: '' } as const;
  const entering = async () => (await choosing()).send({ type: 'card.opened' });

  it('card being authorised: its number is sent and stored nowhere', async () => {
    const journey = (await entering()).send(card);
    expect(journey.inputOf('authoriseCard')).toMatchObject({ orderNo: 'order-1', cardNumber: card.cardNumber });
    expect(JSON.stringify(journey.context)).not.toContain('4242');
  });

  it('card authorised: the debt is loaded again, less the coupon', async () => {
    const journey = (await entering()).send(card);
    await journey.answer('authoriseCard', { is: 'taken', amount: 10_000, lastFour: '4242' });
    expect([journey.at, journey.context.notice?.key]).toEqual(['repayDetail.loading', 'couponTaken']);
  });

  it('card refused: the card form shows the refusal', async () => {
    const journey = (await entering()).send(card);
    await journey.fail('authoriseCard', refusal(CODE.cardRefused, 'Your bank declined this card'));
    expect([journey.at, journey.context.problem?.code]).toEqual(['repayDetail.card.entering', CODE.cardRefused]);
  });

  it('card authorisation, payout failed: there is neither card nor proof', async () => {
    const journey = (await asBorrower(orderIn(STATUS.payFail))).send({ type: 'order.opened' });
    await journey.answer('loadRepayment', repaymentWith(null, STATUS.payFail));
    expect(journey.send({ type: 'card.opened' }, { type: 'proofs.opened' }).at).toBe('repayDetail.choosing');
  });
});
