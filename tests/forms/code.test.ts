import { expect, it } from 'vitest';
import { codeDigits } from '#src/forms/text.ts';
import { messageText } from '#server/wire/messageText.ts';
import { LANGUAGES } from '#machines/context.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['1234567', '123456'],
  ['12a3', '123'],
  ['Loan 24: your code is 654321.', '654321'],
  ['123456\n\n@loan.example.ke #123456', '123456'],
  ['', ''],
])('one-time code typed or pasted as "%s": becomes "%s"', (typed, kept) => expect(codeDigits(typed)).toBe(kept));

it.each(LANGUAGES)('whole text message of the lender pasted, %s: leaves its code', (language) => {
  const text = messageText(language, 'sms.code', { code: '090807', app: 'Loan 24', minutes: 10 });
  expect(codeDigits(text)).toBe('090807');
});
