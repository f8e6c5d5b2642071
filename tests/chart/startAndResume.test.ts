/** The journey when the app is opened again, on a bad network, after messages, and in another language. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, NOW, orderIn } from '../paths/lenderSamples.ts';
import { asBorrower, asVisitor, borrower, nobody, noAnswer, refusal, startJourney } from './chartDriver.ts';

describe('When the web view is opened again', () => {
  const drafts = { personalInfo: { values: { firstName: 'Wan' }, savedAt: NOW } };

  it('web view opened again: the borrower is on the same step with what was typed', async () => {
    const journey = await startJourney().answer('restoreDevice', { ...borrower, language: 'sw', drafts, resume: '#personalInfo' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.basicInfo)));
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.drafts).toEqual(drafts);
    expect(journey.context.language).toBe('sw');
  });

  it('web view opened again, order of the lender: a finished step is not opened', async () => {
    const journey = await startJourney().answer('restoreDevice', { ...borrower, drafts, resume: '#personalInfo' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.applying)));
    expect(journey.at).toBe('home.shown');
  });

  it('web view opened again without a session: the stored place is not resumed', async () => {
    const journey = await startJourney().answer('restoreDevice', { ...nobody, resume: '#settings' });
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
  });

  it('phone without storage: the app starts as a visitor’s', async () => {
    const journey = await startJourney().fail('restoreDevice', refusal(-8, ''));
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.session).toBeNull();
  });

  it('web view opened again: nothing of an order is shown before home is loaded', async () => {
    const journey = await startJourney().answer('restoreDevice', { ...borrower, resume: '#personalInfo' });
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.inputOf('loadHome')).toEqual({ signedIn: true });
    expect(journey.context.order).toBeNull();
  });
});

describe('When the lender cannot be reached at the start', () => {
  const failed = async () => {
    const journey = await startJourney().answer('restoreDevice', borrower);
    return journey.fail('loadHome', noAnswer);
  };

  it('start, lender out of reach: the problem is shown, and a retry loads home', async () => {
    const journey = await failed();
    expect(journey.at).toBe('loadingHome.failed');
    expect(journey.context.problem).toEqual(noAnswer);
    await journey.send({ type: 'retry.requested' }).answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.problem).toBeNull();
  });

  it('start, lender out of reach: regaining the network retries, losing it does not', async () => {
    const journey = (await failed()).send({ type: 'network.changed', online: false });
    expect(journey.at).toBe('loadingHome.failed');
    expect(journey.context.online).toBe(false);
    expect(journey.send({ type: 'network.changed', online: true }).at).toBe('loadingHome.loading');
    expect(journey.context.online).toBe(true);
  });
});

describe('When a page cannot be loaded', () => {
  it.each([
    ['#records', 'loadRecords', 'records', STATUS.finish],
    ['#agreement', 'loadAgreement', 'agreement', STATUS.confirm],
    ['#confirmBorrow', 'loadOffer', 'confirmBorrow', STATUS.confirm],
    ['#repayDetail', 'loadRepayment', 'repayDetail', STATUS.repaying],
  ] as const)('page not loaded: %s says so and offers to try again', async (route, call, place, status) => {
    const journey = (await asBorrower(orderIn(status))).open(route);
    await journey.fail(call, noAnswer);
    expect(journey.at).toBe(`${place}.failed`);
    expect(journey.context.problem).toEqual(noAnswer);
    expect(journey.send({ type: 'retry.requested' }).calls).toEqual([call]);
  });

  it('home not refreshed: it keeps what it shows', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).send({ type: 'refresh.requested' });
    await journey.fail('refreshHome', noAnswer);
    expect(journey.at).toBe('home.shown');
    expect(journey.context.order?.status).toBe(STATUS.repaying);
    expect(journey.context.home).toMatchObject({ value: { readAt: NOW } });
  });
});

describe('When a notice is shown', () => {
  it('notice shown: it stays until it is dismissed, and the newest replaces it', async () => {
    const journey = (await asVisitor()).send({ type: 'copy.finished', ok: true });
    expect(journey.context.notice).toEqual({ key: 'copied', message: '' });
    expect(journey.open('#faq').context.notice?.key).toBe('copied');
    expect(journey.send({ type: 'copy.finished', ok: false }).context.notice?.key).toBe('copyFailed');
    expect(journey.send({ type: 'notice.dismissed' }).context.notice).toBeNull();
  });

  it('draft that could not be stored: a notice reports it', async () => {
    const journey = (await asBorrower(orderIn(STATUS.basicInfo))).open('#personalInfo').send({ type: 'draft.notKept' });
    expect(journey.context.notice?.key).toBe('draftNotKept');
    expect(journey.at).toBe('personalInfo.editing');
  });
});

describe('When the phone reports', () => {
  it('clock, network or language reported by the phone: the place stays the same', async () => {
    const journey = (await asBorrower(orderIn(STATUS.applying))).open('#reviewTips');
    journey.send(
      { type: 'clock.ticked', now: NOW + 1 },
      { type: 'network.changed', online: false },
      { type: 'language.chosen', language: 'es' },
    );
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context).toMatchObject({ now: NOW + 1, online: false, language: 'es' });
  });
});

describe('When another language is chosen', () => {
  it('another language chosen: the lender’s texts are loaded again in place', async () => {
    const journey = (await asBorrower(orderIn(STATUS.reject))).open('#language').send({ type: 'language.chosen', language: 'sw' });
    expect(journey.at).toBe('language.rewording');
    expect(journey.context.language).toBe('sw');
    const rejected = {
      ...orderIn(STATUS.reject),
      rejection: { reason: 'Historia yako ya mikopo hairuhusu.', reapplyOn: '2026-12-01', review: 'over' as const },
    };
    await journey.answer('rewordHome', homeWith(rejected));
    expect(journey.at).toBe('language.shown');
    expect(journey.context.order?.rejection?.reason).toBe('Historia yako ya mikopo hairuhusu.');
  });

  it('another language chosen, texts not loaded: the chosen language stays', async () => {
    const journey = (await asBorrower(orderIn(STATUS.applying))).open('#language').send({ type: 'language.chosen', language: 'sw' });
    await journey.fail('rewordHome', noAnswer);
    expect(journey.at).toBe('language.shown');
    expect(journey.send({ type: 'back.requested' }).context).toMatchObject({ language: 'sw', problem: null });
  });
});

describe('When the application is being assessed', () => {
  it('application being assessed: the decision is shown in place, and the borrower continues by a press', async () => {
    const journey = (await asBorrower(orderIn(STATUS.applying))).open('#reviewTips').wait(305_000);
    await journey.answer('checkReview', homeWith(orderIn(STATUS.confirm)));
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.wait(60_000).calls).toEqual([]);
    expect(journey.send({ type: 'order.opened' }).at).toBe('confirmBorrow.loading');
  });
});
