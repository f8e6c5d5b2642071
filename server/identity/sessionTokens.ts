/** Sessions: a token has 256 random bits and is stored as a hash; a borrower has one live session. */
import { randomBytes } from 'node:crypto';
import { DAY, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import { compileForRows } from '#server/store/compileOnce.ts';
import { inBatches } from '#server/store/inBatches.ts';
import { deleteOldRows } from '#server/store/oldRows.ts';
import { NO_DEVICE_ID, sessionRowsOf, type SessionRead } from '#server/store/sessionRows.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { bearerHash, tokenHash } from '#server/store/tokenHash.ts';
import {
  deleteDevice,
  deleteUnusedDevices,
  distrustDevices,
  listDevices,
  noteSignIn,
  noteUse,
  SEEN_EVERY,
  type DeviceSaid,
} from './accountDevices.ts';
import type { Language, SignedInDevice } from '#machines/model/device.ts';
import { noteLanguage } from './borrowers.ts';

/** The codes that end a session, with their messages. */
const ENDINGS = {
  [CODE.notLoggedIn]: 'notLoggedIn',
  [CODE.tokenExpired]: 'tokenExpired',
  [CODE.loggedInElsewhere]: 'loggedInElsewhere',
  [CODE.tokenInvalid]: 'tokenInvalid',
} as const;

export type EndCode = keyof typeof ENDINGS;
export const isEndCode = (code: unknown): code is EndCode => typeof code === 'number' && code in ENDINGS;

const ended = (code: EndCode): Refusal => new Refusal(code, ENDINGS[code]);

export interface SignIn extends DeviceSaid {
  /** SHA-256 of the verifier that the phone keeps, as hex; null: the token is valid without one. */
  challenge: string | null;
  /** The account was opened in the same transaction. */
  isRegistration: boolean;
}

/** The signed-in borrower of a request. */
export interface SignedIn {
  userId: number;
  /** The registered number. */
  mobile: Msisdn;
  /** When the session began. */
  since: Instant;
  /** The row of the statement that found the session. */
  row: object;
}

export interface Sessions {
  /**
   * @param authorization header of the request.
   * @param language language of the app, in which texts are written from then on; null: the request names none.
   * @param read finds the session, and reads other data of the borrower in the same statement.
   * @throws Refusal one of the four session codes.
   */
  authenticate(authorization: string | undefined, language?: Language | null, read?: SessionRead<object>): Promise<SignedIn>;
  /** Whether the session that the borrower had at that moment is still live. */
  isLiveSince(userId: number, at: Instant): Promise<boolean>;
  /**
   * Begins a session and ends the one before it.
   * @returns the token, which is stored only as a hash, and whether the device is new to the account.
   */
  grant(tx: Tx, userId: number, signIn: SignIn): Promise<{ token: string; isNewDevice: boolean }>;
  /** Ends the live session; requests with its token get `code` from then on. @returns false: there is no live session. */
  end(mobile: Msisdn, code: EndCode): Promise<boolean>;
  /**
   * Ends the session of this token; requests with it get `notLoggedIn` from then on. A session that ended before keeps its
   * code; an unknown token is ignored.
   */
  logOut(token: string): Promise<void>;
  /** Ends every session of the borrower, and the trust in every device. */
  endAll(tx: Tx, userId: number): Promise<void>;
  /** The devices that the account was signed in on, newest use first. */
  devices(userId: number): Promise<SignedInDevice[]>;
  /** Deletes a device and ends the session on it. An unknown device is ignored. */
  removeDevice(userId: number, id: string): Promise<void>;
  /** Deletes sessions that ended long ago. Requests with their tokens get `tokenExpired` from then on. @returns their number. */
  deleteExpired(): Promise<number>;
  /** Deletes devices that were not used for a year. @returns the number of deleted devices. */
  deleteUnusedDevices(): Promise<number>;
}

/** Time after the expiry of a token for which its ended session is kept, so that the app can show why the session ended. */
const REASON_KEPT_FOR = 30 * DAY;

/**
 * A token contains the instant of its expiry, so that an old token is recognised as expired after its session was deleted. Only
 * the stored session decides whether a token is valid.
 */
const newToken = (expiresAt: Instant): string => `${expiresAt.toString(36)}~${randomBytes(32).toString('base64url')}`;
const hasExpired = (bearer: string, now: Instant): boolean => {
  const expiresAt = /^([0-9a-z]{1,9})~/.exec(bearer)?.[1];
  return expiresAt !== undefined && parseInt(expiresAt, 36) <= now;
};

const readSessions = compileForRows(sessionRowsOf);

export function createSessions(store: Store, clock: Clock, security: SecurityLog, tokenDays: number): Sessions {
  const readSession = inBatches(store.shortReads, async (db, tokenHashes: readonly string[]) => {
    const rows = await readSessions(
      db,
      tokenHashes.map((tokenHash) => ({ tokenHash })),
    );
    const byHash = new Map(rows.map((row) => [row.session_hash, row]));
    return tokenHashes.map((hash) => byHash.get(hash));
  });

  /** Ends live sessions. @param subject the act that ends them. @param device null: on any device. */
  const endLive = async (tx: Tx, userId: number, code: EndCode, subject: string, device: string | null = null): Promise<boolean> => {
    let live = tx
      .updateTable('session')
      .set({ ended_at: clock.now(), end_code: code })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null);
    if (device !== null) live = live.where((is) => is(is.fn.coalesce('device_mac', is.val(NO_DEVICE_ID)), '=', device));
    const { numUpdatedRows } = await live.executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await security.record({ kind: 'session.ended', subject, userId }, tx);
    return true;
  };

  /**
   * Serialises changes of the sessions of one borrower: when two phones log in at once, only the later session stays.
   * @throws Refusal tokenInvalid when the account was closed meanwhile.
   */
  const lock = async (tx: Tx, userId: number): Promise<void> => {
    const user = await tx.selectFrom('app_user').select('erased_at').where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!user || user.erased_at !== null) throw ended(CODE.tokenInvalid);
  };

  return {
    async authenticate(authorization, language = null, read) {
      if (!authorization) throw ended(CODE.notLoggedIn);
      const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1];
      if (!bearer) throw ended(CODE.tokenInvalid);
      const hash = bearerHash(bearer);
      const row = read ? (await read(store.shortReads, { tokenHash: hash }))[0] : await readSession(hash);
      const now = clock.now();
      if (!row) throw ended(hasExpired(bearer, now) ? CODE.tokenExpired : CODE.tokenInvalid);
      const { session_user: userId, session_end_code: endCode, session_seen: seen } = row;
      if (isEndCode(endCode)) throw ended(endCode);
      if (row.session_ends <= now) throw ended(CODE.tokenExpired);
      const borrower: SignedIn = { userId, mobile: row.session_msisdn, since: row.session_began, row };
      // On a full disk, calls that read must still work, so nothing is written for them.
      if (store.room.isFull()) return borrower;
      if (language !== null && language !== row.session_language) await noteLanguage(store.db, userId, language);
      if (seen !== null && seen <= now - SEEN_EVERY) await noteUse(store.db, userId, row.session_device, now);
      return borrower;
    },

    async isLiveSince(userId, at) {
      const live = await store.db
        .selectFrom('session')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('created_at', '<=', at)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return live !== undefined;
    },

    async grant(tx, userId, { challenge, isRegistration, device, deviceName }) {
      await lock(tx, userId);
      await endLive(tx, userId, CODE.loggedInElsewhere, 'login');
      const now = clock.now();
      const expiresAt = now + tokenDays * DAY;
      const token = newToken(expiresAt);
      await tx
        .insertInto('session')
        .values({
          token_hash: tokenHash(token, challenge),
          user_id: userId,
          created_at: now,
          expires_at: expiresAt,
          ended_at: null,
          end_code: null,
          device_mac: device,
        })
        .execute();
      const isNewDevice = await noteSignIn(tx, userId, { device, deviceName }, isRegistration, now);
      if (isNewDevice) await security.record({ kind: 'device.added', subject: isRegistration ? 'register' : 'login', userId }, tx);
      return { token, isNewDevice };
    },

    logOut: (token) =>
      store.tx(async (tx) => {
        const session = await tx
          .updateTable('session')
          .set({ ended_at: clock.now(), end_code: CODE.notLoggedIn })
          .where('token_hash', '=', bearerHash(token))
          .where('ended_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst();
        if (session) await security.record({ kind: 'session.ended', subject: 'logOut', userId: session.user_id }, tx);
      }),

    async endAll(tx, userId) {
      await lock(tx, userId);
      await endLive(tx, userId, CODE.notLoggedIn, 'signOutEverywhere');
      await distrustDevices(tx, userId);
    },

    devices: (userId) => listDevices(store.db, userId, clock.now()),

    removeDevice: (userId, id) =>
      store.tx(async (tx) => {
        await lock(tx, userId);
        await endLive(tx, userId, CODE.notLoggedIn, 'removeDevice', id);
        await deleteDevice(tx, userId, id);
      }),

    deleteExpired: () => deleteOldRows(store.db, { table: 'session', since: 'expires_at' }, clock.now() - REASON_KEPT_FOR),

    deleteUnusedDevices: () => deleteUnusedDevices(store.db, clock.now()),

    end: (mobile, code) =>
      store.tx(async (tx) => {
        const user = await tx.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
        return user !== undefined && (await endLive(tx, user.id, code, 'desk'));
      }),
  };
}
