/** The log of security events, over the wire and in the database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { createSecurityLog, type LoggedSecurityEvent } from '#server/store/securityLog.ts';
import { createSecret } from '#server/store/secret.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

const KEY = 'cd'.repeat(32);
const MOBILE = '254712000777';
let lender: TestLender;

beforeAll(async () => {
  lender = await startLender({ env: { PHOTO_KEY: KEY } });
});
afterAll(() => lender?.stop());

const read = (): Promise<LoggedSecurityEvent[]> => {
  const { store, clock } = lender.inside();
  return createSecurityLog(store, clock, createSecret(Buffer.from(KEY, 'hex'))).read({ limit: 100 });
};

describe('log of security events', () => {
  it('wrong code at log-in: is written with hashes, and without number and address', async () => {
    const phone = lender.phone();
    await phone.call('productIndex', {});
    await phone.call('getVerifyCode', { mobile: MOBILE, purpose: 'register' });
    const right = await lender.sandbox.codeFor(MOBILE);
    const wrong = right === '000000' ? '000001' : '000000';
    await expect(phone.call('register', { mobile: MOBILE, code: wrong, acceptedTerms: true })).rejects.toMatchObject({
      code: CODE.invalidVerificationCode,
    });

    const [event] = await read();
    expect(event).toMatchObject({ kind: 'login.failed', subject: 'register', user: null });
    expect(event?.number).toMatch(/^[0-9a-f]{12}$/);
    expect(event?.address).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(await read())).not.toMatch(/712000777|127\.0\.0\.1/);
  });

  it('log of security events, made-up token: is written as a refused session', async () => {
    const phone = lender.phone({ session: () => 'made-up' });
    await expect(phone.call('getUserInfo', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
    expect((await read())[0]).toMatchObject({ kind: 'session.refused', subject: 'getUserInfo', number: null });
  });

  it('log of security events, answer without a refusal: gets no row', async () => {
    const before = (await read()).length;
    await lender.phone().call('productIndex', {});
    expect(await read()).toHaveLength(before);
  });

  it.each(['update security_event set kind = kind', 'delete from security_event', 'truncate security_event'])(
    'log of security events, database: refuses "%s"',
    async (statement) => {
      await expect(sql.raw(statement).execute(lender.inside().store.db)).rejects.toThrow('security_event is append only');
    },
  );
});
