/** A Kenyan mobile number as stored: `254` and nine digits, the first of them 7 or 1. */
export type Msisdn = string;

/** Accepts every usual spelling: 0712…, 712…, +254 712 …, 254712…, 00254712… @returns null: no Kenyan mobile number. */
export const toMsisdn = (text: string): Msisdn | null => {
  const digits = text.replace(/[\s().\-\u00A0]/g, '');
  const m = /^(?:(?:\+|00)?254|0)?0?([17]\d{8})$/.exec(digits);
  return m ? `254${m[1]}` : null;
};

/** A non-breaking space, so that a number is not split over two lines of a narrow screen. */
const GAP = '\u00A0';

const international = (groups: string): string => `+254 ${groups}`.replace(/ /g, GAP);

/** "+254 712 ••• 678": enough to recognise one's own number, not enough to learn someone else's. */
export const maskMsisdn = (msisdn: Msisdn): string => international(`${msisdn.slice(3, 6)} ••• ${msisdn.slice(-3)}`);

/**
 * "712 345 678", and for a landline "20 123 4567": the digits in a field after its fixed +254, also while they are typed. A
 * leading 0 stays: "0712 345 678".
 */
export const groupDigits = (digits: string): string => {
  const zero = digits.charAt(0) === '0' ? 1 : 0;
  const first = zero + (/^0?[2-6]/.test(digits) ? 2 : 3);
  return [digits.slice(0, first), digits.slice(first, first + 3), digits.slice(first + 3)].join(' ').trim();
};

/** "+254 712 345 678", "+254 20 123 4567": every number is shown in this form. @param local without country code and leading 0. */
export const formatLocal = (local: string): string => international(groupDigits(local));

export const formatMsisdn = (msisdn: Msisdn): string => formatLocal(msisdn.slice(3));

/** A number on a line of its own. Large text may need two lines, so the line may break between groups of digits. */
export const onItsOwn = (number: string): string => number.split(GAP).join(' ');
