/** The holder's name that the rail reports for a payout number, compared with the borrower's name. */
import { expect, it } from 'vitest';
import { isOtherName } from '#server/apply/holderName.ts';

const WANJIKU = { firstName: 'Wanjiku', middleName: 'Njeri', lastName: 'Kamau' };

it.each([
  ['the same name', 'WANJIKU KAMAU', null],
  ['another order, an initial and accents', 'Kamau W. Wanjikú', null],
  ['the middle name only', 'NJERI OTIENO', null],
  ['a letter that differs', 'WANJIKO MWANGI', null],
  ['a name of the identity card', 'ACHIENG ODHIAMBO', 'ACHIENG WANJIKU'],
  ['letters hidden by the rail', 'W*** K****', null],
  ['no letters at all', '254 700', null],
  ['initials alone', 'B O', null],
])('holder, %s: counts as the borrower, or cannot be compared', (_, railName, card) => {
  expect(isOtherName(railName, WANJIKU, card)).toBe(false);
});

it.each([
  ['no word in common', 'OTIENO BRIAN', null],
  ['no word in common with the identity card either', 'OTIENO BRIAN', 'WANJIKU KAMAU'],
  ['one word hidden, the other one differs', 'OTIENO B****', null],
])('holder, %s: is somebody else', (_, railName, card) => {
  expect(isOtherName(railName, WANJIKU, card)).toBe(true);
});

it('holder, borrower without a name yet: does not count as somebody else', () => {
  expect(isOtherName('OTIENO BRIAN', {}, null)).toBe(false);
});
