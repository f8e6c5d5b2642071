/** Registering the addresses of the paybill: which failures are retried. */
import { expect, test } from 'vitest';
import { createDaraja } from '#server/rail/daraja.ts';
import { RailUnknown, RegisteredBefore } from '#server/rail/darajaClient.ts';
import { simulatedAccess } from '#server/simulation/rail/simulator.ts';
import { testClock } from '#tests/support/database.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

/** The error of `registerPaybill` after this answer of M-PESA. */
async function failureOf(status: number, errorCode: string, errorMessage: string): Promise<unknown> {
  const daraja = createDaraja({
    access: () => simulatedAccess('http://127.0.0.1:1', '/daraja'),
    clock: testClock(),
    fetch: (url) => {
      const isToken = url.includes('/oauth/');
      const body = isToken ? { access_token: 'token', expires_in: '3599' } : { requestId: '1', errorCode, errorMessage };
      return Promise.resolve(new Response(JSON.stringify(body), { status: isToken ? 200 : status }));
    },
  });
  return daraja.registerPaybill(TOKEN).catch((error: unknown) => error);
}

test('addresses registered before: is reported as final, because a retry would fail too', async () => {
  expect(await failureOf(500, '500.003.1001', 'Urls are already registered')).toBeInstanceOf(RegisteredBefore);
});

test('registration, rail busy: rejects with an error that allows a retry', async () => {
  const failure = await failureOf(500, '500.003.02', 'System is busy. Please try again in few minutes.');
  expect(failure).toBeInstanceOf(RailUnknown);
  expect(failure).not.toBeInstanceOf(RegisteredBefore);
});
