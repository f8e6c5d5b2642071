/**
 * One-time codes by SMS: six digits, good for one purpose and one use, five tries, five minutes; a
 * minute between two, and few per number and per address.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { CodePurpose, CodeSent } from '#src/api/payloads.ts';
import type { Secret } from '#server/store/secret.ts';

export const CODE_LIFE = 5 * MINUTE;
export const RESEND_AFTER = MINUTE;
export const MOST_TRIES = 5;

export interface CodeLimits {
  perNumberAndHour: number;
  perNumberAndDay: number;
  perAddressAndHour: number;
}

export const CODE_LIMITS: CodeLimits = { perNumberAndHour: 5, perNumberAndDay: 10, perAddressAndHour: 30 };

/** Who a code is for, and for what. */
export interface CodeHolder {
  purpose: CodePurpose;
  /** The borrower a `bindCard` code is for; null before sign-in. */
  userId: number | null;
}

export interface OneTimeCodes {
  /**
   * While the last code for this number and purpose is valid and its resend delay is not over, no new code is
   * sent: the answer carries what is left of both times.
   * @param deliver sends the SMS; when it fails, the code is deleted and a new one may be requested at once.
   * @throws Refusal tooManyRequests, with the minutes to wait.
   */
  send(mobile: Msisdn, holder: CodeHolder, address: string, deliver: (code: string) => Promise<void>): Promise<CodeSent>;
  /** Codes of any purpose that were really sent. */
  sentWithinHour(mobile: Msisdn, address: string): Promise<{ toNumber: number; fromAddress: number }>;
  /**
   * Uses the code up.
   * @param mobiles the numbers it may have gone to; the code sent last counts.
   * @throws Refusal invalidVerificationCode for a wrong, old, used or other purpose's code; tooManyWrongCodes
   * from the last wrong try on, whatever is typed.
   */
  use(mobiles: readonly Msisdn[], holder: CodeHolder, code: string): Promise<void>;
  /** The same without using it up: a right code stays good, and a wrong one counts as a try. */
  check(mobiles: readonly Msisdn[], holder: CodeHolder, code: string): Promise<void>;
  /** Deletes codes that neither open anything nor count against a limit any more. @returns how many. */
  deleteExpired(): Promise<number>;
}

