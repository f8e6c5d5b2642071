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
    expect(journey.context.mobile).toBe('0712345678');
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
