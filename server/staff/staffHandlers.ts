/** The calls about staff themselves: their session, their passkeys, the log, and who works here. */
import type { Store } from '#server/store/store.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { StaffHandlers } from './deskHandler.ts';
import type { Challenges } from './challenges.ts';
import type { DeskLog } from './deskLog.ts';
import { DeskRefused } from './deskRefused.ts';
import { invitationPath, type Members } from './members.ts';
import type { Passkeys } from './passkeys.ts';
import type { SignIn } from './signIn.ts';
import type { StaffSessions } from './staffSessions.ts';

export interface StaffHandlersDeps {
  store: Store;
  log: DeskLog;
  security: SecurityLog;
  signIn: SignIn;
  sessions: StaffSessions;
  challenges: Challenges;
  passkeys: Passkeys;
  members: Members;
}

export function createStaffHandlers(deps: StaffHandlersDeps): StaffHandlers {
  const { store, log, security, signIn, sessions, challenges, passkeys, members } = deps;
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

    async passkeyRegistration(_input, visitor) {
      const { options, challenge } = await passkeys.registration(visitor.clerk, visitor.origin);
      visitor.setCookie('challenge', await challenges.begin({ purpose: 'registration', staffId: visitor.clerk.staffId, challenge }));
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
        await log.write(tx, { clerk, what: 'add passkey', caseId: null, reason: null });
        await security.record({ kind: 'staff.changed', subject: 'add passkey' }, tx);
      });
      visitor.setCookie('challenge', null);
      return { hasPasskey: true };
    },

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
