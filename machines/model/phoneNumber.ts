/** A Kenyan mobile number as stored: `254` and nine digits, the first of them 7 or 1. */
export type Msisdn = string;

/** Every way a borrower may write or paste it: 0712…, 712…, +254 712 …, 254712…, 00254712… */
export const toMsisdn = (text: string): Msisdn | null => {
  const digits = text.replace(/[\s().\-\u00A0]/g, '');
  const m = /^(?:(?:\+|00)?254|0)?0?([17]\d{8})$/.exec(digits);
  return m ? `254${m[1]}` : null;
};

/** Non-breaking, so that no line of a narrow screen ends inside a number. */
const GAP = '\u00A0';

const international = (groups: string): string => `+254 ${groups}`.replace(/ /g, GAP);

/** "+254 712 ••• 678": enough to recognise one's own number, not enough to learn someone else's. */
export const maskMsisdn = (msisdn: Msisdn): string => international(`${msisdn.slice(3, 6)} ••• ${msisdn.slice(-3)}`);

/**
 * "712 345 678", and of a landline "20 123 4567": digits as they stand in a field behind its fixed +254, and while they are
 * typed. A 0 before them keeps its place.
 */
export const groupDigits = (digits: string): string => {
  const zero = digits.charAt(0) === '0' ? 1 : 0;
  const first = zero + (/^0?[2-6]/.test(digits) ? 2 : 3);
  return [digits.slice(0, first), digits.slice(first, first + 3), digits.slice(first + 3)].join(' ').trim();
};

/** "+254 712 345 678", "+254 20 123 4567": the one way in which a number is shown. @param local without country code and leading 0. */
export const formatLocal = (local: string): string => international(groupDigits(local));

export const formatMsisdn = (msisdn: Msisdn): string => formatLocal(msisdn.slice(3));

/** A number on a line of its own: with large text that line may end between two groups, and never within one. */
export const onItsOwn = (number: string): string => number.split(GAP).join(' ');
