/** Calls before signing in: promotions, the captcha before many codes, country, support, the address of the app. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { RESEND_AFTER } from '#server/identity/codeLimits.ts';
import { CODE_LIFE } from '#server/identity/oneTimeCodes.ts';
import { createCaptchas } from '#server/identity/captcha.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { testClock } from '#tests/support/database.ts';

let lender: TestLender;
let numbers = 0;
const freshNumber = (): string => `2547110${String(++numbers).padStart(5, '0')}`;

beforeAll(async () => {
  lender = await startLender({
    env: { CHANNEL_PLACES: '7=2, radio=50', SUPPORT_EMAIL: 'help@lender.example.ke', APP_DOWNLOAD_URL: 'https://lender.example.ke/app' },
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
    // Registration continues: only the promotion is full.
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
});

describe('many codes to one number', () => {
  /** Sends three codes within the hour. */
  async function manyCodes(phone: Phone, mobile: string): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await phone.call('getVerifyCode', { mobile, purpose: 'register' });
      await lender.sandbox.advance(RESEND_AFTER);
    }
  }
  const sumIn = (question: string): string => String((question.match(/\d+/g) ?? []).map(Number).reduce((a, b) => a + b));
  const WRONG = { code: CODE.captchaRequired, message: 'That was not the answer. Here is another question' };
  const REFUSED = { code: CODE.captchaRequired, message: 'Many codes were asked for. Please answer the question first' };

  it('code, many sent to the number: a captcha is required, and one try closes it', async () => {
    const phone = lender.phone();
    const mobile = freshNumber();
    expect(await phone.call('isRequiredVerificationCode', { mobile })).toEqual({ required: true, captcha: null });
    await manyCodes(phone, mobile);
    await expect(phone.call('getVerifyCode', { mobile, purpose: 'register' })).rejects.toMatchObject(REFUSED);

    const { captcha } = await phone.call('isRequiredVerificationCode', { mobile });
    expect(captcha?.question).toMatch(/^How much is \d+ \+ \d+\?$/);
    const right = { id: captcha?.id ?? '', answer: sumIn(captcha?.question ?? '') };
    const sent = await phone.call('getVerifyCode', { mobile, purpose: 'register', captcha: right });
    expect(sent.validFor).toBe(CODE_LIFE);
    await lender.sandbox.advance(RESEND_AFTER);
    await expect(phone.call('getVerifyCode', { mobile, purpose: 'register', captcha: right })).rejects.toMatchObject(WRONG);
  });

  it.each([{ id: 'made-up', answer: '12' }, { id: 7, answer: null }, 'rubbish'])('captcha %o: is refused', async (captcha) => {
    const phone = lender.phone();
    const mobile = freshNumber();
    await manyCodes(phone, mobile);
    await expect(phone.call('getVerifyCode', { mobile, purpose: 'register', captcha: captcha as never })).rejects.toMatchObject(WRONG);
  });

  it('captcha, codes of an hour ago or of another number: is not required', async () => {
    const phone = lender.phone();
    const mobile = freshNumber();
    await manyCodes(phone, mobile);
    await expect(phone.call('getVerifyCode', { mobile: freshNumber(), purpose: 'register' })).resolves.toBeDefined();
    await lender.sandbox.advance(HOUR);
    expect(await phone.call('isRequiredVerificationCode', { mobile })).toEqual({ required: true, captcha: null });
  });

  it('captcha: is in the borrower’s language', async () => {
    const phone = lender.phone({ language: () => 'sw' });
    const mobile = freshNumber();
    await manyCodes(phone, mobile);
    expect((await phone.call('isRequiredVerificationCode', { mobile })).captcha?.question).toMatch(/ni ngapi\?$/);
  });
});

describe('captcha', () => {
  it('captcha: is open for ten minutes and one answer, independently of others', () => {
    const clock = testClock();
    const captchas = createCaptchas(clock);
    const [one, two, late] = [captchas.create(), captchas.create(), captchas.create()];
    expect(new Set([one.id, two.id, late.id]).size).toBe(3);
    expect(captchas.check(one.id, String(two.a + two.b + 100))).toBe(false);
    expect(captchas.check(one.id, String(one.a + one.b))).toBe(false);
    expect(captchas.check(two.id, ` ${two.a + two.b} `)).toBe(true);
    clock.pass(10 * MINUTE);
    expect(captchas.check(late.id, String(late.a + late.b))).toBe(false);
  });
});

describe('configured values', () => {
  const phone = (language = 'en'): Phone => lender.phone({ language: () => language });

  it('support: has the address of the operator and the hours of the market', async () => {
    expect(await phone().call('customerService', {})).toEqual({ email: 'help@lender.example.ke', hours: { from: '08:00', to: '17:00' } });
  });

  it('download address: is the operator’s, or null', async () => {
    expect(await phone().call('appDownloadAddress', {})).toEqual({ address: 'https://lender.example.ke/app' });
  });

  it('country: is the same by address and by code, in the requested language', async () => {
    const kenya = { code: 'KE', name: 'Kenia', callingCode: '254', currency: 'KES' };
    expect(await phone('es').call('countryByIp', {})).toEqual(kenya);
    for (const code of ['KE', '254']) expect(await phone('es').call('countryByCode', { code })).toEqual(kenya);
    await expect(phone().call('countryByCode', { code: 'NG' })).rejects.toMatchObject({ code: CODE.invalidField });
  });
});
