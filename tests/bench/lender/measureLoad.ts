/**
 * Requests per second of each call, compared with two floors: an empty route, and the statements of the call without the
 * lender. The three are measured in turn, a slice of each in every round, so that other load on the machine affects all of
 * them. On a busy machine the ratios of processor time are more reliable than those of requests per second.
 */
import http from 'node:http';
import { isConsumed, requestsOf, type Crowd, type MeasuredCall, type Requests } from './calls.ts';
import type { LenderProcess } from './measuredLender.ts';
import { atRate, collectGarbage, emptyRequest, loop, send, type LoopOptions, type Measured } from './closedLoop.ts';
import { openRaw, type Recorded } from './statements.ts';
import type { Place } from './copiedDatabases.ts';

const ROUNDS = 4;

/** Share of the peak throughput at which the answers are timed. */
const USUAL_LOAD = 0.6;

/** How much longer it is measured than the others, if there are borrowers enough: the slowest hundredth of few requests are those of one moment. */
const USUAL_TIMES = 3;

/** Connections during the profile of the lender. */
const PARTS_AT = 8;

/** Seconds; a limit for a database that answers very slowly. */
const LONGEST_WARM_UP = 60;

/** Smaller parts are not printed. */
const SMALL_PART = 0.01;

/**
 * Calls of each kind that the lender answers before it is measured, because the engine compiles a function only after many
 * calls: a draw takes a third less of the processor after 1,500 of them, a repayment half.
 */
const WARM_UP = 1_500;

/** Connections during the warm-up. So many calls at once open all connections to the database. The server plans each statement of a new connection again. */
const WARM_UP_AT = 32;

/**
 * Calls before the usual load of each. Draws are few, because the lender asks the rail 15 seconds later about each, and this rail
 * never reports a payout: then the measurement is over.
 */
const USUAL_WARM_UP: Readonly<Record<MeasuredCall, number>> = { home: WARM_UP, save: WARM_UP, draw: 150, repay: WARM_UP };

/** As {@link WARM_UP}, for the statements alone. Their code is the same for all calls; each new connection prepares every statement once. */
const RAW_WARM_UP = 400;

export interface LoadOptions {
  calls: readonly MeasuredCall[];
  connections: readonly number[];
  /** Duration of each measurement, over all its rounds. */
  seconds: number;
  /** Number of borrowers who draw, and of those who repay, in each measurement. */
  each: number;
}

/**
 * The number of borrowers who draw, and of those who repay. Each number of connections needs `each` of them, and so do the usual
 * load and the profile.
 */
export const borrowersNeeded = ({ connections, each }: LoadOptions): number => 2 * WARM_UP + each * (connections.length + 2);

/** The number of repetitions whose statements are recorded. */
export const repetitionsNeeded = ({ each }: LoadOptions): number => each + RAW_WARM_UP;

/** @param times in ascending order. */
export const at = (times: readonly number[], share: number): number => times[Math.ceil(share * times.length) - 1] ?? NaN;
export const ratio = (one: number, other: number): string => (one / other).toFixed(3).padStart(7);
const ms = (time: number): string => time.toFixed(1).padStart(7);
const percentiles = (times: readonly number[]): string => [0.5, 0.95, 0.99].map((share) => ms(at(times, share))).join('');

function joined(slices: readonly Measured[]): Measured {
  const sum = (of: (slice: Measured) => number): number => slices.reduce((all, slice) => all + of(slice), 0);
  const times = slices.flatMap((slice) => slice.times).sort((a, b) => a - b);
  const seconds = sum((slice) => slice.seconds);
  return { perSecond: times.length / seconds, seconds, work: sum((slice) => slice.work), times };
}

/** Processor time for one request, in seconds. */
const workOfOne = ({ work, times }: Measured): number => work / times.length;

/** The limit in a measurement. Only the duration limits a call that a borrower can repeat. */
const mostOf = (call: MeasuredCall, each: number): number => (isConsumed(call) ? each : Infinity);

interface Sender {
  lender: LenderProcess;
  agent: http.Agent;
  requests: Requests;
}

type Next = () => Promise<void> | null;

/** More calls than the lender answers in a second. */
const MOST_PER_SECOND = 3_000;

/**
 * Begins calls. Their requests are encrypted here, before anything is measured, because phones do that work and not this machine.
 * @param most limit of the calls; then null. @param seconds duration of the measurement.
 */
