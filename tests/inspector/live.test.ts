/** Running journeys in the wire format of `@statelyai/inspect`, read by the inspector and by another subscriber. */
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMachine, type Actor } from 'xstate';
import { deskMachine } from '#machines/desk.machine.ts';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { journeyChart } from '#src/inspector/charts/journeyChart.ts';
import { isGoodbye, isWireEvent, nextFeed, type Feed } from '#src/inspector/live/feed.ts';
import { describeFollowed, describeHeld } from '#src/inspector/panels/Notices.tsx';
import { CONNECTED, definitionOf, INSPECTION_CHANNEL, publishJourney } from '#src/recording/publish.ts';
import type { WireEvent } from '#src/recording/sentEvents.ts';
import { keepLatest } from '#src/recording/sentEvents.ts';
import { edgesOf, namedTooEarly } from '#tests/support/published.ts';
import { running, TODAY } from '#tests/recording/randomJourney.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  while (ends.length > 0) ends.pop()?.();
});

function journey(): {
  actor: Actor<JourneyMachine>;
  stop: () => void;
  published: () => Feed | null;
  listen: () => void;
  feed: { now: Feed | null };
  /** Number of steps with this event, or of actors introduced by this name, that any app has published. */
  received: (type: string) => number;
} {
  const { actor, environment } = running();
  const listener = new BroadcastChannel(INSPECTION_CHANNEL);
  const feed: { now: Feed | null } = { now: null };
  const types: string[] = [];
  listener.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isWireEvent(data))
      types.push(data.type === '@xstate.snapshot' ? data.event.type : data.type === '@xstate.actor' ? data.name : data.type);
    if (isWireEvent(data) || isGoodbye(data)) feed.now = nextFeed(feed.now, data);
  });
  const stop = publishJourney(actor, { privacy: formPrivacy(TODAY) });
  ends.push(
    stop,
    () => listener.close(),
    () => actor.stop(),
  );
  actor.start();
  environment.running.get('restoreDevice')?.answer({ session: null, language: 'sw', drafts: {}, resume: null });
  return {
    actor,
    stop,
    published: () => feed.now,
    listen: () => listener.postMessage({ type: CONNECTED }),
    feed,
    received: (type) => types.filter((one) => one === type).length,
  };
}

describe('published journey', () => {
  it('published journey: it arrives step by step, unchanged', async () => {
    const { actor, published } = journey();
    await expect.poll(() => published()?.steps.length).toBe(2);
    actor.send({ type: 'language.chosen', language: 'es' });
    await expect.poll(() => published()?.steps.length).toBe(3);
    const last = published()?.steps[2];
    expect(last?.event?.type).toBe('language.chosen');
    expect(last?.snapshot.value).toEqual(actor.getSnapshot().value);
    expect(last?.snapshot.context.language).toBe('es');
    expect(last?.snapshot.hasTag('busy')).toBe(true);
  });

  it('inspector opened later: receives the journey from its start', async () => {
    const { actor, published, listen, feed, received } = journey();
    await expect.poll(() => published()?.steps.length).toBe(2);
    feed.now = null;
    listen();
    await expect.poll(() => published()?.steps.length).toBe(2);
    listen();
    await expect.poll(() => received('journey')).toBe(3);
    // Messages keep their order: new events arrive after the replayed ones.
    actor.send({ type: 'language.chosen', language: 'es' });
    await expect.poll(() => received('language.chosen')).toBe(1);
    expect(published()?.steps.map(({ event }) => event?.['language'])).toEqual([undefined, undefined, 'es']);
  });

  it('published journey: it contains no personal data', async () => {
    const { actor, published } = journey();
    const received: unknown[] = [];
    const second = new BroadcastChannel(INSPECTION_CHANNEL);
    second.addEventListener('message', (event) => void received.push((event as MessageEvent<unknown>).data));
    ends.push(() => second.close());
    actor.send({ type: 'draft.saved', section: 'personalInfo', values: { lastName: 'Wanjiru-canary' } });
    actor.send({ type: 'mobile.submitted', mobile: '0711222333' });
    await expect.poll(() => published()?.steps.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(received)).not.toMatch(/canary|711222333/);
  });
});

describe('two published journeys', () => {
  // The clock decides which journey is the newer one.
  const LATER = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('two published journeys: the newer one is followed, and the older one is listed', async () => {
    const first = journey();
    await expect.poll(() => first.published()?.steps.length).toBe(2);
    const before = first.published();
    vi.setSystemTime(LATER);
    const second = journey();
    await expect.poll(() => first.published()?.app).not.toBe(before?.app);
    await expect.poll(() => first.published()?.steps.length).toBe(2);
    first.actor.send({ type: 'language.chosen', language: 'es' });
    second.actor.send({ type: 'language.chosen', language: 'en' });
    await expect.poll(() => first.received('language.chosen')).toBe(2);
    expect(first.published()?.steps.map(({ event }) => event?.['language'])).toEqual([undefined, undefined, 'en']);
    expect(first.published()?.others).toEqual([before?.app]);
    // An inspector that opens later receives the journeys in any order. It must follow the same journey.
    first.feed.now = null;
    first.listen();
    await expect.poll(() => first.published()?.others).toEqual([before?.app]);
    await expect.poll(() => first.published()?.steps.length).toBe(3);
  });

  it('two published journeys, one closed: is marked as closed, and the other can be followed', async () => {
    const first = journey();
    await expect.poll(() => first.published()?.steps.length).toBe(2);
    vi.setSystemTime(LATER);
    const second = journey();
    await expect.poll(() => first.published()?.others).toHaveLength(1);
    const last = first.published()?.app;
    second.stop();
    await expect.poll(() => first.published()?.isGone).toBe(true);
    expect(first.published()?.app).toBe(last);
    first.listen();
    await expect.poll(() => [first.published()?.isGone, first.published()?.others]).toEqual([false, []]);
    expect(first.published()?.app).not.toBe(last);
  });

  it.each([
    [false, [], 'Following the app that runs in another tab.'],
    [false, ['a'], 'Following the app that was opened last. 1 other app runs too and is not followed.'],
    [false, ['a', 'b'], 'Following the app that was opened last. 2 other apps run too and are not followed.'],
    [true, [], 'The app was closed: this is all that happened in it.'],
    [true, ['a'], 'The app was closed: this is all that happened in it. 1 other app runs too; press Recording and then Live to follow.'],
  ])('two published journeys, notice (closed: %j, others: %j): says which journey is followed', (isGone, others, words) =>
    expect(describeFollowed({ chart: journeyChart, isGone, others })).toBe(words),
  );
});

