/**
 * The verbs of an operator: `keys:rotate`, `security-log`, `callback-address`, `return-payment`, `text-log`,
 * `bureau-import`. They open the database themselves, or ask the lender that holds the embedded one. A mistake prints one sentence and exits with 1.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDarajaAccess, readReportAddress, readStorage } from './config.ts';
import { readAction, type PaybillAddress } from './operator/callbackAddress.ts';
import { askLender } from './operator/channel.ts';
import { createCommands, type Command, type Outcome } from './operator/commands.ts';
import { readReceipt } from './operator/returnPayment.ts';
import { asLines, readQuery } from './operator/showSecurityLog.ts';
import { createTextLog } from './messaging/textLog.ts';
import { readBureauFile } from './operator/importBureau.ts';
import { readNumber } from './operator/showTexts.ts';
import { openCallbackSecret, openTextsSecret } from './rail/callbackSecret.ts';
import { createReversals } from './lending/reversals.ts';
import { createSharedTokens } from './rail/accessTokens.ts';
import { createDaraja } from './rail/daraja.ts';
import { CannotStart } from './store/cannotStart.ts';
import { systemClock } from './store/clock.ts';
import { loadKeys } from './store/keyRing.ts';
import { isTaken } from './store/lock.ts';
import type { Secret } from './store/secret.ts';
import { createSecurityLog } from './store/securityLog.ts';
import { openStore, type Store } from './store/store.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Asked {
  command: Command;
  json?: boolean;
}

const QUERY = { since: { type: 'string' }, kind: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const;

const VERBS: Readonly<Record<Command['is'], (args: string[]) => Asked>> = {
  'keys:rotate': (args) => {
    parseArgs({ args, options: {} });
    return { command: { is: 'keys:rotate' } };
  },
  'security-log': (args) => {
    const { json = false, ...query } = parseArgs({ args, options: QUERY }).values;
    return { command: { is: 'security-log', query: readQuery(query) }, json };
  },
  'callback-address': (args) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    return { command: { is: 'callback-address', action: readAction(positionals) } };
  },
  'return-payment': (args) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    return { command: { is: 'return-payment', receipt: readReceipt(positionals) } };
  },
  'text-log': (args) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    return { command: { is: 'text-log', number: readNumber(positionals) } };
  },
  'bureau-import': (args) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    return { command: { is: 'bureau-import', file: readBureauFile(positionals) } };
  },
};

function readVerb([verb = '', ...args]: readonly string[]): Asked {
  const read = Object.entries(VERBS).find(([name]) => name === verb)?.[1];
  if (!read) throw new CannotStart(`There is no verb "${verb}": choose one of ${Object.keys(VERBS).join(', ')}.`);
  try {
    return read(args);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${verb}: ${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`);
  }
}

function paybillAddress(store: Store, secret: Secret): PaybillAddress {
  const access = readDarajaAccess(process.env);
  return {
    secret: openCallbackSecret(store, secret),
    baseUrl: () => access?.callbackBaseUrl ?? '',
    register:
      access && createDaraja({ access: () => access, clock: systemClock, tokens: createSharedTokens(store, systemClock) }).registerPaybill,
  };
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
    const security = createSecurityLog(store, systemClock, keys.secret);
    const run = createCommands({
      store,
      clock: systemClock,
      keys,
      paybill: paybillAddress(store, keys.secret),
      // A running lender on the same database finds it in the outbox.
      reversals: createReversals({ store, clock: systemClock, config: { security }, queued: () => {} }),
      texts: { log: createTextLog(store, systemClock), secret: openTextsSecret(store), reportsTo: readReportAddress(process.env) },
    });
    return await run(command, print, () => isStopped);
  } finally {
    await store.close();
  }
}

try {
  const { command, json = false } = readVerb(process.argv.slice(2));
  const outcome = await carryOut(command);
  if (outcome.is === 'lines') outcome.lines.forEach(print);
  else if (json) print(JSON.stringify(outcome.events, null, 2));
  else asLines(outcome.events).forEach(print);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
