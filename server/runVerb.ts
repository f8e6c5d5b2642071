/**
 * The operator's verbs, such as `backup`. A verb opens the database itself. If a running lender has the embedded database
 * open, the verb is sent to that lender.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { products } from '#src/market/products.ts';
import packageJson from '../package.json' with { type: 'json' };
import { checkKeys, readDarajaAccess, readDeskOrigin, readReportAddress, readStorage } from './config.ts';
import { readSupport } from './lenderIdentity.ts';
import { backUp } from './operator/backup/backup.ts';
import { restore } from './operator/backup/restore.ts';
import { readPayoutsRequest, type DecidedPayouts } from './operator/payouts.ts';
import { createEnvironmentReader, type Environment } from './processEnvironment.ts';
import { readAction, type PaybillAddress } from './operator/callbackAddress.ts';
import { askLender } from './operator/verbChannel.ts';
import { createCommands, type Command, type Outcome } from './operator/commands.ts';
import { readPushAccount, readPushRequest, sendPush, type PushRequest } from './operator/sendPush.ts';
import { readPruneRequest } from './operator/prune.ts';
import { readReceipt } from './operator/returnPayment.ts';
import { readStaffRequest } from './operator/staff.ts';
import { asLines, readQuery } from './operator/showSecurityLog.ts';
import { fcmPush } from './messaging/push.ts';
import { createTextLog } from './messaging/textLog.ts';
import { readBureauFile } from './operator/importBureau.ts';
import { readNumber } from './operator/showTexts.ts';
import { openCallbackSecret, openTextsSecret } from './rail/callbackSecret.ts';
import { openMembers } from './staff/createStaff.ts';
import type { Lending } from './lending/facade.ts';
import { createReversals } from '#server/lending/servicing/reversals.ts';
import { createSharedTokens } from './rail/accessTokens.ts';
import { createDaraja } from './rail/daraja.ts';
import { CannotStart } from './store/cannotStart.ts';
import { asOperatorError } from './store/databaseFailure.ts';
import { systemClock } from './store/clock.ts';
import { loadKeys } from './store/keyRing.ts';
import { isTaken } from './store/lock.ts';
import { databaseFolder } from './store/embedded.ts';
import type { Secret } from './store/secret.ts';
import { createSecurityLog, type SecurityLog } from './store/securityLog.ts';
import { openStore, type Store } from './store/store.ts';

/** The environment, output and interrupts of a verb. */
export interface VerbRun {
  env: Environment;
  print(line: string): void;
  /** Prints one sentence about a mistake. */
  complain(line: string): void;
  /** Called once with a function that stops a long verb after its present step. */
  onInterrupt(stop: () => void): void;
}

interface Asked {
  command: Command;
  json?: boolean;
}

