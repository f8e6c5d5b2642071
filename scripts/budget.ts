/**
 * `npm run budget`: builds the application, opens it in a browser, and compares sizes and requests with their limits.
 * Exit code 1: a limit is exceeded or the measurement failed; 2: the build failed.
 */
import {
  asTable,
  circleLine,
  compiledLateLine,
  firstPaintLines,
  formVendorLine,
  isExceeded,
  screenLines,
  toolLines,
} from './lib/budgetLimits.ts';
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
  const lines = [
    ...firstPaintLines(chunks, firstPaint),
    ...toolLines(chunks),
    circleLine(chunks),
    compiledLateLine(chunks),
    formVendorLine(chunks),
    ...screenLines(chunks),
  ];
  console.log(asTable(lines));
  console.log('\nfetched until home is usable:');
  for (const { url, type } of firstPaint.requests) console.log(`  ${type.padEnd(10)} ${url.slice(firstPaint.origin.length)}`);
  console.log('\nfetched ahead:');
  for (const { url, type } of firstPaint.ahead) console.log(`  ${type.padEnd(10)} ${url.slice(firstPaint.origin.length)}`);
  const exceeded = lines.filter(isExceeded);
  // Repeated at the end of a long output, where a reader looks.
  if (exceeded.length > 0) console.log(`\n${asTable(exceeded)}`);
  process.exitCode = exceeded.length > 0 ? 1 : 0;
}

const chunks = await buildBundle().catch(fail(2));
// The lender serves the measured build too, and the browser tests open it.
if (chunks) markBuilt();
if (chunks) await compare(chunks).catch(fail(1));
