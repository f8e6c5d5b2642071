/** The calls of the desk over HTTP, and how its page writes times and figures. */
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CSRF_HEADER, type DayFigures } from '#src/api/desk.ts';
import { eventOfAddress, invitationOf } from '#src/desk/deskAddress.ts';
import { createDeskClient } from '#src/desk/deskClient.ts';
import { withSandboxClerk } from '#src/desk/sandboxSignIn.ts';
import { csvOf } from '#src/desk/parts/csv.ts';
import { lengthText, promiseText } from '#src/desk/time.ts';
import { fieldWords } from '#src/desk/deskWords.ts';

interface Sent {
  name: string;
  csrf: string | null;
}

/** A lender that answers each call with the next of these. */
function clientOf(answers: (Response | Promise<Response> | Error)[], isOnline = true) {
  const sent: Sent[] = [];
  const client = createDeskClient({
    fetch: (url, init) => {
      sent.push({ name: url as string, csrf: new Headers(init?.headers).get(CSRF_HEADER) });
      const answer = answers.shift() ?? new Error('no more answers');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    phoneNow: () => 1_000,
    isOnline: () => isOnline,
  });
  return { client, sent };
}
const session = { csrf: 'c1', endsAt: 9 * HOUR, idleUntil: 2 * HOUR, queues: ['messages'] };

describe('client of the desk', () => {
  it("session that is renewed: a queue is read, the CSRF header is sent, and the lender's clock is used", async () => {
    const { client, sent } = clientOf([
      Response.json({ data: session }),
      Response.json({ data: { items: [], more: false } }),
      Response.json({ data: session }),
    ]);
    await client.renew();
    expect(sent).toEqual([
      { name: '/desk/api/session', csrf: null },
      { name: '/desk/api/queue', csrf: 'c1' },
      { name: '/desk/api/session', csrf: 'c1' },
    ]);
    expect(client.now()).toBe(2 * HOUR - 15 * MINUTE);
  });

  it('client of the desk, refusal: is returned with the sentence of the lender', async () => {
    const { client } = clientOf([Response.json({ error: 'tooLate', message: 'It is decided.' }, { status: 409 })]);
    await expect(client.call('queues', {})).rejects.toEqual({ error: 'tooLate', message: 'It is decided.' });
  });

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an answer without data', Response.json({ ok: true })],
    ['an unknown refusal', Response.json({ error: 'whatever', message: 'x' }, { status: 500 })],
  ])('client of the desk, %s: is no answer', async (_, answer) => {
    const { client } = clientOf([answer]);
    await expect(client.call('queues', {})).rejects.toMatchObject({ error: 'noAnswer' });
  });

  it('client of the desk, offline: sends nothing and says so', async () => {
    const { client, sent } = clientOf([], false);
    await expect(client.call('queues', {})).rejects.toMatchObject({ error: 'offline' });
    expect(sent).toEqual([]);
  });
});

describe('addresses of the desk', () => {
  it('addresses of the desk: a known address opens its place, any other opens nothing', () => {
    expect(eventOfAddress('#case/applications:LN1')).toEqual({ type: 'case.opened', caseId: 'applications:LN1' });
    expect(eventOfAddress('#case/%E0%A4%A'), 'cut by hand').toBeNull();
    expect(eventOfAddress('#queue/proofs')).toEqual({ type: 'queue.opened', queue: 'proofs' });
    expect(eventOfAddress('#log/proofs:PR1')).toEqual({ type: 'log.opened', caseId: 'proofs:PR1' });
    for (const address of ['', '#', '#queue/nothing', '#case/', '#case/<b>', '#other']) expect(eventOfAddress(address), address).toBeNull();
  });

  it('addresses of the desk, invitation: is read from the fragment alone', () => {
    expect(invitationOf('#invitation=a-b_1')).toBe('a-b_1');
    expect(invitationOf('#invitation=')).toBeNull();
  });
});

it('name of a field: is written as a label', () => {
  expect(['firstName', 'mobile', 'ID number', 'companyName'].map(fieldWords)).toEqual([
    'First name',
    'Mobile',
    'ID number',
    'Company name',
  ]);
});

describe('times of the desk', () => {
  it('times of the desk, length: has at most two units', () => {
    expect([0, 12 * MINUTE, 90 * MINUTE, 3.5 * HOUR, 52 * HOUR].map(lengthText)).toEqual([
      'under a minute',
      '12 min',
      '1 h 30 min',
      '3 h',
      '2 d 4 h',
    ]);
  });

  it('times of the desk, promise: says when it is due, that it is late, or that there is none', () => {
    expect(promiseText(3 * HOUR, 0)).toEqual({ text: 'Answer due in 3 h', tone: 'ahead' });
    expect(promiseText(HOUR, 0)).toEqual({ text: 'Answer due in 1 h', tone: 'soon' });
    expect(promiseText(0, HOUR)).toEqual({ text: 'Answer 1 h late', tone: 'late' });
    expect(promiseText(null, 0)).toEqual({ text: 'No promise', tone: 'none' });
  });
});

