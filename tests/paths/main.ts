/**
 * `npm run paths`: proves the journey's chart and says what was proved. Exit code 1 when something is missing.
 * `--list` prints every path, `--coverage` writes docs/coverage.md, `--json` is for machines.
 * `--record` writes every path as a recording into docs/recordings/paths, where the inspector finds it.
 * `--faults` fails every call in every way and prints what the borrower is told; `--growth` measures what more screens cost.
 * `--lender` walks the paths with a real lender instead, `--browser` in a real browser.
 */
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { COVERAGE_FILE, coveragePage } from './coverage.ts';
import { walkElsewhere, type World } from './elsewhere.ts';
import { explore } from './explore.ts';
import { failuresOf, writeFailures, type Failure } from './failing.ts';
import { growthTable, writeGrowth } from './growth.ts';
import { complaintsOf, describe, listPaths, prove } from './prove.ts';
import { PATHS_FOLDER, recordPaths, storePaths } from './record.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { json: flag, list: flag, coverage: flag, record: flag, faults: flag, growth: flag, lender: flag, browser: flag },
});

const worlds = (['lender', 'browser'] as const satisfies World[]).filter((world) => values[world]);
if (worlds.length > 0) await proveIn(worlds);
else if (values.faults) await proveFaults();
else if (values.growth) console.error(`wrote ${writeGrowth(await growthTable((line) => console.log(line)))}`);
else await proveOnTheChart();

async function proveOnTheChart(): Promise<void> {
  const { graph, report } = await prove(journeyMachine);
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else {
    if (values.list) console.log(listPaths(report.walks).join('\n'));
    console.log(describe(report).join('\n'));
  }
  if (values.coverage) {
    writeFileSync(COVERAGE_FILE, coveragePage(report.clauses));
    console.error(`wrote ${COVERAGE_FILE}`);
  }
  if (values.record) {
    const recorded = await recordPaths(journeyMachine, report.walks);
    const bytes = await storePaths(recorded);
    console.error(`wrote ${recorded.length} recordings with ${Math.ceil(bytes / 1000)} kB into ${PATHS_FOLDER}`);
  }
  await show(await failuresOf(graph, report));
  process.exitCode = complaintsOf(report).length === 0 ? 0 : 1;
}

async function proveFaults(): Promise<void> {
  // Screens bring their style sheets along, which only a bundler can read.
  register('./browser/styles.mjs', import.meta.url);
  const { dealFaults, faultComplaints, faultTable } = await import('./faults.tsx');
  const outcomes = await dealFaults(explore(journeyMachine));
  const complaints = faultComplaints(outcomes);
  if (values.json) console.log(JSON.stringify({ outcomes, complaints }, null, 2));
  else {
    const calls = new Set(outcomes.map(({ call }) => call)).size;
    const runs = outcomes.reduce((sum, { states }) => sum + states, 0);
    console.log(
      [...faultTable(outcomes), '', `${calls} calls failed ${runs} times, ${complaints.length} complaints`, ...complaints].join('\n'),
    );
  }
  const silent = outcomes.filter(({ complaint }) => complaint !== null);
  await show(silent.map(({ call, fault, complaint, path }) => ({ says: `${call} with ${fault}: ${complaint}`, steps: path })));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

async function proveIn(chosen: readonly World[]): Promise<void> {
  const { lines, verdicts, failures } = await walkElsewhere(chosen);
  console.log(values.json ? JSON.stringify(verdicts, null, 2) : lines.join('\n'));
  await show(failures);
  process.exitCode = Object.values(verdicts).every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}

/** What failed is there to be looked at. */
async function show(failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const files = await writeFailures(journeyMachine, failures);
  console.error(['to be opened in the inspector (Import):', ...files.map((file) => `  ${file}`)].join('\n'));
}
