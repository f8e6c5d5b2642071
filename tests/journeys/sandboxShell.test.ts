import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readShellMessage, push, request, type PayloadOf, type ShellAction, type ShellMessage } from '#src/bridge/messages.ts';
import { LATE, startHost, type ShellHost } from '#src/sandbox/shell/bridgeHost.ts';
import { detailOf } from '#src/sandbox/shell/log.ts';
import { recall } from '#src/sandbox/shell/memory.ts';
import { defaultSettings, type ShellSettings } from '#src/sandbox/shell/shellSettings.ts';
import { shellMachine, SIMULATED_APP, type ShellEvent } from '#src/sandbox/shell/shell.machine.ts';

const session = { token: 'a-secret-of-the-borrower', userId: 'u1', mobile: '254712345678' };

let shell: ActorRefFrom<typeof shellMachine>;
let said: ShellMessage[];

function startShell(settings: Partial<ShellSettings> = {}): void {
  said = [];
  shell = createActor(
    shellMachine.provide({
      actors: {
        requestCode: fromPromise(({ input }) =>
          input.mobile === '0700000000'
            ? Promise.reject({ code: 1004, message: 'Too many tries' })
            : Promise.resolve({ purpose: 'login' as const }),
        ),
        signIn: fromPromise(({ input }) =>
          input.code === '123456' ? Promise.resolve(session) : Promise.reject({ code: 3001, message: 'Invalid verification code' }),
        ),
      },
    }),
    { input: { settings: { ...defaultSettings, ...settings } } },
  );
  shell.on('message.sent', ({ message }) => said.push(message));
  shell.start();
}
afterEach(() => shell?.stop());

const ask = <A extends ShellAction>(id: string, action: A, payload: PayloadOf<A>): void =>
  shell.send({ type: 'request.received', request: request(id, action, payload), at: 0 });
const pickContact = (id: string): void => ask(id, 'selectContact', { flag: 'emergencyContact', index: 1 });

/** The answers to one request: `pending`, a result, or `refused`. */
const saidTo = (id: string): unknown[] =>
  said.flatMap((message) => {
    if (!('id' in message) || message.id !== id) return [];
    if ('pending' in message) return ['pending'];
    return message.ok ? [message.result] : ['refused'];
  });

describe('simulated shell', () => {
  it('simulated shell, handshake: names the shell, without a login', () => {
    startShell();
    ask('1', 'hello', null);
    ask('2', 'toLogin', null);
    ask('3', 'getLoginInfo', null);
    expect(saidTo('1')).toEqual([expect.objectContaining({ shell: 'Sandbox shell 1.0' })]);
    expect(saidTo('2')).toEqual([{ ok: false, reason: 'unavailable' }]);
    expect(saidTo('3')).toEqual([{ token: null, app: SIMULATED_APP }]);
  });

  it('simulated shell, absent: does not answer a handshake', () => {
    startShell({ presence: 'absent' });
    ask('1', 'hello', null);
    pickContact('2');
    expect(said).toEqual([]);
    expect(shell.getSnapshot().matches('listening')).toBe(true);
  });

  it('simulated shell, unknown action: is refused', () => {
    startShell();
    shell.send({ type: 'request.received', request: { ...request('1', 'hello', null), action: 'openBootloader' } as never, at: 0 });
    expect(saidTo('1')).toEqual(['refused']);
  });

  it('simulated shell, analytics: are logged without an answer', () => {
    startShell();
    ask('1', 'logEventByLocal', { name: 'basicInfo_select_gender', values: {} });
    expect(said).toEqual([]);
    expect(shell.getSnapshot().context.log[0]).toMatchObject({ from: 'app', text: 'logEventByLocal' });
  });
});

