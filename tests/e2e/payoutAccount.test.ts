/** A payout account with another person's M-PESA number, by role and name in the sandbox page. */
import { expect, it } from 'vitest';
import { amina, signIn } from '../support/borrowerSteps.ts';
import { choose, codeAfter, field, moveClock, onScreen, panel, press, type } from '../support/sandboxPhone.ts';
import { hasApplied } from './seededOrders.ts';
import { checkPage, setStage } from './sandboxFixture.ts';

const stage = setStage();

const OWN_CODE = 'Verification code';
const OTHER_CODE = 'Verification code for the other number';

it('payout account, another M-PESA number: both numbers get a code, a wrong code keeps what was typed, and the registered number gets a text', async () => {
  const { phone } = stage;
  await hasApplied(stage);
  await press(phone, 'Apply');
  await signIn(phone, amina);
  await onScreen(phone, 'Where we pay you');
  // Codes to one number are texted at least a minute apart.
  await moveClock(phone, '+10 min');
  await choose(phone, 'Send my loan to', 'M-PESA');
  expect(await field(phone, 'Mobile number').inputValue()).toBe('712 345 678');
  await type(phone, 'Mobile number', '0722 000 111');

  const own = await codeAfter(phone, () => press(phone, 'Send me a code'));
  await type(phone, OWN_CODE, own);
  const other = await codeAfter(phone, () => press(phone, 'Send a code to +254 722 000 111'));
  const inbox = panel(phone, 'Text messages');
  await inbox
    .getByRole('article', { name: /^To \+254 712 345 678/ })
    .filter({ hasText: own })
    .waitFor();
  await inbox
    .getByRole('article', { name: /^To \+254 722 000 111/ })
    .filter({ hasText: other })
    .waitFor();

  const wrong = other === '000000' ? '000001' : '000000';
  await type(phone, OTHER_CODE, wrong);
  await checkPage(stage, 'payout account, two codes');
  await press(phone, 'Continue');
  await phone.app.getByRole('link', { name: 'Invalid verification code' }).click();
  await expect.poll(() => field(phone, OTHER_CODE).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field(phone, OTHER_CODE).getAttribute('aria-invalid')).toBe('true');
  expect(await field(phone, OWN_CODE).getAttribute('aria-invalid')).toBeNull();
  expect([await field(phone, OWN_CODE).inputValue(), await field(phone, OTHER_CODE).inputValue()]).toEqual([own, wrong]);

  await type(phone, OTHER_CODE, other);
  await press(phone, 'Continue');
  await onScreen(phone, 'Your credit history');
  await inbox
    .getByRole('article', { name: /^To \+254 712 345 678/ })
    .filter({ hasText: 'Your loan will now be sent to M-PESA +254 722 *** 111.' })
    .waitFor();
});
