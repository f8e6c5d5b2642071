/** The devices of an account, signing out on all of them, and the texts to the borrower, over the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { DEVICES_KEPT } from '#server/identity/accountDevices.ts';
import { signIn } from '#src/api/signInChallenge.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());

let numbers = 0;
const newNumber = (): string => `2547140${String(++numbers).padStart(5, '0')}`;

interface Said {
  /** Id of the installation; '' for an installation that sends none. */
  device?: string;
  deviceName?: string;
}

/** Signs in on a device, or registers there, an hour after the last code. */
async function on(
  mobile: string,
  { device = 'first-phone-of-the-account', deviceName = 'Android 10, Chrome 80' }: Said = {},
): Promise<Phone> {
  await lender.sandbox.advance(HOUR);
  const phone = lender.phone({ device: () => device });
  const { exists } = await phone.call('existsByMobile', { mobile });
  await phone.call('getVerifyCode', { mobile, purpose: exists ? 'login' : 'register' });
  const request = { mobile, code: await lender.sandbox.codeFor(mobile), deviceName };
  const grant = await (exists
    ? signIn(phone, 'login', request, 'v'.repeat(32))
    : signIn(phone, 'register', { ...request, acceptedTerms: true }, 'v'.repeat(32)));
  phone.token = grant.token;
  return phone;
}

const SECOND = { device: 'second-phone-of-the-account', deviceName: 'Android 13, SM-A107F' };
const now = async (): Promise<number> => (await lender.sandbox.state()).now;
const devicesOf = async (phone: Phone) => (await phone.call('listDevices', {})).devices;
const rows = (mobile: string) =>
  lender
    .inside()
    .store.db.selectFrom('account_device')
    .innerJoin('app_user', 'app_user.id', 'account_device.user_id')
    .selectAll('account_device')
    .where('msisdn', '=', mobile)
    .orderBy('first_seen')
    .execute();
/** Texts to this number without a code, newest first. */
async function textsTo(mobile: string): Promise<string[]> {
  await lender.inside().due.run();
  return (await lender.sandbox.state()).sms.filter(({ to, text }) => to === mobile && !/^\d{6} /.test(text)).map(({ text }) => text);
}
/** Security events since that time, oldest first. */
async function eventsSince(since: number): Promise<string[]> {
  const rows = await lender
    .inside()
    .store.db.selectFrom('security_event')
    .select(['kind', 'subject'])
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, subject }) => `${kind} ${subject}`);
}

