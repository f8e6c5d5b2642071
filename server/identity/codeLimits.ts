/**
 * Limits of one-time codes. Codes to one number are counted in three groups, so that no group uses up the limit of another:
 * codes for its own borrower, for strangers before signing in, and for other accounts.
 */
import { DAY, HOUR, type Instant } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { tooMany, type Counters } from './counters.ts';
import { networkOf } from './network.ts';
import {
  CAPTCHA,
  FROM_ACCOUNTS,
  FURTHER,
  KNOWN,
  OF_ACCOUNT,
  RESEND_AFTER,
  STRANGERS,
  type Limits,
  type LimitSettings,
} from './limitTable.ts';

/** A code to be sent. */
export interface Sending {
  mobile: Msisdn;
  /** The user of the session; null before signing in. */
  userId: number | null;
  /** Hash of the account that requests a code to a number other than its own; null for every other code. */
  askerMac: string | null;
  /** Hash of the installation or address that requests a code before signing in; null with a session. */
  holderMac: string | null;
  /** The number's borrower was signed in on this installation before. */
  isKnown: boolean;
}

/** The caller, as counters identify it. */
export interface Counted {
  address: string;
  /** null: the installation sent no id. */
  device: string | null;
}

export interface CodeLimiter {
  /** @throws Refusal tooManyRequests, with the minutes until the next code may be sent. */
  refuseTooMany(tx: Tx, sending: Sending): Promise<void>;
  /** When strangers may again have a free code sent to this number; null: now. */
  nextFreeAt(tx: Tx, mobile: Msisdn): Promise<Instant | null>;
  /** When a further code may be sent to this number, for a caller that typed a received code; null: now. */
  nextFurtherAt(tx: Tx, mobile: Msisdn): Promise<Instant | null>;
  /** Counts a code of a stranger by address and installation. @throws Refusal tooManyRequests. */
  countStranger(tx: Tx, from: Counted): Promise<void>;
  /** Reverses the count of {@link CodeLimiter.countStranger}. */
  giveBack(from: Counted): Promise<void>;
  /** Level of the work before a stranger's next code to this number; 0: no work. */
  levelFor(db: Db, mobile: Msisdn, from: Counted): Promise<number>;
}

type Span = readonly [span: number, most: number];

