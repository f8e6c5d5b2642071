/**
 * `npm run bench:lender`: compares the throughput of the lender with that of its HTTP server and its database alone. Every
 * figure is a ratio of two measurements of the same run, because a time depends on the machine as much as on the program. The
 * bench has no limits. Limits for exact counts are in `tests/server/statements.test.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { operatorsSettings } from '../../support/deployment.ts';
import { imageSettings } from '../../support/deploymentFiles.ts';
import { PLAIN_PROXIES } from '../../support/proxies.ts';
import { addCrowd, addLoans, CALLS, requestsOf } from './calls.ts';
import { compareGrowth, growDatabase } from './grownDatabase.ts';
import { startLenderProcess, type LenderProcess } from './measuredLender.ts';
import { borrowersNeeded, measureLoad, ratio, repetitionsNeeded, type LoadOptions } from './measureLoad.ts';
import { ENGINES, makePlaces, type EngineName, type Place } from './copiedDatabases.ts';
import { startRail } from './acceptingRail.ts';
import { measureOverload } from './overload.ts';
import { measureSoak } from './soak.ts';
import { recordStatements } from './statements.ts';
import { measureTurn } from './turn.ts';

const USAGE = `npm run bench:lender measures the lender on both databases; behind \`--\`:
  embedded | postgres   one of them
  --turn N              instead: N loans become late at once, on PostgreSQL
  --growth N            instead: home, records and pulse with N borrowers and with 1000, on PostgreSQL
  --soak MINUTES        instead: a moderate load for so long, after five minutes; open files and memory, and how they grow
  --overload            instead: four times what it can do, for 30 s
  --behind nginx        with --overload: through this proxy (nginx, caddy, haproxy), set as it is delivered
  --seconds N           of each measurement (4)
  --connections 1,8     instead of 1,8,32,64
  --calls home,save     instead of home,save,draw,repay
  --each N              borrowers who draw, and who repay, in each measurement (1600)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '1,8,32,64' },
    calls: { type: 'string', default: CALLS.join(',') },
    each: { type: 'string', default: '1600' },
    turn: { type: 'string' },
    growth: { type: 'string' },
    soak: { type: 'string' },
    overload: { type: 'boolean', default: false },
    behind: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const each = Number(values.each);
const calls = CALLS.filter((call) => values.calls.split(',').includes(call));
const load: LoadOptions = { calls, connections: values.connections.split(',').map(Number), seconds, each };
const behind = PLAIN_PROXIES.find((one) => one === values.behind) ?? null;
const engines = ENGINES.filter((engine) => positionals.length === 0 || positionals.includes(engine));

const { MALLOC_TRIM_THRESHOLD_ = '' } = imageSettings();

/** Settings of the measured lender: those of an operator, with the simulated rail and without the reader. */
const settings = (place: Place, railUrl: string): Record<string, string> => ({
  ...operatorsSettings(),
  MALLOC_TRIM_THRESHOLD_,
  PORT: '0',
  TRUST_PROXY: '1',
  HOST: '127.0.0.1',
  READER: 'off',
  LOG_LEVEL: 'warn',
  DATA_DIR: place.dataDir,
  ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  DATA_KEYS: `1:${'5a'.repeat(16)}${'a5'.repeat(16)}`,
  DARAJA_BASE_URL: railUrl,
  SMS_URL: railUrl,
});

/** The first start of a lender does some work once for all borrowers, which would be measured otherwise. */
const startOnce = async (place: Place, railUrl: string): Promise<void> => (await startLenderProcess(settings(place, railUrl))).stop();

const SECONDS_OF_REST = 20;

async function measure(engine: EngineName): Promise<void> {
  const rail = await startRail();
  const places = await makePlaces(engine);
  const print = (line: string): void => console.log(`${engine}: ${line}`);
  try {
    const config = readConfig(settings(places.original, rail.url));
    const needed = borrowersNeeded(load);
    const crowd = await addCrowd(places.original, config, { drawing: needed, paying: needed });
    await startOnce(places.original, rail.url);
    const recorded = await recordStatements(settings(await places.copy(), rail.url), requestsOf(crowd), repetitionsNeeded(load));
    print('statements of a call, counted');
    for (const call of calls) print(`  ${call.padEnd(6)}${String(recorded[call][1]?.length ?? 0).padStart(4)}`);
    const start = async (): Promise<LenderProcess> => startLenderProcess(settings(await places.copy(), rail.url));
    const resting = await start();
    // The garbage of the start is collected within seconds.
    await sleep(SECONDS_OF_REST * 1_000);
    const { memory: atRest = 0 } = await resting.ask('memory');
    await resting.stop();
    print(`memory ${(atRest / 1e6).toFixed(0)} MB after ${SECONDS_OF_REST} seconds at rest`);
    await measureLoad({ start, crowd, recorded, copy: () => places.copy() }, load, print);
  } finally {
    await places.remove();
    rail.close();
  }
}

/** Number of borrowers of the small lender, and of those who make the calls. */
const FEW = 1_000;
const CALLERS = 100;
const GROWTH_CALLS = 1_000;

async function measureGrowthOn(engine: EngineName, borrowers: number): Promise<void> {
  const rail = await startRail();
  const places = await makePlaces(engine);
  const started: LenderProcess[] = [];
  const start = async (place: Place): Promise<LenderProcess> => {
    const lender = await startLenderProcess(settings(place, rail.url));
    started.push(lender);
    return lender;
  };
  try {
    const callers = await addLoans(places.original, readConfig(settings(places.original, rail.url)), CALLERS);
    // Before the others are added below.
    await startOnce(places.original, rail.url);
    const [few, many] = [await places.copy(), await places.copy()];
    const [{ orderNo } = { orderNo: '' }] = callers;
    const grownBy = async ({ databaseUrl = '' }: Place, to: number): Promise<void> => {
      const grown = await growDatabase(databaseUrl, to - CALLERS, orderNo);
      console.log(`${engine}: ${grown.borrowers} borrowers, ${grown.journals} journals`);
    };
    await grownBy(few, FEW);
    await grownBy(many, borrowers);
    const compared = await compareGrowth({ few: await start(few), many: await start(many) }, callers, GROWTH_CALLS);
    console.log(`${engine}: p50 ms with few, with many, ratio`);
    for (const { name, ...one } of compared)
      console.log(`  ${name.padEnd(8)}${one.few.toFixed(2).padStart(8)}${one.many.toFixed(2).padStart(8)} ${ratio(one.many, one.few)}`);
  } finally {
    for (const lender of started) await lender.stop();
    await places.remove();
    rail.close();
  }
}

/** Shared with the longer measurements. */
const bench = { settings, start: startLenderProcess };

const { turn, growth, soak } = values;
if (values.help) console.log(USAGE);
// On PostgreSQL, because another process cannot open the embedded database.
else if (growth !== undefined) await measureGrowthOn('postgres', Number(growth));
else if (turn !== undefined) await measureTurn(bench, Number(turn));
else if (soak !== undefined) for (const engine of engines) await measureSoak(bench, engine, Number(soak));
else if (values.overload) for (const engine of engines) await measureOverload(bench, engine, behind);
else for (const engine of engines) await measure(engine);
