/**
 * Runs `npm run paths`: verifies the journey's chart and reports the coverage. Exit code 1 when something is missing, and for
 * an unknown option. `pathsOptions.ts` lists the options.
 */
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { availableParallelism } from 'node:os';
import { journeyMachine } from '#machines/journey.machine.ts';
import { COVERAGE_FILE, coveragePage } from './coverage.ts';
import { testInEnvironments, type EnvironmentName } from './environments.ts';
import { explore } from './explore.ts';
import { journeyModel, missingIn } from './model.ts';
import { failuresOf, removeFailures, writeFailures, type Failure } from './counterexamples.ts';
import { orderComplaints } from '../machines/orderTable.ts';
import { growthTable, writeGrowth } from './growth.ts';
import { readOptions, usage, type Option } from './pathsOptions.ts';
import { createTable } from './expected/table.ts';
import { readTable } from './expected/tableRows.ts';
import { compareInOtherProcess } from './soundnessWorker.ts';
import { callsWithout, newStates, pagesWithout } from './newStates.ts';
import { MissingCase } from './steps.ts';
import { typeComplaint, typeErrors } from './typeErrors.ts';
import { complaintsOf, describe, listPaths, verify } from './verify.ts';
import { orderEvents } from './orderLife.ts';
import { obligationNamed, pathTo } from './pathTo.ts';
import { PATHS_FOLDER, recordPaths, storePaths } from './recordPaths.ts';

const options = readOptions(process.argv.slice(2));
if ('complaint' in options) {
  console.error([options.complaint, ...usage()].join('\n'));
  process.exitCode = 1;
} else if (options.asked.has('help')) console.log(usage().join('\n'));
else
  await runWith(options.asked, options.to).catch((error: unknown) => {
    // The message has the line to add; a call stack would not show the missing case.
    if (!(error instanceof MissingCase)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });

async function runWith(asked: ReadonlySet<Option>, to: string | null): Promise<void> {
  const environments = (['lender', 'browser'] as const satisfies EnvironmentName[]).filter((name) => asked.has(name));
  const isJson = asked.has('json');
  if (asked.has('growth') && environments.length === 0 && !asked.has('faults')) {
    console.error(`wrote ${writeGrowth(await growthTable((line) => console.log(line)))}`);
    return;
  }
  // A mistyped name ends the run before the counterexamples of the last run are removed.
  const named = to === null ? null : obligationNamed(journeyMachine, to);
  if (named !== null && 'complaint' in named) {
    console.error(named.complaint);
    process.exitCode = 1;
    return;
  }
  await removeFailures();
  const missing = [...missingIn(journeyMachine), ...pagesWithout(journeyMachine)];
  if (missing.length > 0) throw new MissingCase([...missing, ...callsWithout(journeyMachine)].join('\n\n'));
  if (environments.length > 0) await verifyInEnvironments(environments, named?.obligation ?? null, isJson, asked.has('whole'));
  else if (named !== null) await storePathTo(named.obligation, isJson);
  else if (asked.has('faults')) await verifyFaults(isJson);
  else await verifyChart(asked);
}

async function storePathTo(to: string, isJson: boolean): Promise<void> {
  const found = await pathTo(journeyMachine, to);
  if (!('obligation' in found)) {
    console.error(found.complaint);
    process.exitCode = 1;
    return;
  }
  const { obligation, steps, lines, complaint } = found;
  if (isJson) console.log(JSON.stringify({ obligation, steps: steps.map(({ name }) => name), complaint }, null, 2));
  else console.log([obligation, ...lines, complaint ?? `reached in ${steps.length} steps`].join('\n'));
  await store([{ message: complaint ?? `The shortest path to ${obligation}`, steps }]);
  process.exitCode = complaint === null ? 0 : 1;
}

async function verifyChart(asked: ReadonlySet<Option>): Promise<void> {
  // The journey's model takes the lender's answers from the chart of the order, so a fault there looks like one of the journey.
  const wrongOrder = orderComplaints(orderEvents);
  if (wrongOrder.length > 0) {
    console.error(
      [
        'The chart of the order (machines/order.machine.ts) is not as its table says. Correct the chart, or the table if this is meant:',
        ...wrongOrder.map((one) => `  ${one}`),
        'The journey was not checked, because its answers come from this chart.',
      ].join('\n'),
    );
    process.exitCode = 1;
    return;
  }
  const rows = readTable();
  for (const text of [...callsWithout(journeyMachine), ...newStates(journeyMachine, rows)]) console.error(text);
  // The other process explores the chart while the compiler runs.
  const elsewhere = availableParallelism() > 1 ? { elsewhere: compareInOtherProcess() } : {};
  const wrongTypes = typeComplaint(await typeErrors());
  if (wrongTypes !== null) console.error(wrongTypes);
  const { graph, report } = await verify(journeyMachine, undefined, undefined, {
    found: (complaint) => console.error(complaint),
    begins: (part) => console.error(`${part} ...`),
    table: createTable(rows),
    ...elsewhere,
  });
  if (asked.has('json')) console.log(JSON.stringify(report, null, 2));
  else {
    if (asked.has('list')) console.log(listPaths(report.generated).join('\n'));
    console.log([...(wrongTypes === null ? [] : [wrongTypes]), ...describe(report)].join('\n'));
  }
  if (asked.has('coverage')) {
    writeFileSync(COVERAGE_FILE, coveragePage(report.clauses));
    console.error(`wrote ${COVERAGE_FILE}`);
  }
  if (asked.has('record') && report.diverged.length > 0) console.error('recorded nothing: not every path can be executed to its end');
  else if (asked.has('record')) {
    const recorded = await recordPaths(journeyMachine, report.generated);
    const bytes = await storePaths(recorded);
    console.error(`wrote ${recorded.length} recordings with ${Math.ceil(bytes / 1000)} kB into ${PATHS_FOLDER}`);
  }
  await store(await failuresOf(graph, report));
  process.exitCode = complaintsOf(report).length === 0 && wrongTypes === null ? 0 : 1;
}

async function verifyFaults(isJson: boolean): Promise<void> {
  // Screens import style sheets, which only a bundler can read.
  register('./browser/styles.mjs', import.meta.url);
  const { injectFaults, faultComplaints, faultTable } = await import('./faultInjection.tsx');
  const outcomes = await injectFaults(explore(journeyMachine, journeyModel));
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
  await store(silent.map(({ call, fault, complaint, path }) => ({ message: `${call} with ${fault}: ${complaint}`, steps: path })));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

async function verifyInEnvironments(
  chosen: readonly EnvironmentName[],
  obligation: string | null,
  isJson: boolean,
  isWhole: boolean,
): Promise<void> {
  const { lines, verdicts, failures } = await testInEnvironments(chosen, { isWhole, ...(obligation === null ? {} : { obligation }) });
  console.log(isJson ? JSON.stringify(verdicts, null, 2) : lines.join('\n'));
  await store(failures);
  process.exitCode = Object.values(verdicts).every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}

/** Writes the counterexamples for the inspector. */
async function store(failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const files = await writeFailures(journeyMachine, failures);
  console.error(['to be opened in the inspector (Import):', ...files.map((file) => `  ${file}`)].join('\n'));
}
