/** The desk in the inspector: its words, its published events, and its recording. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { deskMachine } from '#machines/desk.machine.ts';
import { deskChart } from '#src/inspector/charts/deskChart.ts';
import { descriptionAt, nameOf } from '#src/inspector/charts/index.ts';
import { summarise } from '#src/inspector/catalogue/recordingSummary.ts';
import { loadRecording } from '#src/inspector/journey/loadRecording.ts';
import { leafOf, phasesOf } from '#src/inspector/journey/journeyRun.ts';
import { isGoodbye, isWireEvent, newestOf, nextFeeds, type Feeds } from '#src/inspector/live/feed.ts';
import { recordingOfFeed } from '#src/inspector/live/recordingOfFeed.ts';
import { parseRecording, writeRecording, type Recording } from '#src/recording/format.ts';
import { DESK_CHANNEL, publish } from '#src/recording/publish.ts';
import { createDeskRedactor } from '#src/recording/redactDesk.ts';
import { createDeskLender, START } from '#tests/support/deskLender.ts';

const nodes = [deskMachine.root, ...getStateNodes(deskMachine)];
const types = [...new Set(nodes.flatMap((node) => [...node.transitions.keys()]))].filter((type) => type !== '');
const nowhere = { value: 'x', context: {} };

describe('words of the desk', () => {
  it.each(types)('event of the desk %s: is plain text', (type) => {
    for (const text of [deskChart.describe({ type }, nowhere, nowhere).sentence, deskChart.transitionWords(type)]) {
      expect(text).toMatch(/^[A-Z]/);
      expect(text).not.toMatch(/undefined|xstate|[a-z][A-Z]|\w\.\w/);
    }
  });

  it('words of the desk, every state: has a name in plain words', () => {
    for (const node of nodes) expect(nameOf(node)).toMatch(/^[A-Z][a-z ?]/);
  });

  it('sentence of a failed call of the desk: contains the reason; a start without a session is no failure', () => {
    const failed = (call: string, error: string) =>
      deskChart.describe({ type: `xstate.error.actor.${call}`, error: { error, message: '' } }, nowhere, nowhere);
    expect(failed('takeCase', 'takenByOther')).toEqual({ kind: 'problem', sentence: 'The case was not taken: a colleague has the case' });
    expect(failed('readSession', 'signedOut').kind).toBe('server');
    expect(failed('readSession', 'noAnswer').kind).toBe('problem');
  });

  it('form that is not complete: is a problem that names the fields', () => {
    const before = { value: 'writing', context: { mistakes: {} } };
    const after = { value: 'writing', context: { mistakes: { words: 'Write to the borrower.' } } };
    expect(deskChart.describe({ type: 'act.submitted' }, before, after)).toEqual({
      kind: 'problem',
      sentence: 'Sent the act, refused: check words',
    });
  });
});

/** A desk that publishes while a clerk signs in and opens a case, and the feeds that an inspector receives. */
async function followed(): Promise<{ feeds: () => Feeds; end: () => void }> {
  const lender = createDeskLender();
  const cookie = lender.signedIn('support');
  const call = (name: 'session' | 'case' | 'take' | 'queues') =>
    fromPromise(({ input }: { input: never }) => Promise.resolve(lender.call(name, input, cookie).data));
  const actor = createActor(
    deskMachine.provide({
      actors: { readSession: call('session'), loadQueues: call('queues'), loadCase: call('case'), takeCase: call('take') } as never,
    }),
    { input: { now: START, invitation: null, isOnline: true } },
  );
  let feeds: Feeds = {};
  const listener = new BroadcastChannel(DESK_CHANNEL);
  listener.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isWireEvent(data) || isGoodbye(data)) feeds = nextFeeds(feeds, data);
  });
  const stop = publish(actor as never, createDeskRedactor(), { socket: null, channel: new BroadcastChannel(DESK_CHANNEL) });
  actor.start();
  const settled = (place: string) => expect.poll(() => JSON.stringify(actor.getSnapshot().value)).toContain(place);
  await settled('overview');
  actor.send({ type: 'case.opened', caseId: 'messages:TK1' });
  await settled('reading');
  actor.send({ type: 'case.taken', requestId: 'r1' });
  await expect.poll(() => actor.getSnapshot().context.case?.acts).toContain('answer');
  actor.send({ type: 'act.chosen', act: 'answer' });
  await expect.poll(() => feeds.desk?.steps.at(-1)?.event?.type).toBe('act.chosen');
  return {
    feeds: () => feeds,
    end: () => {
      stop();
      listener.close();
      actor.stop();
    },
  };
}

describe('published desk', () => {
  it('published desk: is followed as a desk, its place is the shown state, and every rule holds', async () => {
    const { feeds, end } = await followed();
    try {
      expect(Object.keys(feeds())).toEqual(['desk']);
      const feed = newestOf(feeds());
      const steps = feed?.steps ?? [];
      expect(steps.map(({ snapshot }) => leafOf(snapshot).id).at(-1)).toBe('desk.working.place.case.open.writing');
      expect(phasesOf(steps).map(({ title }) => title)).toEqual(['Starting', 'What waits', 'Case']);
      expect(steps.map((_, at) => descriptionAt(steps, at)?.sentence)).toContain('The case belongs to this clerk');
      const broken = steps.flatMap((step, at) => deskChart.verdictsOf(steps[at - 1] ?? null, step).filter(({ is }) => is === 'broken'));
      expect(broken).toEqual([]);
    } finally {
      end();
    }
  });

  it('recording of the desk, saved and opened again: has the same events and states, and is counted as one of the desk', async () => {
    const { feeds, end } = await followed();
    try {
      const feed = feeds().desk;
      if (!feed) throw new Error('no desk was followed');
      const parsed = parseRecording(writeRecording(recordingOfFeed(feed) as Recording));
      if (!parsed.ok) throw new Error(parsed.message);
      expect(JSON.stringify(parsed.recording)).not.toMatch(/Grace|Carol|TK1/);
      const loaded = await loadRecording(parsed.recording, { id: 'one' });
      expect([loaded?.chart.id, loaded?.isSameChart, loaded?.partsAt]).toEqual(['desk', true, null]);
      expect(loaded?.steps.map(({ event, snapshot }) => [event?.type, snapshot.value])).toEqual(
        feed.steps.map(({ event, snapshot }) => [event?.type, snapshot.value]),
      );
      const { chart, stays } = summarise(parsed.recording);
      expect([chart, stays['case']?.isEnd]).toEqual(['desk', true]);
    } finally {
      end();
    }
  });

  it('recording of a chart that this page does not know: is refused with a sentence', () => {
    const text = JSON.stringify({ format: 'loan-journey.recording', version: 2, root: 'attic' });
    expect(parseRecording(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining('it names a chart that this page does not know'),
    });
  });
});
