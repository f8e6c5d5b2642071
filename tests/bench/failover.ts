/** Times a failover of the cluster, until a node is the primary again and until the lenders answer. The test of failovers prints it. */
import pg from 'pg';
import { toProblem } from '#machines/model/codes.ts';
import type { RunningCluster } from '../../scripts/cluster/startCluster.ts';
import type { DatabaseNode } from '../../scripts/cluster/patroni.ts';
import { isOfOutage, type BorrowerWithPhone } from '../support/outageLoad.ts';
import { until } from '../support/patience.ts';
import { createPhone } from '../support/testLender.ts';

/** All in ms. */
export interface FailoverTimes {
  /** From the kill until a node accepts connections as the primary. */
  promotion: number;
  /** From the promotion until the new primary acknowledges a commit, for which it needs a standby. */
  commit: number;
  /** From the promotion until every lender has answered a read. */
  read: number;
  /** From the first commit until every lender has stored a change. */
  write: number;
}

export interface Failover {
  times: FailoverTimes;
  /** Patroni has started the killed node again, as it does when no standby may take over at that moment. */
  isRestart: boolean;
}

/** Time limit for a lender's first answer, ms: far more than a busy machine needs. */
export const LATE = 30_000;

type Call = (phone: ReturnType<typeof createPhone>) => Promise<unknown>;

const readsOrder: Call = (phone) => phone.call('latestOrder', {});
/** A write without effect on a loan: the order does not exist, and the refusal is stored as the answer to the request. */
const draws: Call = (phone) => phone.call('getMoney', { orderNo: 'L000000000', agreementVersion: '1', sent: 1, owed: 1 });

/** Calls each lender directly, without the proxy, until it answers. */
const untilAllAnswer = (lenders: RunningCluster['lenders'], { phone: { token } }: BorrowerWithPhone, call: Call): Promise<unknown> =>
  Promise.all(
    lenders.map(({ name, port }) => {
      const phone = Object.assign(createPhone(`http://127.0.0.1:${port}`), { token });
      const isAnswered = (): Promise<boolean> =>
        call(phone).then(
          () => true,
          (error: unknown) => !isOfOutage(toProblem(error)),
        );
      return until(isAnswered, () => `${name} does not go on`);
    }),
  );

interface Primary {
  node: DatabaseNode;
  client: pg.Client;
}

/** Connects to the node that is the primary, without the proxy. A killed one accepts no connection until it is started again. */
async function connectToPrimary({ databaseUrlOf, services, nodes }: RunningCluster): Promise<Primary> {
  const connect = async (node: DatabaseNode): Promise<Primary> => {
    const client = new pg.Client({ connectionString: databaseUrlOf(node), connectionTimeoutMillis: 2_000 });
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby === false) return { node, client };
    await client.end();
    throw new Error('a standby');
  };
  let found: Primary | undefined;
  await until(
    async () => {
      found = await Promise.any(nodes.map(connect)).catch(() => undefined);
      return found !== undefined;
    },
    () => `no node became the primary: ${services.map((one) => `${one.name}: ${one.log()}`).join('\n')}`,
  );
  return found as Primary;
}

/** Called right after the primary was killed. @param caller the borrower whose token the calls contain. */
export async function followFailover(cluster: RunningCluster, killed: DatabaseNode, caller: BorrowerWithPhone): Promise<Failover> {
  const began = performance.now();
  const { node, client: primary } = await connectToPrimary(cluster);
  const promotedAt = performance.now();
  const reading = untilAllAnswer(cluster.lenders, caller, readsOrder).then(() => performance.now());
  await primary.query(`insert into setting(key, value) values ('failovers', '1') on conflict (key) do update set value = excluded.value`);
  const committedAt = performance.now();
  await primary.end();
  await untilAllAnswer(cluster.lenders, caller, draws);
  const writtenAt = performance.now();
  return {
    times: {
      promotion: promotedAt - began,
      commit: committedAt - promotedAt,
      read: (await reading) - promotedAt,
      write: writtenAt - committedAt,
    },
    isRestart: node === killed,
  };
}

/** @returns ms until every lender has stored a change. The first call to each must be answered, however long it waits. */
export async function timeToStore(cluster: RunningCluster, { phone: { token } }: BorrowerWithPhone): Promise<number> {
  const began = performance.now();
  await Promise.all(
    cluster.lenders.map(async ({ name, port }) => {
      const phone = Object.assign(createPhone(`http://127.0.0.1:${port}`), { token });
      const problem = await draws(phone).then(() => null, toProblem);
      if (problem && isOfOutage(problem)) throw new Error(`${name} did not wait`, { cause: problem });
    }),
  );
  return performance.now() - began;
}

/** Stops the process that receives the log of the primary, without ending its connection. @returns a function that lets it go on. */
export async function hangStandby({ databaseUrlOf }: RunningCluster, standby: DatabaseNode): Promise<() => void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(standby) });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_wal_receiver');
  await client.end();
  const pid = rows[0]?.pid;
  if (pid === undefined) throw new Error(`${standby.name} receives nothing`);
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}

/** Median and maximum. */
export function spreadOf(times: readonly FailoverTimes[], what: keyof FailoverTimes): string {
  const sorted = times.map((one) => Math.round(one[what])).toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} ms (at most ${sorted.at(-1)})`;
}
