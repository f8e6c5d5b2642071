/** A promotion's link names a channel, its page asks for a number. Both reach registration, and so does the chosen loan. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn, session } from '../../paths/lenderSamples.ts';
import { asBorrower, asVisitor, noAnswer, refusal, startJourney, nobody, type Journey } from '../chartDriver.ts';

const typed = { type: 'mobile.submitted', mobile: '0712 345 678' } as const;
const CHANNEL = { channelId: '7' };

/** The steps of a loan that the page presents before the lookup are skipped. */
const submit = (journey: Journey): Journey =>
  journey.send(typed).at === 'yx3.presenting' ? journey.send({ type: 'steps.skipped' }) : journey;

describe.each(['yx1', 'yx2ConfirmBorrow', 'yx3'] as const)('When a visitor gives a number on %s', (page) => {
  const given = async (query: Record<string, string> = CHANNEL): Promise<Journey> => submit((await asVisitor()).open(`#${page}`, query));

  it('landing page, unknown number given: registration opens, with number, channel and the wish for a loan', async () => {
    const journey = await given();
    await journey.answer(`findMobile.${page}`, { exists: false });
    expect(journey.at).toBe('register.enteringMobile');
    expect(journey.context.signIn.mobile).toBe('0712 345 678');
    journey.send({ type: 'registration.submitted', mobile: '0712 345 678', acceptedTerms: true });
    await journey.answer('requestCode.register', { againAt: 0 });
    journey.send({ type: 'code.submitted', code: '123456' });
    expect(journey.inputOf('registerBorrower')).toEqual({ mobile: '0712 345 678', code: '123456', channelId: '7' });
    await journey.answer('registerBorrower', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at.split('.')[0]).toBe('toBorrow');
  });

  it.each<Record<string, string>>([{}, { channelId: '' }, { channelId: 'spring sale' }, { channelId: 'x'.repeat(65) }])(
    'link without a valid channel, %j: the registration names the default channel',
    async (query) => {
      const journey = await given(query);
      await journey.answer(`findMobile.${page}`, { exists: false });
      journey.send({ type: 'registration.submitted', mobile: '0712 345 678', acceptedTerms: true });
      await journey.answer('requestCode.register', { againAt: 0 });
      journey.send({ type: 'code.submitted', code: '123456' });
      expect(journey.inputOf('registerBorrower')).toMatchObject({ channelId: 'direct' });
    },
  );

  it('visitor who gives an unknown number: the registration says that it is new', async () => {
    const journey = await given();
    await journey.answer(`findMobile.${page}`, { exists: false });
    expect(journey.context.signIn.unknownMobile).toBe('0712 345 678');
  });

  it('landing page, known number given: its code is sent at once, and it still leads to the loan', async () => {
    const journey = await given();
    await journey.answer(`findMobile.${page}`, { exists: true });
    expect(journey.at).toBe('login.sendingCode');
    expect(journey.inputOf('requestCode.login')).toMatchObject({ mobile: '0712 345 678' });
    expect(journey.context.pendingRoute).toMatchObject({ wish: 'apply' });
  });

  it('landing page, number being looked up: navigation is blocked, and a lost answer keeps the number', async () => {
    const journey = (await given()).open('#home').send({ type: 'back.requested' });
    expect(journey.at).toBe(`${page}.checking`);
    await journey.fail(`findMobile.${page}`, noAnswer);
    expect(journey.at).toBe(`${page}.entering`);
    expect(journey.context).toMatchObject({ signIn: { mobile: '0712 345 678' }, problem: noAnswer });
  });
});

describe.each(['yx1', 'yx2', 'yx2ConfirmBorrow', 'yx3'] as const)('When the number given on %s cannot be used', (page) => {
  it.each([
    ['', LOCAL.mobileMissing],
    ['  ', LOCAL.mobileMissing],
    ['0712', LOCAL.mobileInvalid],
  ])('landing page, number "%s" given: it is refused and kept, and no call is made', async (mobile, code) => {
    const journey = (await asVisitor()).open(`#${page}`, CHANNEL).send({ type: 'mobile.submitted', mobile });
    expect(journey.context).toMatchObject({ signIn: { mobile }, problem: { code } });
    expect(journey.calls.filter((call) => call !== 'loadVacancies')).toEqual([]);
  });
});

