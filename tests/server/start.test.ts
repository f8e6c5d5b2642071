import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { whyNodeIsRefused } from '#server/nodeVersion.ts';
import { lockFolder } from '#server/store/lock.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { lenderProgram } from '#tests/support/bundledLender.ts';
import { freePort } from '#tests/support/freePort.ts';
import { startLender, writeEmptyPages } from '#tests/support/testLender.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

afterAll(removeTemporaryFolders);

interface End {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a script of the project and waits for its end. */
async function run(args: string[], env: Record<string, string> = {}): Promise<End> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, SANDBOX: '1', LOG_LEVEL: 'silent', DATABASE_URL: undefined, ...env },
  });
  const end: End = { code: null, out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (end.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (end.err += text.toString()));
  [end.code] = (await once(child, 'close')) as [number | null];
  return end;
}

const pages = await writeEmptyPages(temporaryFolder());
const SERVER = [...(await lenderProgram('main')), '--pages', pages];

const server = (env: Record<string, string>): Promise<End> => run(SERVER, env);

/** A data folder with a database, because creating one takes longer than the tests that use it. */
const usedFolder = async (): Promise<string> => {
  const dataDir = temporaryFolder();
  await copyFreshDatabase(dataDir);
  return dataDir;
};

const oneSentence = (end: End, words: RegExp): void => {
  expect(end.err).toMatch(words);
  expect(end.err.trim().split('\n')).toHaveLength(1);
  expect(end.err.trim()).toMatch(/\.$/);
  expect(end.code).toBe(1);
};

/** Settings with the company that agreement and policies name. */
const NAMES_OF_LENDER = [
  'LENDER_NAME:',
  'LENDER_ADDRESS:',
  'LENDER_LICENCE:',
  'LENDER_REGULATOR:',
  'LENDER_REGULATOR_CONTACT:',
  'DATA_OFFICER_EMAIL:',
  'POLICIES_SINCE:',
  'SUPPORT_EMAIL:',
];