describe('list of devices', () => {
  it('account just registered: has one device, trusted and signed in now, and sends no text', async () => {
    const mobile = newNumber();
    const start = await now();
    const phone = await on(mobile);
    const [device, ...others] = await devicesOf(phone);
    expect(others).toEqual([]);
    expect(device).toMatchObject({ name: 'Android 10, Chrome 80', isThis: true, lastUsedAt: device?.firstUsedAt });
    expect(device?.firstUsedAt).toBeGreaterThan(start);
    expect(await rows(mobile)).toMatchObject([{ trusted_at: device?.firstUsedAt }]);
    expect(await textsTo(mobile)).toEqual([]);
    expect(await eventsSince(start)).toEqual(['device.added register']);
  });

  it('sign-in on a second device: ends the session on the first, is listed first, is not trusted, and sends a text to the registered number', async () => {
    const mobile = newNumber();
    const first = await on(mobile);
    const start = await now();
    const second = await on(mobile, SECOND);
    expect(await devicesOf(second)).toMatchObject([
      { name: SECOND.deviceName, isThis: true },
      { name: 'Android 10, Chrome 80', isThis: false },
    ]);
    await expect(first.call('listDevices', {})).rejects.toMatchObject({ code: CODE.loggedInElsewhere });
    expect((await rows(mobile)).map((row) => row.trusted_at !== null)).toEqual([true, false]);
    expect(await textsTo(mobile)).toEqual([
      expect.stringMatching(/^Someone signed in to your account on a new phone, on .+ at \d\d:\d\d\./),
    ]);
    expect(await eventsSince(start)).toEqual(['session.ended login', 'device.added login', 'session.refused listDevices']);

    await on(mobile);
    expect(await textsTo(mobile)).toHaveLength(1);
  });

  it('installations without an id: are never known, so each sign-in sends a text, and no device is trusted', async () => {
    const mobile = newNumber();
    await on(mobile, { device: '' });
    await on(mobile, { device: '' });
    const phone = await on(mobile, { device: 'short' });
    expect(await textsTo(mobile)).toHaveLength(2);
    expect(await devicesOf(phone)).toMatchObject([{ isThis: true }]);
    expect(await rows(mobile)).toMatchObject([{ trusted_at: null }]);
  });

  it.each([
    ['<b onclick="x()">This phone</b>', 'b onclick x() This phone b'],
    ['a\u202Eb\n\tc\u0007d\u200B', 'a b c d'],
    ['W'.repeat(300), 'W'.repeat(60)],
    ['Simu ya Ngũgĩ, 10.1', 'Simu ya Ngũgĩ, 10.1'],
    [7, ''],
    [undefined, ''],
  ])('phone with the name %j: is listed as %j', async (deviceName, shown) => {
    const mobile = newNumber();
    const phone = await on(mobile, { deviceName: deviceName as string });
    expect((await devicesOf(phone)).map(({ name }) => name)).toEqual([
      shown === '' && deviceName === undefined ? 'Android 10, Chrome 80' : shown,
    ]);
  });

  it('session in use: stores the last use once an hour, and no more', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    const [{ last_seen: signedIn } = { last_seen: 0 }] = await rows(mobile);
    await lender.sandbox.advance(HOUR - MINUTE);
    await phone.call('latestOrder', {});
    expect(await rows(mobile)).toMatchObject([{ last_seen: signedIn }]);
    await lender.sandbox.advance(MINUTE);
    await phone.call('latestOrder', {});
    const [{ last_seen: used } = { last_seen: 0 }] = await rows(mobile);
    expect(used).toBeGreaterThanOrEqual(signedIn + HOUR);
    await lender.sandbox.advance(MINUTE);
    await phone.call('latestOrder', {});
    expect(await rows(mobile)).toMatchObject([{ last_seen: used }]);
  });

  it('device not used for a year: is forgotten, and a sign-in on it sends a text again', async () => {
    const mobile = newNumber();
    await on(mobile);
    await lender.sandbox.advance(DEVICES_KEPT + DAY);
    await lender.inside().due.run();
    expect(await rows(mobile)).toEqual([]);
    await on(mobile);
    expect(await textsTo(mobile)).toHaveLength(1);
    expect(await rows(mobile)).toMatchObject([{ trusted_at: null }]);
  });
});

describe('removing a device', () => {
  it('removing another device, also twice: the list does not have it, and a sign-in on it sends a text again', async () => {
    const mobile = newNumber();
    await on(mobile);
    const second = await on(mobile, SECOND);
    const id = (await devicesOf(second)).find(({ isThis }) => !isThis)?.id ?? '';
    await second.call('removeDevice', { id });
    await second.call('removeDevice', { id });
    expect(await devicesOf(second)).toMatchObject([{ name: SECOND.deviceName, isThis: true }]);
    await on(mobile);
    expect(await textsTo(mobile)).toHaveLength(2);
    expect((await rows(mobile)).map(({ trusted_at }) => trusted_at)).toEqual([null, null]);
  });

  it('list of devices, the calling device removed: its session ends', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    const start = await now();
    const [{ id } = { id: '' }] = await devicesOf(phone);
    await phone.call('removeDevice', { id });
    await expect(phone.call('listDevices', {})).rejects.toMatchObject({ code: CODE.notLoggedIn });
    expect(await eventsSince(start)).toContain('session.ended removeDevice');
  });

  it('a device of another account: stays, and its session continues', async () => {
    const owner = await on(newNumber());
    const stranger = await on(newNumber());
    const [{ id } = { id: '' }] = await devicesOf(owner);
    await stranger.call('removeDevice', { id: `${id}x` });
    await lender
      .inside()
      .store.db.updateTable('account_device')
      .set({ name: 'owned' })
      .where('user_id', '=', Number((await owner.call('getUserInfo', {})).basicInfo.userId))
      .execute();
    await stranger.call('removeDevice', { id });
    expect(await devicesOf(owner)).toMatchObject([{ name: 'owned', isThis: true }]);
  });

  it.each([{}, { id: '' }, { id: 7 }, { id: 'x'.repeat(101) }])(
    'removing a device, %o instead of its id: the wrong field is named',
    async (request) => {
      const phone = await on(newNumber());
      await expect(phone.call('removeDevice', request as never)).rejects.toMatchObject({
        code: CODE.invalidField,
        fields: { id: expect.any(String) as string },
      });
    },
  );
});

