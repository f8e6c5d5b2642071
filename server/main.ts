/**
 * Starts the lender from the environment, from its sources and, as `dist/server/main.js`, from the build.
 * `--pages FOLDER`: serves the pages in that folder instead of `dist`.
 */
import { whyNodeIsRefused } from './nodeVersion.ts';
import { ignoreClosedOutput } from './closedOutput.ts';

ignoreClosedOutput(process.stdout);

// An old Node must not load the rest: it may fail there with an error that does not name the reason.
const refused = whyNodeIsRefused(process.versions.node);
if (refused === null) await import('./startFromEnvironment.ts');
else {
  process.stderr.write(`${refused}\n`);
  process.exitCode = 1;
}