it.each([
  [false, 1, 'Held. The app goes on; 1 event is waiting.'],
  [true, 2, 'Held. The app was closed; 2 events are waiting.'],
])('notice while paused (closed: %j): says what happens to the app', (isGone, waiting, words) =>
  expect(describeHeld('app', { isGone, waiting })).toBe(words),
);

describe('foreign message on the channel', () => {
  it.each([null, 'text', { type: CONNECTED }, { type: '@xstate.snapshot' }, { type: '@xstate.snapshot', _version: '1', sessionId: 3 }])(
    'foreign message on the channel, %j: is ignored',
    (data) => expect(isWireEvent(data)).toBe(false),
  );

  it('state of another chart: is marked as foreign, and the rest is shown', async () => {
    const { published } = journey();
    await expect.poll(() => published()?.steps.length).toBe(2);
    const feed = published() as Feed;
    const event = {
      type: '@xstate.snapshot',
      sessionId: feed.sessionId,
      rootId: feed.sessionId,
      id: '1',
      createdAt: '0',
      _version: '1',
      event: { type: 'x' },
    };
    const odd = nextFeed(feed, { ...event, snapshot: { value: { attic: 'dark' }, context: {} } } as unknown as StatelyInspectionEvent);
    expect([odd?.isForeign, odd?.steps.length]).toEqual([true, 2]);
  });
});

describe('inspector of another vendor', () => {
  /** The messages on the channel, in order. */
  async function published(act: (actor: Actor<JourneyMachine>) => void, last: string): Promise<StatelyInspectionEvent[]> {
    const listener = new BroadcastChannel(INSPECTION_CHANNEL);
    const received: StatelyInspectionEvent[] = [];
    listener.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      if (isWireEvent(data)) received.push(data);
    });
    ends.push(() => listener.close());
    const { actor } = journey();
    act(actor);
    await expect.poll(() => received.map((event) => event.type === '@xstate.snapshot' && event.event.type)).toContain(last);
    return received;
  }

  it('inspector of another vendor, introduction: contains every transition of the chart', async () => {
    const [first] = await published((actor) => actor.send({ type: 'language.chosen', language: 'es' }), 'language.chosen');
    const definition = first?.type === '@xstate.actor' ? first.definition : undefined;
    expect(edgesOf(createMachine(JSON.parse(definition ?? '{}') as object))).toEqual(edgesOf(journeyMachine));
  });

  it('chart of the desk: is published whole', () =>
    expect(edgesOf(createMachine(JSON.parse(definitionOf(deskMachine)) as object))).toEqual(edgesOf(deskMachine)));

  it('inspector of another vendor, every actor: is introduced before an event names it, without the input of its call', async () => {
    const received = await published((actor) => actor.send({ type: 'mobile.submitted', mobile: '0711222333' }), 'mobile.submitted');
    expect(namedTooEarly(received)).toEqual([]);
    expect(received.filter(({ type }) => type === '@xstate.actor').length).toBeGreaterThan(1);
    expect(JSON.stringify(received)).not.toContain('711222333');
  });

  it('journey that already runs: its calls are introduced too', async () => {
    const { actor } = running();
    ends.push(() => actor.stop());
    actor.start();
    const channel = new BroadcastChannel('test.running');
    const listener = new BroadcastChannel('test.running');
    const names: string[] = [];
    listener.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      if (isWireEvent(data) && data.type === '@xstate.actor') names.push(data.name);
    });
    ends.push(publishJourney(actor, { privacy: formPrivacy(TODAY), channel }), () => listener.close());
    await expect.poll(() => names).toEqual(['journey', 'restoreDevice']);
  });

  it('more events than are stored: the oldest are dropped, but not the introductions of actors that later events name', () => {
    const event = (type: string, sessionId: string, sourceId?: string) => ({ type, sessionId, sourceId }) as unknown as WireEvent;
    const sent = keepLatest('root', 16);
    sent.add(event('@xstate.actor', 'root'));
    sent.add(event('@xstate.actor', 'forgotten'));
    sent.add(event('@xstate.actor', 'named'));
    for (let i = 0; i < 16; i++) sent.add(event('@xstate.event', 'root', 'named'));
    const kept = sent.all();
    expect(kept.map(({ type, sessionId }) => `${type} ${sessionId}`).slice(0, 3)).toEqual([
      '@xstate.actor root',
      '@xstate.actor named',
      '@xstate.event root',
    ]);
    expect(kept).toHaveLength(18);
  });
});
