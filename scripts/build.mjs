// @ts-check
/** `npm run build`: builds what is deployed, the pages and the lender, into `dist/`, also when it is up to date. */
import { build, buildLender } from './lib/builtPages.mjs';

process.exitCode = (await build()) && (await buildLender()) ? 0 : 1;
