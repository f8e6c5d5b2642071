/** Bundles the lender into `dist/server`, or into the folder of the argument. */
import { resolve } from 'node:path';
import { bundleLender } from './build/lenderBundle.ts';
import { root } from './lib/install.mjs';

await bundleLender(root, resolve(root, process.argv[2] ?? 'dist/server'));
