/**
 * `npm run paths`: proves the journey's chart and says what was proved. Exit code 1 when something is missing.
 * `--list` prints every path, `--coverage` writes docs/coverage.md, `--json` is for machines.
 * `--lender` walks the paths with a real lender instead, `--browser` in a real browser.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { COVERAGE_FILE, coveragePage } from './coverage.ts';
import { walkElsewhere, type World } from './elsewhere.ts';
import { complaintsOf, describe, listPaths, prove } from './prove.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { json: flag, list: flag, coverage: flag, lender: flag, browser: flag } });

const worlds = (['lender', 'browser'] as const satisfies World[]).filter((world) => values[world]);
if (worlds.length > 0) await proveIn(worlds);
else await proveOnTheChart();

async function proveOnTheChart(): Promise<void> {
  const report = await prove(journeyMachine);
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else {
    if (values.list) console.log(listPaths(report.walks).join('\n'));
    console.log(describe(report).join('\n'));
  }
  if (values.coverage) {
    writeFileSync(COVERAGE_FILE, coveragePage(report.clauses));
    console.error(`wrote ${COVERAGE_FILE}`);
  }
  process.exitCode = complaintsOf(report).length === 0 ? 0 : 1;
}

async function proveIn(chosen: readonly World[]): Promise<void> {
  const { lines, verdicts } = await walkElsewhere(chosen);
  console.log(values.json ? JSON.stringify(verdicts, null, 2) : lines.join('\n'));
  process.exitCode = Object.values(verdicts).every(({ complaints }) => complaints.length === 0) ? 0 : 1;
}
