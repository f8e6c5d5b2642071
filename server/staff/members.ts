/** Members of staff: invitations, roles and deactivation. Every change of a member's rights ends the member's sessions. */
import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { DAY } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Clock } from '#server/store/clock.ts';
import { newStaffId } from '#server/store/ids.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import type { Role, StaffRow } from '#src/api/desk.ts';
import { newAuthenticatorSecret } from './authenticator.ts';
import type { DeskLog } from './deskLog.ts';
import { DeskRefused } from './deskRefused.ts';
import type { StaffSessions } from './staffSessions.ts';

/** The member of staff who makes a change; null: the operator, by a verb. */
export type By = { staffId: string } | null;

export interface NewMember {
  name: string;
  role: Role;
  ownMobile: Msisdn | null;
}

/** Fields that are left out stay unchanged. */
export interface MemberChange {
  role?: Role | undefined;
  isActive?: boolean | undefined;
  ownMobile?: Msisdn | null | undefined;
}

export interface Members {
  /** All members, sorted by name. */
  list(db: Db): Promise<StaffRow[]>;
  /** @returns the id of the member with this name, ignoring case; null: there is no such member. */
  find(db: Db, name: string): Promise<string | null>;
  /**
   * Invites a member. A member who has not accepted yet gets another invitation, and the earlier one ends.
   * @returns the token of the invitation.
   * @throws DeskRefused tooLate when a member with this name exists.
   */
  invite(tx: Tx, member: NewMember, by: By): Promise<string>;
  /** @throws DeskRefused unknownCase, or notAllowed when no administrator would be left. */
  change(tx: Tx, staffId: string, change: MemberChange, by: By): Promise<StaffRow>;
  /** Deletes password, authenticator and passkeys, and ends sessions. @returns the token of an invitation to choose new ones. */
  reset(tx: Tx, staffId: string, by: By): Promise<string>;
  deleteExpiredInvitations(): Promise<number>;
}

/** Time within which an invitation can be accepted. */
const INVITED_FOR = DAY;

/** The path of an invitation. The token is in the fragment, which browsers do not send, so that no proxy logs it. */
export const invitationPath = (token: string): string => `/desk#invitation=${token}`;

/** The condition that a member has this name, ignoring case. The database compares names as its unique index does. */
export const isNamed = (name: string): RawBuilder<SqlBool> => sql<SqlBool>`lower(name) = lower(${name})`;

const unknownMember = (): DeskRefused => new DeskRefused('unknownCase', 'There is no such member of staff.');

export interface MembersDeps {
  store: Store;
  clock: Clock;
  log: DeskLog;
  security: SecurityLog;
  sessions: StaffSessions;
}

