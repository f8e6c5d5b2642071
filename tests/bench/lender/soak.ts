/** Measures open files and memory under a moderate load for minutes, to find leaks. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { withLender, type Bench } from './bench.ts';
import type { LenderProcess } from './measuredLender.ts';
import { addCrowd, requestsOf, type MeasuredCall, type Requests } from './calls.ts';
import { send } from './closedLoop.ts';
import type { BenchAnswer } from './process.ts';
import type { EngineName } from './copiedDatabases.ts';

const CONNECTIONS = 8;
/** Pause between two requests of a connection, ms. With fast answers this gives about 50 requests a second in total. */
const PAUSE = 150;
/** Of this number of requests, one is a draw and one a payment. One in five saves, and the others read home. */
const WHEEL = 40;
const DRAWS_PER_MINUTE = 90;
/** Readings of memory in half a minute. The smallest one counts, because garbage is no leak. */
const READINGS = 15;
const HALF_MINUTE = 30_000;
/**
 * Minutes of load before those that are measured. In them pools and the buffers of the database are filled, and the embedded
 * engine opens the files of its tables and indexes, each at its first use.
 */
const WARM_UP = 5;

interface Sample {
  minute: number;
  openFiles: number;
  /** MB. */
  resident: number;
  heap: number;
}

function callOf(n: number): MeasuredCall {
  if (n % WHEEL === 7) return 'draw';
  if (n % WHEEL === 27) return 'repay';
  return n % 5 === 0 ? 'save' : 'home';
}

function startLoad(url: URL, requests: Requests): { stop(): Promise<number> } {
  const agent = new http.Agent({ keepAlive: true });
  let isOver = false;
  let made = 0;
  const connection = async (): Promise<void> => {
    while (!isOver) {
      const request = requests[callOf(made++)]() ?? requests.home();
      if (request) await send(url, agent, request);
      await sleep(PAUSE);
    }
  };
  const running = Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return {
    async stop() {
      isOver = true;
      await running;
      agent.destroy();
      return made;
    },
  };
}

async function sample(lender: LenderProcess, minute: number): Promise<Sample> {
  const readings: BenchAnswer[] = [];
  for (let n = 0; n < READINGS; n++) {
    readings.push(await lender.ask('memory'));
    await sleep(HALF_MINUTE / READINGS);
  }
  const smallest = (of: 'memory' | 'heap' | 'openFiles'): number => Math.min(...readings.map((one) => one[of] ?? NaN));
  return { minute, openFiles: smallest('openFiles'), resident: smallest('memory') / 1e6, heap: smallest('heap') / 1e6 };
}

/** The slope of a least-squares line, per minute. */
function slope(samples: readonly Sample[], of: Exclude<keyof Sample, 'minute'>): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map((one) => one[of]))];
  const over = mean(samples.map((one) => (one.minute - x) * (one[of] - y)));
  return over / mean(samples.map(({ minute }) => (minute - x) ** 2));
}

const line = (name: string, { openFiles, resident, heap }: Omit<Sample, 'minute'>, digits = 0): string =>
  `  ${name.padEnd(10)}${openFiles.toFixed(digits).padStart(8)}${resident.toFixed(digits).padStart(10)}${heap.toFixed(digits).padStart(10)}`;

export const measureSoak = (bench: Bench, engine: EngineName, minutes: number): Promise<void> =>
  withLender(
    bench,
    engine,
    ({ place, env }) => {
      const each = Math.ceil((WARM_UP + minutes) * DRAWS_PER_MINUTE);
      return addCrowd(place, readConfig(env), { drawing: each, paying: each });
    },
    async (lender, crowd) => {
      console.log(`${engine}: open files, MB resident, MB of the heap`);
      const { memory = NaN, heap = NaN, openFiles = NaN } = await lender.ask('memory');
      console.log(line('at rest', { openFiles, resident: memory / 1e6, heap: heap / 1e6 }));
      const load = startLoad(lender.url, requestsOf(crowd));
      const samples: Sample[] = [];
      for (let minute = -WARM_UP; minute < minutes; minute += 0.5) {
        const taken = await sample(lender, minute);
        samples.push(taken);
        console.log(line(`${minute.toFixed(1)} min`, taken));
      }
      const made = await load.stop();
      const warm = samples.filter(({ minute }) => minute >= 0);
      const growth = (of: Exclude<keyof Sample, 'minute'>): number => slope(warm, of);
      console.log(line('a minute', { openFiles: growth('openFiles'), resident: growth('resident'), heap: growth('heap') }, 2));
      console.log(`${engine}: ${made} requests; growth a minute in ${minutes} minutes, after ${WARM_UP} minutes before them`);
    },
  );
