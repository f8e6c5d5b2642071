/** Logging out: the phone forgets the session at once, and the lender ends it when it can be reached. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { endLoggedOutSessions } from '#src/app/endLoggedOutSessions.ts';
import { sessionPorts } from '#src/app/ports/session.ts';
import { watchSession } from '#src/app/sessionWatch.ts';
import { createBridge, type Bridge } from '#src/bridge/bridge.ts';
import { createApi } from '#src/api/client.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { bareWindow, HOST } from '#tests/bridge/testShells.ts';
import { opened, openPhone } from '#tests/support/phoneKey.ts';
import { NOTHING_KEPT, phoneStore, SESSION } from './phoneStore.ts';

const PACKAGE_NAME = 'ke.example.loan';
const envelope = createEnvelope(PACKAGE_NAME);
const bridges: Bridge[] = [];
/** Loaded in advance: the first import would take longer than a test waits for the request to log out. */
beforeAll(() => import('#src/app/sendLogoutRequests.ts'));
afterEach(() => bridges.splice(0).forEach((bridge) => bridge.close()));

type Reply = { code: number; msg: string; data: unknown } | 'page of a proxy' | 'no answer';
interface Lender {
  answer: Reply;
  /** Tokens of the sessions that it ended. */
  ended: string[];
  isOnline: boolean;
}
const good: Reply = { code: 0, msg: '', data: null };