describe('phone book open', () => {
  beforeEach(() => {
    startShell();
    pickContact('1');
  });

  it('phone book open, contact picked: the app waits and receives it', () => {
    expect(saidTo('1')).toEqual(['pending']);
    const [mary] = shell.getSnapshot().context.contacts;
    if (mary) shell.send({ type: 'contact.picked', contact: mary });
    expect(saidTo('1')).toEqual(['pending', { ok: true, name: 'Mary Njeri', phone: '+254 722 100 200' }]);
  });

  it('phone book open, closed: is answered', () => {
    shell.send({ type: 'sheet.cancelled' });
    expect(saidTo('1')).toEqual(['pending', { ok: false }]);
  });

  it('phone book open, second sheet: is refused, and other requests are answered', () => {
    pickContact('2');
    ask('3', 'getLoginInfo', null);
    expect(saidTo('2')).toEqual(['refused']);
    expect(saidTo('3')).toEqual([{ token: null, app: SIMULATED_APP }]);
    expect(shell.getSnapshot().matches('showingPhoneBook')).toBe(true);
  });

  it.each([
    ['a new page', { type: 'frame.opened', opening: 2, at: 0 }],
    ['closing the web view', { type: 'frame.closed', at: 0 }],
  ] as const)('open phone book, %s: closes without an answer', (_, event) => {
    shell.send(event);
    expect(saidTo('1')).toEqual(['pending']);
    expect(shell.getSnapshot().matches('listening')).toBe(true);
  });
});

describe('login of the shell open', () => {
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  beforeEach(() => {
    startShell({ login: 'own' });
    ask('1', 'toLogin', null);
  });

  it('login of the shell open, invalid number: is refused, with the reason of the lender', async () => {
    shell.send({ type: 'mobile.submitted', mobile: '12' });
    expect(shell.getSnapshot().context.problem?.message).toContain('Kenyan mobile number');
    shell.send({ type: 'mobile.submitted', mobile: '0700000000' });
    await settled();
    expect(shell.getSnapshot().context.problem?.message).toBe('Too many tries');
  });

  it('login of the shell open, wrong code: it stays open; right code: the app gets the session', async () => {
    shell.send({ type: 'mobile.submitted', mobile: '0712 345 678' });
    await settled();
    shell.send({ type: 'code.submitted', code: '000000' });
    await settled();
    expect(shell.getSnapshot().context.problem?.code).toBe(3001);
    shell.send({ type: 'code.submitted', code: '123456' });
    await settled();
    expect(saidTo('1')).toEqual(['pending', { ok: true, ...session }]);
    ask('2', 'getLoginInfo', null);
    expect(saidTo('2')).toEqual([{ ...session, app: SIMULATED_APP }]);
    ask('3', 'logout', null);
    ask('4', 'getLoginInfo', null);
    expect(saidTo('4')).toEqual([{ token: null, app: SIMULATED_APP }]);
  });

  it('login of the shell open, closed: the answer is cancelled', () => {
    shell.send({ type: 'sheet.cancelled' });
    expect(saidTo('1')).toEqual(['pending', { ok: false, reason: 'cancelled' }]);
  });
});

