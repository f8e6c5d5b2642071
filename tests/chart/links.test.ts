/** Links, typed paths and Back: which place may be opened when, and how the app follows a link that needs a session. */
import { describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { isPublicRoute, PUBLIC_ROUTES, ROUTES, type RouteName } from '#machines/routes.ts';
import { homeWith, orderIn, repaymentWith, paymentThat, session } from '../paths/lenderSamples.ts';
import { asBorrower, asVisitor, borrower, nobody, noAnswer, startJourney, type Journey } from './chartDriver.ts';

const NAMES = Object.keys(ROUTES) as RouteName[];
const PRIVATE = NAMES.filter((name) => !isPublicRoute(`#${name}`));

/** The specification's list of guarded places, as far as this app has them. */
const GUARDED_BY_SPECIFICATION: RouteName[] = [
  'settings',
  'customerServices',
  'toBorrow',
  'personalInfo',
  'bankAccount',
  'idPhotos',
  'reviewTips',
  'repayDetail',
  'records',
  'feedbackDetail',
  'feedbackList',
];

/** Order statuses in which a place may be opened. A place that is not listed needs only a session. */
const NEEDS: Partial<Record<RouteName, readonly number[]>> = {
  toBorrow: [STATUS.finish, STATUS.cancel],
  personalInfo: [STATUS.basicInfo, STATUS.addition, STATUS.identityOcr, STATUS.bindCard, STATUS.question],
  additionalInfo: [STATUS.addition, STATUS.identityOcr, STATUS.bindCard, STATUS.question],
  idPhotos: [STATUS.identityOcr, STATUS.bindCard, STATUS.question],
  bankAccount: [STATUS.bindCard, STATUS.question, STATUS.payFail],
  loanQuestion: [STATUS.question],
  reviewTips: [
    STATUS.applying,
    STATUS.confirm,
    STATUS.getMoney,
    STATUS.lending,
    STATUS.payFail,
    STATUS.repaying,
    STATUS.overdued,
    STATUS.finish,
    STATUS.cancel,
    STATUS.reject,
  ],
  confirmBorrow: [STATUS.confirm, STATUS.getMoney],
  agreement: [STATUS.confirm, STATUS.getMoney, STATUS.repaying, STATUS.overdued],
  lending: [STATUS.lending],
  repayDetail: [STATUS.repaying, STATUS.overdued, STATUS.payFail],
  rollover: [STATUS.repaying, STATUS.overdued],
  proofs: [STATUS.repaying, STATUS.overdued],
  // Opens only while a prompt is open, which the status does not show.
  cashier: [],
};
/** Parameters that a link needs. */
const QUERY: Partial<Record<RouteName, Record<string, string>>> = { feedbackDetail: { ticketNo: 'T1' } };
const SIGN_IN: RouteName[] = ['login', 'register'];

const place = (journey: Journey) => journey.at.split('.')[0];

describe('When a visitor follows a link', () => {
  it.each(PUBLIC_ROUTES.filter((name) => name !== 'home'))('visitor, link to %s: it opens', async (name) => {
    expect(place((await asVisitor()).open(`#${name}`))).toBe(name);
  });

  it.each(PRIVATE)('visitor, link to %s: it is remembered, and the shell is asked for its login', async (name) => {
    const journey = (await asVisitor()).open(`#${name}`);
    expect(journey.at).toBe('askingLogin');
    expect(journey.context.pendingRoute).toEqual({ to: `#${name}`, query: {} });
  });

  it('visitor: every screen that the specification guards is private, the FAQ and the pages about us are not', () => {
    expect(GUARDED_BY_SPECIFICATION.filter((name) => isPublicRoute(`#${name}`))).toEqual([]);
    expect(isPublicRoute('#faq')).toBe(true);
  });
});

describe('When a borrower follows a link', () => {
  it.each(NAMES.filter((name) => !(name in NEEDS) && !SIGN_IN.includes(name)))(
    'borrower without an order, link to %s: it opens',
    async (name) => {
      expect(place((await asBorrower()).open(`#${name}`, QUERY[name]))).toBe(name);
    },
  );

  it('borrower, link without a ticket number: the list is shown', async () => {
    expect(place((await asBorrower()).open('#feedbackDetail'))).toBe('feedbackList');
  });

  it.each(SIGN_IN)('borrower, link to %s: it is refused', async (name) => {
    expect((await asBorrower()).open(`#${name}`).at).toBe('home.shown');
  });

  it.each(Object.entries(NEEDS))('borrower, link to %s: it opens only in its statuses', async (name, statuses) => {
    for (const status of Object.values(STATUS)) {
      const journey = (await asBorrower(orderIn(status))).open(`#${name as RouteName}`);
      expect(place(journey), `status ${status}`).toBe(statuses.includes(status) ? name : 'home');
    }
  });

  it('borrower without an order, link to a loan page: none opens', async () => {
    for (const name of Object.keys(NEEDS) as RouteName[]) {
      if (name === 'toBorrow') continue;
      expect((await asBorrower()).open(`#${name}`).at, name).toBe('home.shown');
    }
  });

  it('borrower, open prompt, link to the cashier: it opens and sends no prompt', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#repayDetail');
    await journey.answer('loadRepayment', repaymentWith(paymentThat('sent')));
    expect(journey.at).toBe('cashier.waiting');
    expect(journey.open('#home').open('#cashier').at).toBe('cashier.waiting');
    expect(journey.calls).toEqual([]);
  });

  it('borrower, refused link: nothing changes', async () => {
    const journey = await asBorrower(orderIn(STATUS.repaying));
    const before = journey.context;
    expect(journey.open('#personalInfo').at).toBe('home.shown');
    expect(journey.context).toEqual(before);
  });
});

