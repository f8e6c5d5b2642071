/** Evaluates mutants of both charts in parallel, and keeps every result so that an interrupted run goes on where it ended. */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { journeyMachine } from '#machines/journey.machine.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import { filesBelow } from '../../../scripts/lib/filesBelow.mjs';
import { EXPECTED_FILE } from '../expected/tableRows.ts';
import type { Result } from './evaluate.ts';
import { evaluateOrder } from './evaluateOrder.ts';
import { mutantsOf, type Mutant } from './operators.ts';

export type ChartName = 'journey' | 'order';

export interface Judged {
  chart: ChartName;
  mutant: Mutant;
  result: Result;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const WORKER = fileURLToPath(new URL('./mutantWorker.ts', import.meta.url));
/** Number of mutants that a worker gets at once. */
const PORTION = 20;

/** The name contains a hash of charts, guards, actions and checks, because results are valid for these alone. */
function cacheFile(): string {
  const hash = createHash('sha256').update(chartHash(journeyMachine)).update(chartHash(orderMachine));
  for (const file of [...filesBelow(join(ROOT, 'machines')), ...filesBelow(join(ROOT, 'tests/paths'))].sort())
    if (/(?<!\.test)\.tsx?$/.test(file) && !file.includes('/mutants/equivalent')) hash.update(readFileSync(file));
  if (existsSync(EXPECTED_FILE)) hash.update(readFileSync(EXPECTED_FILE));
  return join(ROOT, '.cache/mutants', `${hash.digest('hex').slice(0, 16)}.jsonl`);
}

function readCache(file: string): Map<string, Result> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  // A line may be cut off where a run was interrupted.
  const entries = lines.flatMap((line): [string, Result][] => {
    try {
      const { name, result } = JSON.parse(line) as { name: string; result: Result };
      return [[name, result]];
    } catch {
      return [];
    }
  });
  return new Map(entries);
}

/** Runs workers until every name has a result. */
function evaluateInWorkers(names: readonly string[], onResult: (name: string, result: Result) => void): Promise<void> {
  const open = [...names];
  const count = Math.max(1, Math.min(availableParallelism(), Math.ceil(names.length / 400)));
  const runWorker = () =>
    new Promise<void>((done, fail) => {
      const worker = fork(WORKER, {
        execArgv: ['--max-semi-space-size=128', '--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      worker.on('message', (message: { name?: string; result?: Result }) => {
        if (message.name !== undefined && message.result) return onResult(message.name, message.result);
        const portion = open.splice(0, PORTION);
        if (portion.length > 0) worker.send(portion);
        else {
          done();
          worker.kill();
        }
      });
      worker.on('error', fail);
      // A rejection after `done` has no effect.
      worker.on('exit', (code, signal) => fail(new Error(`a worker ended before its mutants were evaluated: ${signal ?? `code ${code}`}`)));
    });
  return Promise.all(Array.from({ length: count }, runWorker)).then(() => undefined);
}

/**
 * @param choose selects the mutants to evaluate.
 * @param onJudged is called with each result, including results of an earlier run.
 */
export async function judgeMutants(
  choose: (all: readonly { chart: ChartName; mutant: Mutant }[]) => readonly { chart: ChartName; mutant: Mutant }[],
  onJudged: (judged: Judged, left: number) => void,
): Promise<Judged[]> {
  const all = [
    ...mutantsOf(orderMachine).map((mutant) => ({ chart: 'order' as const, mutant })),
    ...mutantsOf(journeyMachine).map((mutant) => ({ chart: 'journey' as const, mutant })),
  ];
  const file = cacheFile();
  mkdirSync(dirname(file), { recursive: true });
  const known = readCache(file);
  const chosen = choose(all);
  const judged: Judged[] = [];
  let left = chosen.length;
  const keep = (one: (typeof all)[number], result: Result): void => {
    judged.push({ ...one, result });
    left -= 1;
    onJudged({ ...one, result }, left);
  };
  const open = new Map<string, (typeof all)[number]>();
  for (const one of chosen) {
    const before = known.get(one.mutant.name);
    if (before) keep(one, before);
    else if (one.chart === 'order') keep(one, evaluateOrder(one.mutant));
    else open.set(one.mutant.name, one);
  }
  if (open.size > 0)
    await evaluateInWorkers([...open.keys()], (name, result) => {
      appendFileSync(file, `${JSON.stringify({ name, result })}\n`);
      const one = open.get(name);
      if (one) keep(one, result);
    });
  return judged;
}
