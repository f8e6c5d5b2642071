/** A Kenyan mobile number as stored: `254` and nine digits, the first of them 7 or 1. */
export type Msisdn = string;

/** Every way a borrower may write or paste it: 0712…, 712…, +254 712 …, 254712…, 00254712… */
export const toMsisdn = (text: string): Msisdn | null => {
  const digits = text.replace(/[\s().\-\u00A0]/g, '');
  const m = /^(?:(?:\+|00)?254|0)?0?([17]\d{8})$/.exec(digits);
  return m ? `254${m[1]}` : null;
};

/** "0712 ••• 678": enough to recognise one's own number, not enough to learn someone else's. */
export const maskMsisdn = (msisdn: Msisdn): string => {
  const local = '0' + msisdn.slice(3);
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`;
};

/** "0712 345 678" */
export const formatMsisdn = (msisdn: Msisdn): string => {
  const local = '0' + msisdn.slice(3);
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`;
};
