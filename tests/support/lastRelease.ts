/** Earlier releases as they were deployed. `npm run release` stores them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openReleases, type OpenRelease } from '../../scripts/lib/releaseFile.ts';
import type * as Journey from '../releases/releaseJourney.ts';
import { ROOT } from './deploymentFiles.ts';
import { freePort } from './freePort.ts';
import { KEEP_FIRST_CODE } from './keepFirstCode.ts';
import { until } from './patience.ts';

export const storedReleases = (): Promise<OpenRelease[]> => openReleases(ROOT);

/** @throws Error when no release is stored. */
export async function lastRelease(): Promise<OpenRelease> {
  const last = (await storedReleases()).at(-1);
  if (!last) throw new Error('no release is stored in tests/releases: run `npm run release`');
  return last;
}

/** The journey that is stored with a release. */
export const journeyOf = async ({ folder }: OpenRelease): Promise<typeof Journey> =>
  (await import(pathToFileURL(join(folder, 'journey.js')).href)) as typeof Journey;

export interface ReleasedLender {
  url: string;
  isReady(): Promise<boolean>;
  /** @returns the exit code and the output. */
  stop(): Promise<{ code: number | null; output: string }>;
}

/** Starts a release's lender in the sandbox, with its own pages. @throws Error with the output when it ends before it is ready. */
export async function startRelease({ folder }: OpenRelease, env: Readonly<Record<string, string>>): Promise<ReleasedLender> {
  const [port, monitorPort] = [await freePort(), await freePort()];
  const settings = { SANDBOX: '1', PORT: String(port), MONITOR_PORT: String(monitorPort), LOG_LEVEL: 'silent', READER: 'off', ...env };
  const child: ChildProcess = spawn(process.execPath, [KEEP_FIRST_CODE, join(folder, 'server/main.js'), '--pages', join(folder, 'pages')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${monitorPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until(
    async () => hasEnded() || (/^ready;/m.test(output) && (await isReady())),
    () => `the lender of the release is not ready: ${output}`,
  );
  if (hasEnded()) throw new Error(`the lender of the release did not start: ${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    isReady,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return { code, output };
    },
  };
}
