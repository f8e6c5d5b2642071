/** What a journey begins and ends with. Bound by the entry of the app; all other ports are fetched later. */
import type { Session, StoredDevice } from '../model/device.ts';
import type { HomeData } from '../model/order.ts';
import { either, homeWords } from '../words.ts';
import { port } from './port.ts';

export const session = {
  /** Session, language, drafts and last place as this phone kept them; a shell may know the session too. */
  restoreDevice: port<StoredDevice>().reads({
    answeredBy: 'phone',
    clauses: ['3.stored', '1.shell'],
    doing: 'Reading what the phone has kept',
    words: either('session', 'The phone looked for a session', 'The phone remembered a session', 'The phone remembered nobody'),
    silent: 'the app begins as on a new phone',
  }),
  /** Asks the shell to show its login. Rejects with `shellMissing` where there is none. */
  askShellLogin: port<Session>().reads({
    answeredBy: 'phone',
    clauses: ['2.guard', '1.shell'],
    doing: 'Asking the shell for a login',
    words: 'The shell handed over a login',
    silent: 'where the shell has no login, ours opens',
  }),
  /** Keeps the session of the shell on this phone, in place of what was kept of anybody before. */
  keepShellSession: port<Session, Session>().changes({
    answeredBy: 'phone',
    clauses: ['1.shell', '4.logout'],
    doing: 'Taking the login of the shell',
    words: 'Signed in as the shell is',
    silent: 'a phone that keeps nothing asks the shell at the next start',
  }),
  /** Forgets the borrower on this phone and tells the shell; the lender has ended the session before. No one is kept signed in. */
  forgetSession: port<void>().changes({
    answeredBy: 'phone',
    clauses: ['4.logout', '4.session'],
    doing: 'Forgetting the session on the phone',
    words: 'The session was forgotten on this phone',
    silent: 'it was said before, and nobody is kept signed in',
  }),
  /** The same by the borrower's own wish. The lender ends the session at the next call that reaches it, also after the app was closed. */
  logOut: port<void>().changes({
    answeredBy: 'phone',
    clauses: ['4.logout'],
    doing: 'Logging out',
    words: 'Logged out: the session was forgotten on this phone, and the lender ends it',
  }),
  /** The lender's latest word; for a visitor the product on offer. */
  loadHome: port<HomeData, { signedIn: boolean }>().reads({
    clauses: ['2.statusMap', '4.homeDisplay'],
    doing: 'Opening the app',
    words: homeWords,
  }),
};
