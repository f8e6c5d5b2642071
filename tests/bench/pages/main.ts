/** The bench of the pages: reads its options, runs, prints the report, and writes `docs/performance.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from '../../../scripts/lib/builtPages.mjs';
import { root } from '../../../scripts/lib/install.mjs';
import { lighthouseLines } from './lighthouse.ts';
import { openPlace, type OpenedPlace } from './servedPages.ts';
import { buildReferences } from './references.ts';
import { goalLines, tables } from './benchReport.ts';
import { MEASURES, runAll, type Measure } from './runs.ts';
import { NETWORKS, SUBJECTS, type NetworkName } from './subjects.ts';

const PAGE = join(root, 'docs/performance.md');
const BEGIN = '<!-- bench:begin (written by npm run bench -- pages --write) -->';
const END = '<!-- bench:end -->';

const ALL_NETWORKS = Object.keys(NETWORKS) as NetworkName[];
const ALL_MEASURES = [...(Object.keys(MEASURES) as Measure[]), 'lighthouse' as const];
type Asked = (typeof ALL_MEASURES)[number];

export const PAGES_USAGE = [
  `--pages ${SUBJECTS.join(',')}`,
  `--network ${ALL_NETWORKS.join(',')}`,
  `--measures ${ALL_MEASURES.join(',')}`,
  '--runs N       of each page, measure and network; 7 when left out',
  '--write        writes docs/performance.md',
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws Error for an unknown name. */
function chosen<T extends string>(text: string | undefined, all: readonly T[]): readonly T[] {
  if (text === undefined) return all;
  return text.split(',').map((name) => {
    const found = all.find((one) => one === name);
    if (found === undefined) throw new Error(`There is no "${name}"; choose of ${all.join(', ')}.`);
    return found;
  });
}

function write(lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${PAGE} has no place for the tables; it needs "${BEGIN}" and "${END}".`);
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;
  writeFileSync(PAGE, `${before}${BEGIN}\n\nMeasured on ${machine}.\n${lines.join('\n')}\n\n${END}${after}`);
  say(`written: ${PAGE}`);
}

export async function benchPages(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: 'string' },
      network: { type: 'string' },
      measures: { type: 'string' },
      runs: { type: 'string', default: '7' },
      write: { type: 'boolean', default: false },
    },
  });
  const subjects = chosen(values.pages, SUBJECTS);
  const networks = chosen(values.network, ALL_NETWORKS);
  const asked = chosen<Asked>(values.measures, ALL_MEASURES);
  const measures = asked.filter((one): one is Measure => one !== 'lighthouse');
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs is a whole number from 1.');

  if (subjects.includes('ours') && !isBuilt() && !(await build())) throw new Error('the pages could not be built');
  if (asked.includes('lighthouse') || subjects.some((one) => one !== 'ours')) await buildReferences();
  const places: OpenedPlace[] = [];
  try {
    for (const subject of subjects) places.push(await openPlace(subject));
    const results = await runAll(places, { networks, measures, runs }, say);
    const lines = [
      ...tables(results, { subjects, networks, measures }),
      '',
      '```',
      ...goalLines(results),
      '```',
      ...(asked.includes('lighthouse') ? await lighthouseLines(places, Math.min(runs, 3)) : []),
    ];
    if (values.write) write(lines);
    return lines;
  } finally {
    for (const place of places) await place.stop();
  }
}
