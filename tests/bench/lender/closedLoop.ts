/** A closed loop of requests: a number of connections, each with one request at a time. */
import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import type { SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';

const PACKAGE_NAME = 'ke.example.loan';
const envelope = createEnvelope(PACKAGE_NAME);

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The request of a call in the encoding of the app. */
export function requestOf(name: CallName, payload: object, { token, deviceId }: SeededBorrower): Request {
  const call: Call = contract[name];
  const path = `${call.base}/${envelope.encrypt(call.path)}/e`;
  const field = envelope.encrypt(JSON.stringify({ ...payload, timestamp: Date.now() }));
  const headers: Record<string, string> = {
    packagename: PACKAGE_NAME,
    appname: 'Example Loan',
    lang: 'en',
    authorization: `Bearer ${token}`,
    deviceid: deviceId,
  };
  if (call.encoding === 'query') return { method: call.method, path: `${path}?q7f3k9=${field}`, headers, body: null };
  return {
    method: call.method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ q7f3k9: field }),
  };
}

export const emptyRequest: Request = { method: 'GET', path: '/bench/empty', headers: {}, body: null };

/** @throws Error when the call was not successful. */
export function send(url: URL, agent: http.Agent, { method, path, headers, body }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: url.hostname, port: url.port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 && (text === '' || text.startsWith('{"code":0,'))) resolve();
        else reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects the garbage of the bench before a measurement. That takes both processors for 0.2 s, and the lender needs them later. */
export const collectGarbage = (): void => gc();

export interface Measured {
  perSecond: number;
  seconds: number;
  /** Processor time of all threads of the bench's own process, in seconds. */
  work: number;
  /** ms, in ascending order. */
  times: number[];
}

export interface LoopOptions {
  connections: number;
  /** The loop ends after this time, or when no work is left. */
  seconds: number;
}

/** @param next begins one piece of work; null: no work is left. */
export async function loop({ connections, seconds }: LoopOptions, next: () => Promise<void> | null): Promise<Measured> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = began + seconds * 1_000;
  const one = async (): Promise<void> => {
    for (let at = performance.now(); at < until;) {
      const work = next();
      if (work === null) return;
      await work;
      const now = performance.now();
      times.push(now - at);
      at = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return measuredSince(began, cpu, times);
}

function measuredSince(began: number, cpu: NodeJS.CpuUsage, times: number[]): Measured {
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: times.length / seconds, seconds, work: (user + system) / 1e6, times: times.sort((a, b) => a - b) };
}

/**
 * An open loop: each piece of work begins at its scheduled time, even if earlier ones have not ended. Times are measured from
 * the scheduled begin.
 * @param next see {@link loop}.
 */
export async function atRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  next: () => Promise<void> | null,
): Promise<Measured> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = began + (i * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const work = next();
    if (work === null) break;
    // A failure counts as infinitely slow, so that it shows in the percentiles.
    running.push(
      work.then(
        () => void times.push(performance.now() - due),
        () => void times.push(Infinity),
      ),
    );
  }
  await Promise.all(running);
  return measuredSince(began, cpu, times);
}
