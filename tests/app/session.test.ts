/** The end of a session as the app lives it: the real client, ports, bridge and storage around the real chart. */
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, type Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { bindJourney } from '#src/app/bind.ts';
import { endLoggedOutSessions } from '#src/app/endLoggedOutSessions.ts';
import { watchSession } from '#src/app/sessionWatch.ts';
import { createBridge } from '#src/bridge/bridge.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { answers, framedWindow, HOST } from '#tests/bridge/testShells.ts';
import { SESSION_LOSSES } from '#tests/paths/cases/failures.ts';
import { homeWith, orderIn } from '#tests/paths/lenderSamples.ts';
import { openPhone } from '#tests/support/phoneKey.ts';

const envelope = createEnvelope('ke.example.loan');
/** These tests do not depend on the time. */
const NOW = 0;
const FIRST = { token: 'T1', userId: 'u-1', mobile: '254712345678' };
const SECOND = { ...FIRST, token: 'T2' };

type Answer = { code: number; msg: string; data: unknown };
const good = (data: unknown): Answer => ({ code: 0, msg: '', data });
const home = (token: string | null): Answer => good(homeWith(token === null ? null : orderIn(STATUS.repaying)));

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A borrower at home in the app, signed in with {@link FIRST}. `lender` answers by the token that was sent. */
async function signedIn() {
  let text: string | null = null;
  const storage = openPhone({ getItem: () => text, setItem: (_: string, value: string) => void (text = value) });
  storage.keepSession(FIRST, 'app');
  const host = framedWindow(answers({ getLoginInfo: { token: null }, logout: null, toLogin: { ok: true, ...SECOND } }));
  let ids = 0;
  const bridge = createBridge({ host, hostOrigin: HOST, newId: () => `id-${++ids}` });

  const lender = {
    answer: (token: string | null, _path: string): Answer | Promise<Answer> => home(token),
    asked: [] as (string | null)[],
    paths: [] as string[],
  };
  const client = createApi({
    fetch: async (input, init) => {
      const path = envelope.decrypt(/\/(?:api|cou)\/([0-9a-f]+)\/e/.exec(new Request(input, init).url)?.[1] ?? '');
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null;
      lender.asked.push(token);
      lender.paths.push(path);
      return Response.json(await lender.answer(token, path));
    },
    baseUrl: 'http://lender.example',
    packageName: () => 'ke.example.loan',
    appName: () => 'Example Loan',
    afid: () => '',
    now: () => NOW,
    random: () => 0.5,
    language: () => 'en',
    session: () => actor.getSnapshot().context.session?.token ?? null,
  });
  const api: Api = watchSession(
    endLoggedOutSessions(client, storage),
    () => actor.getSnapshot().context.epoch,
    (epoch, problem) => actor.send({ type: 'session.lost', epoch, problem }),
  );
  const photo = () => undefined;
  const actor: Actor<JourneyMachine> = createActor(
    bindJourney({ api: async () => api, bridge, storage, now: () => NOW, userAgent: '', photo, forgetPhotos: photo, journey: () => actor }),
  );
  const notices: string[] = [];
  actor.subscribe(({ context: { notice } }) => {
    if (notice && notices.at(-1) !== notice.message) notices.push(notice.message);
  });
  actor.start();
  closing.push(() => {
    actor.stop();
    bridge.close();
  });
  const atHome = () => expect.poll(() => actor.getSnapshot().matches({ places: { tabs: { home: 'shown' } } })).toBe(true);
  await atHome();
  return { actor, api, lender, storage, notices, atHome, logouts: () => host.received.of('logout').length };
}

/** One of each kind: reads and changes, query, JSON, form, file, both bases. */
const EIGHT: readonly ((api: Api) => Promise<unknown>)[] = [
  (api) => api.call('latestOrder', {}),
  (api) => api.call('getMoney', { orderNo: 'o', agreementVersion: 'v', sent: 1, owed: 1 }),
  (api) => api.call('applyMarket', { productId: 'p', amount: 1, termDays: 91 }),
  (api) => api.call('bindBankCard', { orderNo: 'o', values: {} }),
  (api) => api.call('uploadIdFront', { orderNo: 'o' }, { files: { file: new Blob(['x']) } }),
  (api) => api.call('countryByCode', {}),
  (api) => api.call('getUserInfo', {}),
  (api) => api.call('timeUploadStatus', { orderNo: 'o', status: 0 }),
];

