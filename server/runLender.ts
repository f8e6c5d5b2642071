/** Runs the lender in this process until a signal stops it. A failed start prints one sentence and exits with 1. */
import { dirname } from 'node:path';
import { readConfig } from './config.ts';
import { startLender, type LenderOptions } from './startLender.ts';
import { CannotStart } from './store/cannotStart.ts';

export interface Pages {
  options: LenderOptions;
  /** Whether there is a page of the sandbox with this name. */
  hasPage(name: string): boolean;
}

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);

async function run(findPages: () => Pages): Promise<void> {
  const config = readConfig(process.env);
  const { options, hasPage } = findPages();
  const lender = await startLender(config, options);

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
  for (const page of config.mode === 'sandbox' ? ['sandbox', 'inspector'] : [])
    if (hasPage(page)) printLine(`${page.padEnd(10)} ${lender.url}/${page}`);
  if (config.monitor) printLine(`monitor    http://${config.monitor.host}:${lender.monitorPort}/readyz, /metrics`);
  printLine(`data       ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}`);
  if (lender.keyFile !== null) {
    const isBeside = !config.databaseUrl && dirname(lender.keyFile) === config.dataDir;
    const warning = ', beside the database: anyone who copies the folder can read all of it; DATA_KEY_FILE puts them elsewhere';
    printLine(`keys       ${lender.keyFile}${isBeside ? warning : ''}`);
  }
  if (config.mode === 'production' && config.reader === 'off')
    printLine('reader     off: no photo is judged, so every application that the rules do not reject waits for a person at the desk');
  printLine(`mode       ${config.mode}${config.daraja ? '' : ', simulated M-PESA'}`);
  printLine('ready; Ctrl+C stops it');
}

function fail(error: unknown): never {
  process.stderr.write(
    error instanceof CannotStart ? `${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

/** @param findPages called once the environment is known to be valid. @throws never: a failure ends the process. */
export const runLender = (findPages: () => Pages): Promise<void> => run(findPages).catch(fail);
