/** Ports for the start and the end of a session: the storage, the shell's login, home. They are part of the entry. */
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { AppIdentity, Session, StoredDevice } from '#machines/model/device.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { SessionPortName } from '#machines/ports/index.ts';
import type { Api } from '#src/api/client.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { loadFirstTexts } from '#src/i18n/firstPaint.ts';
import { readApp, type DeviceStorage } from '../storage.ts';
import type { FirstCall } from '../headStart.ts';
import { whenSeen } from '../whenSeen.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface SessionDeps {
  /** The client's chunk; rejects when it could not be fetched. */
  api: () => Promise<Api>;
  bridge: Bridge;
  storage: DeviceStorage;
  forgetPhotos: () => void;
  /** Called as soon as it is known whether somebody is signed in, before `restoreDevice` resolves. */
  onRead?: (signedIn: boolean) => void;
}

/** Short deadlines, ms: the app does not wait long for a shell, because it can start with the session in the storage. */
const AT_START = { hello: 400, answer: 800 };

const problem = (code: number): Problem => ({ code, message: '' });

/** The call that loads home. */
export const homeCall = (signedIn: boolean): FirstCall => (signedIn ? 'latestOrder' : 'productIndex');

/** A token must be valid in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Validates the session in an answer of the shell, which is another program. @returns null: no valid session. */
export function readSession(answer: unknown): Session | null {
  const { token, userId, mobile } = (answer ?? {}) as Partial<Record<string, unknown>>;
  if (typeof token !== 'string' || !TOKEN.test(token) || typeof userId !== 'string' || typeof mobile !== 'string') return null;
  return { token, userId, mobile: toMsisdn(mobile) ?? mobile };
}

/** Whether a native app has reported its identity. The attribution id alone is no proof, because a link may contain it. */
const isNamedByApp = (app: AppIdentity): boolean => Object.keys(app).some((field) => field !== 'afid');

export function sessionPorts({ api, bridge, storage, forgetPhotos, onRead }: SessionDeps): Works<SessionPortName> {
  let isHomeRead = false;

  /** Deletes the data of another borrower first. */
  function keepShellSession(session: Session): void {
    const known = storage.read().session;
    if (known && known.userId !== session.userId) {
      storage.forgetBorrower();
      forgetPhotos();
    }
    storage.keepSession(session, 'shell');
  }

  /** The session of the shell takes precedence over the stored one. */
  async function restore(): Promise<StoredDevice> {
    let isInApp = false;
    // If the safe could not be fetched, the app starts as if nobody was signed in. The stored data stay.
    const isReady = storage.ready().catch(() => undefined);
    try {
      const answer = await bridge.ask('getLoginInfo', null, { deadlines: AT_START });
      await isReady;
      isInApp = true;
      storage.keepApp(readApp(answer.app));
      const session = readSession(answer);
      if (session) keepShellSession(session);
      else if (storage.read().sessionFrom === 'shell') storage.forgetBorrower();
    } catch {
      // There is no shell, or it does not answer.
    }
    await isReady;
    const { session, language, appearance, drafts, draftsOf, resume, awaitedCode, lostSession, app, unsent } = storage.read();
    onRead?.(session !== null);
    await loadFirstTexts(language);
    return {
      session,
      language,
      appearance,
      drafts,
      draftsOf: draftsOf ?? null,
      unsent: unsent ?? {},
      resume,
      awaitedCode: awaitedCode ?? null,
      lostSession: lostSession ?? false,
      app: app && (isInApp || isNamedByApp(app)) ? app : null,
    };
  }

  function leave(forget: () => void): Promise<void> {
    forget();
    forgetPhotos();
    bridge.notify('logout', null);
    return Promise.resolve();
  }

  return {
    restoreDevice: restore,

    askShellLogin: async ({ signal }) => {
      const answer = await bridge.ask('toLogin', null, { signal });
      if (!answer.ok) throw problem(answer.reason === 'unavailable' ? LOCAL.shellMissing : LOCAL.shellRefused);
      const session = readSession(answer);
      if (!session) throw problem(LOCAL.shellRefused);
      // A borrower who went back meanwhile must not be signed in.
      if (!signal.aborted) keepShellSession(session);
      return session;
    },

    keepShellSession: ({ input }) => {
      keepShellSession(input);
      return Promise.resolve(input);
    },

    forgetSession: () => leave(storage.forgetBorrower),
    logOut: () => leave(storage.logOut),

    loadHome: async ({ input, signal }) => {
      const client = await clientOf(api)();
      // A hidden page does not load home again. It loads home once, so that it is ready when it is seen.
      if (isHomeRead) await whenSeen(signal);
      const home = await client.call(homeCall(input.signedIn), {}, { signal });
      isHomeRead = true;
      return home;
    },
  };
}
