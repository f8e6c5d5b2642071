/** A reset while pages poll. The lender runs in its own process: its database has a thread, so requests interrupt the reset. */
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
    // The simulated rail refuses requests until the last step of the reset, which registers the paybill again.
    const errors = lender
      .outside()
      .output.split('\n')
      .filter((line) => line.includes('"level":50') && !line.includes('refused by M-PESA'));
    expect(errors).toEqual([]);
  } finally {
    await lender.stop();
  }
});
