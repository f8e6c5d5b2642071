/**
 * The verbs of an operator: `keys:rotate`, `security-log`. They open the database themselves, or ask the lender that
 * holds the embedded one. A mistake prints one sentence and exits with 1.
 */
import { parseArgs } from 'node:util';
import { readStorage } from './config.ts';
import { askLender } from './operator/channel.ts';
import { createCommands, type Command, type Outcome } from './operator/commands.ts';
import { asLines, readQuery } from './operator/showSecurityLog.ts';
import { CannotStart } from './store/cannotStart.ts';
import { systemClock } from './store/clock.ts';
import { existsSync } from 'node:fs';
import { loadKeys } from './store/keyRing.ts';
import { isTaken } from './store/lock.ts';
import { openStore } from './store/store.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const VERBS = 'keys:rotate, security-log';

function readCommand([verb, ...args]: readonly string[]): { command: Command; json: boolean } {
  const options = { since: { type: 'string' }, kind: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const;
  try {
    if (verb === 'keys:rotate') {
      parseArgs({ args, options: {} });
      return { command: { is: verb }, json: false };
    }
    if (verb !== 'security-log') throw new CannotStart(`There is no verb "${verb}": choose one of ${VERBS}.`);
    const { json = false, ...query } = parseArgs({ args, options }).values;
    return { command: { is: verb, query: readQuery(query) }, json };
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${verb}: ${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`);
  }
}

async function carryOut(command: Command): Promise<Outcome> {
  const { dataDir, databaseUrl, dataKeys, dataKeyFile } = readStorage(process.env);
  if (!databaseUrl && isTaken(dataDir)) return askLender(dataDir, command, print);
  if (!databaseUrl && !existsSync(dataDir)) throw new CannotStart(`There is no database in ${dataDir}: name its folder with DATA_DIR.`);
  const store = await openStore({ dataDir, databaseUrl: databaseUrl ?? undefined, clock: systemClock });
  try {
    const keys = await loadKeys({ keys: dataKeys, keyFile: dataKeyFile, dataDir }, store);
    store.useSecret(keys.secret);
    let isStopped = false;
    process.once('SIGINT', () => (isStopped = true));
    return await createCommands(store, systemClock, keys)(command, print, () => isStopped);
  } finally {
    await store.close();
  }
}

try {
  const { command, json } = readCommand(process.argv.slice(2));
  const outcome = await carryOut(command);
  if (outcome.is === 'keys:rotate') print(outcome.last);
  else if (json) print(JSON.stringify(outcome.events, null, 2));
  else asLines(outcome.events).forEach(print);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
