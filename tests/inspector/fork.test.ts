/** A fork of a recording: the real chart continues from a step with a simulated lender. Nothing is sent. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import { readFile } from 'node:fs/promises';
import { DAY, daysBetween, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { HomeData, LoanStatement, Offer, Payment, RepaymentDetail } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import * as sample from '#screens/samples.ts';
import { createLender } from '#src/inspector/fork/simulatedLender.ts';
import { FIRST_PHONE } from '#src/inspector/fork/phoneOfFork.ts';
import { forkJourney } from '#src/inspector/fork/forkJourney.ts';
import { keepSeed, seedOf, takeSeed, type Manner, type Seed } from '#src/inspector/fork/forkSeed.ts';
import { stateText } from '#src/inspector/journey/diff.ts';
import { callsIn } from '#src/inspector/journey/eventKinds.ts';
import { examples as personalInfo } from '#screens/apply/personalInfo/examples.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import { parseRecording } from '#src/recording/format.ts';
import { opened, openedWalk } from './randomRecordings.ts';

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lived = (seed: Seed) => {
  let phone = FIRST_PHONE;
  const { journey, resume } = forkJourney(seed, (now) => (phone = now));
  const faults: unknown[] = [];
  journey.subscribe({ error: (fault) => void faults.push(fault) });
  journey.start();
  resume();
  return {
    journey,
    faults,
    phone: () => phone,
    at: () => stateText(journey.getSnapshot().value),
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
};

describe('fork of a recording', () => {
  it('fork of a recording, any step: starts there, without the running calls', async () => {
    vi.useRealTimers();
    const { steps, title } = await openedWalk(11, 160);
    vi.useFakeTimers();
    for (const step of steps.filter(({ index }) => index % 8 === 0)) {
      const { journey, faults, at, wait } = lived(seedOf(title, steps, step.index, 'usual'));
      expect(at()).toBe(stateText(step.snapshot.value));
      const before = callsIn(step.snapshot).map(({ id }) => id);
      await wait(700);
      const still = callsIn(journey.getSnapshot()).map(({ id }) => id);
      if (before.length > 0) expect([step.index, before, still.filter((id) => before.includes(id))]).toEqual([step.index, before, []]);
      expect(faults).toEqual([]);
      journey.stop();
    }
  });

  it('fork of a recording, serialised: is restored', async () => {
    vi.useRealTimers();
    const { steps, title } = await openedWalk(3, 20);
    const storage = memory();
    const seed = seedOf(title, steps, 12, 'refuses');
    keepSeed(storage, seed);
    expect(takeSeed(storage)).toMatchObject({ step: 12, manner: 'refuses', value: seed.value });
  });

  it('fork of no recording: does not exist', () => {
    const storage = memory();
    expect(takeSeed(storage)).toBeNull();
    storage.setItem('inspector.fork', '{"step":');
    expect(takeSeed(storage)).toBeNull();
  });
});

describe('simulated lender of a fork', () => {
  const filling = Object.values(personalInfo).find((snapshot) => snapshot.matches({ places: { apply: { personalInfo: 'editing' } } }));
  const seed = (manner: Manner): Seed => {
    if (!filling) throw new Error('personalInfo has no example of editing');
    return { title: '', step: 0, value: filling.value, context: filling.context, answers: {}, repayment: null, manner };
  };
  const submit: JourneyEvent = { type: 'personalInfo.submitted', values: {} };

  it('simulated lender of a fork: saves a section, and the order follows its chart', async () => {
    const { journey, at, wait } = lived(seed('usual'));
    journey.send(submit);
    await wait(700);
    expect(journey.getSnapshot().context.order?.status).toBe(STATUS.addition);
    expect(at()).toMatch(/additionalInfo/);
  });

  it('fork, order decided, paid out and repaid: the phone has the texts, the money and the log', async () => {
    const lender = createLender({
      context: { ...seed('usual').context, order: { ...sample.order(STATUS.question), principal: 500_000 } },
      answers: {},
      manner: 'usual',
    });
    const context = seed('usual').context;
    lender.answer('saveQuestionnaire', 'saveQuestionnaire', {}, context);
    const home = () => lender.answer('loadHome', 'loadHome', {}, { ...context, session: {} as never });
    for (let look = 0; look < 2; look++) home();
    lender.answer('drawLoan', 'drawLoan', {}, context);
    for (let look = 0; look < 2; look++) home();
    const { texts, balance, moves, order } = lender.phone();
    expect(order.map(({ event }) => event)).toEqual([
      'questionnaire.answered',
      'lender.approved',
      'offer.accepted',
      'money.drawn',
      'disbursement.confirmed',
    ]);
    expect(texts.map(({ text }) => text.replace(/\u00a0/g, ' '))).toEqual([
      `${formatKsh(sample.terms.sent).replace(/\u00a0/g, ' ')} was sent to your M-PESA.`,
      'Your loan of KSh 5,000 is approved. Open the app to accept it.',
      'Your application for KSh 5,000 was sent. We answer within ten minutes.',
    ]);
    expect([balance - FIRST_PHONE.balance, moves.length]).toEqual([sample.terms.sent, 1]);
    const pay = (amount: number) => {
      const payment = lender.answer('requestPayment', 'requestPayment', { amount }, context) as Payment;
      const poll = () => lender.answer('loadPayment', 'loadPayment', {}, { ...context, paying: { payment } as never }) as Payment;
      return { payment, poll };
    };
    const tooMuch = pay(balance + 100);
    lender.answerPrompt('pin');
    expect(tooMuch.poll()).toMatchObject({ state: 'failed', resultCode: 1 });
    const { payment, poll } = pay(100_000);
    expect([payment.state, poll().state, lender.phone().prompt?.amount]).toEqual(['sent', 'sent', 100_000]);
    lender.answerPrompt('pin');
    expect([poll().state, lender.phone().prompt, lender.phone().balance]).toEqual(['paid', null, balance - 100_000]);
  });

  it('fork of a paid-out loan, a part is paid: the debt, the statement and the receipt are those of the recording and of this payment', async () => {
    vi.useRealTimers();
    const parsed = parseRecording(await readFile('docs/recordings/first-loan.journey.json', 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    const { steps } = await opened(parsed.recording);
    vi.useFakeTimers();
    const last = steps.length - 1;
    const made = seedOf('First loan', steps, last, 'usual');
    const { context } = made;
    const owed = context.order?.balance?.left ?? NaN;
    const lender = createLender(made);
    const detail = () => lender.answer('loadRepayment', 'loadRepayment', {}, context) as RepaymentDetail;
    expect(detail()).toMatchObject({ payments: [], openPayment: null, balance: { left: owed, paid: 0 } });
    expect(lender.phone().mobile).toBe(context.session?.mobile);
    const payment = lender.answer('requestPayment', 'requestPayment', { amount: 200_000 }, context) as Payment;
    expect(payment.phone).toBe(maskMsisdn(lender.phone().mobile));
    expect(payment.promptUntil).toBeGreaterThan(context.now ?? NaN);
    expect(detail().openPayment).toEqual(payment);
    lender.answerPrompt('pin');
    const { payments, balance } = detail();
    expect(payments).toMatchObject([{ amount: 200_000, channel: 'mpesa' }]);
    expect(payments[0]?.at).toBeGreaterThanOrEqual(context.now ?? NaN);
    expect([balance.left, balance.paid]).toEqual([owed - 200_000, 200_000]);
    const statement = lender.answer('loadStatement', 'loadStatement', {}, context) as LoanStatement;
    expect(statement.lines.map(({ kind, balance: left }) => [kind, left])).toEqual([
      ['paidOut', owed],
      ['payment', owed - 200_000],
    ]);
    expect(statement.lines[1]?.receipt).toBe(payments[0]?.receipt);
    lender.answer('requestPayment', 'requestPayment', { amount: balance.settleToday }, context);
    lender.answerPrompt('pin');
    expect(lender.phone().order.map(({ event }) => event)).toEqual(['payment.received', 'payment.received', 'loan.settled']);
  });

  it('prompt of a fork: stays open for a minute, and ends without money when no PIN is typed or the borrower cancels', () => {
    const context = { ...seed('usual').context, now: sample.NOW };
    const lender = createLender({ context: { ...context, order: sample.repaying }, answers: {}, manner: 'usual' });
    const first = lender.phone().balance;
    const ask = () => {
      const payment = lender.answer('requestPayment', 'requestPayment', { amount: 100_000 }, context) as Payment;
      return () => lender.answer('loadPayment', 'loadPayment', {}, { ...context, paying: { payment } as never }) as Payment;
    };
    const waiting = ask();
    vi.advanceTimersByTime(59_000);
    lender.tick();
    expect(waiting().state).toBe('sent');
    vi.advanceTimersByTime(1_000);
    lender.tick();
    expect(waiting()).toMatchObject({ state: 'failed', resultCode: 1037 });
    const cancelled = ask();
    lender.answerPrompt('cancel');
    expect(cancelled()).toMatchObject({ state: 'failed', resultCode: 1032 });
    expect([lender.phone().balance, lender.phone().moves]).toEqual([first, []]);
  });

  it('fork, started: the phone has the time of the step before any answer', () => {
    const { phone, journey } = lived(seed('silent'));
    expect(phone().now).toBe(seed('silent').context.now);
    journey.stop();
  });

  it('fork, offer accepted a year after the samples: every date is a present one, and the agreement can be read', () => {
    const now = sample.NOW + 365 * DAY;
    const context = { ...seed('usual').context, now };
    const openUntil = now + DAY;
    const lender = createLender({
      context: { ...context, order: { ...sample.approved, submittedAt: now - HOUR, offer: { openUntil } } },
      answers: {},
      manner: 'usual',
    });
    const offer = lender.answer('loadOffer', 'loadOffer', {}, context) as Offer;
    expect(offer).toMatchObject({ openUntil, dueDate: dueDateOf(nairobiDate(now), offer.terms.termDays) });
    expect(lender.answer('loadAgreement', 'loadAgreement', {}, context)).toMatchObject({ version: offer.agreementVersion });
    expect(lender.answer('drawLoan', 'drawLoan', {}, context)).toMatchObject({
      submittedAt: now - HOUR,
      disbursement: { requestedAt: now },
    });
    const home = () => lender.answer('loadHome', 'loadHome', {}, { ...context, session: {} as never }) as HomeData;
    home();
    const due = home().order?.balance?.dueDate ?? '';
    expect(daysBetween(nairobiDate(now), due)).toBeGreaterThan(0);
  });

  it('simulated lender of a fork, code requested: is texted', () => {
    const lender = createLender(seed('usual'));
    lender.answer('requestCode', 'requestCode', {}, seed('usual').context);
    expect(lender.phone().texts[0]?.text).toMatch(/^123456 is your code/);
  });

  it('simulated lender of a fork, refusing: the page shows the refusal', async () => {
    const { journey, at, wait } = lived(seed('refuses'));
    journey.send(submit);
    await wait(2_000);
    expect(journey.getSnapshot().context.order?.status).toBe(STATUS.basicInfo);
    expect(at()).not.toMatch(/saving/);
  });

  it('simulated lender of a fork, silent: the form stays, with the reason', async () => {
    const { journey, at, wait } = lived(seed('silent'));
    journey.send(submit);
    await wait(700);
    expect(at()).toBe('places.apply.personalInfo.editing');
    expect(journey.getSnapshot().context.problem?.code).toBe(-1);
  });
});
