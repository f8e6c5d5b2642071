/** The bench of the pages: reads its options, runs, and prints. */
import { parseArgs } from 'node:util';
import { build, isBuilt } from '../../../scripts/lib/builtPages.mjs';
import { openPlace } from './places.ts';
import { buildReferences } from './references.ts';
import { goalLines, tables } from './report.ts';
import { MEASURES, runAll, type Measure } from './runs.ts';
import { NETWORKS, SUBJECTS, type NetworkName, type Subject } from './subjects.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws Error for a name that is none of these. */
function chosen<T extends string>(text: string | undefined, all: readonly T[], usual: readonly T[]): readonly T[] {
  if (text === undefined) return usual;
  return text.split(',').map((name) => {
    if (!all.includes(name as T)) throw new Error(`There is no "${name}"; choose of ${all.join(', ')}.`);
    return name as T;
  });
}

export const PAGES_USAGE = [
  `--pages ${SUBJECTS.join(',')}`,
  `--network ${Object.keys(NETWORKS).join(',')}`,
  `--measures ${Object.keys(MEASURES).join(',')}`,
  '--runs N',
];

export async function benchPages(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({
    args: [...args],
    options: { pages: { type: 'string' }, network: { type: 'string' }, measures: { type: 'string' }, runs: { type: 'string' } },
  });
  const subjects = chosen<Subject>(values.pages, SUBJECTS, SUBJECTS);
  const networks = chosen<NetworkName>(values.network, Object.keys(NETWORKS) as NetworkName[], Object.keys(NETWORKS) as NetworkName[]);
  const measures = chosen<Measure>(values.measures, Object.keys(MEASURES) as Measure[], Object.keys(MEASURES) as Measure[]);
  const runs = Number(values.runs ?? 7);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs is a whole number from 1.');

  if (subjects.includes('ours') && !isBuilt() && !(await build())) throw new Error('the pages could not be built');
  if (subjects.some((one) => one !== 'ours')) await buildReferences();
  const places = [];
  try {
    for (const subject of subjects) places.push(await openPlace(subject));
    const results = await runAll(places, { networks, measures, runs }, say);
    return [...tables(results, { subjects, networks, measures }), '', ...goalLines(results)];
  } finally {
    for (const place of places) await place.stop();
  }
}