export function createCodeLimits(clock: Clock, counters: Counters, limits: Limits, settings: LimitSettings): CodeLimiter {
  const codes = (db: Db) => db.selectFrom('one_time_code').select('sent_at').orderBy('sent_at');
  type Codes = ReturnType<typeof codes>;
  const byStrangers = (query: Codes): Codes =>
    query.where('user_id', 'is', null).where('asker_mac', 'is', null).where('known_device', '=', false);
  const free = (query: Codes): Codes => byStrangers(query).where('turn', '=', 'free');

  /** When fewer than `most` codes will be within the span; null: there are fewer now. */
  async function freesAt(query: Codes, [span, most]: Span): Promise<Instant | null> {
    const sent = await query.where('sent_at', '>', clock.now() - span).execute();
    const last = sent.length < most ? undefined : sent[sent.length - most];
    return last ? last.sent_at + span : null;
  }

  async function refuse(query: Codes, spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      const at = await freesAt(query, span);
      if (at !== null) throw tooMany(at, clock.now());
    }
  }

  async function refuseAccount(tx: Tx, mobile: Msisdn, askerMac: string): Promise<void> {
    const ofAccount = codes(tx).where('asker_mac', '=', askerMac);
    await refuse(ofAccount.where('msisdn', '=', mobile), [[RESEND_AFTER, 1]]);
    await refuse(ofAccount, [
      [HOUR, OF_ACCOUNT.perHour],
      [DAY, OF_ACCOUNT.perDay],
    ]);
    const earlier = await ofAccount
      .where('msisdn', '=', mobile)
      .where('sent_at', '>', clock.now() - DAY)
      .execute();
    // Counted by counters instead of rows, because the rows of codes lose their number when the account is closed.
    if (earlier.length === 0) {
      const { counted, endsAt } = await counters.count(limits.numbersOfAccount, askerMac, tx);
      if (counted > limits.numbersOfAccount.most) throw tooMany(endsAt, clock.now(), 'oneOtherNumber');
      const ofMonth = await counters.count(limits.numbersOfAccountPerMonth, askerMac, tx);
      if (ofMonth.counted > limits.numbersOfAccountPerMonth.most) throw tooMany(ofMonth.endsAt, clock.now(), 'fewOtherNumbers');
    }
    const { perHour, perDay, newcomersPerHour } = FROM_ACCOUNTS;
    await refuse(
      codes(tx).where('msisdn', '=', mobile).where('asker_mac', 'is not', null),
      earlier.length === 0 ? [[HOUR, newcomersPerHour]] : [[HOUR, perHour], [DAY, perDay]], // oxfmt-ignore
    );
  }

  return {
    async refuseTooMany(tx, sending) {
      const { mobile, userId, askerMac, holderMac, isKnown } = sending;
      const toNumber = codes(tx).where('msisdn', '=', mobile);
      const known: readonly Span[] = [[RESEND_AFTER, 1], [HOUR, KNOWN.perHour], [DAY, KNOWN.perDay]]; // oxfmt-ignore
      if (askerMac !== null) {
        await refuseAccount(tx, mobile, askerMac);
      } else if (userId !== null) await refuse(toNumber.where('user_id', '=', userId), known);
      else if (isKnown) await refuse(toNumber.where('holder_mac', '=', holderMac).where('known_device', '=', true), known);
      else
        await refuse(byStrangers(toNumber).where('holder_mac', '=', holderMac), [[RESEND_AFTER, 1], [DAY, STRANGERS.ofInstallationPerDay]]); // oxfmt-ignore
    },

    nextFreeAt: (tx, mobile) => freesAt(free(codes(tx).where('msisdn', '=', mobile)), [HOUR, STRANGERS.perHour]),

    nextFurtherAt: (tx, mobile) =>
      freesAt(byStrangers(codes(tx).where('msisdn', '=', mobile)).where('turn', '=', 'further'), [HOUR, FURTHER.perHour]),

    async countStranger(tx, { address, device }) {
      await counters.refuseAbove(limits.codesOfAddress, address, tx);
      await counters.refuseAbove(limits.codesOfNetwork, networkOf(address), tx);
      if (device !== null) await counters.refuseAbove(limits.codesOfDevice, device, tx);
    },

    async giveBack({ address, device }) {
      await counters.giveBack(limits.codesOfAddress, address);
      await counters.giveBack(limits.codesOfNetwork, networkOf(address));
      if (device !== null) await counters.giveBack(limits.codesOfDevice, device);
    },

    async levelFor(db, mobile, { address, device }) {
      const now = clock.now();
      const toNumber = await free(codes(db).where('msisdn', '=', mobile))
        .where('sent_at', '>', now - DAY)
        .execute();
      const withinHour = toNumber.filter(({ sent_at }) => sent_at > now - HOUR).length;
      if (withinHour >= STRANGERS.perHour) return CAPTCHA.levels;
      const ofDevice = device === null ? 0 : await counters.read(limits.codesOfDevice, device, db);
      const ofAddress = await counters.read(limits.codesOfAddress, address, db);
      const ofAll = await counters.read(limits.budget, '', db);
      return Math.max(
        0,
        withinHour - CAPTCHA.fromPerNumber + 1,
        Math.floor(toNumber.length / settings.captchaFromPerDay),
        Math.floor(ofDevice / settings.captchaFromPerDevice),
        Math.floor(ofAddress / settings.captchaFromPerAddress),
        // From half of the hour's budget on, every stranger must do work, because many addresses may send texts to many numbers.
        // With an empty budget no work is requested, because the caller is refused anyway.
        ofAll < limits.budget.most ? Math.floor((2 * ofAll) / limits.budget.most) : 0,
      );
    },
  };
}
