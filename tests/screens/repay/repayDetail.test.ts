/** The repayment pages: their texts about other channels, the coupon, more time and proofs. */
import { describe, expect, it } from 'vitest';
import RepayDetail from '#screens/repay/repayDetail/screen.tsx';
import { examples as owed } from '#screens/repay/repayDetail/examples.ts';
import Proofs from '#screens/repay/proofs/screen.tsx';
import { examples as proofs } from '#screens/repay/proofs/examples.ts';
import Rollover from '#screens/repay/rollover/screen.tsx';
import { examples as moreTime } from '#screens/repay/rollover/examples.ts';
import Cashier from '#screens/repay/cashier/screen.tsx';
import { examples as cashier } from '#screens/repay/cashier/examples.ts';
import { wordsOf } from '../drawnText.tsx';

describe('repayment page, channel of another country refused', () => {
  it('repayment page, channel of another country refused: the message of the lender is shown once', () => {
    const words = wordsOf(RepayDetail, owed.noSuchChannel);
    expect(words.split('There is no payment method, please choose another channel')).toHaveLength(2);
  });
});

describe('repayment page, coupon used', () => {
  const words = wordsOf(RepayDetail, owed.couponTaken);

  it('repayment page, coupon used: the coupon is a line of its own, and the lines add up', () => {
    expect(words).toContain('Coupon for your card − KSh 100');
    expect(words).toMatch(/Loan and interest KSh 5,374 .*− KSh 100 .*− KSh 2,000 .*KSh 3,274/);
  });

  it('repayment page, coupon used: the coupon is not offered again', () => expect(words).not.toContain('Authorise a bank card'));
});

describe('rollover page', () => {
  it('rollover page: the whole cost and the new date stand beside each option', () => {
    const words = wordsOf(Rollover, moreTime.choosing);
    expect(words).toMatch(/Fee KSh 35 Tax on the fee KSh 6 Pay first KSh 41/);
    expect(words).toContain('Thu 26 Feb 2026');
    expect(words).toContain('Still owed on the new date: KSh 3,374');
  });

  it('rollover, late charge open: it is paid first, and no option is offered', () => {
    const words = wordsOf(Rollover, moreTime.lateChargeFirst);
    expect(words).toContain('Pay the late charge of KSh 337 first');
    expect(words).not.toContain('for more time');
  });

  it('fee paid while a charge is open: leads to the charge, without a disabled button', () => {
    const words = wordsOf(Rollover, moreTime.paidAndLate);
    expect(words).toContain('Pay the late charge');
    expect(words).not.toContain('Move the date to');
  });

  it('rollover, before the confirmation: nothing is said to have moved', () => {
    expect(wordsOf(Rollover, moreTime.funded)).toContain('The date has not moved yet');
  });
});

describe('proof page', () => {
  it('proof page: each missing part is named', () => {
    const words = wordsOf(Proofs, proofs.incomplete);
    for (const part of ['Enter the ten letters and digits', 'Enter the amount', 'Add at least one picture']) expect(words).toContain(part);
  });

  it('sent proof: shows its deadline, or the reason of its refusal', () => {
    const words = wordsOf(Proofs, proofs.sent);
    expect(words).toContain('You will get an answer by Sun 8 Feb, 18:20.');
    expect(words).toContain('M-PESA knows no payment to us with this receipt');
  });
});

describe('paybill page', () => {
  it('money that has not arrived: is not called paid', () => {
    expect(wordsOf(Cashier, cashier.notArrived)).not.toMatch(/\bPaid\b/);
  });

  it('paybill page, overpaid: the receipt names the excess', () => {
    expect(wordsOf(Cashier, cashier.paidTooMuch)).toContain('You paid KSh 126 more than you owed. It is yours');
  });

  it('paybill page: only the number of this loan and the least amount are shown', () => {
    const words = wordsOf(Cashier, cashier.payingToAccount);
    expect(words).toContain('A204417733');
    expect(words).toContain('The smallest amount is KSh 500');
  });
});
