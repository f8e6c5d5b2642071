/** Signing in with a number, and the loan that was wanted before. */
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

  it('a borrower without an open application chooses a loan next', async () => {
    expect((await signedIn(null)).at).toBe('toBorrow.loadingMarket');
  });

  it('a borrower with an open application continues it', async () => {
    const journey = await signedIn(orderIn(STATUS.addition));
    expect(journey.at).toBe('loadingSavedSections');
    expect((await journey.answer('loadSaved', [])).at).toBe('additionalInfo.editing');
  });

  it('a borrower with a loan sees it at home', async () => {
    expect((await signedIn(orderIn(STATUS.repaying))).at).toBe('home.shown');
  });
});

describe('When a number signs in', () => {
  it('an invalid number is not sent', async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.submitted', mobile: '12' });
    expect(journey.at).toBe('login.enteringMobile');
    expect(journey.context.problem?.code).toBe(LOCAL.mobileInvalid);
  });

  it('a wrong code is shown where it was typed, and the number is kept', async () => {
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

  it('registering requires accepted terms', async () => {
    const journey = (await asVisitor())
      .open('#register')
      .send({ type: 'registration.submitted', mobile: '0712345678', acceptedTerms: false });
    expect(journey.at).toBe('register.enteringMobile');
    expect(journey.context.problem?.code).toBe(LOCAL.termsNotAccepted);
  });
});

describe('When strangers have used up the codes of the number', () => {
  const asked = async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.submitted', mobile: '0712345678' });
    await journey.answer('findMobile', { exists: true });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ nationalId: null });
    return journey.fail('requestCode.login', refusal(CODE.idNumberRequired, 'Many codes were requested'));
  };

  it('ID number asked: the lender’s reason is shown, and an empty number is not sent', async () => {
    const journey = await asked();
    expect(journey.at).toBe('login.enteringIdNumber');
    expect(journey.context.problem?.message).toBe('Many codes were requested');
    journey.send({ type: 'idNumber.submitted', nationalId: ' ' });
    expect(journey.at).toBe('login.enteringIdNumber');
    expect(journey.context.problem?.code).toBe(LOCAL.incomplete);
  });

  it('ID number typed: is sent before and after the work, and with every further request for this number', async () => {
    const journey = (await asked()).send({ type: 'idNumber.submitted', nationalId: '12345678' });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ nationalId: '12345678', captcha: null });
    await journey.fail('requestCode.login', refusal(CODE.captchaRequired));
    await journey.answer('askCaptcha.login', { captcha: { token: 'task', parts: 16, bits: 19, waitUntil: 300_000 } });
    await journey.answer('solveCaptcha.login', { answer: [1, 2] });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ nationalId: '12345678', captcha: { token: 'task', answer: [1, 2] } });
    await journey.answer('requestCode.login', { againAt: 0 });
    expect(journey.at).toBe('login.enteringCode');
    expect(journey.context.signIn.dependsOnId).toBe(true);
    expect(journey.send({ type: 'code.requestedAgain' }).inputOf('requestCode.login')).toMatchObject({ nationalId: '12345678' });
  });

  it('no code comes: back leads to the ID number, and from there to the number', async () => {
    const journey = (await asked()).send({ type: 'idNumber.submitted', nationalId: '12345678' });
    await journey.answer('requestCode.login', { againAt: 0 });
    expect(journey.send({ type: 'back.requested' }).at).toBe('login.enteringIdNumber');
    journey.send({ type: 'idNumber.submitted', nationalId: '12345679' });
    expect(journey.inputOf('requestCode.login')).toMatchObject({ nationalId: '12345679' });
    await journey.answer('requestCode.login', { againAt: 0 });
    expect(journey.send({ type: 'back.requested' }).send({ type: 'back.requested' }).at).toBe('login.enteringMobile');
  });

  it('another number typed, or signed in: the ID number is forgotten', async () => {
    const journey = (await asked()).send({ type: 'idNumber.submitted', nationalId: '12345678' });
    await journey.answer('requestCode.login', { againAt: 0 });
    const forgotten = { nationalId: null, dependsOnId: false };
    await journey.send({ type: 'code.submitted', code: '123456' }).answer('logIn', session);
    expect(journey.context.signIn).toMatchObject(forgotten);

    const other = (await asked()).send({ type: 'idNumber.submitted', nationalId: '12345678' });
    await other.answer('requestCode.login', { againAt: 0 });
    other.send({ type: 'mobile.changeRequested' }).send({ type: 'mobile.typed', mobile: '0722' });
    expect(other.context.signIn).toMatchObject(forgotten);
  });
});
