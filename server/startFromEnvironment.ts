/** The start of the lender, loaded by `main.ts` from the sources or from the build, once the version of Node is known to be supported. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { refuseOtherNames } from './builtNames.ts';
import { readConfig } from './config.ts';
import { runLender } from './runLender.ts';
import { CannotStart } from './store/cannotStart.ts';

const isBuilt = import.meta.url.endsWith('.js');
const DIST = fileURLToPath(new URL(isBuilt ? '..' : '../dist', import.meta.url));

await runLender(() => {
  const { pages } = parseArgs({ options: { pages: { type: 'string', default: DIST } } }).values;
  if (!existsSync(join(pages, 'app')))
    throw new CannotStart(
      `There are no pages in ${pages}: ${isBuilt ? 'copy the folder dist of the build there' : 'run `npm start` or `npm run build` first'}.`,
    );
  refuseOtherNames(join(pages, 'app'), readConfig(process.env));
  return { options: { dist: pages }, hasPage: (name) => existsSync(join(pages, 'tools', `${name}.html`)) };
});
