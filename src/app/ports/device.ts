/** What the phone and its shell can do for the chart: remember, sign in, open the phone book, forget. */
import { fromPromise } from 'xstate';
import type { AppIdentity, Session, StoredDevice } from '#machines/context.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { toMsisdn } from '#machines/model/phone.ts';
import type { PickedContact } from '#machines/ports.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { ShellSession } from '#src/bridge/messages.ts';
import { loadFirstTexts } from '#src/i18n/firstPaint.ts';
import { readApp, type DeviceStorage } from '../storage.ts';

export interface DeviceDeps {
  bridge: Bridge;
  storage: DeviceStorage;
  forgetPhotos: () => void;
}

/** The app does not wait for a shell to open: what the phone itself kept is good enough to begin with. */
const AT_START = { hello: 400, answer: 800 };

const problem = (code: number): Problem => ({ code, message: '' });

/** As headers carry it. */
const TOKEN = /^[\x21-\x7e]+$/;

/** A shell is another program: what it says is checked. */
function readSession(said: Partial<ShellSession> | { token: null }): Session | null {
  const { token, userId, mobile } = said as Partial<Record<string, unknown>>;
  if (typeof token !== 'string' || !TOKEN.test(token) || typeof userId !== 'string' || typeof mobile !== 'string') return null;
  return { token, userId, mobile: toMsisdn(mobile) ?? mobile };
}

/** undefined: this is no answer about a contact. null: the phone book was closed without a pick. */
function readContact(said: unknown): { name: string; phone: string } | null | undefined {
  const { ok, name, phone } = (typeof said === 'object' && said !== null ? said : {}) as Partial<Record<string, unknown>>;
  if (ok === false) return null;
  return ok === true && typeof name === 'string' && typeof phone === 'string' ? { name, phone } : undefined;
}

/** An attribution id may have come with a link; the rest is told by an app alone. */
const isToldByApp = (app: AppIdentity): boolean => Object.keys(app).some((field) => field !== 'afid');

export function devicePorts({ bridge, storage, forgetPhotos }: DeviceDeps) {
  /** The shell's word on who is signed in goes before the phone's memory. */
  async function restore(): Promise<StoredDevice> {
    let isInApp = false;
    try {
      const said = await bridge.ask('getLoginInfo', null, { deadlines: AT_START });
      isInApp = true;
      storage.keepApp(readApp(said.app));
      const session = readSession(said);
      if (session) storage.keepSession(session, 'shell');
      else if (storage.read().sessionFrom === 'shell') storage.forgetBorrower();
    } catch {
      // No shell, or a silent one.
    }
    const { session, language, drafts, draftsOf, resume, awaitedCode, lostSession, app, unsent } = storage.read();
    await loadFirstTexts(language);
    return {
      session,
      language,
      drafts,
      draftsOf: draftsOf ?? null,
      unsent: unsent ?? {},
      resume,
      awaitedCode: awaitedCode ?? null,
      lostSession: lostSession ?? false,
      app: app && (isInApp || isToldByApp(app)) ? app : null,
    };
  }

  function leave(forget: () => void): Promise<void> {
    forget();
    forgetPhotos();
    bridge.notify('logout', null);
    return Promise.resolve();
  }

  return {
    restoreDevice: fromPromise<StoredDevice, void>(restore),

    askShellLogin: fromPromise<Session, void>(async ({ signal }) => {
      const said = await bridge.ask('toLogin', null, { signal });
      if (!said.ok) throw problem(said.reason === 'unavailable' ? LOCAL.shellMissing : LOCAL.shellRefused);
      const session = readSession(said);
      if (!session) throw problem(LOCAL.shellRefused);
      // A borrower who went back meanwhile is not signed in behind their back.
      if (!signal.aborted) storage.keepSession(session, 'shell');
      return session;
    }),

    forgetSession: fromPromise<void, { language: string }>(() => leave(storage.forgetBorrower)),
    logOut: fromPromise<void, void>(() => leave(storage.logOut)),

    pickContact: fromPromise<PickedContact, { index: number }>(async ({ input: { index }, signal }) => {
      const [{ contactLine, fromPhoneBook }, { market }, said] = await Promise.all([
        import('#src/forms/text.ts'),
        import('#src/market/market.ts'),
        bridge.ask('selectContact', { flag: 'emergencyContact', index }, { signal }),
      ]);
      const picked = readContact(said);
      if (picked === undefined) throw problem(LOCAL.shellRefused);
      return { index, contact: picked && { name: contactLine(picked.name), phone: fromPhoneBook(picked.phone, market) } };
    }),
  };
}
