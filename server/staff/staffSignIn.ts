/** Sign-in of staff: by password and code, by a passkey, or by an invitation. Each has two halves, connected by a challenge. */
import type { Counters } from '#server/identity/counters.ts';
import type { Limits } from '#server/identity/limitTable.ts';
import type { Clock } from '#server/store/clock.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { SecurityEvent, SecurityLog } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import type { DeskSession } from '#src/api/desk.ts';
import { ACTS_OF, QUEUES_OF } from '#src/api/deskRights.ts';
import { setupOf, stepOf } from './authenticator.ts';
import type { Challenges } from './challenges.ts';
import type { OpenHandlers, Visitor } from './deskHandler.ts';
import type { DeskLog } from './deskLog.ts';
import { DeskRefused } from './deskRefused.ts';
import { isNamed } from './members.ts';
import type { Passkeys } from './passkeys.ts';
import { refuseWeak, type Passwords } from './passwords.ts';
import type { StaffSession, StaffSessions } from './staffSessions.ts';

export interface SignInDeps {
  store: Store;
  clock: Clock;
  log: DeskLog;
  security: SecurityLog;
  /** Records an event. The answer does not wait for the record. */
  note: (event: SecurityEvent) => void;
  sessions: StaffSessions;
  challenges: Challenges;
  passwords: Passwords;
  passkeys: Passkeys;
  counters: Counters;
  limits: Limits;
  /** Name of the lender in authenticator apps. */
  lenderName: string;
}

export interface SignIn extends OpenHandlers {
  /** The part of a session for the page. */
  describe(session: StaffSession): Promise<DeskSession>;
  /** Begins a session in this browser, and ends its earlier session. @param how the kind of sign-in, a word of the program. */
  enter(tx: Tx, staffId: string, how: string, visitor: Visitor): Promise<string>;
  /** The answer of a sign-in, after its transaction. */
  entered(token: string, visitor: Visitor): Promise<DeskSession>;
}

/** The same sentence for a wrong name and a wrong password, so that nobody learns the names of staff. */
const wrong = (): DeskRefused => new DeskRefused('wrongSignIn', 'The name or the password is wrong.');
const wrongCode = (): DeskRefused =>
  new DeskRefused('wrongSignIn', 'This code is wrong or was used already. Type the next one that your authenticator app shows.');
const tooLate = (): DeskRefused => new DeskRefused('signedOut', 'This sign-in has ended. Begin again.');
const invitationEnded = (): DeskRefused =>
  new DeskRefused('tooLate', 'This invitation has ended or was used already. Ask an administrator for a new one.');

