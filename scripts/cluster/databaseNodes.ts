/** Reads the state of the database nodes from Patroni, and kills the primary. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseNode } from './patroni.ts';

export interface Member {
  name: string;
  /** `leader`, `sync_standby` or `replica`. */
  role: string;
  /** `running`, `streaming`, `starting`, `stopped`, `crashed` and others. */
  state: string;
}

/** Time limit of a query to a node, ms, so that a node without an answer does not delay the result. */
const PATIENCE = 2_000;

/**
 * The nodes according to the first Patroni that answers. The list is empty when none answers, as on a busy machine, or while
 * etcd elects its leader.
 */
export const membersOf = (nodes: readonly DatabaseNode[]): Promise<readonly Member[]> =>
  Promise.any(
    nodes.map(async ({ restPort }) => {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(PATIENCE) });
      return ((await response.json()) as { members?: Member[] }).members ?? [];
    }),
  ).catch(() => []);

/** The primary; undefined: there is none now, or no Patroni answers. */
export async function primaryOf(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  const leader = (await membersOf(nodes)).find(({ role, state }) => role === 'leader' && state === 'running');
  return nodes.find(({ name }) => name === leader?.name);
}

/** Whether all nodes run: one primary, and all others as its synchronous standbys. */
export async function isWhole(nodes: readonly DatabaseNode[]): Promise<boolean> {
  const members = await membersOf(nodes);
  return (
    members.length === nodes.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.filter(({ role }) => role === 'leader').length === 1 &&
    members.filter(({ role }) => role === 'sync_standby').length === nodes.length - 1
  );
}

/**
 * Kills PostgreSQL on this node, like a crash: it writes nothing more and does not notify its clients.
 * @throws Error when it does not run, or when this user may not kill it.
 */
export function killDatabase({ name, dataDir }: DatabaseNode): void {
  let pid = NaN;
  try {
    pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    // Without the file the error below is thrown.
  }
  const notRunning = `PostgreSQL does not run on ${name}; in a moment another node is the primary.`;
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(notRunning);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The file outlives a killed server.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') throw new Error(notRunning, { cause: error });
    throw error;
  }
}
