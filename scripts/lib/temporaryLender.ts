/** A temporary lender in this process: the real server in sandbox mode, on a free port with an empty data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { startLender, type Lender } from '#server/startLender.ts';
import { DIST } from './bundle.ts';

/**
 * Runs `task` with a lender that also serves the built application, and deletes all its data afterwards.
 * @throws what the lender or the task throws
 */
export async function withLender<T>(task: (lender: Lender) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lender-'));
  try {
    const config = readConfig({ SANDBOX: '1', HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
    const lender = await startLender(config, { dist: DIST });
    try {
      return await task(lender);
    } finally {
      await lender.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