export function createCodes(store: Store, clock: Clock, secret: Secret, limits: CodeLimits = CODE_LIMITS): OneTimeCodes {
  const macOf = (mobile: Msisdn, { purpose, userId }: CodeHolder, code: string): Buffer =>
    secret.mac('code', [mobile, purpose, userId ?? '', code].join('|'));

  /** The code whose resend delay is not over; a new one would invalidate it before it arrives. */
  async function onItsWay(tx: Tx, mobile: Msisdn, { purpose }: CodeHolder): Promise<CodeSent | null> {
    const now = clock.now();
    const sent = await tx
      .selectFrom('one_time_code')
      .select(['sent_at', 'expires_at'])
      .where('msisdn', '=', mobile)
      .where('purpose', '=', purpose)
      .where('ended_at', 'is', null)
      .where('sent_at', '>', now - RESEND_AFTER)
      .executeTakeFirst();
    return sent ? { resendAfter: sent.sent_at + RESEND_AFTER - now, validFor: sent.expires_at - now } : null;
  }

  async function refuseTooMany(tx: Tx, mobile: Msisdn, addressMac: string): Promise<void> {
    const now = clock.now();
    const sentSince = async (column: 'msisdn' | 'address_mac', value: string, since: number): Promise<number[]> =>
      (
        await tx
          .selectFrom('one_time_code')
          .select('sent_at')
          .where(column, '=', value)
          .where('sent_at', '>', since)
          .orderBy('sent_at')
          .execute()
      ).map((row) => row.sent_at);
    const windows: [sent: number[], span: number, most: number][] = [
      [await sentSince('msisdn', mobile, now - RESEND_AFTER), RESEND_AFTER, 1],
      [await sentSince('msisdn', mobile, now - HOUR), HOUR, limits.perNumberAndHour],
      [await sentSince('msisdn', mobile, now - DAY), DAY, limits.perNumberAndDay],
      [await sentSince('address_mac', addressMac, now - HOUR), HOUR, limits.perAddressAndHour],
    ];
    for (const [sent, span, most] of windows) {
      const freesAt = sent.length < most ? undefined : sent[sent.length - most];
      if (freesAt !== undefined)
        throw new Refusal(CODE.tooManyRequests, 'tooManyRequests', {
          minutes: Math.max(1, Math.ceil((freesAt + span - now) / MINUTE)),
        });
    }
  }

  /** Whether the code sent last was guessed at too often. */
  async function isUsedUp(tx: Tx, mobiles: readonly Msisdn[], { purpose }: CodeHolder): Promise<boolean> {
    const last = await tx
      .selectFrom('one_time_code')
      .select('tries')
      .where('msisdn', 'in', [...mobiles])
      .where('purpose', '=', purpose)
      .where('expires_at', '>', clock.now())
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return last !== undefined && last.tries >= MOST_TRIES;
  }

  /** @param then what becomes of a right code. */
  async function tryCode(mobiles: readonly Msisdn[], holder: CodeHolder, code: string, then: 'ends' | 'stays'): Promise<void> {
    const found = await store.tx(async (tx): Promise<'right' | 'wrong' | 'used up'> => {
      const now = clock.now();
      const sent = await tx
        .selectFrom('one_time_code')
        .select(['id', 'msisdn', 'code_mac', 'tries'])
        .where('msisdn', 'in', [...mobiles])
        .where('purpose', '=', holder.purpose)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .forUpdate()
        .executeTakeFirst();
      if (!sent) return (await isUsedUp(tx, mobiles, holder)) ? 'used up' : 'wrong';
      const matches = timingSafeEqual(Buffer.from(sent.code_mac, 'hex'), macOf(sent.msisdn, holder, code));
      if (matches && then === 'stays') return 'right';
      const tries = matches ? sent.tries : sent.tries + 1;
      // A wrong try is committed too: that is why this returns instead of throwing.
      await tx
        .updateTable('one_time_code')
        .set({ tries, ended_at: matches || tries >= MOST_TRIES ? now : null })
        .where('id', '=', sent.id)
        .execute();
      if (matches) return 'right';
      return tries >= MOST_TRIES ? 'used up' : 'wrong';
    });
    if (found === 'used up') throw new Refusal(CODE.tooManyWrongCodes, 'tooManyWrongCodes');
    if (found === 'wrong') throw new Refusal(CODE.invalidVerificationCode, 'invalidVerificationCode');
  }

  return {
    async send(mobile, holder, address, deliver) {
      const { purpose } = holder;
      const addressMac = secret.mac('address', address).toString('hex');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const kept = await store.tx(async (tx) => {
        // Counted and written under one lock, or two requests at once would both be the last allowed one.
        await sql`select pg_advisory_xact_lock(hashtext(${`code ${mobile}`}))`.execute(tx);
        const earlier = await onItsWay(tx, mobile, holder);
        if (earlier) return earlier;
        await refuseTooMany(tx, mobile, addressMac);
        const now = clock.now();
        await tx
          .updateTable('one_time_code')
          .set({ ended_at: now })
          .where('msisdn', '=', mobile)
          .where('purpose', '=', purpose)
          .where('ended_at', 'is', null)
          .execute();
        const row = {
          msisdn: mobile,
          purpose,
          code_mac: macOf(mobile, holder, code).toString('hex'),
          address_mac: addressMac,
          sent_at: now,
          expires_at: now + CODE_LIFE,
          ended_at: null,
        };
        return (await tx.insertInto('one_time_code').values(row).returning('id').executeTakeFirstOrThrow()).id;
      });
      if (typeof kept === 'object') return kept;
      try {
        await deliver(code);
      } catch (error) {
        await store.db.deleteFrom('one_time_code').where('id', '=', kept).execute();
        throw error;
      }
      return { resendAfter: RESEND_AFTER, validFor: CODE_LIFE };
    },

    async sentWithinHour(mobile, address) {
      const since = clock.now() - HOUR;
      const count = async (column: 'msisdn' | 'address_mac', value: string): Promise<number> => {
        const { sent } = await store.db
          .selectFrom('one_time_code')
          .select((of) => of.fn.countAll().as('sent'))
          .where(column, '=', value)
          .where('sent_at', '>', since)
          .executeTakeFirstOrThrow();
        return Number(sent);
      };
      return {
        toNumber: await count('msisdn', mobile),
        fromAddress: await count('address_mac', secret.mac('address', address).toString('hex')),
      };
    },

    use: (mobiles, holder, code) => tryCode(mobiles, holder, code, 'ends'),
    check: (mobiles, holder, code) => tryCode(mobiles, holder, code, 'stays'),

    async deleteExpired() {
      const done = await store.db
        .deleteFrom('one_time_code')
        .where('sent_at', '<=', clock.now() - DAY)
        .executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}
