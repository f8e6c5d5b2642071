/** The place to which an order's status leads: the rows of the specification's section 2, and the content of home for each. */
import { describe, expect, it } from 'vitest';
import { homeDisplayOf, isRepayable, isWaiting, recordLabelOf, screenOfStatus, STATUS, stepOf } from '#machines/model/orderStatus.ts';
import { longerLoan } from '#src/market/products.ts';
import { market, orderIn, UNKNOWN_STATUS } from '../paths/lenderSamples.ts';
import { asBorrower, noAnswer } from './chartDriver.ts';

/** Status, place after `order.opened`, content of home, label in the records. */
const TABLE = [
  [STATUS.applying, 'reviewTips.waiting', 'assessing', 'assessing'],
  [STATUS.repaying, 'repayDetail.loading', 'repaying', 'repaying'],
  [STATUS.overdued, 'repayDetail.loading', 'overdue', 'overdue'],
  [STATUS.finish, 'home.shown', 'canLoan', 'finished'],
  [STATUS.bindCard, 'bankAccount.editing', 'canLoan', 'addingCard'],
  [STATUS.basicInfo, 'personalInfo.editing', 'canLoan', 'incomplete'],
  [STATUS.lending, 'home.shown', 'lending', 'disbursing'],
  [STATUS.cancel, 'home.shown', 'canLoan', 'cancelled'],
  [STATUS.reject, 'home.shown', 'rejected', 'rejected'],
  [STATUS.payFail, 'repayDetail.loading', 'failed', 'failed'],
  [STATUS.addition, 'additionalInfo.editing', 'canLoan', 'incomplete'],
  [STATUS.identityOcr, 'idPhotos.comparing', 'canLoan', 'incomplete'],
  [STATUS.confirm, 'confirmBorrow.loading', 'success', 'approved'],
  [STATUS.question, 'loanQuestion.editing', 'canLoan', 'incomplete'],
  [STATUS.getMoney, 'confirmBorrow.loading', 'success', 'approved'],
] as const;

describe('When an order is opened', () => {
  it('table of statuses: every status of the specification has its row', () => {
    expect(TABLE.map(([status]) => status).sort((a, b) => a - b)).toEqual(Object.values(STATUS).sort((a, b) => a - b));
  });

  it.each(TABLE)('order opened, status %i: it leads to %s', async (status, place) => {
    const journey = await asBorrower(orderIn(status));
    expect(journey.send({ type: 'order.opened' }).at).toBe(place);
  });

  it.each(TABLE)('order in status %i (%s): home shows it as %s, the records as %s', (status, _, display, label) => {
    expect(homeDisplayOf(status)).toBe(display);
    expect(recordLabelOf(status)).toBe(label);
  });

  it.each([0, UNKNOWN_STATUS, 15, 16, 19, -1, 99, 1.5, Number.NaN])('number %d without a status: leads nowhere', async (status) => {
    const journey = await asBorrower({ ...orderIn(UNKNOWN_STATUS), status });
    expect(journey.send({ type: 'order.opened' }).at).toBe('home.shown');
    expect([screenOfStatus(status), homeDisplayOf(status), recordLabelOf(status), stepOf(status)]).toEqual([null, 'unknown', null, -1]);
    expect([isWaiting(status), isRepayable(status)]).toEqual([false, false]);
  });
});