describe('host of the frame', () => {
  const ORIGIN = 'http://127.0.0.1:8080';
  let page: EventTarget & { location: { origin: string }; setTimeout: typeof setTimeout; clearTimeout: typeof clearTimeout };
  let frame: { postMessage: (message: unknown, origin: string) => void };
  let posted: { message: unknown; origin: string }[];
  let sent: ShellEvent[];
  let open: boolean;
  let host: ShellHost;

  beforeEach(() => {
    vi.useFakeTimers();
    posted = [];
    sent = [];
    open = true;
    frame = { postMessage: (message, origin) => posted.push({ message, origin }) };
    page = Object.assign(new EventTarget(), { location: { origin: ORIGIN }, setTimeout, clearTimeout });
    host = startHost(
      page as unknown as Window,
      () => (open ? (frame as unknown as Window) : null),
      (event) => sent.push(event),
    );
  });
  afterEach(() => {
    host.stop();
    vi.useRealTimers();
  });

  const arrives = (data: unknown, source: unknown = frame, origin = ORIGIN): boolean =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
  const hello = request('1', 'hello', null);
  const info = request('2', 'getLoginInfo', null);
  const reply = readShellMessage({ bridge: 'loan-shell', v: 1, id: '2', ok: true, result: { token: null } }) as ShellMessage;

  it('messages of another frame: are logged and ignored', () => {
    arrives(hello);
    arrives(hello, {});
    arrives(hello, frame, 'https://elsewhere.example');
    arrives({ hello: 'world' }, {});
    expect(sent.map(({ type }) => type)).toEqual(['request.received', 'foreign.refused', 'foreign.refused']);
  });

  it('messages to the app: go to its own origin only', () => {
    host.deliver({ type: 'message.sent', to: info, message: reply }, 'prompt');
    vi.runAllTimers();
    expect(posted).toEqual([{ message: reply, origin: ORIGIN }]);
    expect(sent).toEqual([expect.objectContaining({ type: 'message.sent', message: reply })]);
  });

  it.each([
    ['prompt', 0, 1],
    ['twice', 100, 2],
    ['late', LATE - 1, 0],
    ['late', LATE, 1],
    ['silent', 60_000, 0],
  ] as const)('shell that answers %s: after %i ms there are %i answers', (manner, after, times) => {
    host.deliver({ type: 'message.sent', to: info, message: reply }, manner);
    vi.advanceTimersByTime(after);
    expect(posted).toHaveLength(times);
  });

  it('host of the frame, silent shell: still answers the handshake', () => {
    host.deliver({ type: 'message.sent', to: hello, message: reply }, 'silent');
    vi.runAllTimers();
    expect(posted).toHaveLength(1);
  });

  it('host of the frame, web view closed meanwhile: receives nothing', () => {
    host.deliver({ type: 'message.sent', to: info, message: reply }, 'late');
    open = false;
    vi.runAllTimers();
    expect(posted).toEqual([]);
  });
});

describe('storage of the simulated shell', () => {
  const storage = (text: string | null): Storage => ({ getItem: () => text }) as unknown as Storage;

  it('storage of the simulated shell, empty, invalid or of another format: starts fresh', () => {
    for (const text of [null, '{', '[]', '{"settings":{"presence":"maybe"},"contacts":[1],"session":{"token":5}}']) {
      const { settings, session: kept } = recall(storage(text));
      expect([settings, kept], String(text)).toEqual([defaultSettings, null]);
    }
  });

  it('storage of the simulated shell, valid: is restored', () => {
    const known = {
      settings: { presence: 'absent', login: 'own', manner: 'late', collects: 'failed', pushes: 'lost' },
      contacts: [{ id: 'c1', name: 'A', phone: '1' }],
      session,
    };
    expect(recall(storage(JSON.stringify(known)))).toEqual(known);
  });

  it('storage of the simulated shell, token: only its beginning is shown', () => {
    expect(detailOf({ at: 0, from: 'shell', text: 'answer', detail: session })).toContain('"token":"a-se…"');
  });
});

describe('push message of the simulated shell', () => {
  const page = {
    location: { origin: 'https://phone.example' },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as Window;

  it('push message of the simulated shell: it goes to the open web view and is logged, and a closed one receives nothing', () => {
    const posted: unknown[] = [];
    const logged: string[] = [];
    let frame: Window | null = { postMessage: (...message: unknown[]) => void posted.push(message) } as unknown as Window;
    const host = startHost(
      page,
      () => frame,
      (event) => void logged.push(event.type),
    );
    host.push('LN1');
    expect(posted).toEqual([[push('LN1'), 'https://phone.example']]);
    expect(logged).toEqual(['message.sent']);
    frame = null;
    host.push('LN2');
    expect(posted).toHaveLength(1);
    host.stop();
  });
});