describe('signing out everywhere', () => {
  it('signing out everywhere, signed in: the session ends, no device is trusted any more, and the registered number gets a text', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    const start = await now();
    await phone.call('signOutEverywhere', {});
    await expect(phone.call('latestOrder', {})).rejects.toMatchObject({ code: CODE.notLoggedIn });
    expect(await rows(mobile)).toMatchObject([{ trusted_at: null }]);
    expect(await textsTo(mobile)).toEqual([expect.stringMatching(/^Your account was signed out on every phone, on .+ at \d\d:\d\d\./)]);
    expect(await eventsSince(start)).toContain('session.ended signOutEverywhere');

    // The device is known already, so signing in there sends no text and does not make the device trusted.
    await on(mobile);
    expect(await textsTo(mobile)).toHaveLength(1);
    expect(await rows(mobile)).toMatchObject([{ trusted_at: null }]);
  });

  it('token of an ended session: signs nobody out', async () => {
    const mobile = newNumber();
    const first = await on(mobile);
    const second = await on(mobile, SECOND);
    await expect(first.call('signOutEverywhere', {})).rejects.toMatchObject({ code: CODE.loggedInElsewhere });
    expect(await devicesOf(second)).toHaveLength(2);
  });

  it('signing out everywhere, in Swahili: the text is in Swahili', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    const inSwahili = lender.phone({ session: () => phone.token, language: () => 'sw' });
    await inSwahili.call('signOutEverywhere', {});
    expect(await textsTo(mobile)).toEqual([expect.stringContaining('Umetolewa kwenye akaunti yako kwenye simu zote')]);
  });
});

describe('language of texts', () => {
  const languageOf = async (mobile: string): Promise<string | null> =>
    (await lender.inside().store.db.selectFrom('app_user').select('language').where('msisdn', '=', mobile).executeTakeFirstOrThrow())
      .language;

  it('call with a session: sets the language of texts, which no other call does', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    const reading = (language: string): Phone => lender.phone({ session: () => phone.token, language: () => language });
    await reading('sw').call('latestOrder', {});
    expect(await languageOf(mobile)).toBe('sw');
    for (const unknown of ['', 'fr', 'SW']) await reading(unknown).call('latestOrder', {});
    await lender.phone({ session: () => null, language: () => 'es' }).call('existsByMobile', { mobile });
    expect(await languageOf(mobile)).toBe('sw');
    await reading('en').call('latestOrder', {});
    expect(await languageOf(mobile)).toBe('en');
  });

  it('sign-in on a new device in another language: the borrower gets the text in the language of the account', async () => {
    const mobile = newNumber();
    const phone = await on(mobile);
    await lender.phone({ session: () => phone.token, language: () => 'sw' }).call('latestOrder', {});
    await on(mobile, SECOND);
    expect(await textsTo(mobile)).toEqual([expect.stringContaining('Akaunti yako imefunguliwa kwenye simu mpya')]);
  });
});

it('account that logs out or is closed: a security event is logged, and a closed account leaves no device and no text', async () => {
  const mobile = newNumber();
  const start = await now();
  const phone = await on(mobile);
  await phone.call('logOut', { token: phone.token ?? '' });
  await phone.call('logOut', { token: phone.token ?? '' });
  const again = await on(mobile, SECOND);
  await again.call('cancelAccount', { reason: 'privacy' });
  expect((await eventsSince(start)).filter((event) => event.startsWith('session.ended'))).toEqual([
    'session.ended logOut',
    'session.ended cancelAccount',
  ]);
  await expect(again.call('listDevices', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
  expect(
    await lender
      .inside()
      .store.db.selectFrom('text_message')
      .select('id')
      .where('user_id', 'is not', null)
      .where('ended_at', 'is', null)
      .execute(),
  ).toEqual([]);
});

it.each([7, '', 'ab', 'A'.repeat(64), 'g'.repeat(64)])(
  'sign-in with the challenge %j: the wrong field is named, and the code stays valid',
  async (challenge) => {
    const mobile = newNumber();
    await lender.sandbox.advance(HOUR);
    const phone = lender.phone();
    await phone.call('existsByMobile', { mobile });
    await phone.call('getVerifyCode', { mobile, purpose: 'register' });
    const request = { mobile, code: await lender.sandbox.codeFor(mobile), acceptedTerms: true } as const;
    await expect(phone.call('register', { ...request, challenge: challenge as string })).rejects.toMatchObject({
      code: CODE.invalidField,
      fields: { challenge: expect.any(String) as string },
    });
    expect(await phone.call('register', request)).toMatchObject({ token: expect.any(String) as string });
  },
);
