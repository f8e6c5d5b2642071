/** The page that checks a shell, against a good shell, bad ones and none. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { login, push, type ShellMessage, type ShellRequest } from '#src/bridge/messages.ts';
import type { HostWindow } from '#src/bridge/transports.ts';
import { openConversation, type Conversation } from '#src/shellCheck/conversation.ts';
import { reportText, runChecks, STEPS, type Report, type StepName, type Verdict } from '#src/shellCheck/bridgeChecks.ts';
import { bareWindow, framedWindow, HOST, messages, type TestWindow } from './testShells.ts';

const SESSION = { token: 't-1', userId: 'u-1', mobile: '254712345678' };
const ALL = ['hello', 'toLogin', 'getLoginInfo', 'logout', 'logEventByLocal', 'logEventByAF', 'timeSDK', 'selectContact'] as const;

const now = () => vi.getMockedSystemTime()?.getTime() ?? 0;
const talks: Conversation[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const talk of talks.splice(0)) talk.close();
  vi.useRealTimers();
});

/** A shell that does everything as documented. */
function goodShell() {
  let session: object = SESSION;
  return (request: ShellRequest): ShellMessage[] => {
    const result = (value: unknown): ShellMessage => messages.answer(request, value as never);
    switch (request.action) {
      case 'hello':
        return [result({ shell: 'Good 1.0', actions: ALL })];
      case 'getLoginInfo':
        return [result({ ...session, app: { packageName: 'ke.example.loan' } })];
      case 'toLogin':
        return [messages.pending(request), result({ ok: true, ...SESSION })];
      case 'selectContact':
        return [messages.pending(request), result({ ok: true, phone: '0722 100 200', name: 'Mary' })];
      case 'timeSDK':
        return [result({ status: 0 })];
      case 'logout':
        session = { token: null };
        return [result(null)];
      default:
        return [];
    }
  };
}

