/** Correcting the account after a payout that failed is not step 4 of an application. */
import { describe, expect, it } from 'vitest';
import BankAccount from '#screens/apply/bankAccount/screen.tsx';
import { examples } from '#screens/apply/bankAccount/examples.ts';
import { markupOf, wordsOf } from './drawn.tsx';

describe('When the payout has failed', () => {
  const failed = examples['after a failed payout'];

  it('the reason is said, no step is counted, and the button says where it leads', () => {
    const words = wordsOf(BankAccount, failed);
    expect(words).toContain('The money could not be sent to M-PESA 0712 ••• 678. M-PESA says that this number is not registered.');
    expect(words).toContain('Save and go to your offer');
    expect(words).not.toMatch(/Step 4 of 5|min left/);
  });

  it('what is known of the account is filled in', () => {
    expect(markupOf(BankAccount, failed)).toContain('value="712345678"');
    expect(wordsOf(BankAccount, examples['after a failed payout to a bank'])).toContain('Account number');
  });
});

it('in an application it is step 4', () => {
  expect(wordsOf(BankAccount, examples.empty)).toContain('Step 4 of 5');
});
