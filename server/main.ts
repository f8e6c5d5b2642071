/**
 * Starts the lender from the environment. A failed start prints one sentence and exits with 1.
 * `--dev`: with Vite and hot reload. `--pages FOLDER`: with the build in that folder instead of `dist/`.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { devPages } from './simulation/devPages.ts';
import { startLender } from './startLender.ts';
import { CannotStart } from './store/cannotStart.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { dev, pages } = parseArgs({ options: { dev: { type: 'boolean' }, pages: { type: 'string', default: DIST } } }).values;
  if (!dev && !existsSync(join(pages, 'app')))
    throw new CannotStart(`There is no build in ${pages}: run \`npm start\`, or \`npx vite build\` first.`);
  const lender = await startLender(config, dev ? { extend: (app) => devPages(app) } : { dist: pages });

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    printLine('stopping');
    lender.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  printLine('');
  printLine(`app        ${lender.url}/`);
  for (const page of config.mode === 'sandbox' ? ['sandbox', 'inspector'] : []) {
    if (existsSync(fileURLToPath(new URL(`../${page}.html`, import.meta.url)))) printLine(`${page.padEnd(10)} ${lender.url}/${page}`);
  }
  if (config.monitor) printLine(`monitor    http://${config.monitor.host}:${lender.monitorPort}/readyz, /metrics`);
  printLine(`data       ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}`);
  if (lender.keyFile !== null) {
    const isBeside = !config.databaseUrl && dirname(lender.keyFile) === config.dataDir;
    const warning = ', beside the database: anyone who copies the folder can read all of it; DATA_KEY_FILE puts them elsewhere';
    printLine(`keys       ${lender.keyFile}${isBeside ? warning : ''}`);
  }
  printLine(`mode       ${config.mode}${config.daraja ? '' : ', simulated M-PESA'}`);
  printLine('ready; Ctrl+C stops it');
}

function fail(error: unknown): never {
  process.stderr.write(
    error instanceof CannotStart ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

main().catch(fail);
