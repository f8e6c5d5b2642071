/** One application in two tabs of a phone, and on two phones. */
import { describe, expect, it } from 'vitest';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, asVisitor } from '../chartDriver.ts';

const here = { firstName: 'Amina', lastName: 'Wanjiku' };
const there = { firstName: 'Amina', lastName: 'Njeri' };
const SAVED = { section: 'personalInfo', values: here, savedAt: 100 } as const;
const NEWER = { section: 'personalInfo', values: there, savedAt: 200 } as const;
const savedElsewhere: Problem = { code: CODE.savedElsewhere, message: 'Saved elsewhere', newer: NEWER };

const filling = async (saved: readonly (typeof SAVED)[] = []) =>
  (await asBorrower(orderIn(STATUS.addition), { saved })).open('#personalInfo');
const type = (values: Record<string, string>) => ({ type: 'draft.saved', section: 'personalInfo', values }) as const;
const submit = { type: 'personalInfo.submitted', values: here } as const;

describe('When another loan is asked for', () => {
  it('another loan requested: the questions are empty, and the other sections are known', async () => {
    const answers = { section: 'loanQuestion', values: { 1: 'no' }, savedAt: 100 } as const;
    const journey = await asBorrower(orderIn(STATUS.question), { saved: [SAVED, answers] });
    expect(journey.context.saved).toEqual({ personalInfo: here, loanQuestion: { 1: 'no' } });
    await journey.send({ type: 'refresh.requested' }).answer('refreshHome', homeWith(orderIn(STATUS.cancel)));
    await journey.send({ type: 'application.opened' }).answer('loadMarket', { products: [] });
    journey.send({ type: 'loan.requested', amount: 500_000, termDays: 91 });
    await journey.answer('startApplication', orderIn(STATUS.question, 'order-2'));
    expect(journey.context.saved).toEqual({ personalInfo: here });
    expect(journey.context.savedAt).toEqual({ personalInfo: 100 });
  });
});

describe('When a section is saved', () => {
  it('section without a known version: it is saved with none', async () => {
    expect((await filling()).send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: null });
  });

  it('section with a loaded version: it is saved with that version', async () => {
    expect((await filling([SAVED])).send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: 100 });
  });

  it('draft based on an older version: it is saved with the older version, not with a later one', async () => {
    const journey = (await filling([SAVED])).send(type(here)).open('#home').send({ type: 'refresh.requested' });
    await journey.answer('refreshHome', { ...homeWith(orderIn(STATUS.addition)), saved: [NEWER] });
    journey.open('#personalInfo').send(type({ ...here, middleName: 'A' }));
    expect(journey.send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: 100 });
  });

  it('draft begun without a known version: it is saved with none', async () => {
    const journey = (await filling()).send(type(here)).open('#home').send({ type: 'refresh.requested' });
    await journey.answer('refreshHome', { ...homeWith(orderIn(STATUS.addition)), saved: [NEWER] });
    expect(journey.open('#personalInfo').send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: null });
  });

  it('section saved: its saved version is the known version', async () => {
    const journey = (await filling()).send(type(here), submit);
    await journey.answer('savePersonalInfo', { ...orderIn(STATUS.addition), saved: SAVED });
    expect(journey.context.drafts.personalInfo).toMatchObject({ values: here, basedOn: 100 });
    journey.open('#personalInfo').send(type(there));
    expect(journey.send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: 100 });
  });
});

describe('When the lender holds a newer version of the section', () => {
  const comparing = async () => {
    const journey = (await filling([SAVED])).send(type(here), submit);
    return journey.fail('savePersonalInfo', savedElsewhere);
  };

  it('newer version at the lender: both versions are shown, and nothing was overwritten', async () => {
    const journey = await comparing();
    expect(journey.at).toBe('personalInfo.comparing');
    expect(journey.context.problem?.newer).toEqual(NEWER);
    expect(journey.context.drafts.personalInfo?.values).toEqual(here);
  });

  it('newer version at the lender, taken: it fills the form and is the known one', async () => {
    const journey = (await comparing()).send({ type: 'newerVersion.taken' });
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.drafts.personalInfo?.values).toEqual(there);
    expect(journey.context.problem).toBeNull();
    expect(journey.send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: 200 });
  });

  it('newer version at the lender, own one kept: the own version replaces the newer one', async () => {
    const journey = (await comparing()).send({ type: 'ownVersion.kept' });
    expect(journey.at).toBe('personalInfo.saving');
    expect(journey.inputOf('savePersonalInfo')).toEqual({ orderNo: 'order-1', values: here, basedOn: 200 });
  });

  it('newer version at the lender, Back: the form is shown, and the next save asks again', async () => {
    const journey = (await comparing()).send({ type: 'back.requested' });
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.problem).toBeNull();
    expect(journey.send(submit).inputOf('savePersonalInfo')).toMatchObject({ basedOn: 100 });
  });
});

describe('When another tab of the phone writes a draft', () => {
  const written = { personalInfo: { values: there, savedAt: 5, basedOn: null } };
  const elsewhere = { type: 'draft.changedElsewhere', drafts: written, changed: { personalInfo: ['lastName'] } } as const;

  it('draft written by another tab: it is taken over, and the changed fields are marked until something is typed here', async () => {
    const journey = (await filling()).send(type(here), elsewhere);
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.drafts).toEqual(written);
    expect(journey.context.elsewhere).toEqual({ personalInfo: ['lastName'] });
    expect(journey.send(type({ ...there, middleName: 'A' })).context.elsewhere).toEqual({ personalInfo: [] });
  });

  it('draft written by another tab, call running: the call is not interrupted', async () => {
    const journey = (await filling()).send(submit, elsewhere);
    expect(journey.at).toBe('personalInfo.saving');
  });

  it('draft written by another tab, visitor: no draft is taken over', async () => {
    expect((await asVisitor()).send(elsewhere).context.drafts).toEqual({});
  });
});

describe('When another tab of the phone sends the application', () => {
  it('application sent by another tab: the drafts are dropped and home is loaded again', async () => {
    const journey = (await filling()).send(type(here), { type: 'application.sentElsewhere' });
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context.drafts).toEqual({});
    await journey.answer('loadHome', homeWith(orderIn(STATUS.applying)));
    expect(journey.at).toBe('home.shown');
    expect(journey.send(type(here)).context.drafts).toEqual({});
  });

  it('application sent by another tab, logout running: the logout is not interrupted', async () => {
    const journey = (await filling()).open('#settings').send({ type: 'logout.requested' }, { type: 'application.sentElsewhere' });
    expect(journey.at).toBe('settings.loggingOut');
  });
});

describe('When the order moves on', () => {
  it('order that moved on: drafts of sections that it no longer asks for are dropped', async () => {
    const journey = (await filling()).send(type(here)).open('#home').send({ type: 'refresh.requested' });
    await journey.answer('refreshHome', homeWith(orderIn(STATUS.cancel)));
    expect(journey.context.drafts).toEqual({});
  });

  it('order that moves on, payout failed: of the drafts only the payout account is kept', async () => {
    const journey = (await asBorrower(orderIn(STATUS.payFail))).send({ type: 'payoutAccount.opened' });
    journey.send(type(here), { type: 'draft.saved', section: 'bankAccount', values: { accountKind: 'mpesa' } });
    expect(Object.keys(journey.context.drafts)).toEqual(['bankAccount']);
  });
});
