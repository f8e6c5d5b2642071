/**
 * `npm run paths`: proves the journey's chart and says what was proved. Exit code 1 when something is missing.
 * `--list` prints every path, `--coverage` writes docs/coverage.md, `--json` is for machines.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { COVERAGE_FILE, coveragePage } from './coverage.ts';
import { complaintsOf, describe, listPaths, prove } from './prove.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { json: flag, list: flag, coverage: flag } });

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
