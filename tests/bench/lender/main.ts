/**
 * `npm run bench:lender`: how much of what its server and its database could do the lender does. Every figure is a ratio
 * of two measurements of the same run, because a time says as much about the machine as about the program. It refuses
 * nothing; what can be counted exactly is held by `tests/server/statements.test.ts`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import http from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { operatorsSettings } from '../../support/deployment.ts';
import { addCrowd, CALLS, requestsOf, type Crowd, type MeasuredCall } from './calls.ts';
import { emptyRequest, loop, send } from './load.ts';
import { ENGINES, makePlaces, type EngineName, type Place } from './places.ts';
import { startRail } from './rail.ts';
import { measureOverload } from './overload.ts';
import { measureSoak } from './soak.ts';
import { measureTurn } from './turn.ts';
import { openRaw, recordStatements, type Recorded } from './statements.ts';
import type { BenchAnswer, BenchQuestion } from './process.ts';

const USAGE = `npm run bench:lender measures the lender on both databases; behind \`--\`:
  embedded | postgres   one of them
  --turn N              instead: N loans become late at once, on PostgreSQL
  --soak MINUTES        instead: a moderate load for so long; open files and memory, and how they grow
  --overload            instead: four times what it can do, for 30 s
  --seconds N           of each measurement (2)
  --connections 1,8     instead of 1,8,32,64
  --calls home,save     instead of home,save,draw,repay
  --each N              borrowers who draw, and who repay, in each measurement (150)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,8,32,64' },
    calls: { type: 'string', default: CALLS.join(',') },
    each: { type: 'string', default: '150' },
    turn: { type: 'string' },
    soak: { type: 'string' },
    overload: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const each = Number(values.each);
const connections = values.connections.split(',').map(Number);
const calls = CALLS.filter((call) => values.calls.split(',').includes(call));
const engines = ENGINES.filter((engine) => positionals.length === 0 || positionals.includes(engine));

/** Of the lender that is measured: as an operator has it, with every log line but into nothing. */
const settings = (place: Place, railUrl: string): Record<string, string> => ({
  ...operatorsSettings(),
  PORT: '0',
  HOST: '127.0.0.1',
  READER: 'off',
  LOG_LEVEL: 'warn',
  DATA_DIR: place.dataDir,
  DATABASE_URL: place.databaseUrl ?? '',
  DATA_KEYS: `1:${'5a'.repeat(16)}${'a5'.repeat(16)}`,
  DARAJA_BASE_URL: railUrl,
  SMS_URL: railUrl,
});

interface LenderProcess {
  url: URL;
  ask(question: BenchQuestion): Promise<BenchAnswer>;
  stop(): Promise<void>;
}

/** @throws Error when the process ends first. */
function nextAnswer(child: ChildProcess): Promise<BenchAnswer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the lender ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as BenchAnswer);
    });
  });
}

async function startLenderProcess(env: Readonly<Record<string, string>>): Promise<LenderProcess> {
  const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url = '' } = await nextAnswer(child);
  const ask = (question: BenchQuestion): Promise<BenchAnswer> => {
    const answer = nextAnswer(child);
    child.send(question);
    return answer;
  };
  return {
    url: new URL(url),
    ask,
    async stop() {
      const exited = once(child, 'exit');
      await ask('stop');
      await exited;
    },
  };
}

/** @param times in ascending order. */
const at = (times: readonly number[], share: number): number => times[Math.ceil(share * times.length) - 1] ?? NaN;
const ms = (time: number): string => time.toFixed(1).padStart(7);
const ratio = (one: number, other: number): string => (one / other).toFixed(3).padStart(6);

/** Calls that a borrower makes once: each measurement has as many borrowers of its own. */
const isConsumed = (call: MeasuredCall): boolean => call === 'draw' || call === 'repay';

async function measure(engine: EngineName): Promise<void> {
  const rail = await startRail();
  const places = await makePlaces(engine);
  try {
    const config = readConfig(settings(places.original, rail.url));
    const crowd = await addCrowd(places.original, config, each * connections.length);
    const recorded = await recordStatements(settings(await places.copy(), rail.url), requestsOf(crowd), each);
    console.log(`${engine}: statements of a call, counted`);
    for (const call of calls) console.log(`  ${call.padEnd(6)}${String(recorded[call][1]?.length ?? 0).padStart(4)}`);
    await measureLoad(engine, settings(await places.copy(), rail.url), crowd, recorded, () => places.copy());
  } finally {
    await places.remove();
    rail.close();
  }
}

async function measureLoad(
  engine: EngineName,
  env: Readonly<Record<string, string>>,
  crowd: Crowd,
  recorded: Recorded,
  copy: () => Promise<Place>,
): Promise<void> {
  const lender = await startLenderProcess(env);
  const requests = requestsOf(crowd);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const memoryAtRest = (await lender.ask('memory')).memory ?? 0;
  try {
    // The engine compiles what runs often, and no call should pay for that.
    for (const warm of [() => emptyRequest, requests.home, requests.save])
      await loop({ connections: 8, seconds: 2 }, () => {
        const request = warm();
        return request && send(lender.url, agent, request);
      });
    console.log(
      `${engine}: connections, call, requests/s; of the empty route; of its statements raw; p50 p95 p99 ms; delay of the event loop p99 ms; processors in all, answering`,
    );
    for (const count of connections) {
      const options = { connections: count, seconds };
      const empty = await loop(options, () => send(lender.url, agent, emptyRequest));
      console.log(`  ${String(count).padStart(2)} empty ${empty.perSecond.toFixed(0).padStart(6)}`);
      const raw = await openRaw(await copy());
      for (const call of calls) {
        const floor = await raw.run(recorded[call], options, call !== 'home');
        await lender.ask('begin');
        let left = each;
        const measured = await loop(options, () => {
          if (isConsumed(call) && left-- <= 0) return null;
          const request = requests[call]();
          return request && send(lender.url, agent, request);
        });
        const { eventLoopDelay = NaN, processor } = await lender.ask('end');
        await lender.ask('settle');
        console.log(
          [
            `  ${String(count).padStart(2)} ${call.padEnd(6)}${measured.perSecond.toFixed(0).padStart(6)}`,
            ratio(measured.perSecond, empty.perSecond),
            ratio(measured.perSecond, floor.perSecond),
            ms(at(measured.times, 0.5)) + ms(at(measured.times, 0.95)) + ms(at(measured.times, 0.99)),
            ms(eventLoopDelay),
            ` ${processor?.all.toFixed(2)} ${processor?.answering.toFixed(2)}`,
          ].join(' '),
        );
      }
      await raw.close();
    }
    const after = (await lender.ask('memory')).memory ?? 0;
    console.log(`${engine}: memory ${(memoryAtRest / 1e6).toFixed(0)} MB at rest, ${(after / 1e6).toFixed(0)} MB after the load`);
  } finally {
    agent.destroy();
    await lender.stop();
  }
}

/** What the longer measurements need of this one. */
const bench = { settings, start: startLenderProcess };

const { turn, soak } = values;
if (values.help) console.log(USAGE);
// Only a server's database can be looked at from outside.
else if (turn !== undefined) await measureTurn(bench, Number(turn));
else if (soak !== undefined) for (const engine of engines) await measureSoak(bench, engine, Number(soak));
else if (values.overload) for (const engine of engines) await measureOverload(bench, engine);
else for (const engine of engines) await measure(engine);
