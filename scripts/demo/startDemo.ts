/**
 * Starts the demonstration: the app of an operator who has a native app and a back end. It consists of the app and an example
 * shell on a static server, the example back end at another origin, and behind it a lender in sandbox mode.
 */
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { startLender } from '#server/startLender.ts';
import { whyNotListening } from '#server/store/cannotStart.ts';
import { ALWAYS, CAMERA_FEATURES, FEATURES_HEADER, policyOfPage, POLICY_HEADER } from '#server/wire/securityHeaders.ts';
import { DESK_API } from '#src/api/desk.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';
import { startShillingsApi, type ShillingsOptions } from '../../examples/shillings-api/server.ts';
import { withSettings } from '../build/settingsLine.ts';
import { root } from '../lib/install.mjs';
import { changeSettings, pageHeaders, type Header } from '../lib/changePageSettings.ts';
import { startStaticServer } from '../lib/staticServer.ts';

/** The build for the demonstration. */
export const DEMO_BUILD = { folder: '.cache/demo', adapter: 'examples/shillings-api/adapter.ts' };

const HOST = '127.0.0.1';
const NAMES = { packageName: 'ke.shillings.app', appName: 'Shillings' };

export interface Demo {
  /** The page with the shell. */
  shell: string;
  /** The app by itself, as a browser shows it. */
  app: string;
  backEnd: string;
  /** Address of the lender, which only the back end calls. The shell's page shows its sandbox. */
  lender: string;
  /** Folder with the served files and the data of the lender. */
  folder: string;
  /** Ends everything and deletes its data. */
  stop: () => Promise<void>;
}

export interface DemoOptions extends Pick<ShillingsOptions, 'onAnswered'> {
  /** Port of the static server. The back end has the next port. 0: two free ports. */
  port: number;
}

interface Site {
  folder: string;
  headersOf: (path: string) => readonly Header[];
}

/**
 * Writes the folder of the static server: the shell at the root, the app below `/loan/`, the lender's desk below `/desk/`, and
 * the check of a shell below `/check/`.
 */
function writeSite(folder: string, backEnd: string): Site {
  const [app, check, built] = [join(folder, 'loan'), join(folder, 'check'), join(root, DEMO_BUILD.folder)];
  mkdirSync(folder);
  cpSync(join(root, 'examples/shell'), folder, { recursive: true });
  cpSync(join(built, 'app'), app, { recursive: true });
  cpSync(join(built, 'desk'), join(folder, 'desk'), { recursive: true });
  cpSync(join(built, 'tools'), check, { recursive: true, filter: (path) => !/(sandbox|inspector)\.html|publishing\.js/.test(path) });
  changeSettings(app, { ...NAMES, backEnd, envelope: false });
  const shellPage = join(folder, 'index.html');
  writeFileSync(shellPage, withSettings(readFileSync(shellPage, 'utf8'), { ...NAMES, backEnd }));

  /** The headers of a page. The shell frames the app, so the app's policy must name the shell. */
  const headersFor = (path: string, rules: Parameters<typeof policyOfPage>[1]): Header[] => {
    const policy = policyOfPage(readFileSync(join(folder, path), 'utf8'), rules);
    const own = new Map([...ALWAYS, [POLICY_HEADER, policy], [FEATURES_HEADER, CAMERA_FEATURES], ['cache-control', 'no-cache']]);
    return [...own].map(([name, value]) => ({ name, value }));
  };
  const pages: Readonly<Record<string, () => readonly Header[]>> = {
    'index.html': () => headersFor('index.html', { frameAncestors: [], isSandbox: true }),
    'loan/index.html': () => pageHeaders(app, ["'self'"]),
    'desk/desk.html': () => headersFor('desk/desk.html', { frameAncestors: [], isSandbox: true }),
    'check/shell-check.html': () => headersFor('check/shell-check.html', { frameAncestors: ["'self'"], isSandbox: false }),
  };
  const always = [
    { name: 'x-content-type-options', value: 'nosniff' },
    { name: 'cache-control', value: 'no-cache' },
  ];
  return { folder, headersOf: (path) => pages[path]?.() ?? always };
}

/** Checks a port before the lender is started, which takes seconds. @throws CannotStart when the port is taken. */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer();
  try {
    const listening = once(probe, 'listening');
    probe.listen(port, HOST);
    await listening;
  } catch (error) {
    throw whyNotListening(error, HOST, port);
  } finally {
    probe.close();
  }
}

/** @throws CannotStart when a port cannot be used, or an error of the lender. Then all started servers are stopped. */
export async function startDemo({ port, onAnswered }: DemoOptions): Promise<Demo> {
  const backEndPort = port === 0 ? 0 : port + 1;
  for (const wanted of [port, backEndPort]) await refuseTakenPort(wanted);
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).reverse()) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Turns a failure to listen into CannotStart, because the port may have been taken since its check. */
  async function listening<T extends { stop: () => Promise<void> }>(at: number, start: Promise<T>): Promise<T> {
    const one = await start.catch((error: unknown) => {
      throw whyNotListening(error, HOST, at);
    });
    started.push(one.stop);
    return one;
  }

  try {
    const lender = await startLender(
      readConfig({
        SANDBOX: '1',
        HOST,
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'warn',
        PACKAGE_NAME: NAMES.packageName,
        APP_NAME: NAMES.appName,
        // The back end forwards the address of its caller.
        TRUST_PROXY: 'loopback',
      }),
    );
    started.push(lender.close);
    const backEnd = await listening(
      backEndPort,
      startShillingsApi({ lender: lender.url, port: backEndPort, ...(onAnswered ? { onAnswered } : {}) }),
    );
    const site = writeSite(join(folder, 'site'), backEnd.url);
    const proxy = [SANDBOX_API, DESK_API].map((path) => ({ path, to: lender.url, keep: true }));
    const pages = await listening(port, startStaticServer({ ...site, port, proxy }));
    return { shell: `${pages.origin}/`, app: `${pages.origin}/loan/`, backEnd: backEnd.url, lender: lender.url, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
