/**
 * A lender as it is deployed: `package.json`, `package-lock.json`, `dist/app`, `dist/server` and the packages of
 * production in a folder of its own, run by plain Node with the settings of `deploy/lender.env.example`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { bundledLender } from './bundledLender.ts';
import { exampleSettings, FILLED_IN, ROOT } from './deploymentFiles.ts';
import { until } from './patience.ts';
import { freePort } from './freePort.ts';

/** A small page, because building the real one takes longer than all of these tests. */
export const PAGE = '<!doctype html><title>Deployed</title><script type="module" src="./assets/app-1a2b3c.js"></script>';

interface Locked {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** Writes the deployed files into the folder, without packages. @returns the packages that the bundle imports. */
export async function writeDeployment(folder: string): Promise<string[]> {
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'dist/app/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/app/index.html'), PAGE);
  writeFileSync(join(folder, 'dist/app/assets/app-1a2b3c.js'), 'export {};');
  const bundle = await bundledLender();
  cpSync(bundle.folder, join(folder, 'dist/server'), { recursive: true });
  return bundle.packages;
}

/** The packages that `npm ci --omit=dev` installs, as links. Needs {@link ONLY_THESE_PACKAGES}. */
export function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Locked;
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    // A package inside another one's folder is linked with it. A package for another system is not installed.
    const isInside = path.split('node_modules/').length > 2;
    if (path === '' || dev || devOptional || isInside || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}

/** Node looks for packages beside the link to a package and not beside its target, where all packages of the clone are. */
export const ONLY_THESE_PACKAGES = ['--preserve-symlinks', '--preserve-symlinks-main'];

export interface Gateways {
  /** Settings with the addresses of the gateways. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** An M-PESA and a gateway of texts that accept every request. */
export async function startGateways(): Promise<Gateways> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: 'token', expires_in: '3599', ResponseCode: '0' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { DARAJA_BASE_URL: url, SMS_URL: url },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** How a program of the deployment is started. */
export interface Runner {
  folder: string;
  /** Path of the Node program. */
  node: string;
  nodeOptions: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** The example settings, filled in by an operator. */
export const operatorsSettings = (): Record<string, string> => ({ ...exampleSettings(), ...FILLED_IN, NODE_ENV: 'production' });

/** @param command as in the Dockerfile: `node`, a script of the folder, its arguments. */
export function startProgram({ folder, node, nodeOptions, env }: Runner, [, ...args]: readonly string[]): ChildProcess {
  return spawn(node, [...nodeOptions, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Ran {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a program of the deployment to its end. */
export async function runProgram(runner: Runner, command: readonly string[]): Promise<Ran> {
  const child = startProgram(runner, command);
  const ran: Ran = { code: null, out: '', error: '' };
  child.stdout?.on('data', (text: Buffer) => (ran.out += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (ran.error += text.toString()));
  [ran.code] = (await once(child, 'close')) as [number | null];
  return ran;
}

export interface DeployedLender {
  url: string;
  port: number;
  monitorPort: number;
  output(): string;
  /** @returns the exit code. */
  stop(): Promise<number | null>;
}

/** @throws Error with the output of a program that ends before it is ready. */
export async function startDeployed(runner: Runner, command: readonly string[]): Promise<DeployedLender> {
  const port = await freePort();
  const monitorPort = await freePort();
  const env = { ...runner.env, HOST: '127.0.0.1', PORT: String(port), MONITOR_PORT: String(monitorPort) };
  const child = startProgram({ ...runner, env }, command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until(
    () => hasEnded() || output.includes('\nready'),
    () => `the deployed lender is not ready: ${output}`,
  );
  if (hasEnded()) throw new Error(`the deployed lender ended: ${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    monitorPort,
    output: () => output,
    async stop() {
      if (hasEnded()) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
