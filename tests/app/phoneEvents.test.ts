/** Events of the phone, as the app passes them to the chart. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { examples as detail } from '#screens/repay/repayDetail/examples.ts';
import { examples as cashier } from '#screens/repay/cashier/examples.ts';
import { at, homeWith } from '#screens/samples.ts';
import { examples as home } from '#screens/tabs/home/examples.ts';
import { examples as lending } from '#screens/borrow/lending/examples.ts';
import { examples as offer } from '#screens/borrow/confirmBorrow/examples.ts';
import { examples as records } from '#screens/tabs/records/examples.ts';
import { examples as review } from '#screens/apply/reviewTips/examples.ts';
import { createLenderClock } from '#src/app/lenderClock.ts';
import { sendPhoneEvents } from '#src/app/phoneEvents.ts';

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
}

let page: Page;
let sent: JourneyEvent[];
let stop: () => void;

/** @returns a function that moves the chart to another snapshot. */
function subscribe(snapshot: JourneySnapshot): (next: JourneySnapshot) => void {
  sent = [];
  let now = snapshot;
  const listeners = new Set<(snapshot: JourneySnapshot) => void>();
  const actor = {
    getSnapshot: () => now,
    send: (event: JourneyEvent) => void sent.push(event),
    subscribe: (listener: (snapshot: JourneySnapshot) => void) => {
      listeners.add(listener);
      return { unsubscribe: () => listeners.delete(listener) };
    },
  };
  stop = sendPhoneEvents(actor as unknown as JourneyActor, createLenderClock(), {} as never);
  return (next) => {
    now = next;
    for (const listener of listeners) listener(next);
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(at('2025-11-20 10:35'));
  page = new Page();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const REFRESH = { type: 'refresh.requested' };

describe('page with the state of a loan', () => {
  it.each([
    ['home', home.repaying],
    ['repayment page', detail.choosing],
    ['records', records.listed],
    ['offer', offer.deciding],
  ])('%s: is refreshed each minute, and when the borrower returns to the app', (_, snapshot) => {
    subscribe(snapshot);
    vi.advanceTimersByTime(59_999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([REFRESH]);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH, REFRESH]);
  });

  it.each([
    ['application being assessed', review.assessing],
    ['money on its way', lending.waiting],
  ])('%s: is refreshed when the borrower returns to the app, and left to the polls of the chart otherwise', (_, snapshot) => {
    subscribe(snapshot);
    vi.advanceTimersByTime(60 * 60_000);
    expect(sent).toEqual([]);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH]);
  });

  it('page left open: is refreshed ten times by time, and again when the borrower returns', () => {
    subscribe(home.repaying);
    vi.advanceTimersByTime(60 * 60_000);
    expect(sent).toHaveLength(10);
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(12);
  });

  /** The snapshot, with a home that was read at this moment. */
  const of = (snapshot: JourneySnapshot, readAt: string) =>
    ({ ...snapshot, context: { ...snapshot.context, ...homeWith({ readAt: at(readAt) }) } }) as JourneySnapshot;

  it.each([
    ['home', home.repaying],
    ["visitor's home", home.visitor],
  ])('%s left open, day in Nairobi changes: is refreshed each minute until it is of that day', (_, snapshot) => {
    const go = subscribe(of(snapshot, '2025-11-20 10:35'));
    // Up to 23:59.
    vi.advanceTimersByTime((13 * 60 + 24) * 60_000);
    sent.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([REFRESH]);
    // The refresh failed: nothing new was read.
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([REFRESH, REFRESH]);
    go(of(snapshot, '2025-11-21 00:01'));
    vi.advanceTimersByTime(60 * 60_000);
    expect(sent).toEqual([REFRESH, REFRESH]);
  });

  it('page hidden, offline, or visitor: is not refreshed', () => {
    subscribe(home.repaying);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(180_000);
    expect(sent).toEqual([]);
    stop();
    page.visibilityState = 'visible';
    for (const snapshot of [home.offline, home.visitor]) {
      vi.stubGlobal('navigator', { onLine: snapshot.context.online });
      subscribe(snapshot);
      vi.advanceTimersByTime(180_000);
      expect(sent).toEqual([]);
      stop();
    }
  });

  it('home opened from another page: is refreshed, unless it was loaded within the minute', () => {
    const read = (snapshot: JourneySnapshot, readAt: string) =>
      ({ ...snapshot, context: { ...home.repaying.context, ...homeWith({ readAt: at(readAt) }) } }) as JourneySnapshot;
    const elsewhere = read(cashier.payingByPaybill, '2025-11-20 10:35');
    const shown = read(home.repaying, '2025-11-20 10:35');
    const go = subscribe(elsewhere);
    vi.advanceTimersByTime(59_000);
    go(shown);
    go(elsewhere);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2_000);
    go(shown);
    expect(sent).toEqual([REFRESH]);
    // The refresh that is under way, and its failure, cause no other one.
    go(read(home.refreshing, '2025-11-20 10:35'));
    go(shown);
    go(elsewhere);
    go(read(home.refreshing, '2025-11-20 10:35'));
    go(shown);
    expect(sent).toEqual([REFRESH]);
    const after = (snapshot: JourneySnapshot) => read(snapshot, '2025-11-20 10:36');
    go(after(home.repaying));
    go(after(cashier.payingByPaybill));
    go(after(home.repaying));
    expect(sent, 'read a moment ago').toEqual([REFRESH]);
    go(after(cashier.payingByPaybill));
    vi.advanceTimersByTime(61_000);
    go(after(home.repaying));
    expect(sent).toEqual([REFRESH, REFRESH]);
  });

  it('payment whose outcome is unknown: is queried when the borrower returns to the app', () => {
    subscribe(cashier.unknown);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH]);
  });

  it('page with the state of a loan, payment being polled: is not refreshed as well', () => {
    subscribe(cashier.payingByPaybill);
    vi.advanceTimersByTime(180_000);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([]);
  });

  it('web view suspended while the network changed: the change is reported when the borrower returns', () => {
    subscribe(home.offline);
    sent.length = 0;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toContainEqual({ type: 'network.changed', online: true });
    stop();
    subscribe(home.repaying);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH]);
  });

  it('page with the state of a loan, app closed: events are ignored', () => {
    subscribe(home.repaying);
    stop();
    vi.advanceTimersByTime(180_000);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([]);
  });
});
