/** Requests that arrive slowly, over real sockets, with small limits. No test depends on the speed of a machine. */
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { endSlowRequests, REQUEST_LIMITS } from '#server/wire/slowRequests.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { encrypt, encryptPayload, PACKAGE_NAME, sendRaw } from '#tests/support/rawCalls.ts';
import { png } from '#tests/support/photoBytes.ts';

/** Limit in ms. Slow senders in these tests send twenty times as often, so that a busy machine does not exceed it. */
const SILENCE = 2_000;
const limits = { headers: 1_500, silence: SILENCE, window: 4_000, leastBytes: 600, interval: 100, idle: 60_000 };

let lender: TestLender;
let phone: Phone;
beforeAll(async () => {
  lender = await startLender({ limits });
  phone = lender.phone();
  await phone.signIn('254712345678');
});
afterAll(() => lender?.stop());

interface Line {
  socket: Socket;
  /** All answers on the connection, once the server has closed it. */
  closed: Promise<string>;
}

async function open(): Promise<Line> {
  const { port, hostname } = new URL(lender.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, closed };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const pathOf = (name: CallName): string => `/api/${encrypt(contract[name].path)}/e`;
const headersOf = (path: string, extra: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: a', `packageName: ${PACKAGE_NAME}`, 'lang: sw', ...extra, '', ''].join('\r\n');
const JSON_BODY = JSON.stringify({ q7f3k9: encryptPayload({ token: 'x'.repeat(43) }) });
const logout = (length = JSON_BODY.length): string =>
  headersOf(pathOf('logOut'), ['Content-Type: application/json', `Content-Length: ${length}`, 'Connection: close']);

const statusOf = (answer: string): string => answer.split('\r\n')[0] ?? '';
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('body that arrives slowly', () => {
  it('body in pieces, slower than the limit of one silence: is accepted', async () => {
    const { socket, closed } = await open();
    socket.write(logout());
    const pieces = 24;
    const length = Math.ceil(JSON_BODY.length / pieces);
    for (let at = 0; at < JSON_BODY.length; at += length) {
      socket.write(JSON_BODY.slice(at, at + length));
      await pause(SILENCE / 20);
    }
    const answer = await closed;
    expect(statusOf(answer)).toBe('HTTP/1.1 200 OK');
    expect(bodyOf(answer)).toMatchObject({ code: CODE.ok });
  });

  it('body that stops: is answered with 408 in the language of the phone, and closed', async () => {
    const { socket, closed } = await open();
    socket.write(logout() + JSON_BODY.slice(0, 20));
    const answer = await closed;
    expect(statusOf(answer)).toBe('HTTP/1.1 408 Request Timeout');
    expect(answer).toMatch(/connection: close/i);
    expect(bodyOf(answer)).toEqual({ code: CODE.requestTooSlow, msg: expect.stringMatching(/^Mtandao/) as string, data: null });
  });

  it('photo that stops: is answered with 408, and closed', async () => {
    const { socket, closed } = await open();
    const head = headersOf(pathOf('uploadIdFront'), [
      `Authorization: Bearer ${phone.token}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 100000',
    ]);
    socket.write(`${head}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
    socket.write(png(220, 220).subarray(0, 100));
    expect(statusOf(await closed)).toBe('HTTP/1.1 408 Request Timeout');
  });

  it('body that never pauses and sends few bytes: is ended for its rate', async () => {
    const { socket, closed } = await open();
    socket.write(logout(1_000));
    const trickle = setInterval(() => socket.write(' '), SILENCE / 20);
    const answer = await closed.finally(() => clearInterval(trickle));
    expect(statusOf(answer)).toBe('HTTP/1.1 408 Request Timeout');
  });

  it('bytes that are sent after a refusal: are not read for ever', async () => {
    const { socket, closed } = await open();
    socket.write(headersOf('/nowhere', ['Transfer-Encoding: chunked', 'Content-Type: text/plain']));
    const trickle = setInterval(() => socket.write('1\r\nx\r\n'), SILENCE / 20);
    const answer = await closed.finally(() => clearInterval(trickle));
    expect(statusOf(answer)).toMatch(/^HTTP\/1.1 (400|404|408) /);
  });
});

describe('body within the limits that ship', () => {
  const SECOND = 1_000;

  /** A server that reads bodies and never answers. Only the test moves its clock. */
  async function startReader() {
    let now = 0;
    let checks = 0;
    let bytes = 0;
    const server = createServer((request) => request.on('data', (data: Buffer) => (bytes += data.length)));
    const stop = endSlowRequests(server, { ...REQUEST_LIMITS, interval: 2 }, () => {
      checks++;
      return now;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const ended = new Promise<string>((resolve) => socket.once('data', (data) => resolve(statusOf(data.toString()))));
    let isEnded = false;
    void ended.then(() => (isEnded = true));
    const isJudged = async (): Promise<void> => {
      const seen = checks;
      await expect.poll(() => checks, { interval: 2 }).toBeGreaterThan(seen + 2);
    };
    const send = async (count: number): Promise<void> => {
      const before = bytes;
      socket.write(Buffer.alloc(count));
      await expect.poll(() => bytes, { interval: 2 }).toBe(before + count);
      await isJudged();
    };
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n');
    await send(1);
    return {
      send,
      ended,
      isEnded: () => isEnded,
      async pass(ms: number): Promise<void> {
        now += ms;
        await isJudged();
      },
      async close(): Promise<void> {
        socket.destroy();
        stop();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  it('photo on a slow link, repeatedly silent for 29 seconds, for ten minutes: is still accepted', async () => {
    const reader = await startReader();
    for (let n = 0; n < 21; n++) {
      await reader.send(8_000);
      await reader.pass(29 * SECOND);
    }
    expect(reader.isEnded()).toBe(false);
    await reader.close();
  });

  it('body that was fast and stops: is ended after 30 seconds', async () => {
    const reader = await startReader();
    await reader.send(100_000);
    await reader.pass(29 * SECOND);
    expect(reader.isEnded()).toBe(false);
    await reader.pass(1 * SECOND);
    expect(await reader.ended).toBe('HTTP/1.1 408 Request Timeout');
    await reader.close();
  });

  it('body of ten bytes every 20 seconds: is ended after two minutes', async () => {
    const reader = await startReader();
    for (let n = 0; n < 5; n++) {
      await reader.pass(20 * SECOND);
      await reader.send(10);
    }
    expect(reader.isEnded()).toBe(false);
    await reader.pass(20 * SECOND);
    expect(await reader.ended).toBe('HTTP/1.1 408 Request Timeout');
    await reader.close();
  });
});

describe('headers that arrive slowly', () => {
  it.each([
    ['that never end', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['of which nothing comes', ''],
  ])('headers %s: are answered with 408 and closed', async (_, begin) => {
    const { socket, closed } = await open();
    const trickle = begin === '' ? undefined : setInterval(() => socket.write('X-More: 1\r\n'), 100);
    socket.write(begin);
    const answer = await closed.finally(() => clearInterval(trickle));
    expect(statusOf(answer)).toBe('HTTP/1.1 408 Request Timeout');
    expect(bodyOf(answer)).toMatchObject({ code: CODE.requestTooSlow, data: null });
  });
});

describe('connections', () => {
  it('more idle connections than the limit: are closed, so that new ones are accepted', async () => {
    const most = 8;
    const small = await startLender({ limits: { ...limits, headers: 60_000, connections: most } });
    const sockets: Socket[] = [];
    try {
      const { port, hostname } = new URL(small.url);
      const kept: boolean[] = [];
      for (let n = 0; n < 3 * most; n++) {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        sockets.push(socket);
        socket.write(`GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n`);
        kept.push(
          await new Promise<boolean>((resolve) => {
            socket.once('data', () => resolve(true));
            socket.once('close', () => resolve(false));
          }),
        );
      }
      expect(kept).toContain(false);
      expect(kept.filter(Boolean).length).toBeGreaterThan(most);
    } finally {
      for (const socket of sockets) socket.destroy();
      await small.stop();
    }
  });
});

describe('upload', () => {
  const file = (): Blob => new Blob([Uint8Array.from(png(220, 220))]);

  it('upload without a session: is refused before its file is read', async () => {
    const { socket, closed } = await open();
    const head = headersOf(pathOf('uploadIdFront'), [
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 100000',
      'Connection: close',
    ]);
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write(head);
    // The lender refuses the call before any byte of the file was sent.
    expect(bodyOf(await answered)).toMatchObject({ code: CODE.notLoggedIn });
    socket.destroy();
    await closed;
  });

  it('upload that takes minutes: its timestamp is checked when its headers arrive', async () => {
    const { now } = lender.inside().clock;
    const body = new FormData();
    body.append('file', file());
    body.append('q7f3k9', encryptPayload({}, now()));
    const whole = Buffer.from(await new Response(body).arrayBuffer());
    // The first line of a multipart body is the boundary.
    const boundary = whole.toString('latin1', 2, whole.indexOf('\r\n'));
    const { socket, closed } = await open();
    socket.write(
      headersOf(pathOf('feedbackUploadCredential'), [
        `Authorization: Bearer ${phone.token}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        `Content-Length: ${whole.length}`,
        'Connection: close',
      ]),
    );
    socket.write(whole.subarray(0, 400));
    // Takes several turns of the lender's event loop, so that it has read the headers by then.
    await fetch(`${lender.url}${SANDBOX_API}/state`);
    await lender.sandbox.advance(10 * 60_000);
    socket.write(whole.subarray(400));
    expect(bodyOf(await closed)).toMatchObject({ code: CODE.ok });
    // The timestamp of a call without a file is checked when the body has been read.
    expect(await sendRaw(lender.url, 'logOut', { timestamp: now() - 10 * 60_000, payload: { token: 'x' } })).toMatchObject({
      code: CODE.staleTimestamp,
    });
  });
});
