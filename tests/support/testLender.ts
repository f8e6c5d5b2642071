/**
 * A real lender for a test: the whole server on a free port of loopback, with its own data folder, which is removed afterwards. It
 * runs in this process by default, and in a process of its own if a test kills it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config.ts';
import { startLender as startInProcess, type Lender } from '#server/startLender.ts';
import type { Store } from '#server/store/store.ts';
import type { AdmissionLimits } from '#server/wire/admission.ts';
import type { RequestLimits } from '#server/wire/slowRequests.ts';
import { lenderProgram } from './bundledLender.ts';
import { commitWithoutSync, copyFreshDatabase } from './freshDatabase.ts';
import { freePort } from './freePort.ts';
import { deadline } from './patience.ts';
import { readOnce } from './readOnce.ts';
import { TEMPORARY_ROOT } from './temporaryRoot.ts';
import { createApi, type Api, type ApiOptions } from '#src/api/client.ts';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { SANDBOX_API, transitionsPath, type SandboxCommands, type SandboxLedger, type SandboxState } from '#src/api/sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');
const PACKAGE_NAME = 'ke.example.loan';

/**
 * Milliseconds between rounds of due work. A round without due work takes a twentieth of a second of processor time, and about six
 * lenders of tests run at a time. Queued work runs at once in any case. A lender in a process of its own has the usual interval.
 */
const SLOW_PULSE = 3_000;

const distOf = (pages: true | string): string => (pages === true ? DIST : pages);

export interface LenderOptions {
  /** A PostgreSQL address. Left out: the embedded database; a lender with pages has either of both in a usual run. */
  databaseUrl?: string;
  /** Serves the built pages too, or those in this folder. They must have been built before. */
  pages?: boolean | string;
  /** A process of its own, which {@link TestLender.kill} can end without warning. */
  process?: boolean;
  /**
   * Recognises text and faces in photos, each photo once in this process. Without it each photo is stored unread, which saves
   * seconds.
   */
  reads?: boolean;
  env?: Readonly<Record<string, string>>;
  /** In this process only: receives the log lines. */
  log?: { write(line: string): void };
  /** In this process only: other limits for slow requests. */
  limits?: Partial<RequestLimits>;
  /** In this process only: other limits of admission. */
  admission?: Partial<AdmissionLimits>;
  /** In this process only: another version of the contract. */
  contract?: number;
}

