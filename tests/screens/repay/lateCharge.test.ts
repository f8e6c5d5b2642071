/** The late charge of a loan, at home and on the repayment page. */
import { describe, expect, it } from 'vitest';
import Home from '#screens/tabs/home/screen.tsx';
import { examples as home } from '#screens/tabs/home/examples.ts';
import RepayDetail from '#screens/repay/repayDetail/screen.tsx';
import { examples as detail } from '#screens/repay/repayDetail/examples.ts';
import { wordsOf } from '../drawnText.tsx';

describe('late charge paid in full', () => {
  it.each([
    ['home', wordsOf(Home, home.overdueChargePaid), wordsOf(Home, home.overdue)],
    ['the statement', wordsOf(RepayDetail, detail.chargePaid), wordsOf(RepayDetail, detail.overdue)],
  ])('late charge paid in full, %s: has no line for it; before, it has one', (_, paid, open) => {
    expect(open).toMatch(/Late charge, 5 days KSh [1-9]/);
    expect(paid).not.toContain('Late charge, 5 days');
    expect(paid).toMatch(/About KSh \d+ is added each day/);
  });
});