describe.each(Object.entries(SESSION_LOSSES))('eight calls at once answered %s', (_, code) => {
  it('the session ends once: one message, one logout through the shell, nothing stored, home', async () => {
    const { actor, api, lender, storage, notices, atHome, logouts } = await signedIn();
    lender.answer = (token) => (token === 'T1' ? { code, msg: 'Please log in again', data: null } : home(token));
    const ends = await Promise.allSettled(EIGHT.map((call) => call(api)));
    expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual(EIGHT.map(() => ({ code, message: 'Please log in again' })));
    await atHome();
    const { context } = actor.getSnapshot();
    expect(context).toMatchObject({ session: null, order: null, epoch: 1, lostSession: true, notice: { key: 'sessionEnded' } });
    expect(notices).toEqual(['Please log in again']);
    await expect.poll(logouts).toBe(1);
    expect(storage.read()).toMatchObject({ session: null, drafts: {}, resume: null });
    // Home was asked for once without a token: after the session had ended.
    expect(lender.asked.filter((token) => token === null)).toHaveLength(1);
  });
});

describe('answer of an earlier session after a new one began', () => {
  it('answer of an earlier session after a new one began: the new session goes on', async () => {
    const { actor, api, lender, storage, notices, atHome, logouts } = await signedIn();
    let answerLate: ((answer: Answer) => void) | undefined;
    lender.answer = () => new Promise((resolve) => (answerLate = resolve));
    const late = api.call('getUserInfo', {}).catch((problem: unknown) => problem);
    await expect.poll(() => answerLate).toBeDefined();
    lender.answer = (token) => (token === 'T1' ? { code: SESSION_LOSSES.tokenExpired, msg: 'Expired', data: null } : home(token));
    await api.call('latestOrder', {}).catch(() => undefined);
    await atHome();
    actor.send({ type: 'login.requested' });
    await expect.poll(() => actor.getSnapshot().context.session?.token).toBe('T2');
    await atHome();
    const before = actor.getSnapshot().context;

    answerLate?.({ code: SESSION_LOSSES.loggedInElsewhere, msg: 'Elsewhere', data: null });
    expect(await late).toEqual({ code: SESSION_LOSSES.loggedInElsewhere, message: 'Elsewhere' });
    expect(actor.getSnapshot().context).toEqual(before);
    expect(storage.read().session).toEqual(SECOND);
    expect([notices, logouts()]).toEqual([['Expired'], 1]);
  });
});

it('session, another refusal: does not end', async () => {
  const { actor, api, lender } = await signedIn();
  lender.answer = () => ({ code: 1001, msg: 'Please check the marked fields', data: null });
  await api.call('latestOrder', {}).catch(() => undefined);
  expect(actor.getSnapshot().context.session).toEqual(FIRST);
});

describe('logging out', () => {
  it.each<[string, Answer]>([
    ['ends the session', good(null)],
    ['has no such call', { code: 1002, msg: 'Not found', data: null }],
    ['crashes', { code: 1500, msg: 'Oops', data: null }],
  ])(
    'borrower who logs out, lender %s: the phone erases its data, the shell logs out, home is shown, without a message',
    async (_, answer) => {
      const { actor, lender, storage, notices, atHome, logouts } = await signedIn();
      actor.send({ type: 'xstate.route', to: '#settings' });
      await expect.poll(() => actor.getSnapshot().can({ type: 'logout.requested' })).toBe(true);
      lender.answer = (token, path) => (path === '/security/logout' ? answer : home(token));
      actor.send({ type: 'logout.requested' });
      await atHome();
      await expect.poll(() => lender.paths).toContain('/security/logout');
      expect(storage.read()).toMatchObject({ session: null, drafts: {}, resume: null });
      const { context } = actor.getSnapshot();
      expect(context).toMatchObject({ session: null, order: null, problem: null, lostSession: false, notice: { key: 'loggedOut' } });
      expect(notices).toEqual(['']);
      await expect.poll(logouts).toBe(1);
    },
  );
});