/** @param onStep is called when a step begins; it may send messages of the shell. */
async function check(host: HostWindow, onStep: (step: StepName) => void = () => undefined): Promise<Report> {
  const talk = openConversation({ host, hostOrigin: HOST, now });
  talks.push(talk);
  const running = runChecks({
    talk,
    now,
    onStep: (step) => {
      onStep(step);
      return new AbortController().signal;
    },
    onOutcome: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  return running;
}

const verdicts = ({ outcomes }: Report): Partial<Record<StepName, Verdict>> =>
  Object.fromEntries(outcomes.map(({ step, verdict }) => [step, verdict]));

/** The messages that a good shell sends without a request. */
const speaking = (host: TestWindow) => (step: StepName) => {
  if (step === 'push') queueMicrotask(() => host.receive(push('LN1')));
  if (step === 'login') queueMicrotask(() => host.receive(login(SESSION)));
};

describe('shell check', () => {
  it('good shell: every step passes', async () => {
    const host = framedWindow(goodShell());
    const report = await check(host, speaking(host));
    expect(verdicts(report)).toEqual(Object.fromEntries(STEPS.map((step) => [step, 'good'])));
    expect(report).toMatchObject({ way: 'host frame', unreadable: [], superfluous: [] });
    // Whoever gets the report could sign in with the token.
    expect(reportText(report, '')).not.toContain(SESSION.token);
    expect(reportText(report, '')).toContain('"token":"(3 characters)"');
  });

  it('no shell: there is nothing to check', async () => {
    expect(await check(bareWindow())).toEqual({ way: null, outcomes: [], unreadable: [], superfluous: [] });
  });

  it('frame around the page that is no shell: gets one handshake and nothing else', async () => {
    const host = framedWindow();
    expect(verdicts(await check(host))).toEqual({ hello: 'silent' });
    expect(host.received.requests.map(({ action }) => action)).toEqual(['hello']);
  });

  it('silent shell: every answer is missing, and the check comes to its end', async () => {
    const good = goodShell();
    const host = framedWindow((request) => (request.action === 'hello' ? good(request) : []));
    expect(verdicts(await check(host))).toEqual({
      hello: 'good',
      'getLoginInfo at the start': 'silent',
      logEventByLocal: 'good',
      logEventByAF: 'good',
      selectContact: 'silent',
      toLogin: 'silent',
      timeSDK: 'silent',
      logout: 'good',
      'getLoginInfo after logout': 'silent',
      push: 'silent',
      login: 'silent',
    });
  });

  it('late shell: an answer after its deadline is reported as late, with the time that the app waits', async () => {
    const good = goodShell();
    const host: TestWindow = framedWindow((request) => {
      setTimeout(() => good(request).forEach((message) => host.receive(message)), request.action === 'hello' ? 0 : 7_000);
      return [];
    });
    const report = await check(host);
    expect(verdicts(report)).toMatchObject({
      'getLoginInfo at the start': 'late',
      selectContact: 'late',
      toLogin: 'late',
      timeSDK: 'late',
    });
    expect(report.outcomes.find(({ step }) => step === 'getLoginInfo at the start')?.remarks).toEqual(['The app waits 800 ms.']);
  });

  it('shell with wrong results: each result is reported with its fault', async () => {
    const host = framedWindow((request) => {
      const wrong = { getLoginInfo: { token: 'a b', userId: 7, mobile: '0712345678' }, toLogin: { ok: false, reason: 'busy' } } as const;
      const others = { hello: { shell: 'Wrong 1.0', actions: ALL }, selectContact: { ok: true, phone: 5 }, timeSDK: { status: 'done' } };
      return [messages.answer(request, ({ ...wrong, ...others } as Record<string, unknown>)[request.action] as never)];
    });
    const { outcomes } = await check(host, (step) => {
      if (step === 'push') queueMicrotask(() => host.receive({ bridge: 'loan-shell', v: 1, push: {} }));
    });
    const remarks = Object.fromEntries(outcomes.map(({ step, verdict, remarks: said }) => [step, [verdict, said.length]]));
    expect(remarks).toMatchObject({
      'getLoginInfo at the start': ['malformed', 3],
      toLogin: ['malformed', 1],
      selectContact: ['malformed', 2],
      timeSDK: ['malformed', 1],
      'getLoginInfo after logout': ['malformed', 4],
      push: ['malformed', 1],
    });
  });

  it('shell that refuses or throws: both are refusals', async () => {
    const good = goodShell();
    const refusing = framedWindow((request) => (request.action === 'hello' ? good(request) : [messages.refusal(request, 'no permission')]));
    expect(verdicts(await check(refusing))).toMatchObject({ toLogin: 'refused', logEventByLocal: 'refused', timeSDK: 'refused' });
    const throwing: TestWindow = bareWindow();
    throwing.AndroidBridge = {
      postMessage: () => {
        throw new Error('Java exception was raised');
      },
    };
    const report = await check(throwing);
    expect([report.way, verdicts(report)]).toMatchObject(['Android object', { hello: 'refused', toLogin: 'refused' }]);
    expect(report.outcomes[0]?.remarks).toEqual(['The native side threw an error: Error: Java exception was raised']);
  });

  it('shell that sends everything twice, and unknown messages: the surplus messages are listed', async () => {
    const good = goodShell();
    const host = framedWindow((request) => {
      const messages = good(request);
      return request.action === 'toLogin' || request.action === 'logEventByAF' ? messages : [...messages, ...messages];
    });
    const report = await check(host, (step) => {
      speaking(host)(step);
      if (step !== 'timeSDK') return;
      host.receive('{"bridge":"loan-shell"');
      host.receive({ bridge: 'loan-shell', v: 2, push: {} });
      host.receive(messages.answer({ id: 'nobody', action: 'getLoginInfo' }, { token: null }));
    });
    expect(verdicts(report)).toMatchObject({ 'getLoginInfo at the start': 'good', timeSDK: 'good' });
    expect(report.unreadable).toEqual(['{"bridge":"loan-shell"', '{"bridge":"loan-shell","v":2,"push":{}}']);
    expect(report.superfluous).toHaveLength(7);
  });

  it('action that the shell does not support: is skipped', async () => {
    const good = goodShell();
    const host = framedWindow((request) =>
      request.action === 'hello' ? [messages.answer(request, { shell: 'Small 1.0', actions: ['hello', 'getLoginInfo'] })] : good(request),
    );
    const report = await check(host, speaking(host));
    expect(verdicts(report)).toMatchObject({ toLogin: 'skipped', timeSDK: 'skipped', 'getLoginInfo at the start': 'good' });
    expect(host.received.of('toLogin')).toEqual([]);
  });

  it('shell check, report: names the web view, each verdict and the exchanged messages', async () => {
    const host = framedWindow((request) =>
      request.action === 'hello' ? goodShell()(request) : [messages.refusal(request, 'no permission')],
    );
    const lines = reportText(await check(host), 'WebView 80').split('\n');
    expect(lines.slice(0, 2)).toEqual(['Shell check, reached by: host frame', 'WebView 80']);
    expect(lines.filter((line) => line.startsWith('REFUSED'))).toHaveLength(8);
    expect(lines.join('\n')).toContain('no permission');
  });
});