it('figures as CSV: a cell that a spreadsheet would run, or that has a comma, is quoted', () => {
  const figures: DayFigures = {
    day: '2026-11-23',
    applications: [{ stage: '=SUM(A1)', count: 1 }],
    decisions: [{ outcome: 'rejected', by: 'person', reason: 'a, "b"', count: 2 }],
    payouts: { count: 0, amount: 0 },
    due: { count: 1, amount: 150_050 },
    paid: { count: 0, amount: 0 },
    arrears: [],
    promises: { kept: 1, missed: 0 },
  };
  expect(csvOf(figures).split('\r\n').slice(0, 5)).toEqual([
    'day,figure,detail,count,amount KSh',
    "2026-11-23,applications,'=SUM(A1),1,",
    '2026-11-23,decisions rejected by person,"a, ""b""",2,',
    '2026-11-23,payouts,,0,0.00',
    '2026-11-23,due,,1,1500.50',
  ]);
});

describe('clerk of the sandbox', () => {
  const over = () => Response.json({ error: 'signedOut', message: 'Your session has ended.' }, { status: 401 });
  const asked = (sent: readonly Sent[]) => sent.map(({ name }) => name.replace('/desk/api/', ''));

  it('session that the clock has ended: signs in again, and makes the call once more', async () => {
    const { client, sent } = clientOf([over(), Response.json({ data: session }), Response.json({ data: [] })]);
    expect(await withSandboxClerk(client, 'reviewer').call('queues', {})).toEqual([]);
    expect(asked(sent)).toEqual(['queues', 'sandboxClerk', 'queues']);
    expect(sent[2]?.csrf).toBe('c1');
  });

  it('lender outside the sandbox, session ended: no sign-in is tried, and the session stays ended', async () => {
    const { client, sent } = clientOf([over(), new Response('', { status: 404 })]);
    await expect(withSandboxClerk(client, 'reviewer').call('queues', {})).rejects.toMatchObject({ error: 'signedOut' });
    expect(asked(sent)).toEqual(['queues', 'sandboxClerk']);
  });

  it('clerk of the sandbox, two calls find the session ended: it is opened once, and both are made again', async () => {
    const { client, sent } = clientOf([
      over(),
      over(),
      Response.json({ data: session }),
      Response.json({ data: [] }),
      Response.json({ data: [] }),
    ]);
    const clerk = withSandboxClerk(client, 'reviewer');
    expect(await Promise.all([clerk.call('queues', {}), clerk.call('queues', {})])).toEqual([[], []]);
    expect(asked(sent)).toEqual(['queues', 'queues', 'sandboxClerk', 'queues', 'queues']);
    expect(sent.slice(3).map(({ csrf }) => csrf)).toEqual(['c1', 'c1']);
  });

  it('call made while the session is opened again: waits for it, and is sent once with its CSRF token', async () => {
    let answer: (response: Response) => void = () => undefined;
    const opened = new Promise<Response>((resolve) => (answer = resolve));
    const { client, sent } = clientOf([over(), opened, Response.json({ data: [] }), Response.json({ data: [] })]);
    const clerk = withSandboxClerk(client, 'reviewer');
    const first = clerk.call('queues', {});
    await expect.poll(() => asked(sent)).toEqual(['queues', 'sandboxClerk']);
    const second = clerk.call('queues', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked(sent)).toEqual(['queues', 'sandboxClerk']);
    answer(Response.json({ data: session }));
    expect(await Promise.all([first, second])).toEqual([[], []]);
    expect(asked(sent)).toEqual(['queues', 'sandboxClerk', 'queues', 'queues']);
    expect(sent.slice(2).map(({ csrf }) => csrf)).toEqual(['c1', 'c1']);
  });

  it('clerk who signs out while a call runs: its answer does not sign the clerk in again', async () => {
    const { client, sent } = clientOf([Response.json({ data: { signedOut: true } }), over()]);
    const clerk = withSandboxClerk(client, 'reviewer');
    await clerk.call('signOut', {});
    await expect(clerk.renew()).rejects.toMatchObject({ error: 'signedOut' });
    expect(asked(sent)).toEqual(['signOut', 'session']);
  });

  it('call that is refused for another reason: is not made again', async () => {
    const { client, sent } = clientOf([Response.json({ error: 'tooLate', message: 'It is decided.' }, { status: 409 })]);
    await expect(withSandboxClerk(client, 'reviewer').call('queues', {})).rejects.toMatchObject({ error: 'tooLate' });
    expect(asked(sent)).toEqual(['queues']);
  });
});