const QUERY = { since: { type: 'string' }, kind: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const;

/** Verbs that need no existing database. */
interface AskedRestore {
  restoreFrom: string;
}
interface AskedPush {
  push: PushRequest;
}
type AskedAny = Asked | AskedRestore | AskedPush;

const PAYOUTS = { restored: { type: 'boolean' }, 'statement-compared': { type: 'boolean' } } as const;

/** Resolves a path against the operator's folder (`INIT_CWD`), because npm runs the verb in the folder of the project. */
function readFile(env: Environment, args: string[], what: string): string {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new CannotStart(`Name one file ${what}, such as /backups/lender-2026-01-31.backup.`);
  return resolve(env['INIT_CWD'] ?? '.', file);
}

const VERBS: Readonly<Record<Command['is'] | 'restore' | 'push', (args: string[], env: Environment) => AskedAny>> = {
  backup: (args, env) => ({ command: { is: 'backup', file: readFile(env, args, 'to write the backup to') } }),
  restore: (args, env) => ({ restoreFrom: readFile(env, args, 'to restore the backup from') }),
  push: (args) => ({ push: readPushRequest(parseArgs({ args, options: {}, allowPositionals: true }).positionals) }),
  payouts: (args) => {
    const { positionals, values } = parseArgs({ args, options: PAYOUTS, allowPositionals: true });
    return { command: { is: 'payouts', request: readPayoutsRequest(positionals, values) } };
  },
  staff: (args) => ({ command: { is: 'staff', request: readStaffRequest(args) } }),
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
  prune: (args) => ({ command: { is: 'prune', request: readPruneRequest(args) } }),
  'bureau-import': (args) => {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    return { command: { is: 'bureau-import', file: readBureauFile(positionals) } };
  },
};

const HELP = ['help', '--help', '-h'];
const VERB_LIST = `The verbs are ${Object.keys(VERBS).join(', ')}. docs/operations.md says what they do.`;

function readVerb([verb = '', ...args]: readonly string[], env: Environment): AskedAny {
  const read = Object.entries(VERBS).find(([name]) => name === verb)?.[1];
  if (!read) throw new CannotStart(`There is no verb "${verb}": choose one of ${Object.keys(VERBS).join(', ')}.`);
  try {
    return read(args, env);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${verb}: ${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`);
  }
}

function paybillAddress(env: Environment, store: Store, secret: Secret): PaybillAddress {
  const access = readDarajaAccess(env);
  return {
    secret: openCallbackSecret(store, secret),
    baseUrl: () => access?.callbackBaseUrl ?? null,
    register:
      access && createDaraja({ access: () => access, clock: systemClock, tokens: createSharedTokens(store, systemClock) }).registerPaybill,
  };
}

const backups = (env: Environment, databaseUrl: string | null) => ({
  release: env['RELEASE'] ?? packageJson.version,
  postgres: databaseUrl === null ? null : { url: databaseUrl, env },
});

/**
 * Opens lending without a rail, because a person's decision about a payout needs none. The modules are loaded on demand,
 * because no other verb needs them. A running lender on the same database sends the texts that the decision queues.
 */
async function openLending(env: Environment, store: Store, security: SecurityLog): Promise<Lending> {
  const daraja = createDaraja({
    access: () => {
      throw new Error('this verb has no access to M-PESA');
    },
    clock: systemClock,
  });
  const lender = readSupport(createEnvironmentReader(env), false);
  const [{ createLending }, { defaultLendingConfig }] = await Promise.all([
    import('./lending/createLending.ts'),
    import('./books/lendingConfig.ts'),
  ]);
  return createLending(store, systemClock, daraja, { ...defaultLendingConfig, products, lender, security });
}

const decidedPayouts = (open: () => Promise<Lending>): DecidedPayouts => ({
  confirmArrival: async (id, receipt) => (await open()).heldPayouts.confirmArrival(id, receipt),
  confirmFailure: async (id) => (await open()).heldPayouts.confirmFailure(id),
});

/** @returns whether the books agree. */
async function restoreFrom({ env, print }: VerbRun, file: string): Promise<boolean> {
  const { dataDir, databaseUrl, dataKeys, keySetting, dataKeyFile } = readStorage(env);
  const { postgres } = backups(env, databaseUrl);
  const { lines, findings } = await restore({
    file,
    postgres,
    keys: { keys: dataKeys, keySetting, keyFile: dataKeyFile, dataDir },
    clock: systemClock,
  });
  lines.forEach((line) => print(line));
  if (findings.length === 0) return true;
  print('The books do not agree, as they did not when the backup was made; a person has to look at this first:');
  findings.forEach((line) => print(line));
  return false;
}

async function carryOut({ env, print, onInterrupt }: VerbRun, command: Command): Promise<Outcome> {
  const { dataDir, databaseUrl, dataKeys, keySetting, dataKeyFile } = readStorage(env);
  if (!databaseUrl && isTaken(dataDir)) return askLender(dataDir, command, print);
  if (!databaseUrl && !existsSync(databaseFolder(dataDir)))
    throw new CannotStart(`There is no database in ${dataDir}: name its folder with DATA_DIR.`);
  // A backup needs no keys.
  if (command.is !== 'backup') checkKeys(env, command.is === 'keys:rotate');
  const store = await openStore({
    dataDir,
    databaseUrl: databaseUrl ?? undefined,
    clock: systemClock,
    // In a mistyped database "payouts stop" would say that it has stopped what goes on elsewhere.
    mustExist: true,
    // A backup must not migrate the database: it is needed most before a new release does that.
    asItIs: command.is === 'backup',
  });
  try {
    if (command.is === 'backup')
      return { is: 'lines', lines: await backUp({ ...backups(env, databaseUrl), store, clock: systemClock }, command.file) };
    const keys = await loadKeys({ keys: dataKeys, keySetting, keyFile: dataKeyFile, dataDir }, store);
    store.useSecret(keys.secret);
    let isStopped = false;
    onInterrupt(() => (isStopped = true));
    const security = createSecurityLog(store, systemClock, keys.secret);
    const open = (): Promise<Lending> => openLending(env, store, security);
    const run = createCommands({
      store,
      clock: systemClock,
      keys,
      paybill: paybillAddress(env, store, keys.secret),
      // A running lender on the same database finds the queued reversal in the outbox.
      reversals: createReversals({ store, clock: systemClock, config: { security }, queued: () => {} }),
      texts: { log: createTextLog(store, systemClock), secret: openTextsSecret(store), reportsTo: readReportAddress(env) },
      payouts: decidedPayouts(open),
      staff: { members: openMembers(store, systemClock, security), origin: () => readDeskOrigin(env) },
      ...backups(env, databaseUrl),
    });
    return await run(command, print, () => isStopped);
  } finally {
    await store.close();
  }
}

/** @param args the verb and its arguments. @returns the exit code: 1 after a mistake, which is printed in one sentence. */
export async function runVerb(args: readonly string[], run: VerbRun): Promise<0 | 1> {
  const { env, print, complain } = run;
  try {
    if (HELP.includes(args[0] ?? '')) {
      print(VERB_LIST);
      return 0;
    }
    const asked = readVerb(args, env);
    if ('push' in asked) {
      const { text } = createEnvironmentReader(env);
      const push = fcmPush(readPushAccount(text('FCM_KEY_FILE')), systemClock);
      print(await sendPush(asked.push, push, text('APP_NAME', 'Example Loan')));
      return 0;
    }
    if ('restoreFrom' in asked) return (await restoreFrom(run, asked.restoreFrom)) ? 0 : 1;
    const outcome = await carryOut(run, asked.command);
    if (outcome.is === 'lines') outcome.lines.forEach((line) => print(line));
    else if (asked.json) print(JSON.stringify(outcome.events, null, 2));
    else asLines(outcome.events).forEach((line) => print(line));
    return 0;
  } catch (error) {
    const said = error instanceof CannotStart ? error : asOperatorError(error, readStorage(env));
    if (!(said instanceof CannotStart)) throw error;
    complain(said.message);
    return 1;
  }
}
