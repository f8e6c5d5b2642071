import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { applyPorts } from '#src/app/ports/apply.ts';
import type { Work } from '#src/app/ports/binding.ts';
import { sessionPorts } from '#src/app/ports/session.ts';
import type { DeviceStorage } from '#src/app/storage.ts';
import { createBridge, type Bridge } from '#src/bridge/bridge.ts';
import type { HostWindow } from '#src/bridge/transports.ts';
import { answers, bareWindow, framedWindow, HOST } from '#tests/bridge/testShells.ts';
import { openPhone } from '#tests/support/phoneKey.ts';

const SESSION = { token: 't-shell', userId: 'u-1', mobile: '254712345678' };
const OWN = { token: 't-own', userId: 'u-1', mobile: '254712345678' };

const open: Bridge[] = [];
afterEach(() => {
  open.splice(0).forEach((bridge) => bridge.close());
  vi.useRealTimers();
});

function phone(host: HostWindow) {
  let ids = 0;
  let text: string | null = null;
  const storage: DeviceStorage = openPhone({ getItem: () => text, setItem: (_, value) => void (text = value) });
  const bridge = createBridge({ host, hostOrigin: HOST, newId: () => `id-${++ids}` });
  open.push(bridge);
  let photosDropped = 0;
  const api = () => Promise.reject(new Error('the phone alone answers'));
  const forgetPhotos = () => void photosDropped++;
  const ports = {
    ...sessionPorts({ api, bridge, storage, forgetPhotos }),
    ...applyPorts({ api, bridge, storage, photo: () => undefined, journey: () => ({ send: () => undefined }) }),
  };
  const { signal } = new AbortController();
  const run = <Out, In>(work: Work<Out, In>, input: In): Promise<Out> => work({ input, signal });
  return { storage, ports, run, photosDropped: () => photosDropped };
}

describe('start of the app', () => {
  it('start of the app, no shell: what the phone stored is restored', async () => {
    const { storage, ports, run } = phone(bareWindow());
    storage.keepSession(OWN, 'app');
    const unsent = { feedback: { description: 'My payment' } };
    storage.keepUnsent('u-1', unsent);
    expect(await run(ports.restoreDevice, undefined)).toMatchObject({ session: OWN, unsent });
  });

  it("shell with a session: the shell's session is used", async () => {
    const { storage, ports, run } = phone(framedWindow(answers({ getLoginInfo: SESSION })));
    storage.keepSession({ ...OWN, userId: 'u-other' }, 'app');
    expect(await run(ports.restoreDevice, undefined)).toMatchObject({ session: SESSION });
    expect(storage.read().sessionFrom).toBe('shell');
  });

  it('session from the shell: signing out reaches the shell', async () => {
    const { storage, ports, run } = phone(framedWindow(answers({ getLoginInfo: { token: null } })));
    storage.keepSession(SESSION, 'shell');
    expect(await run(ports.restoreDevice, undefined)).toMatchObject({ session: null });
  });

  it("shell without a session: the app's own session stays", async () => {
    const { storage, ports, run } = phone(framedWindow(answers({ getLoginInfo: { token: null } })));
    storage.keepSession(OWN, 'app');
    expect(await run(ports.restoreDevice, undefined)).toMatchObject({ session: OWN });
  });

  it('app identity: is stored as far as a header can carry it, and stays after sign-out', async () => {
    const app = { packageName: 'ke.example.loan', appName: 'Mkopo \u2713', edition: 'gold 3.1', afid: 'af-77', deviceMsg: 'Pixel' };
    const kept = { packageName: 'ke.example.loan', edition: 'gold 3.1', afid: 'af-77', deviceMsg: 'Pixel' };
    const { storage, ports, run } = phone(framedWindow(answers({ getLoginInfo: { token: null, app } })));
    expect(await run(ports.restoreDevice, undefined)).toMatchObject({ session: null, app: kept });
    await run(ports.forgetSession, undefined);
    expect(storage.app()).toEqual(kept);
  });

  it('start of the app, plain browser: is distinguished from the native app, whatever link opened it', async () => {
    const browser = phone(bareWindow());
    expect(await browser.run(browser.ports.restoreDevice, undefined)).toMatchObject({ app: null });
    browser.storage.keepApp({ afid: 'af-77' });
    expect(await browser.run(browser.ports.restoreDevice, undefined)).toMatchObject({ app: null });
    const silentOfItself = phone(framedWindow(answers({ getLoginInfo: { token: null } })));
    expect(await silentOfItself.run(silentOfItself.ports.restoreDevice, undefined)).toMatchObject({ app: {} });
    vi.useFakeTimers();
    const lateToday = phone(framedWindow());
    lateToday.storage.keepApp({ edition: 'gold 3.1' });
    const restored = lateToday.run(lateToday.ports.restoreDevice, undefined);
    await vi.runAllTimersAsync();
    expect(await restored).toMatchObject({ app: { edition: 'gold 3.1' } });
  });

  it.each([
    ['without a handshake', framedWindow(), 400],
    ['after its handshake', framedWindow(answers({})), 800],
  ])('silent shell, app %s: the start waits so long and no longer', async (_, host, wait) => {
    vi.useFakeTimers();
    const { storage, ports, run } = phone(host);
    storage.keepSession(OWN, 'app');
    let restored: unknown;
    void run(ports.restoreDevice, undefined).then((device) => (restored = device));
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(restored).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => restored).toMatchObject({ session: OWN });
  });
});

