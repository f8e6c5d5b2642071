/** A bank that authorises every card with a valid check digit. Cards that end in 0002 are declined. */
import { createHash } from 'node:crypto';
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import type { CardGateway } from '#server/rail/cardGateway.ts';

const DECLINED = '0002';

/** Luhn's check digit. */
export function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return /^\d{13,19}$/.test(number) && sum % 10 === 0;
}

export const createSimulatedCards = (clock: Clock): CardGateway => ({
  authorise({ number, validTo }) {
    const month = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(validTo);
    if (!hasCheckDigit(number) || !month) return Promise.resolve({ is: 'refused', why: 'invalid' });
    if (`20${month[2]}-${month[1]}` < nairobiDate(clock.now()).slice(0, 7)) return Promise.resolve({ is: 'refused', why: 'expired' });
    if (number.endsWith(DECLINED)) return Promise.resolve({ is: 'refused', why: 'declined' });
    const token = createHash('sha256').update(`simulated card ${number}`).digest('hex');
    return Promise.resolve({ is: 'authorised', token, lastFour: number.slice(-4) });
  },
});
