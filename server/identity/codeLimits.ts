/** Limits of one-time codes: per number, per address and, to other people's numbers, per account. */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';

/** Milliseconds between two codes to one number. */
export const RESEND_AFTER = MINUTE;

export interface CodeLimits {
  perNumberAndHour: number;
  perNumberAndDay: number;
  perAddressAndHour: number;
  /** Codes that one account sends to numbers other than its own. Below the limits of a number: one account alone never blocks a number for others. */
  perAccountAndHour: number;
  perAccountAndDay: number;
}

export const CODE_LIMITS: CodeLimits = {
  perNumberAndHour: 5,
  perNumberAndDay: 10,
  perAddressAndHour: 30,
  perAccountAndHour: 4,
  perAccountAndDay: 8,
};

/** A code that is about to be sent. */
export interface Sending {
  mobile: Msisdn;
  /** Hash of the account, where the number is not its own; null for every other code. */
  asker: string | null;
  addressMac: string;
}

export interface CodeLimiter {
  /** @throws Refusal tooManyRequests, with the minutes until the next code may be sent. */
  refuseTooMany(tx: Tx, sending: Sending): Promise<void>;
  /** Counts the codes of the last hour; to the number without those that other accounts requested. */
  sentWithinHour(mobile: Msisdn, addressMac: string): Promise<{ toNumber: number; fromAddress: number }>;
}

export function createCodeLimits(store: Store, clock: Clock, limits: CodeLimits): CodeLimiter {
  return {
    async refuseTooMany(tx, { mobile, asker, addressMac }) {
      const now = clock.now();
      const sent = tx.selectFrom('one_time_code').select('sent_at').orderBy('sent_at');
      // Codes that other accounts send to a number are counted separately, so that they cannot use up the limit of the number's owner.
      const toNumber = sent.where('msisdn', '=', mobile).where('asker_mac', asker === null ? 'is' : 'is not', null);
      const fromAddress = sent.where('address_mac', '=', addressMac);
      const byAccount = sent.where('asker_mac', '=', asker);
      const windows: [codes: typeof sent, span: number, most: number][] = [
        [toNumber, RESEND_AFTER, 1],
        [toNumber, HOUR, limits.perNumberAndHour],
        [toNumber, DAY, limits.perNumberAndDay],
        [fromAddress, HOUR, limits.perAddressAndHour],
      ];
      if (asker !== null) windows.push([byAccount, HOUR, limits.perAccountAndHour], [byAccount, DAY, limits.perAccountAndDay]);
      for (const [codes, span, most] of windows) {
        const within = await codes.where('sent_at', '>', now - span).execute();
        const freesAt = within.length < most ? undefined : within[within.length - most]?.sent_at;
        if (freesAt !== undefined)
          throw new Refusal(CODE.tooManyRequests, 'tooManyRequests', {
            minutes: Math.max(1, Math.ceil((freesAt + span - now) / MINUTE)),
          });
      }
    },

    async sentWithinHour(mobile, addressMac) {
      const sent = store.db
        .selectFrom('one_time_code')
        .select((of) => of.fn.countAll().as('sent'))
        .where('sent_at', '>', clock.now() - HOUR);
      const toNumber = await sent.where('msisdn', '=', mobile).where('asker_mac', 'is', null).executeTakeFirstOrThrow();
      const fromAddress = await sent.where('address_mac', '=', addressMac).executeTakeFirstOrThrow();
      return { toNumber: Number(toNumber.sent), fromAddress: Number(fromAddress.sent) };
    },
  };
}