describe('sign-in by the shell', () => {
  it('sign-in by the shell: the session is opened and stored', async () => {
    const { storage, ports, run } = phone(framedWindow(answers({ toLogin: { ok: true, ...SESSION, mobile: '0712 345 678' } })));
    expect(await run(ports.askShellLogin, undefined)).toEqual(SESSION);
    expect(storage.read().session).toEqual(SESSION);
  });

  it.each([
    ['shell without a login', { ok: false as const, reason: 'unavailable' as const }, LOCAL.shellMissing],
    ['login closed', { ok: false as const, reason: 'cancelled' as const }, LOCAL.shellRefused],
  ])("sign-in by the shell, %s: leads to the app's own sign-in", async (_, result, code) => {
    const { ports, run } = phone(framedWindow(answers({ toLogin: result })));
    await expect(run(ports.askShellLogin, undefined)).rejects.toEqual({ code, message: '' });
  });

  it.each(['', 'no \u2713', 'two words'])('answer with the token "%s": is refused', async (token) => {
    const { storage, ports, run } = phone(framedWindow(answers({ toLogin: { ok: true, ...SESSION, token } })));
    await expect(run(ports.askShellLogin, undefined)).rejects.toEqual({ code: LOCAL.shellRefused, message: '' });
    expect(storage.read().session).toBeNull();
  });
});

describe('phone book', () => {
  it('phone book, contact picked: gives name and number without the country prefix', async () => {
    const { ports, run } = phone(framedWindow(answers({ selectContact: { ok: true, name: 'Jane', phone: '+254 722 000 111' } })));
    expect(await run(ports.pickContact, { index: 2 })).toEqual({ index: 2, contact: { name: 'Jane', phone: '722000111' } });
  });

  it('phone book closed without a pick: changes nothing', async () => {
    const { ports, run } = phone(framedWindow(answers({ selectContact: { ok: false } })));
    expect(await run(ports.pickContact, { index: 1 })).toEqual({ index: 1, contact: null });
  });

  it('contact with a decorated name: gives a name as a person could type it', async () => {
    const name = `Mama\u202E\n ${'x'.repeat(10_000)}`;
    const { ports, run } = phone(framedWindow(answers({ selectContact: { ok: true, name, phone: '0722000111' } })));
    expect(await run(ports.pickContact, { index: 1 })).toMatchObject({ contact: { name: `Mama ${'x'.repeat(45)}` } });
  });

  it.each([null, 'yes', {}, { ok: 'yes' }, { ok: true }, { ok: true, name: 'Jane', phone: 722000111 }])(
    'phone book, answer %j: counts as refused',
    async (said) => {
      const { ports, run } = phone(framedWindow(answers({ selectContact: said as never })));
      await expect(run(ports.pickContact, { index: 1 })).rejects.toEqual({ code: LOCAL.shellRefused, message: '' });
    },
  );

  it('phone book missing: the request fails with that reason', async () => {
    const { ports, run } = phone(bareWindow());
    await expect(run(ports.pickContact, { index: 1 })).rejects.toEqual({ code: LOCAL.shellMissing, message: '' });
  });
});

it('borrower forgotten: clears storage and photos and informs the shell', async () => {
  const host = framedWindow(answers({ logout: null }));
  const { storage, ports, run, photosDropped } = phone(host);
  storage.keepSession(SESSION, 'shell');
  await run(ports.forgetSession, undefined);
  expect(storage.read().session).toBeNull();
  expect(photosDropped()).toBe(1);
  await expect.poll(() => host.received.of('logout')).toHaveLength(1);
});