describe('When a link needs a login first', () => {
  const atLogin = async () => (await asVisitor()).open('#settings', { from: 'sms' });

  it('link that needs a login, shell that has one: the link is followed after it', async () => {
    const journey = await atLogin();
    await journey.answer('askShellLogin', session);
    expect(journey.at).toBe('loadingHome.loading');
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('settings.shown');
    expect(journey.context.pendingRoute).toBeNull();
  });

  it('link that needs a login, no shell: the app’s own login opens and the link is followed after it', async () => {
    const journey = await atLogin();
    await journey.fail('askShellLogin', { code: LOCAL.shellMissing, message: '' });
    expect(journey.at).toBe('login.enteringMobile');
    await journey.send({ type: 'mobile.submitted', mobile: '0712 345 678' }).answer('findMobile', { exists: true });
    await journey.answer('requestCode.login', { againAt: 1 });
    await journey.send({ type: 'code.submitted', code: '123456' }).answer('logIn', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('settings.shown');
  });

  it('link that needs a login, number unknown: registering leads to the link as well', async () => {
    const journey = await atLogin();
    await journey.fail('askShellLogin', { code: LOCAL.shellSilent, message: '' });
    await journey.send({ type: 'mobile.submitted', mobile: '0712345678' }).answer('findMobile', { exists: false });
    expect(journey.at).toBe('register.enteringMobile');
    await journey
      .send({ type: 'registration.submitted', mobile: '0712345678', acceptedTerms: true })
      .answer('requestCode.register', { againAt: 1 });
    await journey.send({ type: 'code.submitted', code: '123456' }).answer('registerBorrower', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('settings.shown');
  });

  it('link that needs a login, place that the order does not allow: the borrower stays at home', async () => {
    const journey = (await asVisitor()).open('#repayDetail');
    await journey.answer('askShellLogin', session);
    await journey.answer('loadHome', homeWith(orderIn(STATUS.applying)));
    expect(journey.at).toBe('home.shown');
  });

  it('link that needs a login, another link meanwhile: the later private one counts, and a public one is followed at once', async () => {
    const journey = (await atLogin()).open('#records');
    expect(journey.context.pendingRoute?.to).toBe('#records');
    expect(place(journey.open('#faq'))).toBe('faq');
    expect(journey.calls).toEqual(['loadSupport.faq']);
  });

  it('link that needs a login, Back to home: the link is dropped', async () => {
    const journey = (await atLogin()).send({ type: 'back.requested' });
    expect(journey.at).toBe('home.shown');
    expect(journey.context.pendingRoute).toBeNull();
    await journey.send({ type: 'login.requested' }).answer('askShellLogin', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
  });

  it('Apply button that needs a login: applying goes on afterwards', async () => {
    const journey = (await asVisitor()).send({ type: 'application.opened' });
    await journey.answer('askShellLogin', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('toBorrow.loadingMarket');
  });
});

describe('When a link arrives while the app starts', () => {
  it('link at the start: it waits for the phone and for the lender', async () => {
    const journey = startJourney().open('#records');
    expect(journey.at).toBe('boot');
    await journey.answer('restoreDevice', borrower);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('records.loading');
  });

  it('link at the start, lender out of reach: the link waits on', async () => {
    const journey = startJourney().open('#records');
    await journey.answer('restoreDevice', borrower);
    await journey.fail('loadHome', noAnswer);
    expect(journey.at).toBe('loadingHome.failed');
    await journey.send({ type: 'retry.requested' }).answer('loadHome', homeWith(null));
    expect(journey.at).toBe('records.loading');
  });

  it('link at the start, nobody signed in: the login is asked for', async () => {
    const journey = startJourney().open('#records');
    await journey.answer('restoreDevice', nobody);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('askingLogin');
  });

  it('link at the start: it takes precedence over the stored place', async () => {
    const journey = startJourney().open('#records');
    await journey.answer('restoreDevice', { ...borrower, resume: '#settings' });
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('records.loading');
  });
});
