/**
 * `npm run budget`: builds the application, opens it in a browser and compares what it costs with what it may cost.
 * Leaves with 1 when something is exceeded or could not be measured, with 2 when it could not be built.
 */
import { asTable, firstPaintLines, formVendorLine, isExceeded, screenLines, toolLines } from './lib/budgetLimits.ts';
import { markBuilt } from './lib/builtPages.mjs';
import { buildBundle, type Chunk } from './lib/bundle.ts';
import { measureFirstPaint } from './lib/measureFirstPaint.ts';

const fail = (code: number) => (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = code;
  return null;
};

async function compare(chunks: readonly Chunk[]): Promise<void> {
  const firstPaint = await measureFirstPaint();
  const lines = [...firstPaintLines(chunks, firstPaint), ...toolLines(chunks), formVendorLine(chunks), ...screenLines(chunks)];
  console.log(asTable(lines));
  console.log('\nfetched until home is usable:');
  for (const { url, type } of firstPaint.requests) console.log(`  ${type.padEnd(10)} ${url.slice(firstPaint.origin.length)}`);
  process.exitCode = lines.some(isExceeded) ? 1 : 0;
}

const chunks = await buildBundle().catch(fail(2));
// What was measured is what people get, and what the browser tests open.
if (chunks) markBuilt();
if (chunks) await compare(chunks).catch(fail(1));
