/** The payout account after a failed payout is a correction, not step 4 of an application. */
import { describe, expect, it } from 'vitest';
import BankAccount from '#screens/apply/bankAccount/screen.tsx';
import { examples } from '#screens/apply/bankAccount/examples.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('payout account, payout failed', () => {
  const failed = examples['after a failed payout'];

  it('payout account, payout failed: the reason is shown, no step is counted, and the button names its target', () => {
    const words = wordsOf(BankAccount, failed);
    expect(words).toContain('The money could not be sent to M-PESA +254 712 ••• 678. This number is not registered for M-PESA.');
    expect(words).toContain('Save and go to your offer');
    expect(words).not.toMatch(/Step 4 of 5|min left/);
  });

  it('payout account, payout failed: known values are filled in', () => {
    expect(markupOf(BankAccount, failed)).toContain('value="712 345 678"');
    expect(wordsOf(BankAccount, examples['after a failed payout to a bank'])).toContain('Account number');
  });
});

it('payout account, application: is step 4', () => {
  expect(wordsOf(BankAccount, examples.empty)).toContain('Step 4 of 5');
});

describe('payout account, M-PESA number is the registered one', () => {
  it('payout account, M-PESA number is the registered one: one code is sent to that number', () => {
    const words = wordsOf(BankAccount, examples['M-PESA']);
    expect(words).toContain('We send a 6-digit code by SMS to +254 712 345 678.');
    expect(words).not.toContain('Verification code for the other number');
    expect(words).not.toContain('one other number');
  });
});

describe('payout account, another M-PESA number', () => {
  it('payout account, own code not typed yet: the other number gets none, and the page says what comes first', () => {
    const words = wordsOf(BankAccount, examples['another M-PESA number']);
    for (const said of [
      'First ask for the code to your own number and type it in.',
      'Verification code for the other number',
      'Send me a code',
    ])
      expect(words).toContain(said);
    expect(words).not.toContain('Send a code to +254 722 000 111');
  });

  it('payout account, own code typed: the other number may get one, and the page says how many numbers may in a day', () => {
    const words = wordsOf(BankAccount, examples['another M-PESA number, own code typed']);
    expect(words).toContain('we send a code to only one other number a day');
    expect(words).toContain('Send a code to +254 722 000 111');
  });

  it('payout account, both codes sent: each has its own countdown', () => {
    const words = wordsOf(BankAccount, examples['both codes sent']);
    expect(words).toContain('You can ask for another code in 0:42.');
    expect(words).toContain('You can ask for another code in 0:55.');
  });

  it('payout account, one of two codes being sent: only its button is busy', () => {
    expect(markupOf(BankAccount, examples['sending the code to another M-PESA number']).match(/aria-busy="true"/g)).toHaveLength(1);
  });
});
