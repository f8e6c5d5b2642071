/**
 * Checks whether the lender can start. It runs before a build, because a build replaces the pages that a running server
 * serves. It prints one sentence for each mistake and exits with 1. It creates and locks nothing.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readConfig, type Config } from './config.ts';
import { CannotStart, whyNotListening } from './store/cannotStart.ts';
import { refuseTaken } from './store/lock.ts';

/** @throws CannotStart when the address is not available. */
async function refuseTakenPort({ host, port }: Pick<Config, 'host' | 'port'>, setting?: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw whyNotListening(error, host, port, setting);
  } finally {
    probe.close();
  }
}

try {
  const config = readConfig(process.env);
  if (!config.databaseUrl) refuseTaken(config.dataDir);
  await refuseTakenPort(config);
  if (config.monitor) await refuseTakenPort(config.monitor, 'MONITOR_PORT');
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
