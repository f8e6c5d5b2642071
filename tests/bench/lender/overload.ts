/**
 * Measures an overload: requests at four times the peak rate, for half a minute. It prints the times of accepted calls, the
 * results of the others, and the time until the lender is normal again. Requests are sent by the clock, whether earlier ones
 * were answered or not, because phones do not wait for each other.
 */
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { percentile, withLender, type Bench } from './bench.ts';
import { addCrowd, requestsOf, type MeasuredCall, type Requests } from './calls.ts';
import { startPlainProxy, type PlainProxy } from '../../support/proxies.ts';
import { loop, send, type Request } from './closedLoop.ts';
import type { EngineName } from './copiedDatabases.ts';

const TIMES = 4;
const SECONDS = 30;
const AFTERWARDS = 10;
/** Share of the peak rate before and after the overload. */
const NORMAL = 0.3;
/** Of ten requests, six read home, three save and one pays. */
const MIX: readonly MeasuredCall[] = ['home', 'save', 'home', 'home', 'save', 'home', 'repay', 'home', 'save', 'home'];
/** Number of borrowers who pay, each once. It is more than the lender accepts during the run. */
const PAYERS = 14_000;

interface Answered {
  call: MeasuredCall;
  /** When the request was sent, and its duration, ms. */
  at: number;
  took: number;
  /** `refused`: 503 with Retry-After and code 1503. */
  how: 'accepted' | 'refused' | 'failed';
}

/** Never throws: a lost connection is the result `failed`. */
function answerOf(url: URL, agent: http.Agent, { method, path, headers, body }: Request): Promise<Answered['how']> {
  return new Promise((resolve) => {
    const failed = (): void => resolve('failed');
    const sent = http.request({ host: url.hostname, port: url.port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 && text.startsWith('{"code":0,')) return resolve('accepted');
        const isRefusal = response.statusCode === 503 && response.headers['retry-after'] !== undefined;
        resolve(isRefusal && text.startsWith('{"code":1503,') ? 'refused' : 'failed');
      });
    });
    sent.on('error', failed);
    sent.end(body ?? undefined);
  });
}

/** Sends requests at a fixed rate. @returns the result of each. */
async function sendByTheClock(url: URL, requests: Requests, perSecond: number, seconds: number): Promise<Answered[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 });
  const sent: Promise<Answered>[] = [];
  const began = performance.now();
  const next = (n: number): void => {
    const call = MIX[n % MIX.length] ?? 'home';
    const request = requests[call]();
    if (!request) throw new Error(`nobody is left for ${call}`);
    const at = performance.now();
    sent.push(answerOf(url, agent, request).then((how) => ({ call, at: at - began, took: performance.now() - at, how })));
  };
  for (let n = 0; n < perSecond * seconds; n++) {
    const ahead = began + (n * 1_000) / perSecond - performance.now();
    if (ahead > 1) await sleep(ahead);
    // If the bench is late, it must still read answers.
    else if (n % 20 === 0) await sleep(0);
    next(n);
  }
  const answered = await Promise.all(sent);
  agent.destroy();
  return answered;
}

const timesOf = (answered: readonly Answered[], how: Answered['how'], call?: MeasuredCall): number[] =>
  answered
    .filter((one) => one.how === how && (call === undefined || one.call === call))
    .map(({ took }) => took)
    .toSorted((a, b) => a - b);

function line(name: string, answered: readonly Answered[], call?: MeasuredCall): string {
  const accepted = timesOf(answered, 'accepted', call);
  const count = (how: Answered['how']): string => String(timesOf(answered, how, call).length).padStart(8);
  const ms = [0.5, 0.95, 0.99].map((share) => percentile(accepted, share).toFixed(0).padStart(7)).join('');
  return `  ${name.padEnd(10)}${count('accepted')}${count('refused')}${count('failed')}${ms}`;
}

/** Step of the search for the end of the overload, ms. */
const LOOK = 250;
/** Least time that must be normal after the end of the overload, ms. */
const ENOUGH = 5_000;

/** Goal for the 99th percentile of calls at 60 % of the peak rate, ms. */
const GOAL = 100;

/**
 * The time after the overload, in s, from which on no request is refused and this share of the calls takes at most `most` ms.
 * Infinity: the run was too short.
 */
