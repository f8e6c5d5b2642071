/** Invented members of staff, one of each role, as whom the sandbox signs in without a password. */
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import type { Visitor } from '#server/staff/deskHandler.ts';
import type { SignIn } from '#server/staff/staffSignIn.ts';
import type { DeskSession, Role } from '#src/api/desk.ts';

const NAMES: Readonly<Record<Role, string>> = {
  reviewer: 'Amina Wanjiru',
  payments: 'Brian Otieno',
  support: 'Cynthia Chebet',
  administrator: 'David Mutua',
  analyst: 'Esther Atieno',
};

/** @returns a function that signs a browser in as the clerk of a role. Clerks have no password, so no other sign-in works. */
export const createSandboxClerks =
  (store: Store, clock: Clock, { enter, entered }: SignIn) =>
  async (role: Role, visitor: Visitor): Promise<DeskSession> => {
    const staffId = `sandbox-${role}`;
    const token = await store.tx(async (tx) => {
      await tx
        .insertInto('staff_member')
        .values({ staff_id: staffId, name: NAMES[role], role, created_at: clock.now() })
        // Restores role and activity, which an administrator may have changed while trying the desk.
        .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ role, is_active: true }))
        .execute();
      return enter(tx, staffId, 'sandbox', visitor);
    });
    return entered(token, visitor);
  };
