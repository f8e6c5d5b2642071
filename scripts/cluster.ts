/**
 * `npm run cluster`: starts a cluster as in production, on one machine: three database nodes, HAProxy, three lenders.
 * `npm run cluster -- kill-primary` kills the primary of the running cluster, like the key k.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killDatabase, membersOf, primaryOf, type Member } from './cluster/databaseNodes.ts';
import type { DatabaseNode } from './cluster/patroni.ts';
import { startCluster, type RunningCluster } from './cluster/startCluster.ts';
import { build, buildLender, isBuilt } from './lib/builtPages.mjs';
import { root } from './lib/install.mjs';
import { say } from './lib/say.mjs';

/** Data about the running cluster, stored for `kill-primary`. */
interface Noted {
  pid: number;
  nodes: readonly DatabaseNode[];
}

const NOTE = join(root, '.cache', 'cluster.json');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const readNote = (): Noted | null => {
  const noted = existsSync(NOTE) ? (JSON.parse(readFileSync(NOTE, 'utf8')) as Noted) : null;
  return noted && isAlive(noted.pid) ? noted : null;
};

async function killPrimary(nodes: readonly DatabaseNode[]): Promise<void> {
  const primary = await primaryOf(nodes);
  if (!primary)
    throw new Error('There is no primary now: a standby is being promoted, or none has every commit. Try again in some seconds.');
  killDatabase(primary);
  say(`${primary.name}: killed PostgreSQL`);
}

const printError = (error: unknown): boolean => say(error instanceof Error ? error.message : String(error));

/** Prints changes of the nodes' roles and states until the cluster ends. */
async function watchMembers(nodes: readonly DatabaseNode[], isOver: () => boolean): Promise<void> {
  let before: readonly Member[] = [];
  while (!isOver()) {
    const now = await membersOf(nodes);
    for (const { name, role, state } of now) {
      const was = before.find((member) => member.name === name);
      if (was && (was.role !== role || was.state !== state)) say(`${name}: ${role.replace('_', ' ')}, ${state}`);
    }
    if (now.length > 0) before = now;
    await sleep(500);
  }
}

function printAddresses({ url, databaseUrl, nodes, lenders, folder }: RunningCluster): void {
  say('');
  say(`app        ${url}/`);
  for (const page of ['sandbox', 'inspector']) say(`${page.padEnd(10)} ${url}/${page}`);
  for (const { name, port, monitorPort } of lenders)
    say(`${name.padEnd(10)} http://127.0.0.1:${port}, monitor http://127.0.0.1:${monitorPort}/readyz, /metrics`);
  say(`primary    ${databaseUrl}`);
  for (const { name, port, restPort } of nodes) say(`${name.padEnd(10)} 127.0.0.1:${port}, Patroni http://127.0.0.1:${restPort}/cluster`);
  say(`data, logs ${folder}; gone when the cluster ends`);
  say(`${process.stdin.isTTY ? 'k' : '`npm run cluster -- kill-primary`'} kills the primary; Ctrl+C ends everything`);
}

/** Resolves when a signal or Ctrl+C ends the cluster. */
function untilEnded(nodes: readonly DatabaseNode[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, () => resolve());
    if (!process.stdin.isTTY) return;
    process.stdin.setRawMode(true);
    process.stdin.on('data', (key: Buffer) => {
      // In raw mode the terminal sends Ctrl+C as a character and not as a signal.
      if (key.includes(3)) resolve();
      else if (key.toString() === 'k') killPrimary(nodes).catch(printError);
    });
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function run(): Promise<void> {
  // During the start a signal ends this process at once, and its exit handler kills the started processes.
  for (const signal of SIGNALS) process.on(signal, () => process.exit(1));
  if (readNote()) throw new Error('A cluster runs here already: end it first.');
  if (!(isBuilt() || (await build())) || !(await buildLender())) throw new Error('The build failed; see the output of vite above.');
  const cluster = await startCluster({
    dist: join(root, 'dist'),
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 8080),
    say,
  });
  let isOver = false;
  try {
    mkdirSync(join(NOTE, '..'), { recursive: true });
    writeFileSync(NOTE, JSON.stringify({ pid: process.pid, nodes: cluster.nodes } satisfies Noted));
    printAddresses(cluster);
    void watchMembers(cluster.nodes, () => isOver);
    await untilEnded(cluster.nodes);
  } finally {
    isOver = true;
    say('stopping');
    rmSync(NOTE, { force: true });
    await cluster.stop();
  }
}

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return run();
  if (words.length > 1 || words[0] !== 'kill-primary')
    throw new Error(`There is no "${words.join(' ')}": the word is kill-primary, or none.`);
  const noted = readNote();
  if (!noted) throw new Error('No cluster runs here: start one with `npm run cluster`.');
  await killPrimary(noted.nodes);
}

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  printError(error);
  process.exit(1);
}
