/** Signing in with a number, and the loan that was chosen before it. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { Order } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn, session } from '../../paths/lenderSamples.ts';
import { asVisitor, refusal } from '../chartDriver.ts';

describe('When a loan is wanted before signing in', () => {
  const signedIn = async (order: Order | null) => {
    const journey = (await asVisitor()).send({ type: 'application.opened' });
    await journey.fail('askShellLogin', refusal(LOCAL.shellMissing));
    await journey.send({ type: 'mobile.submitted', mobile: '0712345678' }).answer('findMobile', { exists: true });
    await journey.answer('requestCode.login', { againAt: 1 });
    await journey.send({ type: 'code.submitted', code: '123456' }).answer('logIn', session);
    return journey.answer('loadHome', homeWith(order));
  };

  it('visitor signed in for a loan, no open application: a loan is chosen next', async () => {
    expect((await signedIn(null)).at).toBe('toBorrow.loadingMarket');
  });

  it('visitor signed in for a loan, application open: the application continues', async () => {
    const journey = await signedIn(orderIn(STATUS.addition));
    expect(journey.at).toBe('loadingSavedSections');
    expect((await journey.answer('loadSaved', [])).at).toBe('additionalInfo.editing');
  });

  it('visitor signed in for a loan, loan running: home shows it', async () => {
    expect((await signedIn(orderIn(STATUS.repaying))).at).toBe('home.shown');
  });
});

describe('When a number signs in', () => {
  it('visitor who signs in, number invalid: it is not sent', async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.submitted', mobile: '12' });
    expect(journey.at).toBe('login.enteringMobile');
    expect(journey.context.problem?.code).toBe(LOCAL.mobileInvalid);
  });

  it('visitor who signs in, code wrong: the refusal is shown where the code was typed, and the number is kept', async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.submitted', mobile: '0712345678' });
    await journey.answer('findMobile', { exists: true });
    await journey.answer('requestCode.login', { againAt: 1 });
    expect(journey.send({ type: 'code.submitted', code: '12345' }).context.problem?.code).toBe(LOCAL.codeInvalid);
    await journey.send({ type: 'code.submitted', code: '000000' }).fail('logIn', refusal(CODE.invalidVerificationCode));
    expect(journey.at).toBe('login.enteringCode');
    expect(journey.context.signIn.mobile).toBe('0712345678');
    expect(journey.send({ type: 'back.requested' }).at).toBe('login.enteringMobile');
    expect(journey.context.problem).toBeNull();
  });

  it('visitor who registers: accepted terms are required', async () => {
    const journey = (await asVisitor())
      .open('#register')
      .send({ type: 'registration.submitted', mobile: '0712345678', acceptedTerms: false });
    expect(journey.at).toBe('register.enteringMobile');
    expect(journey.context.problem?.code).toBe(LOCAL.termsNotAccepted);
  });
});

describe.each(['login', 'register'] as const)('When strangers have used up the codes of the number, "%s"', (purpose) => {
  const request = `requestCode.${purpose}` as const;
  const asked = async () => {
    const journey = (await asVisitor()).open(`#${purpose}`);
    if (purpose === 'login') await journey.send({ type: 'mobile.submitted', mobile: '0712345678' }).answer('findMobile', { exists: true });
    else journey.send({ type: 'registration.submitted', mobile: '0712345678', acceptedTerms: true });
    expect(journey.inputOf(request)).toMatchObject({ receivedCode: null });
    return journey.fail(request, refusal(CODE.receivedCodeRequired, 'Many codes were requested'));
  };
  const answered = async () => {
    const journey = (await asked()).send({ type: 'receivedCode.submitted', code: '111111' });
    return journey.answer(request, { againAt: 0 });
  };

  it('received code requested: the lender’s reason is shown, and fewer than six digits are not sent', async () => {
    const journey = await asked();
    expect(journey.at).toBe(`${purpose}.enteringReceivedCode`);
    expect(journey.context.problem?.message).toBe('Many codes were requested');
    journey.send({ type: 'receivedCode.submitted', code: '1111' });
    expect(journey.at).toBe(`${purpose}.enteringReceivedCode`);
    expect(journey.context.problem?.code).toBe(LOCAL.codeInvalid);
  });

  it('received code typed: is sent before and after the work, and with every further request for this number', async () => {
    const journey = (await asked()).send({ type: 'receivedCode.submitted', code: '111111' });
    expect(journey.inputOf(request)).toMatchObject({ receivedCode: '111111', captcha: null });
    await journey.fail(request, refusal(CODE.captchaRequired));
    await journey.answer(`askCaptcha.${purpose}`, { captcha: { token: 'task', parts: 16, bits: 19, waitUntil: 300_000 } });
    await journey.answer(`solveCaptcha.${purpose}`, { answer: [1, 2] });
    expect(journey.inputOf(request)).toMatchObject({ receivedCode: '111111', captcha: { token: 'task', answer: [1, 2] } });
    await journey.answer(request, { againAt: 0 });
    expect(journey.at).toBe(`${purpose}.enteringCode`);
    expect(journey.context.signIn.mayNotCome).toBe(true);
    expect(journey.send({ type: 'code.requestedAgain' }).inputOf(request)).toMatchObject({ receivedCode: '111111' });
  });

  it('sign-in, no code comes: back leads to the received code, and from there to the number', async () => {
    const journey = await answered();
    expect(journey.send({ type: 'back.requested' }).at).toBe(`${purpose}.enteringReceivedCode`);
    journey.send({ type: 'receivedCode.submitted', code: '222222' });
    expect(journey.inputOf(request)).toMatchObject({ receivedCode: '222222' });
    await journey.answer(request, { againAt: 0 });
    expect(journey.send({ type: 'back.requested' }).send({ type: 'back.requested' }).at).toBe(`${purpose}.enteringMobile`);
  });

  it('received code, another number typed, or signed in: it is forgotten', async () => {
    const forgotten = { receivedCode: null, mayNotCome: false };
    const journey = await answered();
    await journey.send({ type: 'code.submitted', code: '123456' }).answer(purpose === 'login' ? 'logIn' : 'registerBorrower', session);
    expect(journey.context.signIn).toMatchObject(forgotten);

    const other = await answered();
    other.send({ type: 'mobile.changeRequested' }).send({ type: 'mobile.typed', mobile: '0722' });
    expect(other.context.signIn).toMatchObject(forgotten);
  });
});
