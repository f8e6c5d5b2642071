/**
 * `npm run recordings:diff` shows the journeys with another outcome on the present chart, before and after, on one page. They
 * are approved there one by one. Folders behind `--` contain recordings of borrowers. `--against REF` compares with another
 * commit than HEAD. `--approve ID` approves without the page, `--withdraw ID` takes an approval back. `--once` writes the page
 * and does not serve it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgsOr } from '../../../support/commandLine.ts';
import { launch } from '../../../support/chromium.ts';
import { approve, isApproved, readApprovals, withdraw } from '../journeyApprovals.ts';
import { buildOfCommit, buildOfWorkingTree } from './builds.ts';
import { findDifferences, UnreadableFolder, type Difference } from './differences.ts';
import { diffPage } from './diffPage.ts';
import { takePicturesOf } from './stepPictures.ts';
import { serveDiff } from './serve.ts';

const OUT = fileURLToPath(new URL('../../../../.cache/recordings/diff', import.meta.url));

const USAGE = `npm run recordings:diff compares where the stored journeys lead with where they led; behind \`--\` it takes folders with recordings of borrowers, and
  --against REF  the commit to compare with instead of HEAD
  --approve ID   approves a journey without the page
  --withdraw ID  takes an approval back
  --once         writes the page and serves nothing`;

const { values, positionals: folders } = parseArgsOr(USAGE, {
  options: {
    against: { type: 'string', default: 'HEAD' },
    approve: { type: 'string', multiple: true, default: [] },
    withdraw: { type: 'string', multiple: true, default: [] },
    once: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

for (const id of values.withdraw) {
  await withdraw(id).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  console.log(`${id} is not approved any more`);
}
if (values.withdraw.length > 0 && values.approve.length === 0) process.exit(0);

const { compared, differences, leftOut } = await findDifferences(folders).catch((error: unknown) => {
  if (!(error instanceof UnreadableFolder)) throw error;
  console.error(error.message);
  process.exit(1);
});
for (const { file, why } of leftOut) console.error(`left out: ${file}: ${why}`);
const named = (id: string): Difference => {
  const found = differences.find((one) => one.id === id && one.kind === 'named');
  if (!found) throw new Error(`no named journey "${id}" lands elsewhere`);
  return found;
};

if (values.approve.length > 0) {
  for (const id of values.approve) await approve(id, named(id).says);
  console.log(`approved ${values.approve.join(', ')}; npm run recordings records ${values.approve.length === 1 ? 'it' : 'them'} anew`);
} else {
  for (const { id, says } of differences) console.log(`${id}: ${says}`);
  console.log(`${differences.length} of ${compared} journeys land elsewhere`);
  if (differences.length > 0) await show();
}

async function show(): Promise<void> {
  const [before, after] = [await buildOfCommit(values.against, (line) => console.error(line)), await buildOfWorkingTree()];
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  const browser = await launch();
  const [pictures, picturesNow] = await (async () => {
    try {
      return [
        await takePicturesOf(browser, before, 'before', differences, OUT),
        await takePicturesOf(browser, after, 'after', differences, OUT),
      ] as const;
    } finally {
      await browser.close();
    }
  })();
  const approved = await readApprovals();
  const shown = differences.map((one) => ({
    ...one,
    before: pictures.get(one.id) ?? null,
    after: picturesNow.get(one.id) ?? null,
    isApproved: isApproved(approved, one.id, one.says),
  }));
  await writeFile(join(OUT, 'index.html'), diffPage(shown, values.against));
  if (values.once) return console.log(join(OUT, 'index.html'));
  const { address } = await serveDiff(OUT, { approve: (id) => approve(id, named(id).says), withdraw: (id) => withdraw(id) });
  console.log(`${address} shows them side by side; end with Ctrl+C`);
}
