/**
 * Several lenders in this process that share only a database, as processes of one lender do. With `LENDERS=three` there are three,
 * and a proxy sends each request to the next one, whichever a test names.
 */
import { startPostgres } from './postgresCluster.ts';
import { startRoundRobin, type RoundRobin } from './roundRobin.ts';
import { behind, startLender, type LenderOptions, type TestLender } from './testLender.ts';

/** The data key of all lenders, 64 hex digits. */
export const SHARED_KEY = 'ab'.repeat(32);

type Shared = Pick<LenderOptions, 'env' | 'log' | 'process'>;

export interface SharedLenders {
  all: readonly TestLender[];
  databaseUrl: string;
  /** Starts another lender. */
  another(): Promise<TestLender>;
  stop(): Promise<void>;
}

/** Starts the lenders. All trust one proxy, so a test names the caller's address in `x-forwarded-for`. */
export async function startLenders(count: number, { env = {}, ...options }: Shared = {}): Promise<SharedLenders> {
  const cluster = await startPostgres();
  const databaseUrl = await cluster.createDatabase();
  const all: TestLender[] = [];
  const another = async (): Promise<TestLender> => {
    const lender = await startLender({ ...options, databaseUrl, env: { PHOTO_KEY: SHARED_KEY, TRUST_PROXY: '1', ...env } });
    all.push(lender);
    return lender;
  };
  // One after the other, because the first one makes the database that the others need.
  for (let n = 0; n < count; n++) await another();
  return {
    all,
    databaseUrl,
    another,
    async stop() {
      for (const lender of all) await lender.stop();
      await cluster.stop();
    },
  };
}

export interface TwoLenders {
  one: TestLender;
  two: TestLender;
  /** Moves the clock of all lenders. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwoLenders(options: Omit<Shared, 'process'> = {}): Promise<TwoLenders> {
  const areThree = process.env['LENDERS'] === 'three';
  const { all, stop } = await startLenders(areThree ? 3 : 2, options);
  const proxy: RoundRobin | null = areThree ? await startRoundRobin(all.map(({ url }) => url)) : null;
  const [one, two] = all.map((lender) => (proxy ? behind(proxy.url, lender) : lender));
  if (!one || !two) throw new Error('no lenders');
  return {
    one,
    two,
    pass: (ms) => one.sandbox.advance(ms),
    async stop() {
      await proxy?.close();
      await stop();
    },
  };
}
