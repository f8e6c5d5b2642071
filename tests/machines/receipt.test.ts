/** Receipt numbers of M-PESA: ten letters and digits, with at least one letter. */
import { describe, expect, it } from 'vitest';
import { toReceipt } from '#machines/model/proof.ts';

describe('receipt number', () => {
  it.each([
    ['letters and digits', 'TBN1A2B3C4', 'TBN1A2B3C4'],
    ['letters only, which M-PESA may send', 'SHBZPKHJMQ', 'SHBZPKHJMQ'],
    ['small letters and spaces', ' tbn1a 2b3c4 ', 'TBN1A2B3C4'],
  ])('receipt number, %s: is accepted', (_, typed, stored) => expect(toReceipt(typed)).toBe(stored));

  it.each([
    ['a phone number', '0712345678'],
    ['nine characters', 'TBN1A2B3C'],
    ['eleven characters', 'TBN1A2B3C4D'],
    ['another character', 'TBN1A2B3-4'],
    ['nothing', ''],
  ])('receipt number, %s: is refused', (_, typed) => expect(toReceipt(typed)).toBeNull());
});
