/** The lender's log of an order, placed between the steps of the borrower. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { aboutState, followingStates } from '#src/inspector/chart/describeState.ts';
import { KINDS } from '#src/inspector/charts/inspectedChart.ts';
import { deskChart } from '#src/inspector/charts/deskChart.ts';
import { journeyChart } from '#src/inspector/charts/journeyChart.ts';
import { orderChart } from '#src/inspector/charts/orderChart.ts';
import { foldRepeats } from '#src/inspector/journey/foldRepeats.ts';
import {
  eventAfter,
  linesBefore,
  orderSteps,
  placeTransitions,
  reportedChanges,
  transitionSentence,
  withLender,
} from '#src/inspector/journey/lenderLog.ts';
import { leafOf, type Step } from '#src/inspector/journey/journeyRun.ts';
import { parseRecording, writeRecording, type Recording } from '#src/recording/format.ts';
import { opened } from './randomRecordings.ts';

const line = (at: number, event: string, from: number | null, to: number, more: Partial<OrderTransition> = {}): OrderTransition => ({
  at,
  event,
  from,
  to,
  decidedBy: null,
  reason: null,
  ...more,
});

/** Steps of a phone. Some of them contain the time of the lender's clock. */
const phone = (times: readonly [at: number, now: number | null][]): Step[] =>
  times.map(([at, now], index) => ({ index, at, event: null, difference: null, snapshot: { context: { now } } }) as unknown as Step);

describe('line of the lender', () => {
  // The lender's clock is a day ahead of the phone's. Between two steps the sandbox's clock was moved an hour ahead.
  const DAY = 86_400_000;
  const steps = phone([
    [0, null],
    [1_000, DAY],
    [5_000, DAY],
    [6_000, DAY + 3_600_000],
    [9_000, DAY + 3_600_000],
  ]);
  it.each([
    [0, 0, 0],
    [DAY + 1_000, 1, 2_000],
    [DAY + 4_500, 2, 5_500],
    // In the hour by which the sandbox's clock was moved forward.
    [DAY + 1_800_000, 2, 6_000],
    [DAY + 3_600_000, 3, 6_000],
    [DAY + 3_601_500, 3, 7_500],
  ])('line of the lender at %i ms of its clock: is placed after event %i, at %i ms of the journey', (at, after, elapsed) =>
    expect(placeTransitions(steps, [line(at, 'lender.approved', STATUS.applying, STATUS.confirm)])).toMatchObject([{ after, elapsed }]),
  );
  it("line of the lender after the last event: is placed there, at the lender's time since the start", () =>
    expect(placeTransitions(steps, [line(DAY + 9_000_000, 'lender.approved', STATUS.applying, STATUS.confirm)])).toMatchObject([
      { after: 4, elapsed: 5_406_000 },
    ]));
  it('line of the lender, phone that shows its status earlier by the clock: the line is placed before that event, the next line after it', () => {
    const told = (at: number, status: number | null) =>
      ({ snapshot: { context: { now: DAY, order: status === null ? null : { orderNo: 'A', status } } }, at }) as unknown as Step;
    const some = [
      told(0, null),
      told(1_000, STATUS.applying),
      told(2_000, STATUS.confirm),
      told(9_000, STATUS.confirm),
      told(9_500, STATUS.lending),
    ].map((step, index) => ({ ...step, index }));
    const placed = placeTransitions(some, [
      line(DAY + 8_000, 'lender.approved', STATUS.applying, STATUS.confirm),
      line(DAY + 8_001, 'money.drawn', STATUS.confirm, STATUS.lending),
      line(DAY + 8_002, 'disbursement.succeeded', STATUS.lending, STATUS.repaying),
    ]);
    expect(placed.map(({ after }) => after)).toEqual([1, 2, 4]);
  });
  it('lines of the lender: they keep their order', () => {
    const placed = placeTransitions(steps, [
      line(DAY + 3_600_000, 'lender.approved', STATUS.applying, STATUS.confirm),
      line(DAY + 1_000, 'offer.accepted', STATUS.confirm, STATUS.getMoney),
    ]);
    expect(placed.map(({ after }) => after)).toEqual([3, 3]);
  });

  it.each([
    [line(0, 'lender.approved', 10, 8, { decidedBy: 'rules' }), "The lender's rules: approved the application"],
    [line(0, 'lender.rejected', 10, 4, { decidedBy: 'person', reason: 'bureau' }), 'A member of staff: rejected the application (bureau)'],
    [line(0, 'disbursement.failed', 5, 6), 'The payout failed'],
  ])('line of the lender: it is a sentence', (one, sentence) => expect(transitionSentence(one).startsWith(sentence)).toBe(true));
});

