/** Events of the phone, as the app passes them to the chart. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { examples as detail } from '#screens/repay/repayDetail/examples.ts';
import { examples as cashier } from '#screens/repay/cashier/examples.ts';
import { homeWith } from '#screens/samples.ts';
import { examples as home } from '#screens/tabs/home/examples.ts';
import { examples as lending } from '#screens/borrow/lending/examples.ts';
import { examples as offer } from '#screens/borrow/confirmBorrow/examples.ts';
import { examples as records } from '#screens/tabs/records/examples.ts';
import { examples as review } from '#screens/apply/reviewTips/examples.ts';
import { sendPhoneEvents } from '#src/app/phoneEvents.ts';

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';
}

let page: Page;
let sent: JourneyEvent[];
let stop: () => void;

/** @returns what leads the chart to another snapshot. */
function hear(snapshot: JourneySnapshot): (next: JourneySnapshot) => void {
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
  stop = sendPhoneEvents(actor as unknown as JourneyActor, { now: () => 0 } as never, {} as never);
  return (next) => {
    now = next;
    for (const listener of listeners) listener(next);
  };
}

beforeEach(() => {
  vi.useFakeTimers();
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
    ['application being assessed', review.assessing],
    ['money on its way', lending.waiting],
  ])('%s: is refreshed each minute, and when the borrower returns to the app', (_, snapshot) => {
    hear(snapshot);
    vi.advanceTimersByTime(59_999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([REFRESH]);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH, REFRESH]);
  });

  it('page hidden, offline, or visitor: is not refreshed', () => {
    hear(home.repaying);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(180_000);
    expect(sent).toEqual([]);
    stop();
    page.visibilityState = 'visible';
    for (const snapshot of [home.offline, home.visitor]) {
      vi.stubGlobal('navigator', { onLine: snapshot.context.online });
      hear(snapshot);
      vi.advanceTimersByTime(180_000);
      expect(sent).toEqual([]);
      stop();
    }
  });

  it('home opened from another page: is refreshed, unless it was loaded within the minute', () => {
    const at = (snapshot: JourneySnapshot, readAt: number) =>
      ({ ...snapshot, context: { ...home.repaying.context, ...homeWith({ readAt }) } }) as JourneySnapshot;
    const elsewhere = at(cashier.payingByPaybill, 1);
    const shown = at(home.repaying, 1);
    const go = hear(elsewhere);
    vi.advanceTimersByTime(59_000);
    go(shown);
    go(elsewhere);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2_000);
    go(shown);
    expect(sent).toEqual([REFRESH]);
    // Under way already, and then failed: it is not asked again and again.
    go(at(home.refreshing, 1));
    go(shown);
    go(elsewhere);
    go(at(home.refreshing, 1));
    go(shown);
    expect(sent).toEqual([REFRESH]);
    go(at(home.repaying, 2));
    go(at(cashier.payingByPaybill, 2));
    go(at(home.repaying, 2));
    expect(sent, 'read a moment ago').toEqual([REFRESH]);
    go(at(cashier.payingByPaybill, 2));
    vi.advanceTimersByTime(61_000);
    go(at(home.repaying, 2));
    expect(sent).toEqual([REFRESH, REFRESH]);
  });

  it('payment whose outcome is unknown: is asked for when the borrower returns to the app', () => {
    hear(cashier.unknown);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH]);
  });

  it('payment polling: is not refreshed besides', () => {
    hear(cashier.payingByPaybill);
    vi.advanceTimersByTime(180_000);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([]);
  });

  it('web view that was asleep when the network changed: says so when the borrower returns', () => {
    hear(home.offline);
    sent.length = 0;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toContainEqual({ type: 'network.changed', online: true });
    stop();
    hear(home.repaying);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([REFRESH]);
  });

  it('app closed: events are ignored', () => {
    hear(home.repaying);
    stop();
    vi.advanceTimersByTime(180_000);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toEqual([]);
  });
});
