/** A reset while pages poll. In a process of its own, because there the database has a thread, and requests come between transactions. */
import { expect, it } from 'vitest';
import { startLender } from '#tests/support/testLender.ts';
import { SANDBOX_API } from '#src/api/sandbox.ts';

it('sandbox, reset while pages poll: every poll is answered, and the log names no error of the lender', async () => {
  const lender = await startLender({ process: true, env: { LOG_LEVEL: 'error' } });
  try {
    const answers = new Set<number>();
    for (let resets = 0; resets < 3; resets++) {
      let isReset = false;
      const reset = lender.sandbox.do('/reset', {}).finally(() => (isReset = true));
      const poll = async (): Promise<void> => {
        while (!isReset) answers.add((await fetch(`${lender.url}${SANDBOX_API}/state`)).status);
      };
      await Promise.all([reset, ...Array.from({ length: 4 }, poll)]);
    }
    expect([...answers]).toEqual([200]);
    // The reset registers the paybill anew as its last step; the simulated rail refuses what is asked of it before that.
    const errors = lender
      .outside()
      .output.split('\n')
      .filter((line) => line.includes('"level":50') && !line.includes('refused by M-PESA'));
    expect(errors).toEqual([]);
  } finally {
    await lender.stop();
  }
});
