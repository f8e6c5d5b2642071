/** Calls before signing in: promotions, country, support, the address of the app. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL } from '#machines/model/channel.ts';
import { CODE } from '#machines/model/codes.ts';
import { LENDER_IDENTITY } from '#tests/support/productionSettings.ts';
import { readConfig } from '#server/config.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
let numbers = 0;
const freshNumber = (): string => `2547110${String(++numbers).padStart(5, '0')}`;

beforeAll(async () => {
  lender = await startLender({
    env: {
      ...LENDER_IDENTITY,
      CHANNEL_PLACES: '7=2, radio=50',
      SUPPORT_EMAIL: 'help@lender.example.ke',
      SUPPORT_PHONE: '0800 123 456',
      SUPPORT_WHATSAPP: '0712 345 678',
      SUPPORT_HOURS: '07:00-20:00',
      SUPPORT_DAYS: 'mon-sat',
      APP_DOWNLOAD_URL: 'https://lender.example.ke/app',
    },
  });
});
afterAll(() => lender?.stop());

/** Registers through a promotion, as its page does. */
async function registerThrough(channelId: string | null): Promise<void> {
  const phone = lender.phone();
  const mobile = freshNumber();
  await phone.call('getVerifyCode', { mobile, purpose: 'register' });
  const code = await lender.sandbox.codeFor(mobile);
  await phone.call('register', { mobile, code, acceptedTerms: true, channelId });
}

describe('a promotion', () => {
  const vacancies = async (channelId?: string): Promise<number | null> =>
    (await lender.phone().call('productList', channelId === undefined ? {} : { channelId })).vacancies;

  it('promotion: its vacancies are the configured places less the registrations through its channel', async () => {
    expect(await vacancies('7')).toBe(2);
    await registerThrough('7');
    await registerThrough('radio');
    await registerThrough(null);
    expect(await vacancies('7')).toBe(1);
    await registerThrough('7');
    // A full promotion does not prevent registration.
    await registerThrough('7');
    expect(await vacancies('7')).toBe(0);
    expect(await vacancies('radio')).toBe(49);
  });

  it('promotion without a limit of places: its vacancies are null', async () => {
    expect(await vacancies('unheard-of')).toBeNull();
    expect(await vacancies()).toBeNull();
  });

  it('promotion, empty channel: is refused with the message of the specification', async () => {
    await expect(vacancies('')).rejects.toMatchObject({ code: CODE.invalidField, message: 'channelId cannot be empty' });
    await expect(vacancies('a b')).rejects.toMatchObject({ code: CODE.invalidField });
    await expect(vacancies('constructor')).resolves.toBeNull();
  });

  it('promotion, default places: every channel has 100; no places configured: no channel has any', async () => {
    expect(readConfig({ SANDBOX: '1' }).channelPlaces).toEqual({ '*': 100 });
    expect(readConfig({ SANDBOX: '1', CHANNEL_PLACES: 'none' }).channelPlaces).toEqual({});
    const other = await startLender({});
    try {
      const left = async (channelId: string) => (await other.phone().call('productList', { channelId })).vacancies;
      expect([await left(DEFAULT_CHANNEL), await left('7'), await left('constructor')]).toEqual([100, 100, 100]);
    } finally {
      await other.stop();
    }
  });
});

describe('configured values', () => {
  const phone = (language = 'en'): Phone => lender.phone({ language: () => language });

  it('support, signed out: is as the operator set it', async () => {
    expect(await phone().call('customerService', {})).toMatchObject({
      email: 'help@lender.example.ke',
      phone: '0800 123 456',
      whatsapp: '254712345678',
      hours: { days: 'mon-sat', from: '07:00', to: '20:00' },
      company: { name: 'Pesa Haraka Limited', policiesSince: '2026-03-01' },
    });
  });

  it('configured values, download address: is the operator’s, or null', async () => {
    expect(await phone().call('appDownloadAddress', {})).toEqual({ address: 'https://lender.example.ke/app' });
  });

  it('configured values, country: is the same by address and by code, in the requested language', async () => {
    const kenya = { code: 'KE', name: 'Kenia', callingCode: '254', currency: 'KES' };
    expect(await phone('es').call('countryByIp', {})).toEqual(kenya);
    for (const code of ['KE', '254']) expect(await phone('es').call('countryByCode', { code })).toEqual(kenya);
    await expect(phone().call('countryByCode', { code: 'NG' })).rejects.toMatchObject({ code: CODE.invalidField });
  });
});