export function createMembers({ store, clock, log, security, sessions }: MembersDeps): Members {
  const rows = (db: Db) =>
    db.selectFrom('staff_member').select(['staff_id', 'name', 'role', 'is_active', 'own_mobile_sealed', 'last_seen_at']);

  const rowOf = (db: Db, row: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): StaffRow => ({
    staffId: row.staff_id,
    name: row.name,
    role: row.role,
    ownMobile:
      row.own_mobile_sealed === null
        ? null
        : decryptValue<Msisdn>(db, 'staff_member.own_mobile_sealed', [row.staff_id], row.own_mobile_sealed),
    isActive: row.is_active,
    lastSeenAt: row.last_seen_at,
  });

  const encryptMobile = (db: Db, staffId: string, mobile: Msisdn | null): Buffer | null =>
    mobile === null ? null : encryptValue(db, 'staff_member.own_mobile_sealed', [staffId], mobile);

  /** Writes a change to the log of the desk and to the security events. @param what a word of the program. */
  async function note(tx: Tx, by: By, what: string, staffId: string): Promise<void> {
    await log.write(tx, { clerk: by, what: `${what} ${staffId}`, caseId: null, reason: null });
    await security.record({ kind: 'staff.changed', subject: what }, tx);
  }

  /** @returns the token of the invitation. */
  async function writeInvitation(tx: Tx, staffId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await tx.deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute();
    await tx
      .insertInto('staff_invitation')
      .values({
        token_hash: tokenHash(token, null),
        staff_id: staffId,
        authenticator_sealed: encryptValue(tx, 'staff_invitation.authenticator_sealed', [staffId], newAuthenticatorSecret()),
        expires_at: clock.now() + INVITED_FOR,
      })
      .execute();
    return token;
  }

  /** Refuses to remove the last administrator. If two administrators remove each other at once, the lock lets only one succeed. */
  async function refuseLastAdministrator(tx: Tx, staffId: string): Promise<void> {
    const able = await tx
      .selectFrom('staff_member')
      .select('staff_id')
      .where('role', '=', 'administrator')
      .where('is_active', '=', true)
      // Only administrators with a password count: one who has not accepted the invitation may never do so.
      .where('password_hash', 'is not', null)
      .orderBy('staff_id')
      .forUpdate()
      .execute();
    if (able.length === 1 && able[0]?.staff_id === staffId)
      throw new DeskRefused('notAllowed', 'This is the last administrator: invite another one first.');
  }

  const read = async (db: Db, staffId: string): Promise<StaffRow> => {
    const row = await rows(db).where('staff_id', '=', staffId).executeTakeFirst();
    if (!row) throw unknownMember();
    return rowOf(db, row);
  };

  return {
    async list(db) {
      return (await rows(db).orderBy('name').execute()).map((row) => rowOf(db, row));
    },
    async find(db, name) {
      const row = await db.selectFrom('staff_member').select('staff_id').where(isNamed(name)).executeTakeFirst();
      return row?.staff_id ?? null;
    },
    async invite(tx, { name, role, ownMobile }, by) {
      const staffId = newStaffId();
      const values = { name, role, own_mobile_sealed: encryptMobile(tx, staffId, ownMobile) };
      const added = await tx
        .insertInto('staff_member')
        .values({ staff_id: staffId, ...values, created_at: clock.now() })
        .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
        .executeTakeFirst();
      if (Number(added.numInsertedOrUpdatedRows ?? 0n) > 0) {
        await note(tx, by, `invite ${role}`, staffId);
        return writeInvitation(tx, staffId);
      }
      const known = await tx
        .selectFrom('staff_member')
        .select(['staff_id', 'password_hash', 'is_active'])
        .where(isNamed(name))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (known.password_hash !== null || !known.is_active)
        throw new DeskRefused('tooLate', 'A member of staff has this name already: write it so that the two can be told apart.');
      await tx
        .updateTable('staff_member')
        .set({ name, role, own_mobile_sealed: encryptMobile(tx, known.staff_id, ownMobile) })
        .where('staff_id', '=', known.staff_id)
        .execute();
      await note(tx, by, `invite ${role}`, known.staff_id);
      return writeInvitation(tx, known.staff_id);
    },
    async change(tx, staffId, { role, isActive, ownMobile }, by) {
      const before = await read(tx, staffId);
      const isRoleNew = role !== undefined && role !== before.role;
      const isActiveNew = isActive !== undefined && isActive !== before.isActive;
      const isMobileNew = ownMobile !== undefined && ownMobile !== before.ownMobile;
      const endsAdministration = before.role === 'administrator' && (isRoleNew || isActive === false);
      // The operator may remove the last one: a compromised account must end at once, and the operator can invite another.
      if (endsAdministration && by !== null) await refuseLastAdministrator(tx, staffId);
      if (isMobileNew && by?.staffId === staffId && before.ownMobile !== null)
        throw new DeskRefused('notAllowed', 'Another administrator changes your own number.');
      if (isRoleNew) {
        await tx.updateTable('staff_member').set({ role }).where('staff_id', '=', staffId).execute();
        await note(tx, by, `change role to ${role}`, staffId);
      }
      if (isActiveNew) {
        await tx.updateTable('staff_member').set({ is_active: isActive }).where('staff_id', '=', staffId).execute();
        await note(tx, by, isActive ? 'activate' : 'deactivate', staffId);
      }
      if (isMobileNew) {
        await tx
          .updateTable('staff_member')
          .set({ own_mobile_sealed: encryptMobile(tx, staffId, ownMobile) })
          .where('staff_id', '=', staffId)
          .execute();
        await note(tx, by, 'change ownMobile', staffId);
      }
      if (isRoleNew || isActive === false) await sessions.endAll(tx, staffId);
      if (isActive === false) await tx.deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute();
      return read(tx, staffId);
    },
    async reset(tx, staffId, by) {
      const { name, isActive } = await read(tx, staffId);
      if (!isActive) throw new DeskRefused('tooLate', `${name} is deactivated: an administrator activates them at the desk first.`);
      await tx
        .updateTable('staff_member')
        .set({ password_hash: null, authenticator_sealed: null, next_authenticator_sealed: null, last_step: null })
        .where('staff_id', '=', staffId)
        .execute();
      await tx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute();
      await sessions.endAll(tx, staffId);
      await note(tx, by, 'reset', staffId);
      return writeInvitation(tx, staffId);
    },
    async deleteExpiredInvitations() {
      const done = await store.db.deleteFrom('staff_invitation').where('expires_at', '<=', clock.now()).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}