export function createSignIn(deps: SignInDeps): SignIn {
  const { store, clock, log, security, note, sessions, challenges, passwords, passkeys, counters, limits, lenderName } = deps;

  const refused = (visitor: Visitor, subject: string, error: DeskRefused): DeskRefused => {
    note({ kind: 'staff.refused', subject, address: visitor.address });
    return error;
  };

  const describe = async ({ clerk, csrf, endsAt, idleUntil }: StaffSession): Promise<DeskSession> => ({
    staffId: clerk.staffId,
    name: clerk.name,
    role: clerk.role,
    csrf,
    endsAt,
    idleUntil,
    queues: QUEUES_OF[clerk.role],
    acts: ACTS_OF[clerk.role],
    hasPasskey: await passkeys.has(store.db, clerk.staffId),
  });

  async function enter(tx: Tx, staffId: string, how: string, visitor: Visitor): Promise<string> {
    const before = visitor.cookie('session');
    if (before !== null) await sessions.end(before, tx);
    const token = await sessions.begin(tx, staffId);
    await log.write(tx, { clerk: { staffId }, what: `sign in ${how}`, caseId: null, reason: null });
    await security.record({ kind: 'staff.signedIn', subject: how, address: visitor.address }, tx);
    return token;
  }

  async function entered(token: string, visitor: Visitor): Promise<DeskSession> {
    const session = await sessions.find(token);
    // The member was deactivated between the transaction and this read.
    if (!session) throw tooLate();
    visitor.setCookie('session', token);
    visitor.setCookie('challenge', null);
    return describe(session);
  }

  async function findInvitation(invitation: string) {
    const row = await store.db
      .selectFrom('staff_invitation as i')
      .innerJoin('staff_member as m', 'm.staff_id', 'i.staff_id')
      .select(['m.staff_id', 'm.name', 'm.role', 'i.authenticator_sealed'])
      .where('i.token_hash', '=', tokenHash(invitation, null))
      .where('i.expires_at', '>', clock.now())
      .where('m.is_active', '=', true)
      .executeTakeFirst();
    if (!row) throw invitationEnded();
    const secret = decryptValue<string>(store.db, 'staff_invitation.authenticator_sealed', [row.staff_id], row.authenticator_sealed);
    return { staffId: row.staff_id, name: row.name, role: row.role, secret };
  }

  return {
    describe,
    enter,
    entered,

    async signIn({ name, password }, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      await counters.refuseAbove(limits.deskOfName, name.toLowerCase());
      const member = await store.db
        .selectFrom('staff_member')
        .select(['staff_id', 'password_hash', 'is_active'])
        .where(isNamed(name))
        .executeTakeFirst();
      const { isRight, isOutdated } = await passwords.check(member?.password_hash ?? null, password);
      if (!member || !member.is_active || !isRight) throw refused(visitor, 'password', wrong());
      await counters.giveBack(limits.deskOfName, name.toLowerCase());
      if (isOutdated) {
        const password_hash = await passwords.hash(password);
        await store.db.updateTable('staff_member').set({ password_hash }).where('staff_id', '=', member.staff_id).execute();
      }
      visitor.setCookie('challenge', await challenges.begin({ purpose: 'code', staffId: member.staff_id, challenge: null }));
      return { next: 'code' };
    },

    async confirmCode({ code }, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      const cookie = visitor.cookie('challenge');
      const challenge = await challenges.attempt(cookie, 'code');
      if (cookie === null || challenge?.staffId == null) throw tooLate();
      const { staffId } = challenge;
      await counters.refuseAbove(limits.deskCodesOfMember, staffId);
      const member = await store.db
        .selectFrom('staff_member')
        .select('authenticator_sealed')
        .where('staff_id', '=', staffId)
        .executeTakeFirst();
      if (!member?.authenticator_sealed) throw tooLate();
      const secret = decryptValue<string>(store.db, 'staff_member.authenticator_sealed', [staffId], member.authenticator_sealed);
      const step = stepOf(secret, code, clock.now());
      if (step === null) throw refused(visitor, 'code', wrongCode());
      const token = await store.tx(async (tx) => {
        const accepted = await tx
          .updateTable('staff_member')
          .set({ last_step: step })
          .where('staff_id', '=', staffId)
          .where('is_active', '=', true)
          .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
          .executeTakeFirst();
        if (Number(accepted.numUpdatedRows) === 0) return null;
        return (await challenges.use(tx, cookie)) ? enter(tx, staffId, 'password', visitor) : null;
      });
      if (token === null) throw refused(visitor, 'code used', wrongCode());
      await counters.giveBack(limits.deskCodesOfMember, staffId);
      return entered(token, visitor);
    },

    async passkeyChallenge(_input, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      const { options, challenge } = await passkeys.authentication(visitor.origin);
      visitor.setCookie('challenge', await challenges.begin({ purpose: 'passkey', staffId: null, challenge }));
      return { options };
    },

    async passkeySignIn({ answer }, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      const cookie = visitor.cookie('challenge');
      const asked = await challenges.attempt(cookie, 'passkey');
      if (cookie === null || asked?.challenge == null) throw tooLate();
      const recognised = await passkeys.check({ answer, challenge: asked.challenge, origin: visitor.origin });
      const token =
        recognised &&
        (await store.tx(async (tx) =>
          (await challenges.use(tx, cookie)) && (await recognised.write(tx)) ? enter(tx, recognised.staffId, 'passkey', visitor) : null,
        ));
      if (token === null)
        throw refused(
          visitor,
          'passkey',
          new DeskRefused('wrongSignIn', 'This passkey does not sign in here. Use your password, or another passkey.'),
        );
      return entered(token, visitor);
    },

    async readInvitation({ invitation }, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      const { secret, ...member } = await findInvitation(invitation);
      return { ...member, authenticator: setupOf(secret, lenderName, member.name) };
    },

    async acceptInvitation({ invitation, password, code }, visitor) {
      await counters.refuseAbove(limits.deskOfAddress, visitor.address);
      const { staffId, name, secret } = await findInvitation(invitation);
      await refuseWeak(password, [name, lenderName]);
      const step = stepOf(secret, code, clock.now());
      if (step === null)
        throw new DeskRefused(
          'badInput',
          'This code is wrong. Type the one that the new entry of your authenticator app shows; the clock of your phone must be right.',
        );
      const password_hash = await passwords.hash(password);
      const token = await store.tx(async (tx) => {
        const used = await tx
          .deleteFrom('staff_invitation')
          .where('token_hash', '=', tokenHash(invitation, null))
          .returning('staff_id')
          .executeTakeFirst();
        if (!used) throw invitationEnded();
        await tx
          .updateTable('staff_member')
          .set({
            password_hash,
            authenticator_sealed: encryptValue(tx, 'staff_member.authenticator_sealed', [staffId], secret),
            last_step: step,
          })
          .where('staff_id', '=', staffId)
          .execute();
        await sessions.endAll(tx, staffId);
        return enter(tx, staffId, 'invitation', visitor);
      });
      return entered(token, visitor);
    },
  };
}
