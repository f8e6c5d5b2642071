/** The session of the shell after the start: the real bridge, ports and storage around the real chart. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, type Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Api } from '#src/api/client.ts';
import { bindJourney } from '#src/app/bind.ts';
import { followShell } from '#src/app/followShell.ts';
import { createBridge } from '#src/bridge/bridge.ts';
import { login, type ResultOf, type ShellRequest } from '#src/bridge/messages.ts';
import { answers, framedWindow, HOST, INFO, messages } from '#tests/bridge/testShells.ts';
import { homeWith, orderIn } from '#tests/paths/lenderSamples.ts';
import { openPhone } from '#tests/support/phoneKey.ts';

type Info = ResultOf<'getLoginInfo'>;
const FIRST = { token: 'T1', userId: 'u-1', mobile: '254712345678' };
const SECOND = { token: 'T2', userId: 'u-2', mobile: '254722000111' };

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
}
let page: Page;
beforeEach(() => {
  page = new Page();
  vi.stubGlobal('document', page);
});
const closing: (() => void)[] = [];
afterEach(() => {
  closing.splice(0).forEach((close) => close());
  vi.unstubAllGlobals();
});

/** An app in a shell. @param info the shell's answer about its session; null: no answer until {@link Shell.answerLate}. */
async function startIn(info: Info | null, kept: { session: typeof FIRST; from: 'app' | 'shell' } | null = null) {
  let text: string | null = null;
  const storage = openPhone({ getItem: () => text, setItem: (_: string, value: string) => void (text = value) });
  if (kept) storage.keepSession(kept.session, kept.from);
  let said = info;
  const host = framedWindow((request: ShellRequest) => {
    if (request.action === 'getLoginInfo') return said === null ? [] : [messages.answer({ id: request.id, action: 'getLoginInfo' }, said)];
    return answers({ hello: INFO, logout: null, toLogin: { ok: false, reason: 'unavailable' } })(request);
  });
  let ids = 0;
  const bridge = createBridge({ host, hostOrigin: HOST, newId: () => `id-${++ids}`, onLogin: (word) => follow(word) });
  const call = () => Promise.resolve(homeWith(actor.getSnapshot().context.session ? orderIn(STATUS.repaying) : null));
  const api = { call } as unknown as Api;
  const photo = () => undefined;
  const actor: Actor<JourneyMachine> = createActor(
    bindJourney({ api: async () => api, bridge, storage, now: () => 0, userAgent: '', photo, forgetPhotos: photo, journey: () => actor }),
  );
  actor.start();
  const follow = followShell(actor, bridge, storage);
  closing.push(() => {
    actor.stop();
    bridge.close();
  });
  const at = (): string => JSON.stringify(actor.getSnapshot().value);
  const atHome = () => expect.poll(at).toContain('"home":"shown"');
  const tokenIs = (token: string | null) => expect.poll(() => actor.getSnapshot().context.session?.token ?? null).toBe(token);
  await atHome();
  return {
    actor,
    storage,
    host,
    at,
    atHome,
    tokenIs,
    answerLate: (now: Info) =>
      host.receive(messages.answer({ id: host.received.of('getLoginInfo')[0]?.id ?? '', action: 'getLoginInfo' }, now)),
    /** The borrower comes back from the native app, where the session is now this one. */
    returns: async (now: Info) => {
      said = now;
      const before = host.received.of('getLoginInfo').length;
      page.dispatchEvent(new Event('visibilitychange'));
      await expect.poll(() => host.received.of('getLoginInfo').length).toBe(before + 1);
    },
  };
}

describe('shell that answers getLoginInfo late', () => {
  it('visitor at home: is signed in, and stays so after a restart', async () => {
    const app = await startIn(null);
    app.answerLate(FIRST);
    await app.tokenIs('T1');
    await app.atHome();
    expect(app.storage.read()).toMatchObject({ session: FIRST, sessionFrom: 'shell' });
  });

  it('visitor who types a number, late session: the page stays and offers the session', async () => {
    const app = await startIn(null);
    app.actor.send({ type: 'xstate.route', to: '#login' });
    await expect.poll(app.at).toContain('enteringMobile');
    app.answerLate(FIRST);
    await expect.poll(() => app.actor.getSnapshot().context.offeredSession).toEqual(FIRST);
    expect([app.at().includes('enteringMobile'), app.storage.read().session]).toEqual([true, null]);
    app.actor.send({ type: 'shellSession.taken', session: FIRST });
    await app.tokenIs('T1');
  });

  it('visitor who reads a page, late session: is offered when the page for signing in opens', async () => {
    const app = await startIn(null);
    app.actor.send({ type: 'xstate.route', to: '#language' });
    app.answerLate(FIRST);
    await expect.poll(() => app.storage.read().session).toBeNull();
    app.actor.send({ type: 'xstate.route', to: '#register' });
    await expect.poll(() => app.actor.getSnapshot().context.offeredSession).toEqual(FIRST);
  });

  it.each([{ token: 5 }, { token: 'T1' }, 'T1', null])('malformed answer %j: changes nothing', async (said) => {
    const app = await startIn(null, { session: FIRST, from: 'app' });
    app.answerLate(said as never);
    app.host.receive(login(SECOND));
    await app.tokenIs('T2');
  });
});

describe('borrower who returns from the native app', () => {
  it('native app, borrower signed in there: the page is signed in', async () => {
    const app = await startIn({ token: null });
    await app.returns(FIRST);
    await app.tokenIs('T1');
  });

  it('native app, another borrower signed in there: the page shows the other borrower, and data of the first one is erased', async () => {
    const app = await startIn(FIRST);
    app.storage.keepDrafts('u-1', 'order-1', { personalInfo: { values: { firstName: 'Amina' }, savedAt: 0, basedOn: null } });
    await app.returns(SECOND);
    await app.tokenIs('T2');
    await app.atHome();
    expect(app.storage.read()).toMatchObject({ session: SECOND, drafts: {} });
  });

  it('native app, borrower signed out there: the session of the shell ends here too', async () => {
    const app = await startIn(FIRST);
    await app.returns({ token: null });
    await app.tokenIs(null);
    await app.atHome();
    expect(app.storage.read().session).toBeNull();
  });

  it('native app, borrower signed out there, signed in on the page itself: stays signed in', async () => {
    const app = await startIn({ token: null }, { session: FIRST, from: 'app' });
    await app.returns({ token: null });
    app.host.receive(login({ ...FIRST, token: 'T3' }));
    await app.tokenIs('T3');
  });

  it('native app, token renewed there: it is used and kept, and the page stays', async () => {
    const app = await startIn(FIRST);
    app.actor.send({ type: 'xstate.route', to: '#language' });
    const before = app.at();
    await app.returns({ ...FIRST, token: 'T9' });
    await app.tokenIs('T9');
    expect([app.at(), app.storage.read().session?.token]).toEqual([before, 'T9']);
  });

  it('borrower logged out on the page, logout lost on the way to the shell: is not signed in again', async () => {
    const app = await startIn(FIRST);
    const { epoch } = app.actor.getSnapshot().context;
    app.actor.send({ type: 'session.lost', epoch, problem: { code: 1005, message: '' } });
    await app.tokenIs(null);
    await app.atHome();
    await app.returns(FIRST);
    app.host.receive(login(FIRST));
    app.host.receive(login(SECOND));
    await app.tokenIs('T2');
  });
});
