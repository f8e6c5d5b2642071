/** The output of `npm run build`, run as an operator runs it. In a long run with every supported Node, from the registry. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf, type AcceptedText } from '#server/borrow/agreement/agreementPdf.ts';
import type { DocumentRequest } from '#server/borrow/agreement/documentThread.ts';
import { systemClock } from '#server/store/clock.ts';
import { databaseFolder } from '#server/store/embedded.ts';
import { createApi } from '#src/api/client.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import {
  linkPackages,
  ONLY_THESE_PACKAGES,
  operatorsSettings,
  PAGE,
  runProgram,
  startDeployed,
  startGateways,
  startProgram,
  writeDeployment,
  type DeployedLender,
  type Gateways,
  type Runner,
} from '#tests/support/deployment.ts';
import { commandOf, ROOT, textOf, unitSettings } from '#tests/support/deploymentFiles.ts';
import { effort } from '#tests/support/effort.ts';
import { printFigures } from '#tests/support/console.ts';
import { aminasCard, facePhoto, idBack, idFront } from '#tests/support/idCards.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { nodeOf, npm, SUPPORTED_NODES } from '#tests/support/registryNodes.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { shillings } from '#machines/model/money.ts';
import { KEEP_FIRST_CODE } from '#tests/support/keepFirstCode.ts';
import { codeOf, PASSWORD, tokenIn } from '#tests/server/staff/deskFixture.ts';
import { createDeskBrowser } from '#tests/support/deskBrowser.ts';
import { until } from '#tests/support/patience.ts';
import { createPhone } from '#tests/support/testLender.ts';
import { emptyDatabase } from '../../../scripts/build/buildEmptyDatabase.ts';

const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };

const START = commandOf('CMD');

let packages: string[];
let gateways: Gateways;
let runner: Runner;
let lender: DeployedLender;

beforeAll(async () => {
  const folder = temporaryFolder();
  packages = await writeDeployment(folder);
  linkPackages(folder);
  const dataDir = join(folder, 'data');
  gateways = await startGateways();
  runner = {
    folder,
    node: process.execPath,
    nodeOptions: [KEEP_FIRST_CODE, ...ONLY_THESE_PACKAGES],
    env: { ...operatorsSettings(), ...gateways.env, DATA_DIR: dataDir, DATA_KEY_FILE: join(folder, 'data.keys') },
  };
  lender = await startDeployed(runner, START);
});
afterAll(async () => {
  await lender?.stop();
  await gateways?.close();
  removeTemporaryFolders();
});

describe('built lender', () => {
  it('built lender, imported packages: are exactly the dependencies', () => {
    const named = packages.map((name) => Object.keys(dependencies).find((one) => name === one || name.startsWith(`${one}/`)) ?? name);
    // A package of data is not imported: the lender finds its files by their path.
    const found = Object.keys(dependencies).filter((name) => name.includes('-data/'));
    expect([...new Set([...named, ...found])].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it('Dockerfile and unit: start the built lender with the same command', () => {
    const start = unitSettings(textOf('deploy/lender.service')).find(({ name }) => name === 'ExecStart')?.value;
    expect(start?.split(' ').slice(1)).toEqual(START.slice(1));
  });

  it('built lender, settings of the example filled in: runs in production', () => {
    expect(lender.output()).toMatch(/^mode {7}production$/m);
    expect(lender.output()).not.toMatch(/sandbox/);
    expect(lender.output()).not.toMatch(/^reader/m);
  });

  it('built lender, READER=off: says at the start that a person has to decide', async () => {
    const env = { ...runner.env, READER: 'off', DATA_DIR: temporaryFolder(), DATABASE_URL: await postgresDatabase() };
    const other = await startDeployed({ ...runner, env }, START);
    try {
      expect(other.output()).toMatch(/^reader {5}off: no photo is judged, so every application .* waits for a person at the desk$/m);
    } finally {
      expect(await other.stop()).toBe(0);
    }
  });

  it('built lender, first start: unpacks the database of the build', async () => {
    // This file begins with an id of the database, which the engine drew when it made the database.
    const idIn = (folder: string): Buffer => readFileSync(join(databaseFolder(folder), 'global/pg_control')).subarray(0, 8);
    expect(idIn(runner.env['DATA_DIR'] ?? '')).toEqual(idIn(await emptyDatabase(ROOT)));
  });

  it('built lender, page: is the one in dist/app, with the policy of its scripts', async () => {
    const response = await fetch(`${lender.url}/`);
    expect(await response.text()).toBe(PAGE);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await fetch(`${lender.url}/assets/app-1a2b3c.js`)).headers.get('cache-control')).toContain('immutable');
  });

  it('built lender, call: is answered', async () => {
    const { call } = createApi({
      fetch: (...request) => fetch(...request),
      baseUrl: lender.url,
      packageName: () => operatorsSettings()['PACKAGE_NAME'] ?? '',
      appName: () => operatorsSettings()['APP_NAME'] ?? '',
      now: systemClock.now,
      random: Math.random,
      session: () => null,
      language: () => 'en',
      afid: () => '',
      device: () => 'installation-of-the-deployment-test',
      onServerTime: () => undefined,
    });
    expect(await call('existsByMobile', { mobile: '254712345678' })).toEqual({ exists: false });
  });

  it('health check of the image: ends with 0 while the lender is ready', async () => {
    const command = commandOf('HEALTHCHECK').map((word) => word.replace(':9090/', `:${lender.monitorPort}/`));
    expect(await runProgram(runner, command)).toEqual({ code: 0, out: '', error: '' });
    const nobody = commandOf('HEALTHCHECK').map((word) => word.replace(':9090/', ':1/'));
    expect(await runProgram(runner, nobody)).toMatchObject({ code: 1, error: '' });
  });

  it('built lender, process that recognises faces: loads its models from the folder', async () => {
    const child = fork(join(runner.folder, 'dist/server/faceProcess.js'), {
      execArgv: ['--preserve-symlinks', '--preserve-symlinks-main'],
      env: {},
    });
    expect(await once(child, 'message')).toEqual([{ is: 'ready' }, undefined]);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('thread of documents: makes the same bytes as the sources do', async () => {
    const accepted: AcceptedText = {
      ...{ language: 'en', by: 'borrower', at: 1_700_000_000_000, dueDate: '2026-02-19', lender: 'Example', borrower: 'Wanjiku' },
      agreement: { version: 'v1', title: 'Loan agreement', sections: [{ heading: 'Parties', body: 'One.\nTwo.' }] },
    };
    const thread = new Worker(join(runner.folder, 'dist/server/documentThread.js'), {
      execArgv: ['--preserve-symlinks', '--preserve-symlinks-main'],
    });
    try {
      thread.postMessage({ id: 1, accepted } satisfies DocumentRequest);
      const [{ bytes }] = (await once(thread, 'message')) as [{ bytes: Uint8Array }];
      expect((await agreementPdf(accepted)).equals(bytes)).toBe(true);
    } finally {
      await thread.terminate();
    }
  });

  it("operator's verb beside the built lender: is carried out by the running lender", async () => {
    const ran = await runProgram(runner, ['node', 'dist/server/operator.js', 'security-log', '--json']);
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(ran.out)).toEqual([]);
    expect(await runProgram(runner, ['node', 'dist/server/operator.js', 'rotate'])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^There is no verb "rotate": choose one of .*keys:rotate, /),
    });
  });

  it("operator's verb beside the built lender: the next command that it names can be run there", async () => {
    const run = (line: string) => runProgram(runner, line.split(' '));
    const { out } = await run('node dist/server/operator.js payouts stop');
    const [, next = ''] = /until `([^`]+)`/.exec(out) ?? [];
    expect(next).toBe('node dist/server/operator.js payouts release');
    expect(await run(next)).toMatchObject({ code: 0, out: 'Payouts are sent again.\n' });
  });

  it("operator's verb, output closed before its end: does its work", async () => {
    const verb = startProgram(runner, ['node', 'dist/server/operator.js', 'keys:rotate']);
    verb.stdout?.destroy();
    const errors: Buffer[] = [];
    verb.stderr?.on('data', (text: Buffer) => errors.push(text));
    const [code] = (await once(verb, 'close')) as [number | null];
    expect({ code, error: Buffer.concat(errors).toString() }).toEqual({ code: 0, error: '' });
  });

  it('built lender, desk: the verb invites an administrator, who signs in; nobody signs in without credentials', async () => {
    const nobody = await fetch(`${lender.url}/desk/api/sandboxClerk`, { method: 'POST', headers: { origin: lender.url } });
    expect(nobody.status).toBe(404);
    const ran = await runProgram(runner, ['node', 'dist/server/operator.js', 'staff', 'add-administrator', 'Amani Njoroge']);
    expect(ran).toMatchObject({ code: 0, error: '' });
    const link = ran.out.trim().split('\n').at(-1) ?? '';
    expect(link).toMatch(/^https:\/\/loan\.example\.ke\/desk#invitation=/);
    const browser = createDeskBrowser(lender.url.replace('127.0.0.1', 'localhost'));
    const invitation = tokenIn(link);
    const { secret } = (await browser.call('readInvitation', { invitation })).data['authenticator'] as { secret: string };
    const accepted = await browser.call('acceptInvitation', { invitation, password: PASSWORD, code: codeOf(secret, systemClock.now()) });
    expect(accepted).toMatchObject({ status: 200, data: { role: 'administrator' } });
    expect(accepted.cookies).toContainEqual(expect.stringMatching(/^__Host-desk-session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/));
    expect(await browser.call('passkeyRegistration', { password: PASSWORD })).toMatchObject({
      status: 200,
      data: { options: { rp: { id: 'localhost' } } },
    });
    // The lender writes the log line of a request after its answer. The next test reads the last line.
    await until(
      () => lender.output().includes('"call":"passkeyRegistration"'),
      () => `the request is not in the log: ${lender.output()}`,
    );
  });

  it('built lender, stop signal: ends with 0, and a verb then opens the database itself', async () => {
    expect(await lender.stop()).toBe(0);
    expect(lender.output()).toMatch(/stopping\n?$/);
    const ran = await runProgram(runner, ['node', 'dist/server/operator.js', 'keys:rotate']);
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(ran.out).toContain('Key 3 was added');
  });

  it('built lender, DATABASE_URL: is used by the lender and by a verb', async () => {
    const onPostgres = { ...runner, env: { ...runner.env, DATA_DIR: temporaryFolder(), DATABASE_URL: await postgresDatabase() } };
    const other = await startDeployed(onPostgres, START);
    try {
      expect(other.output()).toMatch(/^data {7}DATABASE_URL$/m);
      expect((await fetch(`http://127.0.0.1:${other.monitorPort}/readyz`)).status).toBe(200);
      const ran = await runProgram(onPostgres, ['node', 'dist/server/operator.js', 'callback-address', 'show']);
      expect(ran).toMatchObject({ code: 0, error: '' });
      expect(ran.out).toContain(operatorsSettings()['DARAJA_CALLBACK_URL']);
    } finally {
      expect(await other.stop()).toBe(0);
    }
  });

  it('built lender, settings of the example with gaps: one sentence names each missing setting, and the exit code is 1', async () => {
    const env = { ...runner.env, SMS_TOKEN: '', LENDER_NAME: '' };
    const child = startProgram({ ...runner, env }, START);
    let error = '';
    child.stderr?.on('data', (text: Buffer) => (error += text.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(error.trim().split('\n')).toEqual([expect.stringMatching(/SMS_TOKEN/), expect.stringMatching(/LENDER_NAME/)]);
  });
});

const file = (bytes: Buffer): { files: { file: Blob } } => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });

/** Bytes of all files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const MB = 1_000_000;

describe.each(effort === 'long' ? ['packages of npm ci --omit=dev'] : [])('%s', () => {
  let installed: Runner;
  beforeAll(async () => {
    const folder = temporaryFolder();
    await writeDeployment(folder);
    npm(folder, 'ci', '--omit=dev');
    installed = { folder, node: process.execPath, nodeOptions: [], env: {} };
  });

  it('packages of npm ci --omit=dev: are at most 200 MB', () => {
    const size = sizeOf(join(installed.folder, 'node_modules'));
    printFigures(
      `packages of production: ${Math.round(size / MB)} MB, built lender: ${Math.round(sizeOf(join(installed.folder, 'dist/server')) / MB)} MB`,
    );
    expect(size).toBeLessThan(200 * MB);
  });

  it.each(SUPPORTED_NODES)('Node %s: takes an application, reads both sides of a card and a face, and ends with 0', async (wanted) => {
    const dataDir = join(temporaryFolder(), 'data');
    const onThis = { ...installed, node: nodeOf(wanted), env: { SANDBOX: '1', DATA_DIR: dataDir } };
    expect((await runProgram(onThis, ['node', '--version'])).out).toMatch(new RegExp(`^v${wanted}\\.`));
    const other = await startDeployed(onThis, START);
    try {
      expect(await (await fetch(`${other.url}/`)).text()).toBe(PAGE);
      const phone = createPhone(other.url);
      await phone.signIn('254711000001');
      const { orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 });
      await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
      await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
      expect(await phone.call('uploadIdFront', { orderNo }, file(await idFront()))).toMatchObject({ card: aminasCard });
      await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
      await phone.call('saveFaceImage', { orderNo }, file(await facePhoto()));
      expect(await phone.call('readIdCard', { orderNo })).toMatchObject({
        card: { is: 'read' },
        back: { is: 'recognised' },
        face: { is: 'recognised' },
      });
      const verb = await runProgram(onThis, ['node', 'dist/server/operator.js', 'security-log', '--json']);
      expect(JSON.parse(verb.out)).toContainEqual(expect.objectContaining({ kind: expect.any(String) as string }));
    } finally {
      expect(await other.stop()).toBe(0);
    }
  });
});
