/** `npm run paths`: proves the journey's chart and says what was proved; `--json` for machines. Exit code 1 when something is missing. */
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { complaintsOf, describe, prove } from './prove.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const report = await prove(journeyMachine);
console.log(values.json ? JSON.stringify(report, null, 2) : describe(report).join('\n'));
process.exitCode = complaintsOf(report).length === 0 ? 0 : 1;
