/** The line by which a browser fills in a code (WebOTP). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ env: { PAGE_HOST: 'loan.example.ke' } });
});
afterAll(() => lender?.stop());

it('code sent, host of the pages known: its text ends with the line that Chrome reads, and still begins with the code', async () => {
  const mobile = '254714000001';
  await lender.phone().call('getVerifyCode', { mobile, purpose: 'register' });
  const text = (await lender.sandbox.state()).sms.find(({ to }) => to === mobile)?.text ?? '';
  const code = text.slice(0, 6);
  expect(code).toMatch(/^\d{6}$/);
  expect(text.split('\n').at(-1)).toBe(`@loan.example.ke #${code}`);
});
