/**
 * Changes of a member's own keys: password, passkeys, authenticator app. Each change needs the present password, because an open
 * desk must not be enough for it. A change ends the sessions in other browsers and is logged.
 */
import { MINUTE } from '#machines/model/calendar.ts';
import type { Counters } from '#server/identity/counters.ts';
import type { Limits } from '#server/identity/limitTable.ts';
import type { Clock } from '#server/store/clock.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { newAuthenticatorSecret, setupOf, stepOf } from './authenticator.ts';
import type { Challenges } from './challenges.ts';
import type { Clerk } from './clerk.ts';
import type { DeskRequest, OwnKeyHandlers } from './deskHandler.ts';
import type { DeskLog } from './deskLog.ts';
import { DeskRefused } from './deskRefused.ts';
import type { Passkeys } from './passkeys.ts';
import { refuseWeak, type Passwords } from './passwords.ts';
import type { StaffSessions } from './staffSessions.ts';

export interface OwnKeysDeps {
  store: Store;
  clock: Clock;
  log: DeskLog;
  security: SecurityLog;
  sessions: StaffSessions;
  challenges: Challenges;
  passwords: Passwords;
  passkeys: Passkeys;
  counters: Counters;
  limits: Limits;
  /** Name of the lender in authenticator apps. */
  lenderName: string;
}

/** Time within which the first code of a new authenticator app must be typed. */
const RENEWAL_LASTS = 15 * MINUTE;