function normalAfter(answered: readonly Answered[], share: number, most: number): number {
  for (let from = 0; from <= AFTERWARDS * 1_000 - ENOUGH; from += LOOK) {
    const later = answered.filter(({ at }) => at >= from);
    if (later.every(({ how }) => how === 'accepted') && percentile(timesOf(later, 'accepted'), share) <= most) return from / 1_000;
  }
  return Infinity;
}

/** Counts the lender's requests to the rail: prompts, and queries about prompts without a result. */
function countRail() {
  let counts = { prompts: 0, questions: 0 };
  return {
    onRequest(path: string): void {
      if (path.includes('/stkpush/')) counts.prompts++;
      else if (path.includes('/stkpushquery/')) counts.questions++;
    },
    /** The counts since the last call of this function. */
    text(): string {
      const { prompts, questions } = counts;
      counts = { prompts: 0, questions: 0 };
      return `${prompts} prompts and ${questions} questions`;
    },
  };
}
type RailCounts = ReturnType<typeof countRail>;

/** @param behind the proxy in front of the lender; null: requests reach it directly. */
export function measureOverload(bench: Bench, engine: EngineName, behind: PlainProxy | null): Promise<void> {
  const rail = countRail();
  return withLender(
    bench,
    engine,
    ({ place, env }) => addCrowd(place, readConfig(env), { drawing: 0, paying: PAYERS }),
    async (lender, crowd, { place }) => {
      const requests = requestsOf(crowd);
      const folder = mkdtempSync(join(place.dataDir, 'proxy-'));
      const proxy = behind && (await startPlainProxy(behind, folder, Number(lender.url.port)));
      const url = proxy?.url ?? lender.url;
      try {
        await measureAt(url, requests, rail, `${engine}${behind ? ` behind ${behind}` : ''}`);
      } finally {
        await proxy?.stop();
      }
    },
    rail.onRequest,
  );
}

async function measureAt(url: URL, requests: Requests, rail: RailCounts, name: string): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  let n = 0;
  const mixed = (): Promise<void> | null => {
    const request = requests[MIX[n++ % MIX.length] ?? 'home']();
    return request && send(url, agent, request);
  };
  await loop({ connections: 16, seconds: 4 }, mixed);
  const { perSecond: peak } = await loop({ connections: 24, seconds: 5 }, mixed);
  agent.destroy();
  console.log(`${name}: ${peak.toFixed(0)} requests a second at most (six of ten read home, three save, one pays)`);
  console.log(`  ${' '.repeat(10)}accepted refused  failed  p50 p95 p99 ms of the accepted`);
  const before = await sendByTheClock(url, requests, peak * NORMAL, AFTERWARDS);
  console.log(line('before', before));
  rail.text();
  const during = await sendByTheClock(url, requests, peak * TIMES, SECONDS);
  const lasted = Math.max(...during.map(({ at }) => at)) / 1_000;
  console.log(line(`${(during.length / lasted / peak).toFixed(1)} times`, during));
  for (const call of ['home', 'save', 'repay'] as const) console.log(line(`  ${call}`, during, call));
  const refused = timesOf(during, 'refused');
  console.log(`  refused after ${[0.5, 0.99].map((share) => percentile(refused, share).toFixed(0)).join(' and ')} ms (p50, p99)`);
  console.log(`  the rail was sent ${rail.text()} meanwhile`);
  const afterwards = await sendByTheClock(url, requests, peak * NORMAL, AFTERWARDS);
  console.log(line('afterwards', afterwards));
  console.log(`  the rail was sent ${rail.text()} afterwards`);
  const after = (share: number, most: number): string => `${normalAfter(afterwards, share, most).toFixed(2)} s after it`;
  console.log(`  within its goal (no refusal, p99 at most ${GOAL} ms) ${after(0.99, GOAL)}`);
  // A stricter criterion, because queued prompts are still sent meanwhile. It uses p95, because single slow calls are usual.
  const usual = percentile(timesOf(before, 'accepted'), 0.99);
  console.log(`  as before (no refusal, p95 at most the p99 before it, ${usual.toFixed(0)} ms) ${after(0.95, usual)}`);
}