/** The app on a phone, opened on what the phone keeps. `lender` answers calls to log out; every other call is answered well. */
function openApp(store = phoneStore(), lender: Lender = { answer: good, ended: [], isOnline: true }) {
  const storage = openPhone(store);
  const bridge = createBridge({ host: bareWindow(), hostOrigin: HOST, newId: () => 'id' });
  bridges.push(bridge);
  const client = createApi({
    fetch: async (input, init) => {
      const path = envelope.decrypt(/\/api\/([0-9a-f]+)\/e/.exec(new Request(input, init).url)?.[1] ?? '');
      if (path !== '/security/logout') return Response.json(good);
      const [encrypted = ''] = Object.values((await new Request(input, init).json()) as Record<string, string>);
      lender.ended.push((JSON.parse(envelope.decrypt(encrypted)) as { token: string }).token);
      if (lender.answer === 'no answer') throw new TypeError('Failed to fetch');
      return lender.answer === 'page of a proxy' ? new Response('<h1>404</h1>', { status: 404 }) : Response.json(lender.answer);
    },
    baseUrl: 'http://lender.example',
    packageName: () => PACKAGE_NAME,
    appName: () => 'Example Loan',
    afid: () => '',
    now: () => 0,
    random: () => 0.5,
    language: () => 'en',
    session: () => null,
    isOnline: () => lender.isOnline,
  });
  const api = endLoggedOutSessions(client, storage);
  /** Makes some call of the app, and waits for the requests that follow it. */
  async function callSomething(): Promise<void> {
    await api.call('productIndex', {}).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const ports = sessionPorts({ api: () => Promise.resolve(api), bridge, storage, forgetPhotos: () => undefined });
  const logOut = () => ports.logOut({ input: undefined, signal: new AbortController().signal });
  return { api, store, storage, lender, callSomething, logOut, reopen: () => openApp(store, lender) };
}

function signedIn(token = SESSION.token) {
  const app = openApp();
  app.storage.keepSession({ ...SESSION, token }, 'app');
  return app;
}

describe('logging out', () => {
  it('borrower who logs out, online: the phone forgets at once, and the lender ends the session with the next call, once', async () => {
    const app = signedIn();
    await app.callSomething();
    expect(app.lender.ended).toEqual([]);
    await app.logOut();
    expect(app.storage.read()).toEqual(NOTHING_KEPT);
    await app.callSomething();
    await app.callSomething();
    expect(app.lender.ended).toEqual([SESSION.token]);
    expect(opened(app.store.text)).toMatchObject({ token: null, loggedOut: [] });
  });

  it('borrower who logs out, several calls at once afterwards: the session is ended with one request', async () => {
    const app = signedIn();
    await app.logOut();
    await Promise.all([app.callSomething(), app.callSomething(), app.callSomething()]);
    expect(app.lender.ended).toEqual([SESSION.token]);
  });

  it('borrower who logs out, offline: the phone forgets at once, and the lender ends the session when the app is opened online', async () => {
    const app = signedIn();
    app.lender.isOnline = false;
    await app.logOut();
    for (let opening = 0; opening < 8; opening++) {
      const again = app.reopen();
      await again.callSomething();
      expect(again.storage.read()).toEqual(NOTHING_KEPT);
    }
    expect(app.lender.ended).toEqual([]);
    app.lender.isOnline = true;
    await app.reopen().callSomething();
    await app.reopen().callSomething();
    expect(app.lender.ended).toEqual([SESSION.token]);
  });

  it('the connection is lost while the session is being ended: the next opening tries again', async () => {
    const app = signedIn();
    app.lender.answer = 'no answer';
    await app.logOut();
    await app.callSomething();
    app.lender.answer = good;
    await app.reopen().callSomething();
    await app.reopen().callSomething();
    expect(app.lender.ended).toEqual([SESSION.token, SESSION.token]);
  });

  it.each([
    'no answer',
    'page of a proxy',
    { code: CODE.serverError, msg: 'Oops', data: null },
    { code: CODE.tryLater, msg: 'Later', data: null },
  ] satisfies Reply[])('lender never ends the session (%o): five requests, then the token is erased', async (reply) => {
    const app = signedIn();
    app.lender.answer = reply;
    await app.logOut();
    for (let call = 0; call < 7; call++) await app.callSomething();
    expect(app.lender.ended).toHaveLength(5);
    expect(app.storage.loggedOut()).toEqual([]);
  });

  it.each([CODE.unknownPath, CODE.invalidField, CODE.notLoggedIn, CODE.tokenInvalid])(
    'lender refuses with %i: one request, then the token is erased',
    async (code) => {
      const app = signedIn();
      app.lender.answer = { code, msg: 'No', data: null };
      await app.logOut();
      for (let call = 0; call < 3; call++) await app.callSomething();
      expect(app.lender.ended).toEqual([SESSION.token]);
      expect(app.storage.loggedOut()).toEqual([]);
    },
  );

  it.each([CODE.unknownPath, CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid, CODE.serverError])(
    'lender refuses with %i, somebody signed in meanwhile: that session is not reported as lost',
    async (code) => {
      const app = signedIn();
      app.lender.answer = { code, msg: 'No', data: null };
      await app.logOut();
      const lost: unknown[] = [];
      const api = watchSession(
        app.api,
        () => 1,
        (...said) => void lost.push(said),
      );
      await api.call('productIndex', {});
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect([app.lender.ended, lost]).toEqual([[SESSION.token], []]);
    },
  );

  it('borrower offline, signed in as somebody else, logged out again: both sessions are ended', async () => {
    const app = signedIn('first');
    await app.logOut();
    app.storage.keepSession({ ...SESSION, userId: 'u-2', token: 'second' }, 'app');
    await app.logOut();
    await app.reopen().callSomething();
    expect(app.lender.ended).toEqual(['first', 'second']);
  });

  it('borrower who logs out, another tab signed in since: that session stays, and the one of this tab is ended', async () => {
    const app = signedIn('first');
    const other = app.reopen();
    other.storage.keepSession({ ...SESSION, token: 'second' }, 'app');
    await app.logOut();
    await other.callSomething();
    expect(app.lender.ended).toEqual(['first']);
    expect(app.reopen().storage.read().session?.token).toBe('second');
  });

  it('logging out, phone without storage: the session is ended while the app is open', async () => {
    const app = openApp({
      text: null,
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    app.storage.keepSession(SESSION, 'app');
    await app.logOut();
    await app.callSomething();
    expect(app.lender.ended).toEqual([SESSION.token]);
  });

  it('session ended by the lender: is erased, and no logout is sent', async () => {
    const app = signedIn();
    app.storage.forgetBorrower();
    await app.callSomething();
    expect(app.lender.ended).toEqual([]);
  });

  it.each([null, 7, 'x', {}, [null, 7, {}, { token: '' }, { token: 'a' }, { tries: 1 }]])(
    'invalid list of logged-out sessions stored (%o): nothing is sent',
    async (loggedOut) => {
      const app = openApp(phoneStore(JSON.stringify({ version: 2, chartVersion: 1, language: 'sw', loggedOut })));
      await app.callSomething();
      expect(app.lender.ended).toEqual([]);
      expect(app.storage.read().language).toBe('sw');
    },
  );
});