function callsOf({ lender, agent, requests }: Sender, call: MeasuredCall, most: number, seconds: number): Next {
  let left = most;
  const prepared = Array.from({ length: Math.min(most, seconds * MOST_PER_SECOND) }, requests[call]);
  let next = 0;
  return () => {
    if (left-- <= 0) return null;
    const request = next < prepared.length ? (prepared[next++] ?? null) : requests[call]();
    return request && send(lender.url, agent, request);
  };
}

interface Slice {
  /** Its `work` is the processor time of the lender. */
  measured: Measured;
  eventLoopDelay: number;
  /** The queued work, which is done after the slice: its processor time and its duration, in seconds. */
  afterwards: { work: number; seconds: number };
}

async function measureSlice({ lender }: Sender, run: () => Promise<Measured>): Promise<Slice> {
  await lender.ask('begin');
  const measured = await run();
  const { eventLoopDelay = NaN, work = NaN } = await lender.ask('end');
  const ended = performance.now();
  const { work: queued = NaN } = await lender.ask('settle');
  const afterwards = { work: queued, seconds: (performance.now() - ended) / 1_000 };
  return { measured: { ...measured, work }, eventLoopDelay, afterwards };
}

export interface Load {
  /** Starts a lender on a new copy of the original database. */
  start: () => Promise<LenderProcess>;
  crowd: Crowd;
  recorded: Recorded;
  /** A copy of the original database, without the changes of the lender. */
  copy: () => Promise<Place>;
}

/** @param print prints one line of a table. */
export async function measureLoad(
  { start, crowd, recorded, copy }: Load,
  options: LoadOptions,
  print: (line: string) => void,
): Promise<void> {
  const { calls, connections } = options;
  const requests = requestsOf(crowd);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const peaks = new Map<MeasuredCall, number>();
  const withSender = async (warmUps: Partial<Record<MeasuredCall, number>>, measure: (sender: Sender) => Promise<void>): Promise<void> => {
    const lender = await start();
    const sender: Sender = { lender, requests, agent };
    try {
      await loop({ connections: PARTS_AT, seconds: 2 }, sendEmpty(sender));
      for (const call of calls)
        await loop({ connections: WARM_UP_AT, seconds: LONGEST_WARM_UP }, callsOf(sender, call, warmUps[call] ?? 0, LONGEST_WARM_UP));
      await lender.ask('settle');
      await measure(sender);
    } finally {
      await lender.stop();
    }
  };
  const memoryOf = async ({ lender }: Sender): Promise<string> => (((await lender.ask('memory')).memory ?? NaN) / 1e6).toFixed(0);
  try {
    const warmUpOf = (of: readonly MeasuredCall[]) => Object.fromEntries(of.map((call) => [call, WARM_UP]));
    await withSender(warmUpOf(calls), async (sender) => {
      // The raw statements are only those of the call. So queued work is held back, done afterwards, and counted separately.
      await sender.lender.ask('hold');
      print(
        'connections, call, requests/s; of the empty route, by requests/s and by work of processors; of its statements raw, by both; p50 p95 p99 ms; delay of the event loop p99 ms, worst round; ms of processors for one, in all threads of the lender, and afterwards for what it has queued',
      );
      for (const count of connections) {
        const raw = await openRaw(await copy(), recorded);
        for (const call of calls) await raw.run(call, { connections: count, seconds: LONGEST_WARM_UP }, RAW_WARM_UP);
        for (const { call, perSecond } of await measureBeside(sender, raw, count, options, print))
          peaks.set(call, Math.max(peaks.get(call) ?? 0, perSecond));
        await raw.close();
      }
    });
    print(
      'at six tenths of the most requests/s that it keeps up with, doing all that they queue: call, requests/s; p50 p95 p99 ms from the moment at which each was to be sent; delay of the event loop p99 ms',
    );
    const repeatable = warmUpOf(calls.filter((call) => !isConsumed(call)));
    for (const call of calls)
      await withSender({ ...repeatable, [call]: USUAL_WARM_UP[call] }, async (sender) => {
        // Otherwise the lender would ask the rail about the prompts of the warm-up during the measurement.
        if (call === 'repay') await sender.lender.ask('settlePrompts');
        await sender.lender.ask('settle');
        await measureUsual(sender, call, USUAL_LOAD * (peaks.get(call) ?? 0), options, print);
      });
    await withSender(repeatable, async (sender) => {
      print(`share of the answering thread's time that is not idle, at ${PARTS_AT} connections`);
      for (const call of calls) await measureParts(sender, call, options, print);
      print(`memory ${await memoryOf(sender)} MB after the load`);
    });
  } finally {
    agent.destroy();
  }
}

