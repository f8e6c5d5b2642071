/** The traffic of a page that a borrower leaves open during the assessment. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, type Actor } from 'xstate';
import { journeyMachine, type JourneyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { nextQuestionIn } from '#machines/model/pollDelay.ts';
import type { HomeData } from '#machines/model/order.ts';
import { termsFor } from '#machines/model/terms.ts';
import { assessing, at, lending, payment, repaying } from '#screens/samples.ts';
import { examples as home } from '#screens/tabs/home/examples.ts';
import { examples as review } from '#screens/apply/reviewTips/examples.ts';
import { firstLoan } from '#src/market/products.ts';
import { createLenderClock } from '#src/app/lenderClock.ts';
import { sendPhoneEvents } from '#src/app/phoneEvents.ts';
import { sessionPorts, type SessionDeps } from '#src/app/ports/session.ts';
import { bindPorts } from '#tests/support/bindPorts.ts';

const SECOND = 1_000;
const SENT = assessing.submittedAt as number;

/** Request line and headers of such a call and of its answer, as Chromium and the lender send them, and the body of the request. */
const OVERHEAD = 1_900;
/** Of an hour. */
const BYTES = 15_000;

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
  show(visibility: 'visible' | 'hidden'): void {
    this.visibilityState = visibility;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
/** Moments of the calls, ms since the application was sent. */
let asked: number[];
let bytes: number;
let actor: Actor<JourneyMachine>;
let stop: () => void;

function answer(): HomeData {
  const data: HomeData = {
    serverTime: Number(vi.getMockedSystemTime()),
    firstName: 'Amina',
    product: firstLoan,
    limit: firstLoan.firstLoanMax,
    limitTerms: termsFor(firstLoan, firstLoan.firstLoanMax, 91),
    repaidLoans: 0,
    order: assessing,
    saved: [],
  };
  asked.push(data.serverTime - SENT);
  bytes += OVERHEAD + JSON.stringify({ code: 0, msg: '', data }).length;
  return data;
}

/** The page as it is open a moment after sending, with the ports of the app in front of a lender that answers at once. */
async function open(snapshot: JourneySnapshot): Promise<void> {
  const { loadHome } = sessionPorts({ api: async () => ({ call: async () => answer() }) } as unknown as SessionDeps);
  const bound = bindPorts(journeyMachine, {
    loadHome: (input) => loadHome({ input, signal: new AbortController().signal } as Parameters<typeof loadHome>[0]) as Promise<HomeData>,
  });
  actor = createActor(bound, { snapshot });
  actor.start();
  stop = sendPhoneEvents(actor, createLenderClock(), {} as never);
  actor.send({ type: 'refresh.requested' });
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  bytes = 0;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(SENT);
  page = new Page();
  asked = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  stop();
  actor.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ['page of the application', review.assessing],
  ['home', home.assessing],
])('%s, application being assessed', (_, snapshot) => {
  it(`left open for an hour: costs at most ${BYTES / 1_000} kB, and polls less and less often`, async () => {
    await open(snapshot);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(bytes).toBeLessThanOrEqual(BYTES);
    expect(asked.map((moment) => Math.floor(moment / MINUTE))).toEqual([1, 4, 10, 40]);
    const pauses = asked.map((moment, n) => moment - (asked[n - 1] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(30 * SECOND);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

  it('page hidden: does not poll; shown again: polls at once', async () => {
    await open(snapshot);
    page.show('hidden');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked).toEqual([]);
    page.show('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked)).toEqual(new Set([HOUR]));
  });
});

describe('next poll of an order', () => {
  const after = (minutes: number, since: number) => since + minutes * MINUTE;

  it('next poll of an order, application opened late: waits for half a minute at least, and for half an hour at most', () => {
    expect(nextQuestionIn(assessing, after(3.9, SENT))).toBe(30 * SECOND);
    expect(nextQuestionIn(assessing, after(8 * 60, SENT))).toBe(30 * MINUTE);
  });

  it('order, home read before the application was sent: is polled a minute later', () => {
    expect(nextQuestionIn(assessing, after(-20, SENT))).toBe(MINUTE);
  });

  it('order, money on its way: is polled every few seconds, then less often', () => {
    const since = lending.disbursement?.requestedAt ?? at('2025-11-20 10:32');
    expect([0, 2, 30].map((minutes) => nextQuestionIn(lending, after(minutes, since)))).toEqual([5 * SECOND, 30 * SECOND, 5 * MINUTE]);
  });

  it('order, payment whose outcome is unknown: is polled every few seconds while its prompt is open, then less often', () => {
    const { promptUntil } = payment();
    const order = { ...repaying, openPayment: payment() };
    expect([-1, 0.5, 2, 30].map((minutes) => nextQuestionIn(order, after(minutes, promptUntil)))).toEqual([
      5 * SECOND,
      5 * SECOND,
      30 * SECOND,
      5 * MINUTE,
    ]);
  });

  it('payment without an order: is polled every few seconds', () => {
    expect(nextQuestionIn(null, null)).toBe(5 * SECOND);
  });
});
