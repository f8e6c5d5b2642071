/**
 * A bad network between the page and the real lender: an HTTP proxy on loopback that delays, loses, cuts, repeats or replaces
 * chosen requests. The proxy decrypts the paths, so that a rule can name a call.
 */
import { Agent, createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as realPause } from 'node:timers/promises';
import { createEnvelope } from '#server/wire/envelope.ts';

/** A fault of one request. */
export type Fault =
  /** Request and answer are slow. @property ms before the request is passed on. */
  | { is: 'latency'; ms: number; jitterMs?: number }
  /** The connection stays open without an answer. */
  | { is: 'hang' }
  /** The connection is reset before the lender receives the request. */
  | { is: 'refuse' }
  /** The lender handles the request; its answer is lost. */
  | { is: 'loseAnswer' }
  /** The answer breaks off after so many bytes of its body. */
  | { is: 'cut'; bytes: number }
  | { is: 'throttle'; bytesPerSecond: number }
  /** The lender receives the request `extra` times more, byte for byte, as a web view resends on a dead connection. */
  | { is: 'duplicate'; extra: number }
  /** Another answer instead of the lender's; the lender does not receive the request. */
  | { is: 'replace'; status: number; body: string; type?: string }
  /** Holds requests until this many wait, then passes all of them; with `Infinity`, until the rules are cleared. */
  | { is: 'hold'; count: number }
  /** The lender handles the request; a captive portal answers instead of it. */
  | { is: 'garbage' };

export interface FaultRule {
  /** Is tested against `POST /repay/mpesa/repay-link`. A path that is no call is tested as it is. */
  match: RegExp;
  /** Number of requests that get the fault; left out: all. */
  times?: number;
  faults: readonly Fault[];
}

/** A request that passed. @property end the status of the answer, or how it ended without one. */
export interface PassedRequest {
  call: string;
  faults: readonly Fault['is'][];
  end: number | 'open' | 'reset' | 'hanging';
}

export interface FaultProxy {
  url: string;
  /** Sets the rules, in order. The first rule that matches applies. Earlier rules are removed. */
  set(rules: readonly FaultRule[]): void;
  /** Removes all rules, and passes the held requests. */
  clear(): void;
  /** Requests that passed so far, oldest first. */
  passed(call?: RegExp): readonly PassedRequest[];
  /** Sends the following requests to another server, as after a restart on another port. */
  setTarget(target: string): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const CAPTIVE_PORTAL = '<!doctype html><title>Welcome</title><p>Buy a bundle to go on.';
/** Throttled bodies are sent in this many pieces per second. */
const PIECES = 10;

export interface FaultProxyOptions {
  /** Origin of the real server. */
  target: string;
  packageName?: string;
  /** Uniform in [0, 1). */
  random?: () => number;
  /** Waits this many milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
}

export async function startFaultProxy({
  target,
  packageName = 'ke.example.loan',
  random = () => 0.5,
  pause = realPause,
}: FaultProxyOptions): Promise<FaultProxy> {
  const nameOf = callNamer(packageName);
  const log: PassedRequest[] = [];
  let upstream = new URL(target);
  let rules: { rule: FaultRule; left: number }[] = [];
  const held: (() => void)[] = [];

  const strike = (call: string): readonly Fault[] => {
    const struck = rules.find(({ rule, left }) => left > 0 && rule.match.test(call));
    if (!struck) return [];
    struck.left--;
    return struck.rule.faults;
  };
  const letGo = (): void => {
    for (const go of held.splice(0)) go();
  };
  const hold = (count: number): Promise<void> =>
    new Promise((go) => {
      held.push(go);
      if (held.length >= count) letGo();
    });

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming);
    const call = `${incoming.method ?? 'GET'} ${nameOf(incoming.url ?? '/')}`;
    const faults = strike(call);
    const passed: PassedRequest = { call, faults: faults.map((fault) => fault.is), end: 'open' };
    log.push(passed);
    const find = <K extends Fault['is']>(kind: K) => faults.find((fault): fault is Extract<Fault, { is: K }> => fault.is === kind);
    const reset = (): void => {
      passed.end = 'reset';
      response.socket?.resetAndDestroy();
    };

    if (find('refuse')) return reset();
    const latency = find('latency');
    if (latency) await pause(latency.ms + random() * (latency.jitterMs ?? 0));
    if (find('hang')) {
      passed.end = 'hanging';
      return;
    }
    const holding = find('hold');
    if (holding) await hold(holding.count);

    const replaced = find('replace');
    let answer: Answer;
    try {
      answer = replaced
        ? { status: replaced.status, headers: { 'content-type': replaced.type ?? 'application/json' }, body: Buffer.from(replaced.body) }
        : await forward(upstream, incoming, body);
    } catch {
      // The lender is down. The phone gets a reset connection, as it would without a proxy.
      return reset();
    }
    for (let extra = find('duplicate')?.extra ?? 0; extra > 0; extra--) await forward(upstream, incoming, body).catch(() => undefined);
    if (find('loseAnswer')) return reset();
    if (find('garbage')) answer = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(CAPTIVE_PORTAL) };

    const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
    response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
    const cut = find('cut');
    if (cut) {
      passed.end = 'reset';
      // The connection is ended, not destroyed: destroying it would also discard the part that the phone has not read yet.
      response.write(answer.body.subarray(0, cut.bytes), () => response.socket?.destroySoon());
      return;
    }
    const throttle = find('throttle');
    if (throttle) await writeSlowly(response, answer.body, throttle.bytesPerSecond, pause);
    passed.end = answer.status;
    response.end(throttle ? undefined : answer.body);
  }

  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      rules = next.map((rule) => ({ rule, left: rule.times ?? Infinity }));
    },
    clear() {
      rules = [];
      letGo();
    },
    passed: (call = /^/) => log.filter((one) => call.test(one.call)),
    setTarget(next) {
      upstream = new URL(next);
    },
    async close() {
      letGo();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `/api/<hex>/e?…` to the path of the call; any other path to itself, without its query. */
function callNamer(packageName: string): (url: string) => string {
  const envelope = createEnvelope(packageName);
  return (url) => {
    const path = url.split('?')[0] ?? url;
    const encrypted = /^\/(?:api|cou)\/([0-9a-f]+)\/e$/.exec(path)?.[1];
    if (!encrypted) return path;
    try {
      return envelope.decrypt(encrypted);
    } catch {
      return path;
    }
  };
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A new connection for every request, because a kept-alive one to a server that was killed in between would fail. */
const fresh = new Agent({ keepAlive: false });

function forward(upstream: URL, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent: fresh,
        hostname: upstream.hostname,
        port: upstream.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, host: upstream.host, connection: 'close' },
      },
      (answer) => {
        bytesOf(answer).then((bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }), reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function writeSlowly(
  response: ServerResponse,
  body: Buffer,
  bytesPerSecond: number,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const piece = Math.max(1, Math.floor(bytesPerSecond / PIECES));
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    response.write(body.subarray(at, at + piece));
    await pause(1000 / PIECES);
  }
}
