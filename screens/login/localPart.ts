import { toMsisdn } from '#machines/model/phone.ts';

/** What stands behind a fixed +254: any pasted form of a Kenyan number becomes its nine digits; anything else stays as typed. */
export const localPart = (typed: string): string => toMsisdn(typed)?.slice(3) ?? typed;
