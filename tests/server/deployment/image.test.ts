/**
 * The image of `Dockerfile`, built and run as `docs/deploy.md` says, with the limits of `compose.yaml` and the embedded database.
 * It needs Docker or Podman and the image of Node that the Dockerfile names.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { operatorsSettings } from '#tests/support/deployment.ts';
import { commandOf, compose, ROOT } from '#tests/support/deploymentFiles.ts';
import { freePort } from '#tests/support/freePort.ts';
import { until } from '#tests/support/patience.ts';

const run = promisify(execFile);
const MINUTE = 60_000;

/** The program that runs containers here; undefined: none, or its service does not answer. */
async function findEngine(): Promise<string | undefined> {
  for (const program of ['docker', 'podman'])
    if (
      await run(program, ['info']).then(
        () => true,
        () => false,
      )
    )
      return program;
  return undefined;
}

const engine = await findEngine();
const NAME = `lender-${randomUUID()}`;
const { read_only: isReadOnly, tmpfs = [], cap_drop: dropped = [], security_opt: options = [] } = compose().services.lender;
const HOST = operatorsSettings()['PAGE_HOST'] ?? '';

const inEngine = async (...args: string[]): Promise<string> =>
  (await run(engine ?? '', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })).stdout;

describe.skipIf(engine === undefined)(`image${engine === undefined ? ' (not tried: no Docker, no Podman)' : ''}`, () => {
  let settings: string;
  /** What `compose.yaml` gives the lender. @param volumes the word in the names of the volumes of data and keys. */
  const limits = (volumes: string): string[] => [
    ...['--env-file', settings],
    ...(isReadOnly ? ['--read-only'] : []),
    ...tmpfs.flatMap((path) => ['--tmpfs', path]),
    ...dropped.flatMap((capability) => ['--cap-drop', capability]),
    // Docker takes `no-new-privileges:true`, Podman the name alone.
    ...options.flatMap((option) => ['--security-opt', engine === 'podman' ? option.replace(/:true$/, '') : option]),
    ...['--volume', `${NAME}-data-${volumes}:/var/lib/lender`, '--volume', `${NAME}-keys-${volumes}:/var/lib/lender-keys`],
  ];
  const start = async (name: string): Promise<string> => {
    const port = await freePort();
    await inEngine('run', '--detach', '--name', `${NAME}-${name}`, ...limits(name), '--publish', `127.0.0.1:${port}:8080`, NAME);
    const logs = (): Promise<string> => inEngine('logs', `${NAME}-${name}`);
    await until(
      async () => (await logs()).includes('\nready;'),
      () => `the lender in ${NAME}-${name} is not ready`,
    );
    return `http://127.0.0.1:${port}`;
  };
  const inLender = (name: string, ...command: string[]): Promise<string> => inEngine('exec', `${NAME}-${name}`, ...command);
  let url: string;

  beforeAll(async () => {
    settings = join(temporaryFolder(), 'lender.env');
    const lines = Object.entries(operatorsSettings()).map(([name, value]) => `${name}=${value}`);
    writeFileSync(settings, lines.join('\n'));
    await inEngine('build', '--tag', NAME, '.');
    url = await start('first');
  }, 15 * MINUTE);
  afterAll(async () => {
    const left = ['first', 'second'];
    await inEngine('rm', '--force', ...left.map((name) => `${NAME}-${name}`)).catch(() => undefined);
    await inEngine('volume', 'rm', ...left.flatMap((name) => [`${NAME}-data-${name}`, `${NAME}-keys-${name}`])).catch(() => undefined);
    await inEngine('rmi', NAME).catch(() => undefined);
    removeTemporaryFolders();
  }, 2 * MINUTE);

  it('image, running: serves the built page in production, and its health check is content', async () => {
    const page = await fetch(url, { headers: { host: HOST } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('src="./assets/');
    expect(await inEngine('logs', `${NAME}-first`)).toMatch(/^mode {7}production$/m);
    await inLender('first', ...commandOf('HEALTHCHECK'));
  });

  it('image, running: its user has no rights and can write its volumes only', async () => {
    expect((await inLender('first', 'id', '-un')).trim()).toBe('node');
    expect(await inLender('first', 'cat', '/proc/1/status')).toMatch(/^CapEff:\t0+$[^]*^NoNewPrivs:\t1$/m);
    for (const path of ['/opt/lender/new', '/new', '/home/node/new'])
      await expect(inLender('first', 'touch', path), path).rejects.toThrow(/Read-only file system/);
    await inLender('first', 'touch', '/tmp/new');
  });

  it(
    'image, backup restored in other volumes: the lender starts on it, and names a command that can be run there',
    async () => {
      const file = '/var/lib/lender/lender.backup';
      expect(await inLender('first', 'node', 'dist/server/operator.js', 'backup', file)).toContain('read back and compared');
      const copies = [`${NAME}-data-first:/from/data`, `${NAME}-keys-first:/from/keys`].flatMap((volume) => ['--volume', volume]);
      const copy = 'cp /from/data/lender.backup /var/lib/lender && cp /from/keys/data.keys /var/lib/lender-keys';
      await inEngine('run', '--rm', ...limits('second'), ...copies, NAME, 'sh', '-c', copy);
      const restored = await inEngine('run', '--rm', ...limits('second'), NAME, 'node', 'dist/server/operator.js', 'restore', file);
      expect(restored).toContain('The books agree');
      const [, next = ''] = /then `([^`]+)` says what to do/.exec(restored) ?? [];
      await start('second');
      expect(await inLender('second', ...next.split(' '))).toContain('because the database was restored');
    },
    MINUTE,
  );

  it(
    'image, stop signal: ends with 0, so that nothing under way is cut',
    async () => {
      await inEngine('stop', '--time', '90', `${NAME}-first`);
      expect((await inEngine('inspect', '--format', '{{.State.ExitCode}}', `${NAME}-first`)).trim()).toBe('0');
    },
    2 * MINUTE,
  );
});