export interface TestLender {
  url: string;
  sandbox: SandboxClient;
  /** A phone: a client of the contract with its own session. */
  phone(options?: Partial<ApiOptions>): Phone;
  /** The lender in this process; throws for a process of its own. */
  inside(): Lender;
  /** Id of the lender's process, and its output so far. Needs `process`. */
  outside(): { pid: number; isAlive: boolean; output: string };
  /** Ends it without warning (kill -9). Needs `process`. */
  kill(): Promise<void>;
  /** Starts it again after {@link kill} or {@link pause}: same port, same data. */
  again(): Promise<void>;
  /** Ends it as an operator would, and keeps its data. @returns the exit code of a process of its own. */
  pause(): Promise<number | null>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export async function startLender({
  databaseUrl: given,
  pages = false,
  process: own = false,
  reads = false,
  env = {},
  log,
  limits,
  admission,
  contract,
}: LenderOptions = {}): Promise<TestLender> {
  const isGiven = given !== undefined || 'DATA_DIR' in env || 'DATABASE_URL' in env;
  // Tests of pages wait for each change, so they work on either database. Tests of calls need the embedded one, where changes of
  // the one process can be read at once. Programs without the runner, such as benches, have no shared server.
  const chosen = isGiven || !pages || !process.env['VITEST'] ? null : await (await import('./chosenDatabase.ts')).chooseDatabase();
  const databaseUrl = given ?? chosen?.url;
  const folder = await mkdtemp(join(TEMPORARY_ROOT, 'lender-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    SANDBOX: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    LOG_LEVEL: 'silent',
    PACKAGE_NAME,
    READER: reads ? 'embedded' : 'off',
    ...env,
  };
  if (!databaseUrl && !env['DATA_DIR']) await copyFreshDatabase(environment.DATA_DIR);
  let inside: Lender | null = null;
  let child: ChildProcess | null = null;
  let output = '';

  async function start(): Promise<void> {
    if (own) {
      const dist = pages ? distOf(pages) : await writeEmptyPages(folder);
      child = await spawnServer(environment, dist, url, (text) => (output += text));
      return;
    }
    inside = await startInProcess(readConfig(environment), {
      ...(pages ? { dist: distOf(pages) } : {}),
      ...(log ? { log } : {}),
      ...(limits ? { limits } : {}),
      ...(admission ? { admission } : {}),
      ...(contract === undefined ? {} : { contract }),
      engineHere: true,
      pulse: SLOW_PULSE,
      ...(reads ? { reader: readOnce() } : {}),
    });
    if (!databaseUrl) await commitWithoutSync(inside.store);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    let code: number | null = null;
    await inside?.close();
    inside = null;
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      [code] = (await exited) as [number | null];
    }
    child = null;
    return code;
  }

  try {
    await start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await chosen?.drop();
    throw error;
  }
  return {
    url,
    sandbox: sandboxClient(url),
    phone: (options) => createPhone(url, options),
    inside() {
      if (!inside) throw new Error('this lender runs in a process of its own, or is paused');
      return inside;
    },
    outside() {
      if (child?.pid === undefined) throw new Error('this lender does not run in a process of its own, or was ended');
      return { pid: child.pid, isAlive: child.exitCode === null && child.signalCode === null, output };
    },
    async kill() {
      if (!own) throw new Error('only a lender in a process of its own can be killed');
      await end('SIGKILL');
    },
    again: start,
    pause: () => end('SIGTERM'),
    async stop() {
      const wrong = inside ? await wrongRequests(inside.store) : [];
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      await chosen?.drop();
      if (wrong.length > 0) throw new Error(`requests to M-PESA that are not as documented: ${wrong.join(', ')}`);
    },
  };
}

/** Requests that the simulator refused because they differ from the documentation. Empty if the database is closed. */
const wrongRequests = (store: Store): Promise<string[]> =>
  store.db
    .selectFrom('security_event')
    .select('subject')
    .where('kind', '=', 'rail.fault')
    .where('subject', 'like', '% 400.002.02')
    .execute()
    .then(
      (events) => events.map(({ subject }) => subject),
      () => [],
    );
/** The same lender at the address of a proxy. */
export const behind = (proxyUrl: string, lender: TestLender): TestLender => ({
  ...lender,
  url: proxyUrl,
  sandbox: sandboxClient(proxyUrl),
  phone: (options) => createPhone(proxyUrl, options),
});

/** Writes empty pages for a server whose pages no test reads, so that nothing has to be built. @returns their folder. */
export async function writeEmptyPages(folder: string): Promise<string> {
  const dist = join(folder, 'pages');
  await mkdir(join(dist, 'app'), { recursive: true });
  await writeFile(join(dist, 'app/index.html'), '');
  return dist;
}

async function spawnServer(
  env: Readonly<Record<string, string>>,
  dist: string,
  url: string,
  wrote: (text: string) => void,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...(await lenderProgram('main')), '--pages', dist], {
    cwd: ROOT,
    // A database that the environment of the tests names is not theirs.
    env: { ...process.env, DATABASE_URL: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString();
      wrote(text.toString());
    });
  const isOver = deadline();
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the lender did not start: ${said}`);
    if (await answers(`${url}${SANDBOX_API}/state`)) return child;
    if (isOver()) {
      child.kill('SIGKILL');
      throw new Error(`the lender did not answer: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

type CommandPath = keyof SandboxCommands;

export interface SandboxClient {
  state(): Promise<SandboxState>;
  ledger(orderNo?: string): Promise<SandboxLedger>;
  /** Changes of an order by the lender, oldest first. */
  transitions(orderNo: string): Promise<OrderTransition[]>;
  /** Runs a command of the sandbox. @throws Error with the sandbox's sentence when it refuses. */
  do<P extends CommandPath>(path: P, body: SandboxCommands[P]): Promise<void>;
  /** The code in the newest SMS to this number. */
  codeFor(mobile: string): Promise<string>;
  /** Moves the clock; due work is done when it resolves. @param ms forward. */
  advance(ms: number): Promise<void>;
}

export function sandboxClient(url: string): SandboxClient {
  async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(url + SANDBOX_API + path, init);
    const body = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(body.error ?? `the sandbox answered ${response.status}`);
    return body;
  }
  const client: SandboxClient = {
    state: () => ask('/state'),
    ledger: (orderNo) => ask(`/ledger${orderNo === undefined ? '' : `?orderNo=${orderNo}`}`),
    transitions: (orderNo) => ask(transitionsPath(orderNo)),
    async do(path, body) {
      await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    },
    async codeFor(mobile) {
      const { sms } = await client.state();
      const code = sms.find(({ to, text }) => to === mobile && /^\d{6} /.test(text))?.text.slice(0, 6);
      if (!code) throw new Error(`no code was sent to ${mobile}`);
      return code;
    },
    advance: (ms) => client.do('/clock', { advance: ms }),
  };
  return client;
}

export interface Phone extends Api {
  /** The session's token; null when signed out. */
  token: string | null;
  /** Signs in with the code of an SMS. A number without an account is registered. */
  signIn(mobile: string): Promise<void>;
}

export function createPhone(url: string, options: Partial<ApiOptions> = {}): Phone {
  let ahead = 0;
  const deviceId = randomBytes(16).toString('base64url');
  const api = createApi({
    fetch: (...request) => fetch(...request),
    baseUrl: url,
    packageName: () => PACKAGE_NAME,
    appName: () => 'Example Loan',
    now: () => Date.now() + ahead,
    random: Math.random,
    session: () => phone.token,
    language: () => 'en',
    afid: () => '',
    device: () => deviceId,
    onServerTime: (time) => {
      ahead = time - Date.now();
    },
    ...options,
  });
  const sandbox = sandboxClient(url);
  const phone: Phone = {
    call: api.call,
    token: null,
    async signIn(mobile) {
      const { exists } = await api.call('existsByMobile', { mobile });
      await api.call('getVerifyCode', { mobile, purpose: exists ? 'login' : 'register' });
      const code = await sandbox.codeFor(mobile);
      const grant = await (exists ? api.call('login', { mobile, code }) : api.call('register', { mobile, code, acceptedTerms: true }));
      phone.token = grant.token;
    },
  };
  return phone;
}
