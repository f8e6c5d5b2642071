/** Starts and ends the processes of a cluster. Each has its own process group, so that Ctrl+C does not reach it directly. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Account {
  uid: number;
  gid: number;
}

export interface Service {
  name: string;
  pid: number;
  isRunning(): boolean;
  /** The end of its output. */
  log(): string;
  /** Resolves when the process has ended. After `patience` ms it is killed. */
  end(signal: NodeJS.Signals, patience?: number): Promise<void>;
}

interface ServiceOptions {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
  account?: Account | undefined;
  logFile: string;
}

/** The last lines of a file; empty if there is no such file. */
export function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-2_000).trim();
  } catch {
    return '';
  }
}

export function startService({ name, command, args, cwd, env = process.env, account, logFile }: ServiceOptions): Service {
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(command, args, { ...account, cwd, env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  // `hasEnded` covers this error: a program that could not be started has no process id.
  child.on('error', () => undefined);
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    name,
    pid: child.pid ?? 0,
    isRunning: () => !hasEnded(),
    log: () => [...(hasEnded() ? [`ended with ${child.signalCode ?? child.exitCode ?? 'no start'}`] : []), tailOf(logFile)].join('\n'),
    async end(signal, patience = 20_000) {
      if (hasEnded()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Free ports, different from each other. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Time limit for the start of a part of the cluster, ms. */
const PATIENCE = 180_000;

/**
 * Calls `ask` every 100 ms until it returns an answer.
 * @throws Error with the sentence of `complaint` after {@link PATIENCE}, or as soon as one of the services has ended.
 */
export async function untilSome<T>(ask: () => Promise<T | null>, services: readonly Service[], complaint: string): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    const ended = services.find((one) => !one.isRunning());
    if (ended) throw new Error(`${ended.name} has ended: ${ended.log()}`);
    if (performance.now() > end) throw new Error(`${complaint}: ${services.map((one) => one.log()).join('\n')}`);
    await sleep(100);
  }
}
