/**
 * `npm run paths`: proves the journey's chart and says what was proved. Exit code 1 when something is missing, or when
 * it is asked for what it does not know. What else it does stands in `options.ts`.
 */
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { journeyMachine } from '#machines/journey.machine.ts';
import { COVERAGE_FILE, coveragePage } from './coverage.ts';
import { walkElsewhere, type World } from './environments.ts';
import { explore } from './explore.ts';
import { failuresOf, forgetFailures, writeFailures, type Failure } from './counterexamples.ts';
import { growthTable, writeGrowth } from './growth.ts';
import { readOptions, usage, type Option } from './commandLine.ts';
import { complaintsOf, describe, listPaths, prove } from './verify.ts';
import { PATHS_FOLDER, recordPaths, storePaths } from './recordPaths.ts';

const options = readOptions(process.argv.slice(2));
if ('complaint' in options) {
  console.error([options.complaint, ...usage()].join('\n'));
  process.exitCode = 1;
} else if (options.asked.has('help')) console.log(usage().join('\n'));
else await proveWhat(options.asked);

async function proveWhat(asked: ReadonlySet<Option>): Promise<void> {
  const worlds = (['lender', 'browser'] as const satisfies World[]).filter((world) => asked.has(world));
  const isJson = asked.has('json');
  if (asked.has('growth') && worlds.length === 0 && !asked.has('faults')) {
    console.error(`wrote ${writeGrowth(await growthTable((line) => console.log(line)))}`);
    return;
  }
  await forgetFailures();
  if (worlds.length > 0) await proveIn(worlds, isJson);
  else if (asked.has('faults')) await proveFaults(isJson);
  else await proveOnTheChart(asked);
}

async function proveOnTheChart(asked: ReadonlySet<Option>): Promise<void> {
  const { graph, report } = await prove(journeyMachine);
  if (asked.has('json')) console.log(JSON.stringify(report, null, 2));
  else {
    if (asked.has('list')) console.log(listPaths(report.walks).join('\n'));
    console.log(describe(report).join('\n'));
  }
  if (asked.has('coverage')) {
    writeFileSync(COVERAGE_FILE, coveragePage(report.clauses));
    console.error(`wrote ${COVERAGE_FILE}`);
  }
  if (asked.has('record') && report.strayed.length > 0) console.error('recorded nothing: not every path can be walked to its end');
  else if (asked.has('record')) {
    const recorded = await recordPaths(journeyMachine, report.walks);
    const bytes = await storePaths(recorded);
    console.error(`wrote ${recorded.length} recordings with ${Math.ceil(bytes / 1000)} kB into ${PATHS_FOLDER}`);
  }
  await show(await failuresOf(graph, report));
  process.exitCode = complaintsOf(report).length === 0 ? 0 : 1;
}

async function proveFaults(isJson: boolean): Promise<void> {
  // Screens bring their style sheets along, which only a bundler can read.
  register('./browser/styles.mjs', import.meta.url);
  const { dealFaults, faultComplaints, faultTable } = await import('./faultInjection.tsx');
  const outcomes = await dealFaults(explore(journeyMachine));
  const complaints = faultComplaints(outcomes);
  if (isJson) console.log(JSON.stringify({ outcomes, complaints }, null, 2));
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

async function proveIn(chosen: readonly World[], isJson: boolean): Promise<void> {
  const { lines, verdicts, failures } = await walkElsewhere(chosen);
  console.log(isJson ? JSON.stringify(verdicts, null, 2) : lines.join('\n'));
  await show(failures);
  process.exitCode = Object.values(verdicts).every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}

/** What failed is there to be looked at. */
async function show(failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const files = await writeFailures(journeyMachine, failures);
  console.error(['to be opened in the inspector (Import):', ...files.map((file) => `  ${file}`)].join('\n'));
}
