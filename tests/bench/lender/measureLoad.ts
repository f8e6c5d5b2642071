/**
 * Requests per second of each call beside its two floors. The three are measured in turn, a slice of each in every round,
 * so that whatever else the machine does meets all of them.
 */
import http from 'node:http';
import { isConsumed, requestsOf, type Crowd, type MeasuredCall, type Requests } from './calls.ts';
import type { LenderProcess } from './lenderProcess.ts';
import { atRate, emptyRequest, loop, send, type Measured } from './load.ts';
import { openRaw, type Recorded } from './statements.ts';
import type { Place } from './places.ts';

const ROUNDS = 4;

/** Share of the largest number of requests per second at which the answers are timed. */
const USUAL_LOAD = 0.6;

/** Connections while the parts of the lender are measured. */
const PARTS_AT = 8;

/** Parts below are left out. */
const SMALL_PART = 0.01;

export interface LoadOptions {
  calls: readonly MeasuredCall[];
  connections: readonly number[];
  /** Of each measurement, over all its rounds. */
  seconds: number;
  /** Borrowers who draw, and who repay, in each measurement. */
  each: number;
}

/** How many borrowers have to be there who draw, and who repay: besides each number of connections, the usual load and the parts need them. */
export const borrowersNeeded = ({ connections, each }: LoadOptions): number => each * (connections.length + 2);

/** @param times in ascending order. */
export const at = (times: readonly number[], share: number): number => times[Math.ceil(share * times.length) - 1] ?? NaN;
export const ratio = (one: number, other: number): string => (one / other).toFixed(3).padStart(6);
const ms = (time: number): string => time.toFixed(1).padStart(7);

function joined(slices: readonly Measured[]): Measured {
  const times = slices.flatMap((slice) => slice.times).sort((a, b) => a - b);
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  return { perSecond: times.length / seconds, seconds, times };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

interface Sender {
  lender: LenderProcess;
  agent: http.Agent;
  requests: Requests;
}

/** Begins a call; null after so many that consume their borrower. */
function callsOf({ lender, agent, requests }: Sender, call: MeasuredCall, most: number): () => Promise<void> | null {
  let left = most;
  return () => {
    if (isConsumed(call) && left-- <= 0) return null;
    const request = requests[call]();
    return request && send(lender.url, agent, request);
  };
}

async function measureCall(sender: Sender, call: MeasuredCall, options: { connections: number; seconds: number }, most: number) {
  const { lender } = sender;
  await lender.ask('begin');
  const measured = await loop(options, callsOf(sender, call, most));
  const { eventLoopDelay = NaN, processor = { all: NaN, answering: NaN } } = await lender.ask('end');
  await lender.ask('settle');
  return { measured, eventLoopDelay, processor };
}

/** @param print is given one line of a table after the other. @param copy of the database without what the lender has done since. */
export async function measureLoad(
  lender: LenderProcess,
  crowd: Crowd,
  recorded: Recorded,
  copy: () => Promise<Place>,
  options: LoadOptions,
  print: (line: string) => void,
): Promise<void> {
  const { calls, connections, seconds, each } = options;
  const sender: Sender = { lender, requests: requestsOf(crowd), agent: new http.Agent({ keepAlive: true, maxSockets: 64 }) };
  const slice = { seconds: seconds / ROUNDS };
  const most = Math.floor(each / ROUNDS);
  const peaks: Partial<Record<MeasuredCall, number>> = {};
  try {
    // The engine compiles what runs often, and no call should pay for that.
    for (const warm of [() => emptyRequest, sender.requests.home, sender.requests.save])
      await loop({ connections: 8, seconds: 2 }, () => {
        const request = warm();
        return request && send(lender.url, sender.agent, request);
      });
    print(
      'connections, call, requests/s; of the empty route; of its statements raw; p50 p95 p99 ms; delay of the event loop p99 ms, worst round; ms of the processor for one, in all threads of the lender; share of a second in which the answering thread was busy',
    );
    for (const count of connections) {
      const raw = await openRaw(await copy(), recorded);
      const empty: Measured[] = [];
      const floors = new Map<MeasuredCall, Measured[]>(calls.map((call) => [call, []]));
      const measured = new Map<MeasuredCall, Awaited<ReturnType<typeof measureCall>>[]>(calls.map((call) => [call, []]));
      for (let round = 0; round < ROUNDS; round++) {
        const loopOptions = { connections: count, ...slice };
        for (const call of calls) {
          empty.push(
            await loop({ connections: count, seconds: slice.seconds / calls.length }, () => send(lender.url, sender.agent, emptyRequest)),
          );
          floors.get(call)?.push(await raw.run(call, loopOptions, most));
          measured.get(call)?.push(await measureCall(sender, call, loopOptions, most));
        }
      }
      await raw.close();
      const floor = joined(empty);
      print(`  ${String(count).padStart(2)} empty ${floor.perSecond.toFixed(0).padStart(6)}`);
      for (const call of calls) {
        const rounds = measured.get(call) ?? [];
        const all = joined(rounds.map((one) => one.measured));
        const { times, perSecond } = all;
        peaks[call] = Math.max(peaks[call] ?? 0, perSecond);
        print(
          [
            `  ${String(count).padStart(2)} ${call.padEnd(6)}${perSecond.toFixed(0).padStart(6)}`,
            ratio(perSecond, floor.perSecond),
            ratio(perSecond, joined(floors.get(call) ?? []).perSecond),
            ms(at(times, 0.5)) + ms(at(times, 0.95)) + ms(at(times, 0.99)),
            ms(Math.max(...rounds.map((one) => one.eventLoopDelay))),
            ms(mean(rounds.map((one) => (1_000 * one.processor.all) / one.measured.perSecond))),
            ` ${mean(rounds.map((one) => one.processor.answering)).toFixed(2)}`,
          ].join(' '),
        );
      }
    }
    print(
      'at six tenths of its most requests/s: call, requests/s; p50 p95 p99 ms from the moment at which each was to be sent; delay of the event loop p99 ms',
    );
    for (const call of calls) await measureUsual(sender, call, USUAL_LOAD * (peaks[call] ?? 0), options, print);
    print(`share of the answering thread's time that is not idle, at ${PARTS_AT} connections`);
    for (const call of calls) await measureParts(sender, call, options, print);
  } finally {
    sender.agent.destroy();
  }
}

async function measureUsual(
  sender: Sender,
  call: MeasuredCall,
  perSecond: number,
  { seconds, each }: LoadOptions,
  print: (line: string) => void,
) {
  await sender.lender.ask('begin');
  const { times } = await atRate({ perSecond, seconds }, callsOf(sender, call, each));
  const { eventLoopDelay = NaN } = await sender.lender.ask('end');
  await sender.lender.ask('settle');
  print(
    `  ${call.padEnd(6)}${perSecond.toFixed(0).padStart(6)} ${ms(at(times, 0.5))}${ms(at(times, 0.95))}${ms(at(times, 0.99))} ${ms(eventLoopDelay)}`,
  );
}

async function measureParts(
  sender: Sender,
  call: MeasuredCall,
  { seconds, each }: LoadOptions,
  print: (line: string) => void,
): Promise<void> {
  await sender.lender.ask('profile');
  await loop({ connections: PARTS_AT, seconds }, callsOf(sender, call, each));
  const { parts = [] } = await sender.lender.ask('parts');
  await sender.lender.ask('settle');
  const shown = parts.filter(({ share }) => share >= SMALL_PART);
  print(`  ${call.padEnd(6)} ${shown.map(({ name, share }) => `${name} ${Math.round(share * 100)}%`).join(', ')}`);
}
