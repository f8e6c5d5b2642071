/** Ports for the start and the end of a session. The entry of the app binds them; all other ports are fetched later. */
import type { Session, StoredDevice } from '../model/device.ts';
import type { HomeData } from '../model/order.ts';
import { either, homeWords } from '../words.ts';
import { port } from './port.ts';

export const session = {
  /** Session, language, drafts and last place, as stored on this phone. The shell may provide the session. */
  restoreDevice: port<StoredDevice>().reads({
    answeredBy: 'phone',
    clauses: ['3.stored', '1.shell'],
    doing: 'Reading what the phone has kept',
    words: either('session', 'The phone looked for a session', 'The phone remembered a session', 'The phone remembered nobody'),
    silent: 'the app begins as on a new phone',
  }),
  /** Asks the shell to show its login. Rejects with `shellMissing` if there is no shell. */
  askShellLogin: port<Session>().reads({
    answeredBy: 'phone',
    clauses: ['2.guard', '1.shell'],
    doing: 'Asking the shell for a login',
    words: 'The shell handed over a login',
    silent: 'where the shell has no login, ours opens',
  }),
  /** Stores the session of the shell on this phone, and deletes the data of any other borrower. */
  keepShellSession: port<Session, Session>().changes({
    answeredBy: 'phone',
    clauses: ['1.shell', '4.logout'],
    doing: 'Taking the login of the shell',
    words: 'Signed in as the shell is',
    silent: 'a phone that keeps nothing asks the shell at the next start',
  }),
  /** Deletes the borrower's data on this phone and notifies the shell, after the lender has ended the session. Never fails. */
  forgetSession: port<void>().changes({
    answeredBy: 'phone',
    clauses: ['4.logout', '4.session'],
    doing: 'Forgetting the session on the phone',
    words: 'The session was forgotten on this phone',
    silent: 'it was said before, and nobody is kept signed in',
  }),
  /** The same when the borrower logs out. The request that ends the session at the lender is stored until it has arrived. */
  logOut: port<void>().changes({
    answeredBy: 'phone',
    clauses: ['4.logout'],
    doing: 'Logging out',
    words: 'Logged out: the session was forgotten on this phone, and the lender ends it',
  }),
  /** The latest order and the data of home; for a visitor, the product on offer. */
  loadHome: port<HomeData, { signedIn: boolean }>().reads({
    clauses: ['2.statusMap', '4.homeDisplay'],
    doing: 'Opening the app',
    words: homeWords,
  }),
};
