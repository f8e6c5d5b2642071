/** Two processes of one lender share a database and nothing else; so do these two, in this process. */
import { startPostgres } from './postgres.ts';
import { startLender, type LenderOptions, type TestLender } from './testLender.ts';

/** The data key of both, 64 hex digits. */
export const SHARED_KEY = 'ab'.repeat(32);

export interface TwoLenders {
  one: TestLender;
  two: TestLender;
  /** Moves the clock of both. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Both believe one proxy, so a test names the caller's address in `x-forwarded-for`. */
export async function startTwoLenders({ env = {}, ...options }: Pick<LenderOptions, 'env' | 'log'> = {}): Promise<TwoLenders> {
  const cluster = await startPostgres();
  const shared = { ...options, databaseUrl: await cluster.createDatabase(), env: { PHOTO_KEY: SHARED_KEY, TRUST_PROXY: '1', ...env } };
  // One after the other, as the second finds the database that the first has made.
  const one = await startLender(shared);
  const two = await startLender(shared);
  return {
    one,
    two,
    async pass(ms) {
      for (const lender of [one, two]) await lender.sandbox.advance(ms);
    },
    async stop() {
      for (const lender of [one, two]) await lender.stop();
      await cluster.stop();
    },
  };
}
