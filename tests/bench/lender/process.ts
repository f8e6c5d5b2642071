/** The lender that is measured, as a process of its own: as it ships, with one empty route more. It answers questions of the bench over IPC. */
import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import { readConfig } from '#server/config.ts';
import { startLender } from '#server/startLender.ts';

/** `begin` starts a measurement, `end` asks for it; `settle` does all due work first. */
export type BenchQuestion = 'begin' | 'end' | 'settle' | 'memory' | 'stop';

export interface BenchAnswer {
  url?: string;
  /** 99th percentile, ms. */
  eventLoopDelay?: number;
  /** Share of one processor: of the whole process, and of the thread that answers. */
  processor?: { all: number; answering: number };
  /** Resident, in bytes. */
  memory?: number;
  /** Used on the heap of JavaScript, in bytes. */
  heap?: number;
  openFiles?: number;
}

const say = (answer: BenchAnswer): void => void process.send?.(answer);

const lender = await startLender(readConfig(process.env), {
  extend: async (app) => void app.get('/bench/empty', async () => ''),
});
/** Finer than what is asked for: the resolution is added to each value. */
const delay = monitorEventLoopDelay({ resolution: 5 });
let began: { at: number; cpu: NodeJS.CpuUsage; loop: EventLoopUtilization } | null = null;

const ANSWERS: Readonly<Record<BenchQuestion, () => BenchAnswer | Promise<BenchAnswer>>> = {
  begin() {
    delay.enable();
    delay.reset();
    began = { at: performance.now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() };
    return {};
  },
  end() {
    if (!began) throw new Error('nothing was begun');
    const ms = performance.now() - began.at;
    const { user, system } = process.cpuUsage(began.cpu);
    return {
      eventLoopDelay: delay.percentile(99) / 1e6,
      processor: { all: (user + system) / 1e3 / ms, answering: performance.eventLoopUtilization(began.loop).utilization },
    };
  },
  async settle() {
    await lender.due.run();
    return {};
  },
  memory() {
    const { rss, heapUsed } = process.memoryUsage();
    // Where the system lists them: Linux.
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

process.on('message', (question: BenchQuestion) => void answer(question));
say({ url: lender.url });
