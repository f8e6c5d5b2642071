/** What Patroni says of the database nodes, and the end of the primary. */
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

/** A node that does not answer must not hold up the question to the others. */
const PATIENCE = 2_000;

/**
 * The nodes as the first Patroni that answers knows them; none when none answers, as on a machine that is busy, or while
 * etcd elects its leader.
 */
export const membersOf = (nodes: readonly DatabaseNode[]): Promise<readonly Member[]> =>
  Promise.any(
    nodes.map(async ({ restPort }) => {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(PATIENCE) });
      return ((await response.json()) as { members?: Member[] }).members ?? [];
    }),
  ).catch(() => []);

/** The node that is the primary; undefined: there is none now, or nobody says. */
export async function primaryOf(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  const leader = (await membersOf(nodes)).find(({ role, state }) => role === 'leader' && state === 'running');
  return nodes.find(({ name }) => name === leader?.name);
}

/** Whether the primary has a standby that has every commit, and every node takes part. */
export async function isWhole(nodes: readonly DatabaseNode[]): Promise<boolean> {
  const members = await membersOf(nodes);
  return (
    members.length === nodes.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role))
  );
}

/**
 * Ends PostgreSQL on this node as a crash does: nothing is written and no client gets a word.
 * @throws Error when it does not run, or is somebody else's.
 */
export function killDatabase({ name, dataDir }: DatabaseNode): void {
  let pid = NaN;
  try {
    pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    // Said below.
  }
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`PostgreSQL does not run on ${name}.`);
  process.kill(pid, 'SIGKILL');
}
