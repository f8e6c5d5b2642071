/** A lender of one's own: the real server as a process, in sandbox mode, on a free port and an empty data folder. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

export type RunningLender = {
  /** `http://127.0.0.1:<port>`, which serves the built application too. */
  origin: string;
  /** Ends the server and removes its data. */
  stop: () => Promise<void>;
};

const PATIENCE_MS = 60_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @throws with what the server said when it does not answer within a minute. */
export async function startLender(): Promise<RunningLender> {
  const folder = await mkdtemp(join(tmpdir(), 'lender-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const lender = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      SANDBOX: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [lender.stdout, lender.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => lender.once('close', () => resolve()));
  const stop = async () => {
    lender.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  const deadline = Date.now() + PATIENCE_MS;
  const answers = () =>
    fetch(`${origin}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (lender.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the lender did not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { origin, stop };
}