export function createOwnKeys(deps: OwnKeysDeps): OwnKeyHandlers {
  const { store, clock, log, security, sessions, challenges, passwords, passkeys, counters, limits, lenderName } = deps;

  const memberOf = ({ staffId }: Clerk) =>
    store.db
      .selectFrom('staff_member')
      .select(['password_hash', 'next_authenticator_sealed', 'next_authenticator_until'])
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow();

  /** Checks the present password. A wrong one counts against the sign-in's limit. @throws DeskRefused, Refusal tooManyRequests */
  async function checkPassword(clerk: Clerk, password: string): Promise<void> {
    const { password_hash: stored } = await memberOf(clerk);
    // Only the invented clerks of a sandbox have no password.
    if (stored === null) return;
    await counters.refuseAbove(limits.deskOfName, clerk.name.toLowerCase());
    if (!(await passwords.check(stored, password)).isRight)
      throw new DeskRefused('wrongSignIn', 'This is not your present password. Nothing was changed.');
    await counters.giveBack(limits.deskOfName, clerk.name.toLowerCase());
  }

  /** Logs a change, and ends other sessions, which somebody else may have begun with the old keys. */
  async function noteChange(tx: Tx, { clerk, cookie }: DeskRequest, what: string): Promise<void> {
    await sessions.endOthers(tx, clerk.staffId, cookie('session'));
    await log.write(tx, { clerk, what, caseId: null, reason: null });
    await security.record({ kind: 'staff.changed', subject: what }, tx);
  }

  async function read({ staffId }: Clerk) {
    const { password_hash } = await store.db
      .selectFrom('staff_member')
      .select('password_hash')
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow();
    return { hasPassword: password_hash !== null, passkeys: await passkeys.list(store.db, staffId) };
  }

  return {
    account: (_input, { clerk }) => read(clerk),

    async changePassword({ password, newPassword }, request) {
      const { clerk } = request;
      const { password_hash: stored } = await memberOf(clerk);
      if (stored === null) throw new DeskRefused('badInput', 'A made-up clerk of the sandbox has no password.');
      try {
        await checkPassword(clerk, password);
      } catch (error) {
        // The new password is the present one already: this repeats a change whose answer was lost.
        if (error instanceof DeskRefused && (await passwords.check(stored, newPassword)).isRight) return { changed: true };
        throw error;
      }
      if (password === newPassword) throw new DeskRefused('badInput', 'Choose another password than the present one.');
      await refuseWeak(newPassword, [clerk.name, lenderName]);
      const password_hash = await passwords.hash(newPassword);
      await store.tx(async (tx) => {
        const done = await tx
          .updateTable('staff_member')
          .set({ password_hash })
          .where('staff_id', '=', clerk.staffId)
          // Of two concurrent changes only the first succeeds: then the password of the second is no longer the present one.
          .where('password_hash', '=', stored)
          .executeTakeFirst();
        if (Number(done.numUpdatedRows) === 0) throw new DeskRefused('tooLate', 'Your password was changed meanwhile.');
        await noteChange(tx, request, 'change password');
      });
      return { changed: true };
    },

    async passkeyRegistration({ password }, visitor) {
      const { clerk, origin } = visitor;
      await checkPassword(clerk, password);
      const { options, challenge } = await passkeys.registration(clerk, origin);
      visitor.setCookie('challenge', await challenges.begin({ purpose: 'registration', staffId: clerk.staffId, challenge }));
      return { options };
    },

    async addPasskey({ answer, label }, visitor) {
      const { clerk, origin } = visitor;
      const cookie = visitor.cookie('challenge');
      const asked = await challenges.attempt(cookie, 'registration');
      if (cookie === null || asked?.challenge == null || asked.staffId !== clerk.staffId)
        throw new DeskRefused('tooLate', 'This took too long. Add the passkey again.');
      const registered = await passkeys.add(clerk, { answer, label, challenge: asked.challenge, origin });
      await store.tx(async (tx) => {
        if (!(await challenges.use(tx, cookie))) throw new DeskRefused('tooLate', 'This passkey was added already.');
        await registered.write(tx);
        await noteChange(tx, visitor, 'add passkey');
      });
      visitor.setCookie('challenge', null);
      return { hasPasskey: true };
    },

    async removePasskey({ passkeyId, password }, request) {
      await checkPassword(request.clerk, password);
      await store.tx(async (tx) => {
        // A passkey that was removed before gets the same answer, without another change.
        if (await passkeys.remove(tx, request.clerk.staffId, passkeyId)) await noteChange(tx, request, 'remove passkey');
      });
      return read(request.clerk);
    },

    async renewAuthenticator({ password }, { clerk }) {
      await checkPassword(clerk, password);
      const secret = newAuthenticatorSecret();
      const { staffId } = clerk;
      await store.db
        .updateTable('staff_member')
        .set({
          next_authenticator_sealed: encryptValue(store.db, 'staff_member.next_authenticator_sealed', [staffId], secret),
          next_authenticator_until: clock.now() + RENEWAL_LASTS,
        })
        .where('staff_id', '=', staffId)
        .execute();
      return { authenticator: setupOf(secret, lenderName, clerk.name) };
    },

    async confirmAuthenticator({ code }, request) {
      const { clerk } = request;
      const { staffId } = clerk;
      await counters.refuseAbove(limits.deskCodesOfMember, staffId);
      const { next_authenticator_sealed: next, next_authenticator_until: until } = await memberOf(clerk);
      if (next === null || until === null || until <= clock.now())
        throw new DeskRefused('tooLate', 'This took too long. Ask for a new key, and take the old one off your app.');
      const secret = decryptValue<string>(store.db, 'staff_member.next_authenticator_sealed', [staffId], next);
      const step = stepOf(secret, code, clock.now());
      if (step === null) throw new DeskRefused('badInput', 'This code is wrong. Type the one that the new entry of your app shows.');
      await store.tx(async (tx) => {
        const done = await tx
          .updateTable('staff_member')
          .set({
            authenticator_sealed: encryptValue(tx, 'staff_member.authenticator_sealed', [staffId], secret),
            last_step: step,
            next_authenticator_sealed: null,
            next_authenticator_until: null,
          })
          .where('staff_id', '=', staffId)
          .where('next_authenticator_sealed', '=', next)
          .executeTakeFirst();
        if (Number(done.numUpdatedRows) === 0) throw new DeskRefused('tooLate', 'Another key was asked for meanwhile.');
        await noteChange(tx, request, 'renew authenticator');
      });
      await counters.giveBack(limits.deskCodesOfMember, staffId);
      return { renewed: true };
    },
  };
}
