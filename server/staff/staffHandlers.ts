/** Handlers of the calls about staff: sessions, own keys, the log, and members. */
import type { Store } from '#server/store/store.ts';
import type { OwnKeyHandlers, StaffHandlers } from './deskHandler.ts';
import type { DeskLog } from './deskLog.ts';
import { DeskRefused } from './deskRefused.ts';
import { invitationPath, type Members } from './members.ts';
import type { SignIn } from './staffSignIn.ts';
import type { StaffSessions } from './staffSessions.ts';

export interface StaffHandlersDeps {
  store: Store;
  log: DeskLog;
  signIn: SignIn;
  sessions: StaffSessions;
  ownKeys: OwnKeyHandlers;
  members: Members;
}

export function createStaffHandlers(deps: StaffHandlersDeps): StaffHandlers {
  const { store, log, signIn, sessions, ownKeys, members } = deps;
  const { describe: describeSession, enter: _enter, entered: _entered, ...open } = signIn;

  return {
    ...open,

    async session(_input, visitor) {
      const token = visitor.cookie('session');
      const session = await sessions.find(token);
      if (!session) throw new DeskRefused('signedOut', 'Your session has ended. Sign in again.');
      return describeSession(session);
    },

    async signOut(_input, visitor) {
      const token = visitor.cookie('session');
      await store.tx(async (tx) => {
        if (token !== null) await sessions.end(token, tx);
        await log.write(tx, { clerk: visitor.clerk, what: 'sign out', caseId: null, reason: null });
      });
      visitor.setCookie('session', null);
      return { signedOut: true };
    },

    ...ownKeys,

    log: (query) => log.read(store.db, query),

    staff: () => members.list(store.db),

    invite: ({ name, role, ownMobile }, { clerk, origin, keep }) =>
      store.tx(async (tx) => {
        const token = await members.invite(tx, { name, role, ownMobile }, clerk);
        const output = { link: origin + invitationPath(token) };
        await keep(tx, output);
        return output;
      }),

    changeStaff: ({ staffId, role, isActive, ownMobile }, { clerk, keep }) =>
      store.tx(async (tx) => {
        const row = await members.change(tx, staffId, { role, isActive, ownMobile }, clerk);
        await keep(tx, row);
        return row;
      }),
  };
}
