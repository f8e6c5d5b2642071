/** `npm run population`: writes generated journeys into a file for the inspector, in the format of the lender's store. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { storedRecordings } from '../../recording/journeys/storedRecordings.ts';
import { generatePopulation, PLANTED } from './generatePopulation.ts';

const usage = `npm run population writes 2,000 generated journeys into .cache/population.jsonl.
  -- --count 500 --seed 7 --until 2026-03-31 --out FILE
The same seed makes the same journeys. Open the file in the inspector: Population, Open files.`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string', default: '2026-03-31' },
    out: { type: 'string', default: '.cache/population.jsonl' },
    help: { type: 'boolean', default: false },
  },
});
const [count, seed, until] = [Number(values.count), Number(values.seed), Date.parse(values.until)];

if (values.help) console.log(usage);
else if (!(Number.isInteger(count) && count > 0) || !Number.isInteger(seed) || Number.isNaN(until)) {
  console.error(`The count and the seed are whole numbers, and --until is a day.\n${usage}`);
  process.exitCode = 1;
} else {
  const first = (await storedRecordings()).find(({ id }) => id === 'first-loan');
  if (!first) throw new Error('docs/recordings has no first-loan: run npm run recordings');
  await mkdir(dirname(values.out), { recursive: true });
  const file = createWriteStream(values.out);
  for (const recording of generatePopulation(first.recording, { count, seed, until }))
    if (!file.write(`${JSON.stringify(recording)}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
  console.log(
    `${count} journeys in ${values.out}: from release ${PLANTED.release} on, borrowers of ${PLANTED.market} are refused at one field`,
  );
}
