import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { formatMsisdn, groupDigits, maskMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';

test.each([
  '0712345678',
  '712345678',
  '254712345678',
  '+254712345678',
  '2540712345678',
  '00254712345678',
  '00254 0712 345 678',
  '+254 712 345 678',
  '0712-345-678',
  '(0712) 345.678',
  '0712\u00A0345\u00A0678',
])('number %s: it is read as 254712345678', (text) => {
  expect(toMsisdn(text)).toBe('254712345678');
});

test('number that begins with 01: is valid', () => {
  expect(toMsisdn('0110123456')).toBe('254110123456');
});

test.each([
  '',
  '0812345678',
  '071234567',
  '07123456789',
  '255712345678',
  '0712x45678',
  '+1712345678',
  '00712345678x',
  '00234712345678',
  '000254712345678',
])('number "%s": it is no Kenyan mobile number', (text) => {
  expect(toMsisdn(text)).toBeNull();
});

test('every spelling: gives the same number, and formatting restores the spelling', () => {
  const number = fc
    .tuple(fc.constantFrom('7', '1'), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([first, rest]) => first + String(rest).padStart(8, '0'));
  fc.assert(
    fc.property(number, fc.constantFrom('', '0', '254', '+254', '2540', '+2540', '00254'), (nine, prefix) => {
      const msisdn = toMsisdn(prefix + nine);
      expect(msisdn).toBe(`254${nine}`);
      expect(toMsisdn(formatMsisdn(msisdn!))).toBe(msisdn);
      expect(toMsisdn(msisdn!)).toBe(msisdn);
    }),
  );
});

test('masked number: shows seven of ten digits', () => {
  expect(maskMsisdn('254712345678')).toBe('+254\u00A0712\u00A0•••\u00A0678');
  expect(formatMsisdn('254712345678')).toBe('+254\u00A0712\u00A0345\u00A0678');
});

it.each([
  ['712345678', '712 345 678'],
  ['7123', '712 3'],
  ['0712345', '0712 345'],
  ['201234567', '20 123 4567'],
  ['71234567890', '712 345 67890'],
  ['', ''],
])('digits "%s" in a field: stand in groups as "%s"', (digits, groups) => {
  expect(groupDigits(digits)).toBe(groups);
});