describe('When the borrower asks for a loan at home', () => {
  it.each([STATUS.basicInfo, STATUS.addition, STATUS.identityOcr, STATUS.bindCard, STATUS.question])(
    'application in status %i: resumes where it stopped, after the saved sections are loaded',
    async (status) => {
      const journey = (await asBorrower(orderIn(status))).send({ type: 'application.opened' });
      expect(journey.at).toBe('loadingSavedSections');
      await journey.answer('loadSaved', [{ section: 'personalInfo', values: { firstName: 'Wanjiru' }, savedAt: 7 }]);
      expect(journey.context.saved).toEqual({ personalInfo: { firstName: 'Wanjiru' } });
      expect(journey.context.savedAt).toEqual({ personalInfo: 7 });
      expect(journey.at).toBe(TABLE.find(([row]) => row === status)?.[1]);
    },
  );

  it('loan asked for, saved sections not loaded: the form opens', async () => {
    const journey = (await asBorrower(orderIn(STATUS.basicInfo))).send({ type: 'application.opened' });
    await journey.fail('loadSaved', { code: -1, message: '' });
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.problem).toBeNull();
  });

  it.each([null, STATUS.finish, STATUS.cancel])('loan asked for after status %s: a new loan is chosen', async (status) => {
    const journey = await asBorrower(status === null ? null : orderIn(status));
    expect(journey.send({ type: 'application.opened' }).at).toBe('toBorrow.loadingMarket');
    expect((await journey.answer('loadMarket', { products: [] })).at).toBe('toBorrow.choosing');
  });

  it('loan asked for, market not loaded: home’s product is offered', async () => {
    const journey = (await asBorrower()).send({ type: 'application.opened' });
    expect((await journey.fail('loadMarket', noAnswer)).at).toBe('toBorrow.choosing');
    expect(journey.context.problem).toBeNull();
  });

  it('product of the market asked for: it goes by its name, within its own limit, as long as it is open to the borrower', async () => {
    const journey = (await asBorrower(orderIn(STATUS.finish))).send({ type: 'application.opened' });
    const products = [
      { ...market[0], product: longerLoan, limit: 1_000_000, availability: { is: 'open' } },
      { ...market[0], availability: { is: 'laterLoan', afterLoans: 2 } },
    ];
    await journey.answer('loadMarket', { products });
    const wish = { type: 'loan.requested', termDays: 180 } as const;
    expect(journey.send({ ...wish, amount: 1_050_000, productId: longerLoan.id }).at).toBe('toBorrow.choosing');
    expect(journey.send({ ...wish, amount: 500_000 }).at, 'the product of home has no such term').toBe('toBorrow.choosing');
    expect(journey.send({ ...wish, amount: 1_000_000, productId: 'none' }).at).toBe('toBorrow.choosing');
    expect(journey.send({ ...wish, amount: 1_000_000, productId: longerLoan.id }).at).toBe('toBorrow.opening');
    expect(journey.inputOf('startApplication')).toEqual({ productId: 'longer-loan', amount: 1_000_000, termDays: 180, again: true });
  });

  it.each([STATUS.applying, STATUS.confirm, STATUS.getMoney, STATUS.lending, STATUS.repaying, STATUS.overdued, STATUS.payFail])(
    'loan in status %i: no second one can be requested',
    async (status) => {
      const journey = (await asBorrower(orderIn(status))).send({ type: 'application.opened' });
      expect(journey.at).toBe('home.shown');
      expect(journey.open('#toBorrow').at).toBe('home.shown');
    },
  );

  it('loan asked for by a rejected borrower: the borrower waits for the date', async () => {
    const journey = await asBorrower(orderIn(STATUS.reject));
    expect(journey.send({ type: 'application.opened' }).at).toBe('home.shown');
    expect(journey.open('#toBorrow').at).toBe('home.shown');
  });

  it('rejected borrower, date reached: applying is possible, also where home was not loaded again since', async () => {
    const { rejection } = orderIn(STATUS.reject);
    const midnight = Date.parse(`${rejection?.reapplyOn}T00:00:00+03:00`);
    const journey = (await asBorrower(orderIn(STATUS.reject))).send({ type: 'clock.ticked', now: midnight - 1 });
    expect(journey.open('#toBorrow').at).toBe('home.shown');
    journey.send({ type: 'clock.ticked', now: midnight }, { type: 'application.opened' });
    expect(journey.at).toBe('toBorrow.loadingMarket');
  });

  it('loan asked for, amount that is not offered: it is not sent', async () => {
    const journey = await (await asBorrower()).send({ type: 'application.opened' }).answer('loadMarket', { products: [] });
    for (const [amount, termDays] of [
      [1, 91],
      [100_000 + 1, 91],
      [6_000_000, 91],
      [500_000, 30],
    ] as const) {
      expect(journey.send({ type: 'loan.requested', amount, termDays }).at).toBe('toBorrow.choosing');
      expect(journey.context.problem?.code).toBe(-11);
    }
    expect(journey.send({ type: 'loan.requested', amount: 500_000, termDays: 91 }).at).toBe('toBorrow.opening');
    expect(journey.inputOf('startApplication')).toEqual({ productId: 'first-loan', amount: 500_000, termDays: 91, again: false });
    expect(journey.context.problem).toBeNull();
  });
});
