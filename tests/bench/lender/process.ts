/**
 * The process of the measured lender: the deployed lender with an additional empty route. It answers questions of the bench
 * over IPC.
 */
import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { startLender } from '#server/startLender.ts';
import { startProfile, type Part } from './profile.ts';

/**
 * `begin` starts a measurement, `end` returns its result. `profile` and `parts` do the same for a profile. `hold` stops the
 * scheduled work, and `settle` does the due work once. `settlePrompts` waits until every prompt of a payment is over.
 */
export type BenchQuestion = 'begin' | 'end' | 'profile' | 'parts' | 'hold' | 'settle' | 'settlePrompts' | 'memory' | 'stop';

export interface BenchAnswer {
  url?: string;
  /** 99th percentile, ms. */
  eventLoopDelay?: number;
  /** Processor time of all threads since `begin`, or for `settle`, in seconds. */
  work?: number;
  /** Parts of the main thread's time, largest first. */
  parts?: Part[];
  /** Resident memory in bytes. */
  memory?: number;
  /** Used heap of JavaScript in bytes. */
  heap?: number;
  openFiles?: number;
}

const say = (answer: BenchAnswer): void => void process.send?.(answer);

const lender = await startLender(readConfig(process.env), {
  extend: async (app) => void app.get('/bench/empty', async () => ''),
});
/** The resolution is added to each value, so it is finer than the figures need. */
const delay = monitorEventLoopDelay({ resolution: 5 });
let began: NodeJS.CpuUsage | null = null;
let endProfile: (() => Promise<Part[]>) | null = null;

let isHeld = false;

async function settleHeld(): Promise<void> {
  for (;;) {
    const [due, texts] = [await lender.lending.runDue(), await lender.lending.runTexts()];
    const [error] = [...due.errors, ...texts.errors];
    if (error !== undefined) throw error;
    if (!due.isMore && !texts.isMore && due.sent + due.documents + texts.sent === 0) return;
  }
}

/** ms between two looks at the prompts. */
const LOOK = 200;
/** ms; the lender asks the rail about a prompt after 15 seconds, and about a few hundred in a second. */
const LONGEST_SETTLING = 120_000;

/** @throws Error when prompts are open for too long. */
async function settlePrompts(): Promise<void> {
  const until = performance.now() + LONGEST_SETTLING;
  for (;;) {
    const { open } = await lender.store.db
      .selectFrom('rail_intent')
      .select((q) => q.fn.countAll<number>().as('open'))
      .where('kind', '=', 'STK')
      .where('state', 'not in', ['OK', 'FAILED'])
      .executeTakeFirstOrThrow();
    if (open === 0) return;
    if (performance.now() > until) throw new Error(`${open} prompts are still open`);
    await sleep(LOOK);
  }
}

const ANSWERS: Readonly<Record<BenchQuestion, () => BenchAnswer | Promise<BenchAnswer>>> = {
  begin() {
    delay.enable();
    delay.reset();
    began = process.cpuUsage();
    return {};
  },
  end() {
    if (!began) throw new Error('nothing was begun');
    const { user, system } = process.cpuUsage(began);
    return { eventLoopDelay: delay.percentile(99) / 1e6, work: (user + system) / 1e6 };
  },
  async profile() {
    endProfile = await startProfile();
    return {};
  },
  async parts() {
    if (!endProfile) throw new Error('no profile was begun');
    return { parts: await endProfile() };
  },
  async hold() {
    await lender.due.stop();
    isHeld = true;
    return {};
  },
  async settle() {
    const before = process.cpuUsage();
    if (isHeld) await settleHeld();
    else await lender.due.run();
    const { user, system } = process.cpuUsage(before);
    return { work: (user + system) / 1e6 };
  },
  async settlePrompts() {
    await settlePrompts();
    return {};
  },
  memory() {
    const { rss, heapUsed } = process.memoryUsage();
    // Only Linux lists open files here.
    const openFiles = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : NaN;
    return { memory: rss, heap: heapUsed, openFiles };
  },
  async stop() {
    await lender.close();
    return {};
  },
};

async function answer(question: BenchQuestion): Promise<void> {
  say(await ANSWERS[question]());
  if (question === 'stop') process.disconnect();
}

// Ends the lender if the bench fails.
process.once('disconnect', () => process.exit());
process.on('message', (question: BenchQuestion) => void answer(question));
say({ url: lender.url });