describe('a start that cannot work ends with one sentence and exit code 1', () => {
  it('start, port in use: ends with one sentence and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      oneSentence(await server({ PORT: String(port), DATA_DIR: await usedFolder() }), new RegExp(`^Port ${port} on 127.0.0.1 is taken`));
    } finally {
      other.close();
    }
  });

  it('start, data folder not writable: ends with one sentence and exit code 1', async () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    oneSentence(await server({ PORT: '0', DATA_DIR: join(file, 'data') }), /cannot be written/);
    // Root may write everywhere, so a folder without permission is tested only without root.
    if (process.getuid?.() === 0) return;
    const folder = join(temporaryFolder(), 'locked');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    oneSentence(await server({ PORT: '0', DATA_DIR: join(folder, 'data') }), /cannot be written/);
  });

  it('start, data folder in use: ends with one sentence and exit code 1', async () => {
    const dataDir = await usedFolder();
    const first = await startLender({ env: { DATA_DIR: dataDir } });
    try {
      oneSentence(await server({ PORT: '0', DATA_DIR: dataDir }), /^Another server \(process \d+\) is using the data folder/);
    } finally {
      await first.stop();
    }
  });

  it('start, database not reachable: ends with one sentence and exit code 1', async () => {
    oneSentence(
      await server({ PORT: '0', DATA_DIR: temporaryFolder(), DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` }),
      /DATABASE_URL cannot be reached/,
    );
  });

  it('start, photo key damaged: ends with one sentence and exit code 1', async () => {
    const dataDir = await usedFolder();
    writeFileSync(join(dataDir, 'photo.key'), 'oops');
    oneSentence(await server({ PORT: '0', DATA_DIR: dataDir }), /photo\.key does not hold a key/);
  });

  it('start, invalid environment: ends with one sentence and exit code 1', async () => {
    oneSentence(await server({ PORT: 'eighty' }), /^PORT must be a whole number/);
  });

  it('start, production without gateways: ends with one sentence each and exit code 1', async () => {
    const end = await server({ SANDBOX: '0', PORT: '0' });
    const sentences = end.err.trim().split('\n');
    expect(sentences.filter((sentence) => !sentence.startsWith('Production needs '))).toEqual([]);
    for (const setting of ['DARAJA_', 'SMS_URL', ...NAMES_OF_LENDER])
      expect(
        sentences.filter((sentence) => sentence.includes(` ${setting}`)),
        setting,
      ).toHaveLength(1);
    expect(end.code).toBe(1);
  });

  it.each([['scripts/start.mjs'], ['scripts/run.mjs', 'check']])(
    'a Node that is too old, before anything else is loaded: %s',
    async (...script) => {
      const pretend = join(temporaryFolder(), 'old-node.cjs');
      writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });");
      oneSentence(await run(['--require', pretend, ...script]), /^Node 18\.20\.4 is too old; Node 20\.19 or newer is needed/);
    },
  );

  it.each(['main', 'operator'] as const)('built %s, a Node that is too old: is refused before the settings are read', async (entry) => {
    const pretend = join(temporaryFolder(), 'old-node.cjs');
    writeFileSync(pretend, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });");
    const end = await run(['--require', pretend, ...(await lenderProgram(entry))], { NODE_ENV: 'production', PORT: 'eighty' });
    oneSentence(end, /^Node 18\.20\.8 is too old: install Node 20\.19 or newer, such as 24, and start again\./);
  });

  it.each([
    ['18.20.8', false],
    ['20.9.0', false],
    ['20.19.0', true],
    ['22.0.0', true],
    ['24.11.1', true],
  ])('start, Node %s: supported is %s', (version, isSupported) => expect(whyNodeIsRefused(version) === null).toBe(isSupported));

  it('scripts that check the version of Node themselves: have the rule of package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
    const [major, minor] = engines.node.slice(2).split('.');
    for (const script of ['scripts/start.mjs', 'scripts/run.mjs'])
      expect(readFileSync(join(ROOT, script), 'utf8')).toContain(
        `version[0] > ${major} || (version[0] === ${major} && version[1] >= ${minor})`,
      );
  });
});

describe('start that cannot work', () => {
  const canStart = (env: Record<string, string>): Promise<End> => run(['--import', 'tsx', 'server/canStart.ts'], env);

  it('start that cannot work: is reported before the build, and nothing is created', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      oneSentence(await canStart({ PORT: String(port), DATA_DIR: dataDir }), new RegExp(`^Port ${port} on 127.0.0.1 is taken`));
    } finally {
      other.close();
    }
    oneSentence(await canStart({ PORT: 'eighty' }), /^PORT must be a whole number/);
    expect(await canStart({ PORT: '0', DATA_DIR: dataDir })).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(dataDir)).toBe(false);

    mkdirSync(dataDir);
    const unlock = lockFolder(dataDir);
    oneSentence(await canStart({ PORT: '0', DATA_DIR: dataDir }), new RegExp(`^Another server \\(process ${process.pid}\\) is using`));
    unlock();
  });
});

describe.each(['scripts/start.mjs', 'scripts/run.mjs'])('%s', (script) => {
  it('start script: an old Node can parse it', () => {
    const code = readFileSync(join(ROOT, script), 'utf8');
    const written = (target: string): string => transformSync(code, { target, format: 'esm', supported: { 'dynamic-import': true } }).code;
    expect(written('es2015')).toBe(written('esnext'));
    expect(code).not.toMatch(/^import /m);
  });
});

describe('stop signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stop signal, lender, %s: closes the database and exits with 0', async (signal) => {
    const port = String(await freePort());
    const child = spawn(process.execPath, SERVER, {
      cwd: ROOT,
      env: { ...process.env, SANDBOX: '1', LOG_LEVEL: 'silent', PORT: port, DATABASE_URL: undefined, DATA_DIR: await usedFolder() },
    });
    let out = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => (out += text.toString()).includes('ready') && resolve());
      child.on('exit', () => reject(new Error(`ended early: ${out}`)));
    });
    expect(out).toContain(`http://127.0.0.1:${port}/`);
    expect(out, 'what is not protected').toMatch(
      /^keys {7}.*data\.keys, beside the database: anyone who copies the folder can read all of it; DATA_KEY_FILE/m,
    );
    child.removeAllListeners('exit');
    const exited = once(child, 'exit');
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(out).toContain('stopping');
  });
});

describe('killed lender', () => {
  it('lender, killed and restarted on the same data: keeps the borrowers', async () => {
    const lender = await startLender({ process: true });
    try {
      const phone = lender.phone();
      await phone.signIn('254712345678');
      await lender.kill();
      await lender.again();
      expect((await phone.call('getUserInfo', {})).basicInfo.mobile).toBe('254712345678');
    } finally {
      await lender.stop();
    }
  });
});