describe('When yx3 presents the four steps', () => {
  const presenting = async (): Promise<Journey> => (await asVisitor()).open('#yx3', CHANNEL).send(typed);

  it('yx3, four steps: the number is looked up when they were shown, and not before', async () => {
    const journey = await presenting();
    expect([journey.at, journey.calls]).toEqual(['yx3.presenting', []]);
    expect(journey.wait(4_799).at).toBe('yx3.presenting');
    expect(journey.wait(1).calls).toEqual(['findMobile.yx3']);
  });

  it('yx3, four steps skipped: the number is looked up at once, and Back leads to the number', async () => {
    expect((await presenting()).send({ type: 'steps.skipped' }).calls).toEqual(['findMobile.yx3']);
    const journey = (await presenting()).send({ type: 'back.requested' });
    expect([journey.at, journey.context.signIn.mobile]).toEqual(['yx3.entering', '0712 345 678']);
  });
});

describe('When the costs are shown before applying', () => {
  it('costs shown before applying: number and channel of the first page are there on the second, and Back leads to the first', async () => {
    const journey = (await asVisitor()).open('#yx2', CHANNEL).send(typed);
    expect(journey.at).toBe('yx2ConfirmBorrow.entering');
    expect(journey.context).toMatchObject({ signIn: { mobile: '0712 345 678' }, query: CHANNEL });
    expect(journey.send({ type: 'back.requested' }).at).toBe('yx2');
    expect(journey.context).toMatchObject({ signIn: { mobile: '0712 345 678' }, query: CHANNEL });
  });
});

describe('When the vacancies are loaded', () => {
  it('vacancies being loaded: the number may be given before they are there', async () => {
    const journey = (await asVisitor()).open('#yx3', CHANNEL);
    expect(journey.inputOf('loadVacancies')).toEqual(CHANNEL);
    expect(submit(journey).at).toBe('yx3.checking');
    expect(journey.calls).toEqual(['findMobile.yx3']);
  });

  it('vacancies, link without a channel: it is counted as the default one', async () => {
    expect((await asVisitor()).open('#yx3').inputOf('loadVacancies')).toEqual({ channelId: 'direct' });
  });

  it('vacancies that could not be loaded: they are loaded again when the phone is online', async () => {
    const journey = await (await asVisitor()).open('#yx3', CHANNEL).fail('loadVacancies', noAnswer);
    expect(journey.send({ type: 'network.changed', online: false }).calls).toEqual([]);
    expect(journey.send({ type: 'network.changed', online: true }).calls).toEqual(['loadVacancies']);
    await journey.answer('loadVacancies', { vacancies: 12 });
    expect(journey.send({ type: 'network.changed', online: true }).calls).toEqual([]);
  });

  it.each([12, 0, null])('vacancies counted by the lender as %s: this number is shown', async (vacancies) => {
    const journey = (await asVisitor()).open('#yx3', CHANNEL);
    await journey.answer('loadVacancies', { vacancies });
    expect(journey.at).toBe('yx3.entering');
    expect(journey.context.vacancies).toEqual({ is: 'loaded', value: vacancies });
  });

  it('vacancies, answer lost: no count is shown, not that of another promotion', async () => {
    const journey = (await asVisitor()).open('#yx3', CHANNEL);
    await journey.answer('loadVacancies', { vacancies: 12 });
    await journey.open('#yx3', { channelId: '8' }).fail('loadVacancies', noAnswer);
    expect(journey.context).toMatchObject({ vacancies: { is: 'failed' }, problem: null, query: { channelId: '8' } });
  });
});

