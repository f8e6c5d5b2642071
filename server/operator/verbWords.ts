/** Formats money and time for the output of verbs. */
import type { Instant } from '#machines/model/calendar.ts';
import { decimalShillings, type Cents } from '#machines/model/money.ts';

export const inShillings = (amount: Cents): string => `KSh ${decimalShillings(amount)}`;

/** Date and time to the second in Nairobi, which has no summer time. */
export const inNairobi = (at: Instant): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