it('line whose event names the new status: names it once', () =>
  expect(transitionSentence(line(0, 'disbursement.failed', STATUS.lending, STATUS.payFail))).toBe('The payout failed'));

describe('story of lender and borrower', () => {
  let recording: Recording;
  let steps: readonly Step[];
  beforeAll(async () => {
    const parsed = parseRecording(await readFile('docs/recordings/first-loan.journey.json', 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    ({ recording } = parsed);
    ({ steps } = await opened(recording));
  });
  const all = { kinds: new Set(KINDS), query: '' };

  it('recording with the log of its order: is written and read; a damaged log is refused', () => {
    const order = [line(1, 'order.opened', null, STATUS.basicInfo)];
    const parsed = parseRecording(writeRecording({ ...recording, order }));
    expect(parsed.ok && parsed.recording.order).toEqual(order);
    const damaged = writeRecording({ ...recording, order: [{ at: 'x' }] as never });
    expect(parseRecording(damaged)).toMatchObject({ ok: false, reason: 'damaged' });
  });

  it("story of lender and borrower, both logs: the lender's lines are between the events, and each act of the borrower is listed once", () => {
    const sent = steps.findIndex(({ event }) => event?.type === 'questionnaire.submitted');
    const now = steps.slice(0, sent + 1).reduce((last, { snapshot }) => (snapshot.context as { now: number | null }).now ?? last, 0);
    const lines = placeTransitions(steps, [
      line(now, 'questionnaire.answered', STATUS.question, STATUS.applying),
      line(now + 1, 'lender.approved', STATUS.applying, STATUS.confirm, { decidedBy: 'rules' }),
    ]);
    const rows = withLender(foldRepeats(steps, steps.map(({ index }) => index).slice(1)), lines, all);
    const between = rows.filter((row) => row.line);
    expect(between.map((row) => row.line?.event)).toEqual(['lender.approved']);
    expect(rows.map(({ from }) => from)).toEqual([...rows.map(({ from }) => from)].sort((a, b) => a - b));
    expect(withLender([], lines, { kinds: new Set(KINDS), query: 'approved rules' })).toHaveLength(1);
    expect(withLender([], lines, { kinds: new Set(['problem']), query: '' })).toEqual([]);
  });

  it('card of the order: names the event of the journey that it shows', () => {
    const lines = reportedChanges(steps);
    const last = steps.length - 1;
    const shown = lines.map((_, at) => eventAfter(lines, at + 1, last));
    expect(shown.map((event) => linesBefore(lines, event))).toEqual(lines.map((_, at) => at + 1));
    expect(Math.max(...shown)).toBeLessThanOrEqual(last);
  });

  it('story of lender and borrower, stored recording: contains its log, and the approval is between acts of the borrower', () => {
    const lines = placeTransitions(steps, recording.order ?? []);
    const rows = withLender(foldRepeats(steps, steps.map(({ index }) => index).slice(1)), lines, all);
    const at = rows.findIndex((row) => row.line?.event === 'lender.approved');
    const indexOf = (type: string) => rows.findIndex((row) => !row.line && steps[row.to]?.event?.type === type);
    expect(at).toBeGreaterThan(indexOf('questionnaire.submitted'));
    expect(at).toBeLessThan(indexOf('offer.accepted'));
  });

  it("story of lender and borrower, payout in a stored recording: is after the borrower's acceptance, and before the phone shows it", () => {
    const lines = placeTransitions(steps, recording.order ?? []);
    const paid = lines.find(({ to }) => to === STATUS.repaying);
    const accepted = steps.findIndex(({ event }) => event?.type === 'offer.accepted');
    const told = reportedChanges(steps).find(({ to }) => to === STATUS.repaying);
    expect(paid?.after).toBeGreaterThan(accepted);
    expect(paid?.after).toBeLessThanOrEqual(told?.after ?? 0);
  });

  it('recording without a log of the lender: the chart of the order follows the statuses that the phone received', () => {
    const lines = reportedChanges(steps);
    expect(lines.map(({ to }) => to).slice(0, 2)).toEqual([STATUS.basicInfo, STATUS.addition]);
    const ordered = orderSteps(lines);
    expect(leafOf((ordered[linesBefore(lines, steps.length - 1)] as Step).snapshot).key).toBe('repaying');
    expect(leafOf((ordered[linesBefore(lines, 0)] as Step).snapshot).key).toBe('basicInfo');
    expect(withLender([], lines, all)).toEqual([]);
  });

  it('log with a status of a newer lender: the chart of the order ends before it', () => {
    const lines = [line(1, 'basicInfo.saved', STATUS.basicInfo, STATUS.addition), line(2, 'order.frozen', STATUS.addition, 99)];
    const placed = lines.map((one) => ({ ...one, after: 0, elapsed: 0 }));
    expect(orderSteps(placed).map(({ snapshot }) => leafOf(snapshot).key)).toEqual(['basicInfo', 'addition']);
  });
});

describe('card of a state', () => {
  it.each([orderChart, journeyChart, deskChart])('chart $id: every condition is in words', (chart) => {
    const all = [chart.machine.root, ...getStateNodes(chart.machine)].flatMap(({ id }) => aboutState(chart, id)?.ways ?? []);
    const said = new Map(all.map(({ guard }) => [guard, chart.guardWords(guard)]));
    expect(said.size).toBeGreaterThan(0);
    const names = [...said].filter(([, words]) => /[a-z][A-Z]|[._]|^(is|has|can|may|needs|ends|are) /.test(words)).map(([guard]) => guard);
    expect(names, 'guards without words in src/inspector/journey/guardWords.ts or src/inspector/desk/deskSentences.ts').toEqual([]);
  });
  it('card of a state, saved section: names the next step as its target', () =>
    expect(aboutState(orderChart, 'order.basicInfo')?.ways.map(({ guard }) => orderChart.guardWords(guard))).toEqual(
      expect.arrayContaining(['']),
    ));

  it('card of a state, assessing: an order is approved, rejected, referred, or new photos are asked for', () => {
    const ways = aboutState(orderChart, 'order.applying')?.ways ?? [];
    expect(ways.map(({ event, to }) => `${orderChart.transitionWords(event)}: ${to}`)).toEqual([
      'Approved the application: An offer is open',
      'Rejected the application: Rejected',
      'Asked for new photos: Photos of the ID are next',
      'Left the application to a person: Being assessed',
    ]);
  });

  it('card of a state, assessing: lists the later transitions too, also the expiry of an application and of an offer', () => {
    const then = followingStates(orderChart, 'order.applying').map(({ state, ways }) => [state, ways.map(({ event }) => event)] as const);
    expect(then.map(([state]) => state)).toEqual(['An offer is open', 'Rejected', 'Photos of the ID are next']);
    const events = then.flatMap(([, all]) => all);
    for (const event of ['offer.lapsed', 'application.expired', 'review.requested']) expect(events).toContain(event);
  });

  it('state inside a page: has the transitions of the states around it, each once', () => {
    const about = aboutState(journeyChart, 'journey.places.apply.idPhotos.comparing');
    const events = about?.inherited.map(({ event }) => event) ?? [];
    for (const event of ['back.requested', 'session.lost', 'network.changed']) expect(events).toContain(event);
    const all = [...(about?.ways ?? []), ...(about?.inherited ?? [])].map(({ event, guard, to }) => `${event} ${guard} ${to}`);
    expect(new Set(all).size).toBe(all.length);
  });

  it('state that handles an event in any case: the states around it do not add ways of this event', () => {
    const about = aboutState(journeyChart, 'journey.places.apply.personalInfo.saving');
    const taken = ['back.requested', 'application.sentElsewhere'];
    const asked = (ways: readonly { event: string }[] = []) => ways.map(({ event }) => event).filter((event) => taken.includes(event));
    expect([...asked(about?.ways)].sort()).toEqual([...taken].sort());
    expect(asked(about?.inherited)).toEqual([]);
    expect(about?.inherited.map(({ event }) => event)).toContain('network.changed');
  });
});
