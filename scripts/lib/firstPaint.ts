/** What a browser fetches from the first request to a usable home, measured in a real one against the real lender. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './browser.mjs';
import type { FirstPaint } from './budget.ts';
import { brotliBytes, DIST } from './bundle.ts';
import { root } from './install.mjs';

const PATIENCE_MS = 60_000;

/** A button that does something: the skeleton has none. */
const USABLE = 'main button:not([disabled])';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs `task` against a lender of its own on an empty data folder, and leaves nothing of it behind. */
async function withLender<T>(task: (origin: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'budget-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const lender = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, SANDBOX: '1', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data'), DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => lender.once('exit', () => resolve()));
  try {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answers = await fetch(`${origin}/`)
        .then(({ ok }) => ok)
        .catch(() => false);
      if (answers) break;
      if (lender.exitCode !== null || Date.now() > deadline) throw new Error('the lender did not start');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return await task(origin);
  } finally {
    lender.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws when there is no browser, no lender, or home does not become usable. */
export async function measureFirstPaint(): Promise<FirstPaint> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chrome or Chromium here; name one in CHROMIUM_PATH.');
  return withLender(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const requests: { url: string; type: string }[] = [];
      page.on('request', (request) => requests.push({ url: request.url(), type: request.resourceType() }));
      await page.goto(`${origin}/`);
      await page.locator(USABLE).first().waitFor({ timeout: PATIENCE_MS });
      return { origin, requests: [...requests], htmlBytes: brotliBytes(await readFile(join(DIST, 'index.html'))) };
    } finally {
      await browser.close();
    }
  });
}