const sendEmpty =
  ({ lender, agent }: Sender): Next =>
  () =>
    send(lender.url, agent, emptyRequest);

/** Prints each call with its floors. @returns the sustainable throughput of each call, in requests per second. */
async function measureBeside(
  sender: Sender,
  raw: Awaited<ReturnType<typeof openRaw>>,
  connections: number,
  { calls, seconds, each }: LoadOptions,
  print: (line: string) => void,
): Promise<{ call: MeasuredCall; perSecond: number }[]> {
  const most = Math.floor(each / ROUNDS);
  const loopOptions: LoopOptions = { connections, seconds: seconds / ROUNDS };
  const empty: Slice[] = [];
  const measured = calls.map((call) => ({ call, slices: [] as Slice[], floors: [] as Measured[] }));
  for (let round = 0; round < ROUNDS; round++)
    for (const { call, slices, floors } of measured) {
      empty.push(await measureSlice(sender, () => loop({ connections, seconds: loopOptions.seconds / calls.length }, sendEmpty(sender))));
      floors.push(await raw.run(call, loopOptions, call === 'home' ? Infinity : most));
      const next = callsOf(sender, call, mostOf(call, most), loopOptions.seconds);
      slices.push(await measureSlice(sender, () => loop(loopOptions, next)));
    }
  const nothing = joined(empty.map((slice) => slice.measured));
  const count = `  ${String(connections).padStart(2)}`;
  print(`${count} empty ${nothing.perSecond.toFixed(0).padStart(6)}`);
  return measured.map(({ call, slices, floors }) => {
    const all = joined(slices.map((slice) => slice.measured));
    const floor = joined(floors);
    const queued = {
      work: slices.reduce((sum, { afterwards }) => sum + afterwards.work, 0),
      seconds: slices.reduce((sum, { afterwards }) => sum + afterwards.seconds, 0),
    };
    print(
      [
        `${count} ${call.padEnd(6)}${all.perSecond.toFixed(0).padStart(6)}`,
        ratio(all.perSecond, nothing.perSecond) + ratio(workOfOne(nothing), workOfOne(all)),
        ratio(all.perSecond, floor.perSecond) + ratio(workOfOne(floor), workOfOne(all)),
        percentiles(all.times),
        ms(Math.max(...slices.map(({ eventLoopDelay }) => eventLoopDelay))),
        ms(1_000 * workOfOne(all)) + ms((1_000 * queued.work) / all.times.length),
      ].join(' '),
    );
    // At a higher rate the queue would grow.
    return { call, perSecond: all.times.length / (all.seconds + queued.seconds) };
  });
}

/** Times the answers while calls arrive at this rate. */
async function measureUsual(
  sender: Sender,
  call: MeasuredCall,
  perSecond: number,
  options: LoadOptions,
  print: (line: string) => void,
): Promise<void> {
  const seconds = USUAL_TIMES * options.seconds;
  const most = Math.min(mostOf(call, options.each), Math.ceil(perSecond * seconds));
  const next = callsOf(sender, call, most, seconds);
  collectGarbage();
  const { measured, eventLoopDelay } = await measureSlice(sender, () => atRate({ perSecond, seconds }, next));
  print(`  ${call.padEnd(6)}${perSecond.toFixed(0).padStart(6)} ${percentiles(measured.times)} ${ms(eventLoopDelay)}`);
}

async function measureParts(
  sender: Sender,
  call: MeasuredCall,
  { seconds, each }: LoadOptions,
  print: (line: string) => void,
): Promise<void> {
  await sender.lender.ask('profile');
  await loop({ connections: PARTS_AT, seconds }, callsOf(sender, call, mostOf(call, each), seconds));
  const { parts = [] } = await sender.lender.ask('parts');
  await sender.lender.ask('settle');
  const shown = parts.filter(({ share }) => share >= SMALL_PART);
  print(`  ${call.padEnd(6)} ${shown.map(({ name, share }) => `${name} ${Math.round(share * 100)}%`).join(', ')}`);
}
