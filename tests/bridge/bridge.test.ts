import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { createBridge, type Bridge } from '#src/bridge/bridge.ts';
import { BRIDGE, login, push, readShellRequest, type ShellRequest } from '#src/bridge/messages.ts';
import type { HostWindow } from '#src/bridge/transports.ts';
import { answers, bareWindow, framedWindow, HOST, INFO, messages } from './testShells.ts';

const SESSION = { token: 't-1', userId: 'u-1', mobile: '254712345678' };
const DEADLINES = { hello: 1_000, answer: 2_000, person: 60_000 };

const open: Bridge[] = [];
let ids = 0;
function bridgeTo(host: HostWindow, onPush?: () => void, onLogin: (said: unknown) => void = () => undefined): Bridge {
  const bridge = createBridge({
    host,
    hostOrigin: HOST,
    newId: () => `id-${++ids}`,
    deadlines: DEADLINES,
    onLogin,
    ...(onPush ? { onPush } : {}),
  });
  open.push(bridge);
  return bridge;
}
const problem = (code: number) => ({ code, message: '' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const bridge of open.splice(0)) bridge.close();
  vi.useRealTimers();
});

describe('missing shell', () => {
  it('shell missing, app in no frame: is reported at once', async () => {
    const bridge = bridgeTo(bareWindow());
    expect(bridge.isPresent()).toBe(false);
    await expect(bridge.ask('toLogin', null)).rejects.toEqual(problem(LOCAL.shellMissing));
  });

  it('host frame that is no shell: the shell is reported missing after a short wait', async () => {
    const host = framedWindow();
    const asked = expect(bridgeTo(host).ask('toLogin', null)).rejects.toEqual(problem(LOCAL.shellMissing));
    await vi.advanceTimersByTimeAsync(DEADLINES.hello);
    await asked;
    expect(host.received.of('toLogin')).toEqual([]);
  });

  it('missing shell, call that must not wait: is reported sooner', async () => {
    const asked = expect(bridgeTo(framedWindow()).ask('getLoginInfo', null, { deadlines: { hello: 100 } })).rejects.toEqual(
      problem(LOCAL.shellMissing),
    );
    await vi.advanceTimersByTimeAsync(100);
    await asked;
  });

  it('missing shell, messages without an answer: are dropped without an error', async () => {
    bridgeTo(bareWindow()).notify('logout', null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('late shell', () => {
  it('late shell: answers a later handshake', async () => {
    let isReady = false;
    const host = framedWindow((request) => (isReady ? answers({ toLogin: { ok: true, ...SESSION } })(request) : []));
    const asked = bridgeTo(host).ask('toLogin', null);
    await vi.advanceTimersByTimeAsync(700);
    isReady = true;
    await vi.advanceTimersByTimeAsync(200);
    await expect(asked).resolves.toEqual({ ok: true, ...SESSION });
  });

  it('late shell, announces itself: is found', async () => {
    const host = framedWindow((request) => (request.action === 'hello' ? [] : answers({ getLoginInfo: SESSION })(request)));
    const bridge = bridgeTo(host);
    const asked = bridge.ask('getLoginInfo', null);
    host.receive(messages.ready());
    expect(bridge.isPresent()).toBe(true);
    await expect(asked).resolves.toEqual(SESSION);
  });

  it('shell that answered one handshake: gets all requests without another', async () => {
    const host = framedWindow(answers({ getLoginInfo: { token: null } }));
    const bridge = bridgeTo(host);
    await bridge.ask('getLoginInfo', null);
    await bridge.ask('getLoginInfo', null);
    expect(host.received.of('hello')).toHaveLength(1);
    expect(host.received.of('getLoginInfo')).toHaveLength(2);
  });
});

describe('push message', () => {
  const pushed = () => {
    const onPush = vi.fn();
    return { onPush, framed: framedWindow(), bare: bareWindow() };
  };

  it('push message from host frame or injected shell: is passed on', () => {
    const { onPush, framed, bare } = pushed();
    bridgeTo(framed, onPush);
    framed.receive(push('LN1'));
    bridgeTo(bare, onPush);
    bare.callBack(JSON.stringify(push('LN1')));
    expect(onPush).toHaveBeenCalledTimes(2);
  });

  it('push message from another window, or without a subscriber: is ignored', () => {
    const { onPush, framed, bare } = pushed();
    bridgeTo(framed, onPush);
    framed.receive(push('LN1'), { origin: 'https://other.example' });
    framed.receive(push('LN1'), { source: {} });
    bridgeTo(bare);
    bare.callBack(push('LN1'));
    expect(onPush).not.toHaveBeenCalled();
  });
});

describe('silent shell', () => {
  const onlyHello = (request: ShellRequest) => answers({})(request);

  it('silent shell, no answer: the wait ends at the deadline', async () => {
    const asked = expect(bridgeTo(framedWindow(onlyHello)).ask('toLogin', null)).rejects.toEqual(problem(LOCAL.shellSilent));
    await vi.advanceTimersByTimeAsync(DEADLINES.answer);
    await asked;
  });

  it('shell that reports that the borrower is busy: the wait is longer, but ends', async () => {
    const host = framedWindow((request) => (request.action === 'toLogin' ? [messages.pending(request)] : onlyHello(request)));
    const bridge = bridgeTo(host);
    const [first] = [bridge.ask('toLogin', null)];
    await vi.advanceTimersByTimeAsync(DEADLINES.answer * 3);
    host.receive(messages.answer({ id: host.received.of('toLogin')[0]?.id ?? '', action: 'toLogin' }, { ok: false, reason: 'cancelled' }));
    await expect(first).resolves.toEqual({ ok: false, reason: 'cancelled' });

    const second = expect(bridge.ask('toLogin', null)).rejects.toEqual(problem(LOCAL.shellSilent));
    await vi.advanceTimersByTimeAsync(DEADLINES.person);
    await second;
  });

  it('silent shell, caller aborts: the wait ends', async () => {
    const stop = new AbortController();
    const asked = expect(bridgeTo(framedWindow(onlyHello)).ask('toLogin', null, { signal: stop.signal })).rejects.toEqual(
      problem(LOCAL.shellSilent),
    );
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    await asked;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('session in an answer that no call waits for', () => {
  const onlyHello = (request: ShellRequest) => answers({})(request);
  const CANCELLED = { ok: false, reason: 'cancelled' } as const;

  /** A request that the shell left unanswered until the wait had ended. */
  async function unanswered(action: 'getLoginInfo' | 'toLogin' | 'logout') {
    const onLogin = vi.fn();
    const host = framedWindow(onlyHello);
    const asked = expect(bridgeTo(host, undefined, onLogin).ask(action, null)).rejects.toEqual(problem(LOCAL.shellSilent));
    await vi.advanceTimersByTimeAsync(DEADLINES.answer);
    await asked;
    return { onLogin, host, request: { id: host.received.of(action)[0]?.id ?? '' } };
  }

  it('late answer to getLoginInfo: its session is published once', async () => {
    const { onLogin, host, request } = await unanswered('getLoginInfo');
    host.receive(messages.answer({ ...request, action: 'getLoginInfo' }, SESSION));
    host.receive(messages.answer({ ...request, action: 'getLoginInfo' }, { token: null }));
    expect(onLogin.mock.calls).toEqual([[SESSION]]);
  });

  it('login answered late: its session is published', async () => {
    const { onLogin, host, request } = await unanswered('toLogin');
    host.receive(messages.pending(request));
    host.receive(messages.answer({ ...request, action: 'toLogin' }, { ok: true, ...SESSION }));
    expect(onLogin.mock.calls).toEqual([[{ ok: true, ...SESSION }]]);
  });

  it('login cancelled late, or late answer to another request: publishes no session', async () => {
    const cancelled = await unanswered('toLogin');
    cancelled.host.receive(messages.answer({ ...cancelled.request, action: 'toLogin' }, CANCELLED));
    const malformed = await unanswered('toLogin');
    malformed.host.receive(messages.answer({ ...malformed.request, action: 'toLogin' }, null as never));
    const left = await unanswered('logout');
    left.host.receive(messages.answer({ ...left.request, action: 'logout' }, null));
    for (const { onLogin } of [cancelled, malformed, left]) expect(onLogin).not.toHaveBeenCalled();
  });

  it('caller that has cancelled its request: gets no late answer', async () => {
    const onLogin = vi.fn();
    const host = framedWindow(onlyHello);
    const stop = new AbortController();
    const asked = expect(bridgeTo(host, undefined, onLogin).ask('toLogin', null, { signal: stop.signal })).rejects.toBeDefined();
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    await asked;
    host.receive(messages.answer({ id: host.received.of('toLogin')[0]?.id ?? '', action: 'toLogin' }, { ok: true, ...SESSION }));
    expect(onLogin).not.toHaveBeenCalled();
  });

  it('login that the shell sends without a request: is accepted from the parent window only', async () => {
    const onLogin = vi.fn();
    const host = framedWindow(onlyHello);
    bridgeTo(host, undefined, onLogin);
    host.receive(login(SESSION), { origin: 'https://other.example' });
    host.receive({ bridge: BRIDGE, v: 1, login: 'yes' });
    host.receive(login(SESSION));
    expect(onLogin.mock.calls).toEqual([[SESSION]]);
  });
});

describe('shell with invalid answers', () => {
  it('two answers: the first counts', async () => {
    const host = framedWindow((request) =>
      request.action === 'hello'
        ? [messages.answer(request, INFO)]
        : [
            messages.answer({ ...request, action: 'getLoginInfo' }, SESSION),
            messages.answer({ ...request, action: 'getLoginInfo' }, { token: null }),
          ],
    );
    await expect(bridgeTo(host).ask('getLoginInfo', null)).resolves.toEqual(SESSION);
  });

  it('answer without a request: is ignored', async () => {
    const host = framedWindow(answers({ getLoginInfo: SESSION }));
    const bridge = bridgeTo(host);
    host.receive(messages.answer({ id: 'never-asked', action: 'getLoginInfo' }, { token: null }));
    await expect(bridge.ask('getLoginInfo', null)).resolves.toEqual(SESSION);
    host.receive(messages.pending({ id: 'never-asked' }));
    host.receive(messages.refusal({ id: 'never-asked' }, 'no'));
  });

  it('shell that refuses: the caller gets the refusal', async () => {
    const host = framedWindow((request) =>
      request.action === 'hello' ? [messages.answer(request, INFO)] : [messages.refusal(request, 'no phone book')],
    );
    await expect(bridgeTo(host).ask('selectContact', { flag: 'emergencyContact', index: 1 })).rejects.toEqual(problem(LOCAL.shellRefused));
  });

  it('shell with invalid answers, action not supported: is not requested', async () => {
    const host = framedWindow(answers({}));
    await expect(
      bridgeTo(host).ask('timeSDK', { orderNo: '1', kinds: [], packages: [], upload: { address: '/collected/1', token: 't' } }),
    ).rejects.toEqual(problem(LOCAL.shellRefused));
    expect(host.received.of('timeSDK')).toEqual([]);
  });

  it('shell with invalid answers, message in another format: is ignored', async () => {
    const host = framedWindow(answers({ getLoginInfo: SESSION }));
    const bridge = bridgeTo(host);
    for (const rubbish of [
      null,
      7,
      'not json',
      '[]',
      {},
      { bridge: BRIDGE, v: 2, id: 'id-1', ok: true },
      { bridge: BRIDGE, v: 1, id: 5, ok: true },
      { bridge: BRIDGE, v: 1, id: 'x' },
    ])
      host.receive(rubbish);
    await expect(bridge.ask('getLoginInfo', null)).resolves.toEqual(SESSION);
  });
});

describe('foreign frame posing as the shell', () => {
  const lie = (host: ReturnType<typeof framedWindow>): unknown =>
    messages.answer(
      { id: host.received.of('getLoginInfo')[0]?.id ?? '', action: 'getLoginInfo' },
      { token: 'stolen', userId: 'x', mobile: 'y' },
    );

  it.each([
    [
      'message of another origin in the parent frame',
      (host: ReturnType<typeof framedWindow>) => ({ source: host.parent, origin: 'https://evil.example' }),
    ],
    ['message of another window on the right origin', () => ({ source: {}, origin: HOST })],
    ['message of the own window', (host: ReturnType<typeof framedWindow>) => ({ source: host, origin: HOST })],
  ])('foreign frame, %s: is ignored', async (_, from) => {
    const host = framedWindow((request) => (request.action === 'hello' ? [messages.answer(request, INFO)] : []));
    const asked = bridgeTo(host).ask('getLoginInfo', null);
    await vi.advanceTimersByTimeAsync(0);
    host.receive(lie(host), from(host));
    host.receive(messages.answer({ id: host.received.of('getLoginInfo')[0]?.id ?? '', action: 'getLoginInfo' }, SESSION));
    await expect(asked).resolves.toEqual(SESSION);
  });

  it('no shell, foreign frame posing as one: the shell stays missing', () => {
    const host = framedWindow();
    const bridge = bridgeTo(host);
    host.receive(messages.ready(), { source: host.parent, origin: 'https://evil.example' });
    expect(bridge.isPresent()).toBe(false);
  });

  it('foreign frame posing as the shell: it receives nothing, because messages go to the known origin only', async () => {
    const spoken: string[] = [];
    const host = bareWindow();
    host.parent = { postMessage: (_: unknown, origin: string) => spoken.push(origin) };
    const asked = expect(bridgeTo(host).ask('getLoginInfo', null)).rejects.toEqual(problem(LOCAL.shellMissing));
    await vi.advanceTimersByTimeAsync(DEADLINES.hello);
    await asked;
    expect(new Set(spoken)).toEqual(new Set([HOST]));
  });
});

describe('injected shell', () => {
  it('injected shell, Android: takes JSON and answers through the global function', async () => {
    const host = bareWindow();
    host.AndroidBridge = {
      postMessage: (json) => {
        const request = readShellRequest(json);
        if (request) queueMicrotask(() => host.callBack(JSON.stringify(messages.answer({ ...request, action: 'getLoginInfo' }, SESSION))));
      },
    };
    const bridge = bridgeTo(host);
    expect(bridge.isPresent()).toBe(true);
    await expect(bridge.ask('getLoginInfo', null)).resolves.toEqual(SESSION);
  });

  it('injected shell, WebKit: takes objects and answers through the global function', async () => {
    const host = bareWindow();
    host.webkit = {
      messageHandlers: {
        loanShell: {
          postMessage: (message) => {
            const request = readShellRequest(message);
            if (request) queueMicrotask(() => host.callBack(messages.answer({ ...request, action: 'getLoginInfo' }, { token: null })));
          },
        },
      },
    };
    await expect(bridgeTo(host).ask('getLoginInfo', null)).resolves.toEqual({ token: null });
  });

  it('injected shell that throws: counts as a refusal', async () => {
    const host = bareWindow();
    host.AndroidBridge = {
      postMessage: () => {
        throw new Error('Java exception was raised');
      },
    };
    await expect(bridgeTo(host).ask('toLogin', null)).rejects.toEqual(problem(LOCAL.shellRefused));
  });

  it('shell injected after the page was loaded: is found', async () => {
    const host = bareWindow();
    const bridge = bridgeTo(host);
    await expect(bridge.ask('getLoginInfo', null)).rejects.toEqual(problem(LOCAL.shellMissing));
    host.AndroidBridge = {
      postMessage: (json) =>
        queueMicrotask(() => host.callBack(messages.answer({ id: readShellRequest(json)?.id ?? '', action: 'getLoginInfo' }, SESSION))),
    };
    await expect(bridge.ask('getLoginInfo', null)).resolves.toEqual(SESSION);
  });

  it('injected shell, bridge closed: messages are ignored', () => {
    const host = bareWindow();
    const bridge = bridgeTo(host);
    bridge.close();
    expect(host.listeners.size).toBe(0);
  });
});
