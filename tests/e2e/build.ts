/** The pages as they are shipped: built once, by the verb that people use. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/lender.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `npm start`'s own script until it says that it is ready, so that `dist/` holds these sources.
 * @throws Error with what it said, when it does not become ready.
 */
export async function ensureBuilt(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer): void => {
        said += text.toString();
        if (/^ready;/m.test(said)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('exit', () => reject(new Error(`npm start did not become ready: ${said}`)));
    });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  }
}
