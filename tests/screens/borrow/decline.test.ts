/** The question before something ends for good: its figures, and which button is the large one. */
import { describe, expect, it } from 'vitest';
import { examples as offer } from '#screens/borrow/confirmBorrow/examples.ts';
import ConfirmBorrow from '#screens/borrow/confirmBorrow/screen.tsx';
import { examples as account } from '#screens/policies/cancellationForm/examples.ts';
import CancellationForm from '#screens/policies/cancellationForm/screen.tsx';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('offer, declining asked for', () => {
  it('offer, declining requested by a new borrower: shows the lost offer, and the deletion with its days', () => {
    const words = wordsOf(ConfirmBorrow, offer.confirmingDecline);
    expect(words).toContain('You would get KSh 4,942');
    expect(words).toContain('You would pay back KSh 5,374 by Thu 19 Feb 2026');
    expect(words).toContain('you owe KSh 0');
    expect(words).toContain('On Thu 27 Nov 2025, unless you apply again before');
  });
  it('offer, declining requested by a borrower who has repaid a loan: no deletion is named', () => {
    const words = wordsOf(ConfirmBorrow, offer.confirmingDeclineAgain);
    expect(words).toContain('Your details stay with us');
    expect(words).not.toContain('deleted');
  });
  it('offer, declining asked for: keeping it is the large button, before declining', () => {
    expect(wordsOf(ConfirmBorrow, offer.confirmingDecline)).toMatch(/Keep the offer Yes, decline\s*$/);
    expect(markupOf(ConfirmBorrow, offer.confirmingDecline)).toMatch(/class="[^"]*quiet[^"]*"[^>]*><span[^>]*>Yes, decline/);
  });
});

describe('account, closing asked for', () => {
  it('account, closing requested, earlier loans: shows the debt, and when the stored data is deleted', () => {
    const words = wordsOf(CancellationForm, account.confirmingWithBooks);
    expect(words).toMatch(/You owe KSh 0 No loan, application or offer is open/);
    expect(words).toMatch(/The books of your loans, without your name, are deleted 20 Nov 2032/);
    expect(words).toMatch(/Keep my account Close for good\s*$/);
  });
});