describe('When a borrower opens a promotion', () => {
  it('borrower on a promotion: the loan is one press away, and no number is taken', async () => {
    const journey = (await asBorrower()).open('#yx1', CHANNEL);
    expect(journey.send({ type: 'application.opened' }).at.split('.')[0]).toBe('toBorrow');
  });

  it('borrower on a promotion: an open application goes on, and a running loan is shown', async () => {
    expect((await asBorrower(orderIn(STATUS.basicInfo))).open('#yx2').send({ type: 'application.opened' }).at).toBe('loadingSavedSections');
    expect((await asBorrower(orderIn(STATUS.repaying))).open('#yx3').send({ type: 'application.opened' }).at).toBe('home.shown');
  });
});

describe('When the code is awaited and the web view is closed', () => {
  it.each([
    ['the channel is still sent at registration', '7', '7'],
    ['what is no channel costs nobody the registration', 'spring sale', null],
  ])('code awaited, web view closed: %s', async (_, channelId, sent) => {
    const pendingRoute = { to: '#toBorrow', query: { channelId }, wish: 'apply' } as const;
    const journey = await startJourney().answer('restoreDevice', {
      ...nobody,
      awaitedCode: { purpose: 'register', mobile: '0712345678', codeAgainAt: homeWith(null).serverTime, pendingRoute },
    });
    await journey.answer('loadHome', homeWith(null));
    journey.send({ type: 'code.submitted', code: '123456' });
    expect(journey.inputOf('registerBorrower')).toMatchObject({ channelId: sent });
  });
});

describe('When a page is read in the middle of registering', () => {
  const registering = async (): Promise<Journey> =>
    (await asVisitor()).open('#register').send({ type: 'mobile.typed', mobile: '0712' }, { type: 'terms.ticked', accepted: true });

  it.each(['termsOfService', 'privacyPolicy', 'faq'] as const)(
    'visitor who registers, page read: %s leads back to it, with what was typed and ticked',
    async (page) => {
      const journey = (await registering()).send({ type: 'xstate.route', to: `#${page}`, from: '#register' }, { type: 'back.requested' });
      expect(journey.at).toBe('register.enteringMobile');
      expect(journey.context).toMatchObject({ signIn: { mobile: '0712', acceptedTerms: true } });
    },
  );

  it('page opened without a link: Back leads to its parent place', async () => {
    expect((await registering()).open('#termsOfService').send({ type: 'back.requested' }).at.split('.')[0]).toBe('me');
  });

  it('visitor who registers, one page after the other: Back leads to the one before, and from there up', async () => {
    const journey = (await asVisitor()).send({ type: 'xstate.route', to: '#pdPop', from: '#register' });
    journey.send({ type: 'xstate.route', to: '#privacyPolicy', from: '#pdPop' }, { type: 'back.requested' });
    expect(journey.at).toBe('pdPop');
    expect(journey.send({ type: 'back.requested' }).at).toBe('home.shown');
  });

  it('visitor who registers, place of the link refused: the second press of Back leads to the parent place', async () => {
    const journey = (await asBorrower()).send({ type: 'xstate.route', to: '#privacyPolicy', from: '#idPhotos' });
    expect(journey.send({ type: 'back.requested' }).at).toBe('privacyPolicy.loading');
    expect(journey.send({ type: 'back.requested' }).at.split('.')[0]).toBe('me');
  });

  it('page read from a landing page: Back shows the landing page again with its channel', async () => {
    const journey = (await asVisitor()).open('#yx2', CHANNEL).send({ type: 'xstate.route', to: '#termsOfService', from: '#yx2' });
    expect(journey.send({ type: 'back.requested' }).at).toBe('yx2');
    expect(journey.context.query).toEqual(CHANNEL);
  });

  it('country page read while signing in: Back leads to signing in, and the number typed there is kept', async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.typed', mobile: '0712' }).open('#nation');
    await journey.answer('loadCountry', { code: 'KE', name: 'Kenya', callingCode: '254', currency: 'KES' });
    journey.send({ type: 'back.requested' });
    expect(journey.at).toBe('login.enteringMobile');
    expect(journey.context).toMatchObject({ signIn: { mobile: '0712' }, country: { value: { code: 'KE' } } });
  });
});

