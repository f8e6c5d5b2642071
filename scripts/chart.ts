/**
 * Writes docs/charts and the diagram in the README from the machines. `--check` writes nothing, and exits with 1 if a file is
 * stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staleCharts } from './lib/charts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string | null => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
};

const stale = staleCharts(read);
if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} does not show the chart as it is; run: npm run chart`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(stale.length > 0 ? `wrote ${stale.map(({ path }) => path).join(', ')}` : 'the charts are up to date');
}
