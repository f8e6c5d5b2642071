/**
 * `npm run budget`: builds the application, opens it in a browser, and compares sizes and requests with their limits. With
 * `-- --parts` each line lists the files or modules that it consists of.
 * Exit code 1: a limit is exceeded or the measurement failed; 2: the build failed.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/browser.mjs';
import {
  circleLine,
  compiledLateLine,
  firstPaintLines,
  formVendorLine,
  isExceeded,
  screenLines,
  startLines,
  toolLines,
} from './lib/budgetLimits.ts';
import { asLimits, asTable, explainExceeded } from './lib/budgetTable.ts';
import { markBuilt } from './lib/builtPages.mjs';
import { buildBundle } from './lib/bundle.ts';
import { measureFirstPaint } from './lib/measureFirstPaint.ts';
import { measureStarts } from './lib/measureStarts.ts';
import { withLender } from './lib/temporaryLender.ts';

const { parts } = parseArgs({ options: { parts: { type: 'boolean' } } }).values;

const fail = (code: number) => (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = code;
  return null;
};

/** @throws when no browser is found, the lender does not start, or a start does not show its screen. */
async function measure() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  return withLender(async (lender) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      return { firstPaint: await measureFirstPaint(browser, lender.url), starts: await measureStarts(browser, lender) };
    } finally {
      await browser.close();
    }
  });
}

async function compare(chunks: Awaited<ReturnType<typeof buildBundle>>): Promise<void> {
  const { firstPaint, starts } = await measure();
  const lines = [
    ...firstPaintLines(chunks, firstPaint),
    ...startLines(chunks, starts, firstPaint.origin),
    ...toolLines(chunks),
    circleLine(chunks),
    compiledLateLine(chunks),
    formVendorLine(chunks),
    ...screenLines(chunks),
  ];
  console.log(asTable(lines, parts));
  console.log('\nfetched until home is usable:');
  for (const { url, type } of firstPaint.requests) console.log(`  ${type.padEnd(10)} ${url.slice(firstPaint.origin.length)}`);
  console.log('\nfetched ahead:');
  for (const { url, type } of firstPaint.ahead) console.log(`  ${type.padEnd(10)} ${url.slice(firstPaint.origin.length)}`);
  console.log(`\nthe measured figures as limits, for LIMITS in scripts/lib/budgetLimits.ts:\n${asLimits(lines)}`);
  const isOver = lines.some(isExceeded);
  // Last in a long output, where a reader looks.
  if (isOver) console.log(`\n${explainExceeded(lines)}`);
  process.exitCode = isOver ? 1 : 0;
}

const built = await buildBundle().catch(fail(2));
// The lender serves the measured build too, and the browser tests open it.
if (built) markBuilt();
if (built) await compare(built).catch(fail(1));