describe('When too many codes were asked for', () => {
  const WORK = { captcha: { token: 'task', parts: 16, bits: 15, waitUntil: 300_000 } };
  const asked = async (): Promise<Journey> => {
    const journey = (await asVisitor()).open('#login').send(typed);
    await journey.answer('findMobile', { exists: true });
    await journey.fail('requestCode.login', refusal(CODE.captchaRequired, 'A check first'));
    expect(journey.at).toBe('login.askingCaptcha');
    return journey.answer('askCaptcha.login', WORK);
  };

  it('another code, work wanted: the phone does it, its progress is shown, and the answer is sent once', async () => {
    const journey = await asked();
    expect(journey.at).toBe('login.solvingCaptcha');
    expect(journey.context.problem?.message).toBe('A check first');
    expect(journey.inputOf('solveCaptcha.login')).toEqual(WORK.captcha);
    expect(journey.send({ type: 'captcha.progressed', solved: 7 }).context.signIn.captchaSolved).toBe(7);
    await journey.answer('solveCaptcha.login', { answer: [1, 2] });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ captcha: { token: 'task', answer: [1, 2] } });
    await journey.answer('requestCode.login', { againAt: 0 });
    expect(journey.at).toBe('login.enteringCode');
    expect(journey.send({ type: 'code.requestedAgain' }).inputOf('requestCode.login')).toMatchObject({ captcha: null });
  });

  it('another code, work refused: the reason is shown and other work is done', async () => {
    const journey = await asked();
    await journey.answer('solveCaptcha.login', { answer: [1, 2] });
    await journey.fail('requestCode.login', refusal(CODE.captchaRequired, 'Once more'));
    await journey.answer('askCaptcha.login', { captcha: { ...WORK.captcha, token: 'another task' } });
    expect(journey.at).toBe('login.solvingCaptcha');
    expect(journey.context).toMatchObject({
      signIn: { captcha: { token: 'another task' }, captchaSolved: 0 },
      problem: { message: 'Once more' },
    });
  });

  it('work that the phone cannot do: says so, and a code is sent without it after a wait', async () => {
    const journey = await asked();
    await journey.fail('solveCaptcha.login', { code: LOCAL.captchaFailed, message: '' });
    expect(journey.at).toBe('login.waitingCaptcha');
    expect(journey.context.problem?.code).toBe(LOCAL.captchaFailed);
    expect(journey.is('ticking')).toBe(true);
    journey.send({ type: 'code.requestedAgain' });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ captcha: { token: 'task', answer: [] } });
  });

  it('another code, wait chosen: the work ends, and may be begun again', async () => {
    const journey = (await asked()).send({ type: 'captcha.waitChosen' });
    expect(journey.at).toBe('login.waitingCaptcha');
    expect(journey.calls).toEqual([]);
    expect(journey.send({ type: 'captcha.workChosen' }).calls).toEqual(['solveCaptcha.login']);
  });

  it('page left while the phone works: the work ends, and the number is kept', async () => {
    const journey = (await asked()).open('#privacyPolicy');
    expect(journey.calls).toEqual(['loadSupport.privacyPolicy']);
    expect(journey.open('#login').context.signIn.mobile).toBe('0712 345 678');
    expect((await asked()).send({ type: 'back.requested' }).at).toBe('login.enteringMobile');
  });

  it('work that is no longer wanted: the code is sent at once', async () => {
    const journey = (await asVisitor()).open('#login').send(typed);
    await journey.answer('findMobile', { exists: true });
    await journey.fail('requestCode.login', refusal(CODE.captchaRequired));
    await journey.answer('askCaptcha.login', { captcha: null });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ captcha: null });
  });
});
