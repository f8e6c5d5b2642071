/**
 * Integer cents of the Kenyan shilling: 1,000 shillings are 100_000.
 * Every amount in the chart, on the wire and in the database has this unit.
 */
export type Cents = number;

/** Basis points: 1 % is 100. Rates are integers so that terms are computed without floating point. */
export type BasisPoints = number;

/** @param amount whole shillings. */
export const shillings = (amount: number): Cents => amount * 100;

/** `n / d` rounded half-up to an integer. Exact while `2 * n + d` stays below 2^53. */
export const divideHalfUp = (n: number, d: number): number => Math.floor((2 * n + d) / (2 * d));

/** `n / d` cents rounded half-up to a whole shilling, as the contract demands for every charged item. */
export const toWholeShillings = (n: number, d = 1): Cents => divideHalfUp(n, d * 100) * 100;

/** "12,345": whole shillings with separators. Written out because Intl differs between web views. */
export const groupDigits = (amount: Cents): string => {
  const whole = Math.trunc(Math.abs(amount) / 100);
  const cents = Math.abs(amount) % 100;
  const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return (amount < 0 ? '\u2212' : '') + digits + (cents ? '.' + String(cents).padStart(2, '0') : '');
};

/** "KSh 12,345", with a non-breaking space. The one formatter of money. */
export const formatKsh = (amount: Cents): string => `KSh\u00A0${groupDigits(amount)}`;

/** "1234.50": shillings with two decimals and without separators, for spreadsheets and for M-PESA. */
export const decimalShillings = (amount: Cents): string => (amount / 100).toFixed(2);

/** The amount to pay in whole shillings, rounded up: M-PESA moves whole shillings only, and a debt may have cents. */
export const shillingsToPay = (amount: Cents): number => Math.ceil(amount / 100);

/** "35.06%", "35.00%": an APR is compared with another one, so it always has two decimals. */
export const formatApr = (rate: BasisPoints): string => `${(rate / 100).toFixed(2)}%`;

/** "0.98%", "30%" */
export const formatRate = (rate: BasisPoints): string => {
  const text = (rate / 100).toFixed(2).replace(/0$/, '').replace(/\.0$/, '');
  return `${text}%`;
};
