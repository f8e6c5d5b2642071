/** All recordings together, per state: they answer "where do borrowers get stuck?" */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { insightInto } from '#src/inspector/catalogue/insight.ts';
import { STORED } from '#src/inspector/catalogue/stored.ts';
import { searchable } from '#src/inspector/catalogue/otherWords.ts';
import { PLACE_WORDS } from '#src/inspector/catalogue/placeWords.ts';
import { searchEntries } from '#src/inspector/catalogue/searchEntries.ts';
import { searchTextOf } from '#src/inspector/catalogue/useCatalogue.ts';
import { nodeOf } from '#src/inspector/chart/describeState.ts';
import { CHARTS } from '#src/inspector/charts/index.ts';
import { isWithoutShell } from '#src/inspector/journey/eventKinds.ts';
import { nodesOfValue, summarise, type Summary } from '#src/inspector/catalogue/recordingSummary.ts';
import { parseRecording, type Recording } from '#src/recording/format.ts';
import { opened, recordedWalk } from './randomRecordings.ts';

let recordings: Recording[];
let summaries: Summary[];
beforeAll(async () => {
  recordings = await Promise.all([1, 2, 3].map((seed) => recordedWalk(seed, 120)));
  summaries = recordings.map(summarise);
});

describe('summary of a recording', () => {
  it('summary of a recording: it names exactly the states of the replay', async () => {
    for (const [at, recording] of recordings.entries()) {
      const { steps } = await opened(recording);
      const passed = new Set(steps.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
      expect(new Set(Object.keys(summaries[at]?.stays ?? {}))).toEqual(passed);
    }
  });

  it('durations of the visits: add up to the whole time', () => {
    for (const { stays, ms } of summaries) expect(stays['journey']?.ms).toBe(ms);
  });

  it('summary of a recording, problems: are counted in the state where they happened', () => {
    for (const [at, { stays }] of summaries.entries()) {
      const failed =
        recordings[at]?.steps.filter(({ event }) => event.type.startsWith('xstate.error.actor.') && !isWithoutShell(event)).length ?? 0;
      const counted = Object.values(stays['journey']?.problems ?? {}).reduce((sum, one) => sum + one, 0);
      expect(counted).toBeGreaterThanOrEqual(failed);
    }
  });

  it('press refused by the app: counts as a problem', async () => {
    const file = new URL('../../docs/recordings/face-missing.journey.json', import.meta.url);
    const parsed = parseRecording(await readFile(file, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    const { stays } = summarise(parsed.recording);
    expect(stays['idPhotos']?.problems).toEqual({ 'Sent the ID photos, refused: a photo is missing': 1 });
    expect(stays['journey']?.problems).toEqual(stays['idPhotos']?.problems);
  });

  it.each([
    ['payout-failed', 'Latest order: the payout failed'],
    ['rejected', 'Latest order: rejected'],
    ['overdue-then-paid', 'Latest order: overdue'],
    ['payment-cancelled', 'The payment failed: cancelled on the phone'],
  ])('summary of %s: counts the failure of the business', async (id, sentence) => {
    const parsed = parseRecording(await readFile(new URL(`../../docs/recordings/${id}.journey.json`, import.meta.url), 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(summarise(parsed.recording).stays['journey']?.problems).toMatchObject({ [sentence]: 1 });
  });

  it('summary of a recording, visit: names the next page', () => {
    for (const { stays } of summaries) {
      const { entries, isEnd, leftFor } = stays['home'] ?? { entries: 0, isEnd: false, leftFor: {} };
      const left = Object.values(leftFor).reduce((sum, one) => sum + one, 0);
      expect(left).toBeLessThanOrEqual(entries - (isEnd ? 1 : 0));
      expect(Object.keys(leftFor)).not.toContain('Home');
    }
    expect(summaries.some(({ stays }) => Object.keys(stays['home']?.leftFor ?? {}).length > 0)).toBe(true);
  });

  it.each([
    ['photo-given-up', 'idPhotos'],
    ['first-loan', null],
    ['repaid', null],
  ])('recording %s: was given up at %j', async (id, page) => {
    const recording = JSON.parse(await readFile(`docs/recordings/${id}.journey.json`, 'utf8')) as Recording;
    const { givenUpAt, stays } = summarise(recording);
    expect(givenUpAt).toBe(page);
    const ofPages = ['home', 'idPhotos', 'offer', 'repayment'].filter((state) => stays[state]?.isGivenUp);
    expect(ofPages).toEqual(page === null ? [] : [page]);
  });

  it('summary of a recording, unknown state: is tolerated', () => {
    expect(nodesOfValue({ places: { attic: 'shown' } }, journeyMachine.root).map(({ key }) => key)).toEqual(['journey', 'places']);
  });
});

describe('statistics of a state', () => {
  const stay = (change: Partial<Summary['stays'][string]> = {}) => ({
    entries: 1,
    ms: 1_000,
    problems: {},
    isEnd: false,
    leftFor: {},
    isGivenUp: false,
    ...change,
  });
  const CODES = { 'Sending a photo: the photo could not be read': '✗ uploadPhoto 3005 photoUnreadable' };
  const entry = (id: string, stays: Summary['stays']) => ({
    id,
    summary: {
      chart: 'journey' as const,
      events: 1,
      ms: 1,
      givenUpAt: null,
      stays,
      eventTypes: [],
      sentences: [],
      codes: CODES,
      clauses: [],
    },
  });
  const entries = [
    entry('smooth', { idPhotos: stay({ ms: 4_000, leftFor: { Payout: 1 } }) }),
    entry('stuck', {
      idPhotos: stay({ ms: 90_000, isEnd: true, isGivenUp: true, problems: { 'Sending a photo: the photo could not be read': 3 } }),
    }),
    entry('retried', {
      idPhotos: stay({
        ms: 30_000,
        problems: { 'Sending a photo: the photo could not be read': 1, 'Sending a photo: no answer came': 1 },
      }),
    }),
    entry('elsewhere', { home: stay() }),
    { id: 'unread', summary: null },
  ];

  it('statistics of a state: they count visits, ends and problems', () => {
    const found = insightInto(entries, 'idPhotos');
    expect(found.through.map(({ id }) => id)).toEqual(['stuck', 'retried', 'smooth']);
    expect([found.of, found.ended, found.givenUp, found.troubled, found.usualMs]).toEqual([5, 1, 1, 2, 30_000]);
    expect(found.problems).toEqual([
      { sentence: 'Sending a photo: the photo could not be read', code: '✗ uploadPhoto 3005 photoUnreadable', recordings: 2 },
      { sentence: 'Sending a photo: no answer came', code: '', recordings: 1 },
    ]);
  });

  it('statistics of a state: they list the next pages', () => {
    expect(insightInto(entries, 'idPhotos').leftFor).toEqual([{ place: 'Payout', recordings: 1 }]);
  });

  it('state without visits: its statistics are empty', () => {
    expect(insightInto(entries, 'lending')).toMatchObject({ through: [], ended: 0, troubled: 0, problems: [], usualMs: null });
  });
});

describe('list of recordings', () => {
  it.each([
    ['3005', ['photo-given-up', 'photo-unreadable']],
    ['photo unreadable', ['photo-given-up', 'photo-unreadable']],
    ['photo could not be read', ['photo-given-up', 'photo-unreadable']],
    ['cancelled phone', ['payment-cancelled']],
    ['refused missing', ['face-missing', 'photo-given-up']],
    ['no internet', ['network-lost']],
    ['bad photo', ['photo-given-up', 'photo-unreadable']],
    ['disbursed', ['payout-failed', 'payment-cancelled', 'first-loan', 'repaid']],
    ['received money', ['payout-failed', 'payment-cancelled', 'first-loan', 'repaid']],
    ['referred', ['rejected']],
    ['uploadPhoto', ['face-missing', 'photo-given-up', 'photo-unreadable', 'first-loan']],
  ])('list of recordings, query "%s": searches everything that the timeline prints', async (query, ids) => {
    const names = [
      'network-lost',
      'rejected',
      'photo-given-up',
      'photo-unreadable',
      'payout-failed',
      'payment-cancelled',
      'face-missing',
      'first-loan',
      'repaid',
    ];
    const entries = await Promise.all(
      names.map(async (id) => {
        const parsed = parseRecording(await readFile(new URL(`../../docs/recordings/${id}.journey.json`, import.meta.url), 'utf8'));
        if (!parsed.ok) throw new Error(parsed.message);
        return { id, title: '', called: '', words: searchTextOf('', summarise(parsed.recording)) };
      }),
    );
    expect(new Set(searchEntries(entries, query).entries.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it.each([
    ['lapsed offer', 'offer-lapsed'],
    ['expired token', 'token-expired'],
    ['logged in elsewhere', 'session-lost'],
    ['invalid token', 'token-invalid'],
    ['not logged in', 'not-logged-in'],
    ['second account on one ID', 'second-account'],
    ['disbursement failed', 'payout-failed'],
    ['payFail', 'payout-failed'],
    ['late payment', 'overdue-then-paid'],
    ['dropped out', 'photo-given-up'],
    ['offline', 'network-lost'],
    ['extension', 'rollover'],
    ['denied', 'rejected'],
    ['no internet', 'network-lost'],
    ['bad photo', 'photo-unreadable'],
    ['MPESA', 'payment-cancelled'],
    ['m-pesa', 'repaid'],
    ['received money', 'first-loan'],
    ['disbursed', 'first-loan'],
    ['referred', 'rejected'],
  ])('query "%s", words of a person: finds %s among few recordings', (query, id) => {
    const named = STORED.filter(({ group }) => group === 'named').map((stored) => ({
      id: stored.id,
      title: '',
      called: '',
      words: searchable(`${stored.title} ${stored.about} ${stored.foundBy}`),
    }));
    const found = searchEntries(named, query).entries.map((entry) => entry.id);
    expect(found).toContain(id);
    expect(found.length).toBeLessThan(5);
  });

  /** An entry as the catalogue has it before its recording is read, and its timeline. */
  const entryOf = (title: string, about: string, timeline = '') => ({
    title,
    called: `${title} ${about}`,
    words: searchable(`${title} ${about} \n ${timeline}`),
  });
  const entries = [entryOf('Gives up at the ID photos', '', 'apply.idPhotos'), entryOf('Loan repaid in two parts', 'in the middle')];
  it.each([
    ['ID', 1],
    ['id photos', 1],
    ['idPhotos', 1],
    ['photos id', 1],
    ['apply.id', 1],
    ['in', 1],
    ['', 2],
    ['up repaid', 0],
  ])('list of recordings, query "%s": finds %i of two', (query, count) =>
    expect(searchEntries(entries, query).entries).toHaveLength(count),
  );

  it('recording with the searched name: comes before recordings that only contain the words', () => {
    const lost = entryOf('Session expired in the middle', '');
    const other = entryOf('Overdue, then paid', '', 'the session has expired');
    const others = [1, 2, 3].map((at) => entryOf(`Other ${at}`, ''));
    expect(searchEntries([other, lost, ...others], 'Session expired').entries).toEqual([lost, other]);
  });

  it('word of the title, of the description, of the timeline, and their beginnings: rank in this order', () => {
    const title = entryOf('A late payment', '');
    const about = entryOf('Paid after the due date', 'a late payment');
    const beginning = entryOf('Loan repaid in two parts', 'later the rest');
    const mention = entryOf('First loan', '', 'Latest order: none');
    const others = [1, 2, 3, 4].map((at) => entryOf(`Other ${at}`, ''));
    expect(searchEntries([mention, beginning, about, title, ...others], 'late').entries).toEqual([title, about, beginning, mention]);
  });

  it('words that more than half of the recordings mention: only recordings about them are found, and the others are counted', () => {
    const about = entryOf('Session expired', 'an expired token');
    const mentions = [1, 2, 3].map((at) => entryOf(`Path ${at}`, '', 'package, token and more'));
    expect(searchEntries([...mentions, about], 'token')).toEqual({ entries: [about], leftOut: 3, isPart: false });
  });

  it('words that all recordings only mention: all are found', () => {
    const mentions = [1, 2, 3].map((at) => entryOf(`Path ${at}`, '', 'package, token and more'));
    expect(searchEntries(mentions, 'token')).toEqual({ entries: mentions, leftOut: 0, isPart: false });
  });

  it('words that no recording has together: those with most of them are found, and the list says so', () => {
    const late = entryOf('Money arrives late', '');
    expect(searchEntries([late, entryOf('First loan', '')], 'money arrives yesterday')).toEqual({
      entries: [late],
      leftOut: 0,
      isPart: true,
    });
    expect(searchEntries([late], 'money yesterday').entries).toEqual([]);
  });

  it.each([
    ['late', 'overdue-then-paid'],
    ['token', 'token-expired'],
    ['under review', 'rejected'],
    ['repaid', 'repaid'],
    ['photo', 'photo-unreadable'],
    ['rollover', 'rollover'],
    ['paybill', 'payment-cancelled'],
    ['money did not arrive', 'payout-failed'],
    ["didn't get my money", 'payout-failed'],
    ['paid but not showing', 'payment-cancelled'],
    ['paid twice', 'payment-cancelled'],
    ['paying twice', 'payment-cancelled'],
    ['forgot pin', 'payment-cancelled'],
    ['lost phone', 'session-lost'],
    ['the phone was stolen', 'session-lost'],
    ['logged out', 'token-expired'],
    ['stuck', 'photo-given-up'],
    ['identity check', 'face-missing'],
    ['no signal', 'network-lost'],
    ['app crashed', 'resumed'],
    ['changed number', 'second-account'],
    ['cannot pay', 'rollover'],
    ['late fee', 'overdue-then-paid'],
    ['why was I rejected?', 'rejected'],
    ['interest too high', 'offer-declined'],
    ['missed the offer', 'offer-lapsed'],
    ['forgot the code', 'wrong-code'],
  ])('query "%s", all stored recordings: finds %s among the first three, and not more than half of them', async (query, id) => {
    const stored = await Promise.all(
      STORED.filter(({ group }) => group === 'named').map(async ({ id: name, title, about, foundBy, load }) => {
        const called = `${title} ${about} ${foundBy}`;
        return { id: name, title, called, words: searchTextOf(called, summarise(await load())) };
      }),
    );
    const found = searchEntries(stored, query).entries.map((entry) => entry.id);
    expect(found.slice(0, 3)).toContain(id);
    expect(found.length).toBeLessThanOrEqual(stored.length / 2);
  });

  it.each([
    ['lost phone', 'devices'],
    ['paid but not showing', 'proofs'],
    ['delete my account', 'cancellationForm'],
    ['complaint', 'addFeedback'],
    ['paid by credit card', 'card'],
  ])('query "%s", words of a place: finds a generated path that passes through it', (query, id) => {
    const stay = { entries: 1, ms: 0, problems: {}, isEnd: false, leftFor: {}, isGivenUp: false };
    const summary = { chart: 'journey', events: 1, ms: 1, givenUpAt: null, eventTypes: [], sentences: [], codes: {}, clauses: [] } as const;
    const path = { title: 'Path', called: 'Path', words: searchTextOf('Path', { ...summary, stays: { [id]: stay } }) };
    expect(searchEntries([path, entryOf('First loan', '')], query).entries).toEqual([path]);
  });

  it('words of places: belong to states of the chart', () => {
    expect(Object.keys(PLACE_WORDS).filter((id) => nodeOf(CHARTS.journey, id) === null)).toEqual([]);
  });
});
