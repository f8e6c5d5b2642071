/**
 * Runs Lighthouse (mobile, its own simulated throttling) on the address that it is given, and prints scores and audits as
 * one line of JSON.
 */
import * as launcher from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [url, chromePath] = process.argv.slice(2);
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const chrome = await launcher.launch({ chromePath, chromeFlags: [...flags, '--disable-component-update', '--disable-sync'] });
try {
  const run = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] });
  const { categories, audits } = run.lhr;
  const value = (name) => audits[name]?.numericValue ?? null;
  console.log(
    JSON.stringify({
      performance: categories.performance.score,
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
    }),
  );
} finally {
  chrome.kill();
}
