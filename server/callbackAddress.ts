/**
 * `npm run callback-address -- show | rotate | retire`: the address to which M-PESA sends payments at the paybill.
 * `rotate` makes a new one and registers it; the old one is accepted too until `retire`. The embedded database must not
 * be in use by a running lender; with DATABASE_URL every running lender follows at once.
 */
import { createCommandOf, type CallbackCommand } from './callbackCommands.ts';
import { readConfig } from './config.ts';
import { openCallbackSecret } from './openRail.ts';
import { createDaraja } from './rail/daraja.ts';
import { CannotStart } from './store/cannotStart.ts';
import { systemClock } from './store/clock.ts';
import { loadKeys } from './store/keyRing.ts';
import { createSecurityLog } from './store/securityLog.ts';
import { openStore } from './store/store.ts';

const COMMANDS: readonly CallbackCommand[] = ['show', 'rotate', 'retire'];

async function main(): Promise<void> {
  const command = COMMANDS.find((one) => one === process.argv[2]);
  if (!command) throw new CannotStart(`Say what to do with the callback address: ${COMMANDS.join(', ')}.`);
  // As `npm start` has it: a sandbox, unless this is production.
  const { NODE_ENV, SANDBOX = NODE_ENV === 'production' ? '0' : '1' } = process.env;
  const config = readConfig({ ...process.env, SANDBOX });
  const store = await openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined, clock: systemClock });
  try {
    const { secret } = await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: config.dataDir }, store);
    store.useSecret(secret);
    const { daraja: access } = config;
    const run = createCommandOf({
      secret: openCallbackSecret(store, secret),
      security: createSecurityLog(store, systemClock, secret),
      baseUrl: access?.callbackBaseUrl ?? '',
      register: access && createDaraja({ access: () => access, clock: systemClock }).registerPaybill,
    });
    for (const line of await run(command)) process.stdout.write(`${line}\n`);
  } finally {
    await store.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
