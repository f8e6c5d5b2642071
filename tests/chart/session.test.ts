/** A session ends once and nothing of the borrower stays. A late answer of it cannot end the next session. */
import { describe, expect, it } from 'vitest';
import { initialContext } from '#machines/context.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn, repaymentWith, session } from '../paths/lenderSamples.ts';
import { asBorrower, asVisitor, borrower, noAnswer, nobody, refusal, startJourney } from './chartDriver.ts';

const LOSSES = [CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid] as const;
const lost = (epoch: number) =>
  ({ type: 'session.lost', epoch, problem: refusal(CODE.tokenExpired, 'Token expired, please login again') }) as const;

describe('When an answer says that the session is over', () => {
  it.each(LOSSES)('session over, code %i: the stored data is erased, the lender’s words are shown, and home opens', async (code) => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#records');
    await journey.fail('loadRecords', refusal(code, 'Token expired, please login again'));
    expect(journey.at).toBe('sessionEnded');
    expect(journey.context).toEqual({
      ...initialContext,
      epoch: 1,
      now: journey.context.now,
      notice: { key: 'sessionEnded', message: 'Token expired, please login again' },
      lostSession: true,
    });
    await journey.answer('forgetSession');
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.notice?.key).toBe('sessionEnded');
  });

  it('session over, shell that cannot log out: the borrower is signed out all the same', async () => {
    const journey = (await asBorrower()).send(lost(0));
    await journey.fail('forgetSession', refusal(LOCAL.shellSilent));
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context.session).toBeNull();
  });

  it('session over: drafts of the borrower are gone, and the language stays', async () => {
    const journey = (await asBorrower(orderIn(STATUS.basicInfo))).send(
      { type: 'language.chosen', language: 'sw' },
      { type: 'draft.saved', section: 'personalInfo', values: { firstName: 'Wanjiru' } },
      lost(0),
    );
    expect(journey.context.drafts).toEqual({});
    expect(journey.context.language).toBe('sw');
  });

  it('session over, link meanwhile: the link is followed afterwards', async () => {
    const journey = (await asBorrower()).send(lost(0)).open('#faq');
    await journey.answer('forgetSession');
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('faq.loading');
  });

  it.each(LOSSES)('visitor, code %i: it is an ordinary refusal, and no call is repeated', async (code) => {
    const journey = (await asVisitor()).send({ type: 'refresh.requested' });
    await journey.fail('refreshHome', refusal(code));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.problem?.code).toBe(code);
    expect(journey.calls).toEqual([]);
  });
});

describe('When the session was ended and home is shown', () => {
  const signedOut = async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send(lost(0));
    await journey.answer('forgetSession');
    return journey.answer('loadHome', homeWith(null));
  };

  it('session ended, home shown: the note stays after the notice is dismissed and home is loaded again', async () => {
    const journey = (await signedOut()).send({ type: 'notice.dismissed' }, { type: 'refresh.requested' });
    await journey.answer('refreshHome', homeWith(null));
    expect(journey.context).toMatchObject({ notice: null, lostSession: true });
  });

  it('session ended, web view closed: the note stays', async () => {
    const reopened = await startJourney().answer('restoreDevice', { ...nobody, lostSession: true });
    await reopened.answer('loadHome', homeWith(null));
    expect(reopened.context.lostSession).toBe(true);
    const signedIn = await startJourney().answer('restoreDevice', { ...borrower, lostSession: true });
    expect(signedIn.context.lostSession).toBe(false);
  });

  it('session ended, note dismissed: it is gone', async () => {
    expect((await signedOut()).send({ type: 'lostSession.noted' }).context.lostSession).toBe(false);
  });

  it('session ended, signed in from the note: home is shown, with the loan', async () => {
    const journey = (await signedOut()).send({ type: 'login.requested' });
    await journey.answer('askShellLogin', session);
    await journey.answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('home.shown');
    expect(journey.context).toMatchObject({ lostSession: false, order: { status: STATUS.repaying } });
  });

  it('borrower who logs out: no note is shown', async () => {
    const journey = (await asBorrower()).open('#settings').send({ type: 'logout.requested' });
    await journey.answer('logOut');
    expect(journey.context).toMatchObject({ session: null, lostSession: false });
  });
});

describe('When eight calls lose the same session', () => {
  it('eight calls that lose the same session: it ends once', async () => {
    const journey = await asBorrower();
    for (let call = 0; call < 8; call += 1) journey.send(lost(0));
    expect(journey.at).toBe('sessionEnded');
    expect(journey.calls).toEqual(['forgetSession']);
    expect(journey.context.epoch).toBe(1);
    await journey.answer('forgetSession');
    journey.send(lost(0), lost(1));
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context.epoch).toBe(1);
  });

  it('eight calls that lose the same session: a notice that was dismissed does not come back', async () => {
    const journey = (await asBorrower()).send(lost(0), { type: 'notice.dismissed' }, lost(0), lost(0));
    expect(journey.context.notice).toBeNull();
  });
});

describe('When an answer of an older session comes late', () => {
  const signedInAgain = async () => {
    const journey = (await asBorrower()).send(lost(0));
    await journey.answer('forgetSession');
    await journey.answer('loadHome', homeWith(null));
    await journey.send({ type: 'login.requested' }).answer('askShellLogin', { ...session, token: 'second' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    return journey;
  };

  it('late answer of an older session: it changes nothing', async () => {
    const journey = await signedInAgain();
    const before = journey.context;
    expect(before.epoch).toBe(2);
    expect(journey.send(lost(0), lost(1)).at).toBe('home.shown');
    expect(journey.context).toEqual(before);
  });

  it('late answer of an older session: a loss of the present session still ends it', async () => {
    expect((await signedInAgain()).send(lost(2)).at).toBe('sessionEnded');
  });

  it('late answer of a call whose page was left: it changes nothing', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    const { calls } = journey;
    expect(calls).toEqual(['loadRepayment']);
    journey.open('#home');
    await expect(journey.answer('loadRepayment', repaymentWith(null))).rejects.toThrow('not under way');
    expect(journey.context.repayment).toEqual({ is: 'loading' });
  });
});

describe('When the borrower logs out', () => {
  const loggingOut = async () => (await asBorrower(orderIn(STATUS.repaying))).open('#settings').send({ type: 'logout.requested' });

  it('borrower logging out: navigation is blocked until it is done', async () => {
    const journey = (await loggingOut()).open('#home').send({ type: 'back.requested' });
    expect(journey.at).toBe('settings.loggingOut');
    expect(journey.is('overlay')).toBe(true);
  });

  it.each(['answered', 'failed'] as const)('borrower logging out, call %s: this phone forgets the borrower', async (how) => {
    const journey = await loggingOut();
    await (how === 'answered' ? journey.answer('logOut') : journey.fail('logOut', noAnswer));
    expect(journey.context.session).toBeNull();
    expect(journey.context.order).toBeNull();
    expect(journey.context.notice?.key).toBe('loggedOut');
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
  });
});
