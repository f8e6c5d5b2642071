/** Values and names of a journey, in the terms of lending. */
import { readdir, readFile } from 'node:fs/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { stateNamed, statesByName } from '#src/inspector/chart/StateSearch.tsx';
import { readChart } from '#src/inspector/chart/graph.ts';
import { journeyChart } from '#src/inspector/charts/journeyChart.ts';
import { changeRows } from '#src/inspector/journey/changeRows.ts';
import { foldRepeats, repeatWords } from '#src/inspector/journey/foldRepeats.ts';
import type { Step } from '#src/inspector/journey/journeyRun.ts';
import { loadRecording } from '#src/inspector/journey/loadRecording.ts';
import { MONEY_KEYS, pathWords, valueWords } from '#src/inspector/journey/valueWords.ts';
import { asSentence } from '#src/inspector/names.ts';
import { PartingBar } from '#src/inspector/panels/Notices.tsx';
import { FIRST_SIZES, readSizes, withBorderMoved, withDetails } from '#src/inspector/panels/sizes.ts';
import { recordedWalk } from './randomRecordings.ts';

describe('value in words', () => {
  it.each([
    ['order.status', STATUS.basicInfo, 'personal information is next'],
    ['home.order.status', STATUS.applying, 'being assessed'],
    ['order.principal', 500_000, 'KSh 5,000'],
    ['order.termDays', 30, '30 days'],
    ['order.balance.daysLate', 1, '1 day'],
    ['home.product.offerHours', 24, '24 hours'],
    ['order.balance.dueDate', '2026-02-12', '12 Feb 2026'],
    ['personalInfo.reason', '[words 31].......', 'hidden text'],
    ['order.orderNo', '[id 2]', 'hidden id'],
    ['order.inReview', true, 'yes'],
    ['problem.code', 0, 'none'],
    ['problem.code', 3005, 'the photo could not be read'],
    ['order.disbursement.failureCode', 2040, 'This number is not registered for M-PESA.'],
    ['paying.payment.resultCode', 1032, 'cancelled on the phone'],
    ['after', '#personalInfo', 'Personal info'],
    ['photos.front.is', 'uploading', 'uploading'],
    ['checkIdentity', { is: 'loading' }, 'loading'],
    ['photos.front', { is: 'failed', problem: { code: 3005 }, turn: null }, 'failed'],
    ['unsent', [], 'none'],
    ['unsent', ['[words 1]'], '1 entry'],
    ['photos', ['front', 'back'], 'front, back'],
    ['coupons', [1, 2, 3], '3 entries'],
    ['calls running', ['loadHome'], 'opening the app'],
    ['now', Date.UTC(2026, 1, 2, 7, 8, 9), 'Mon 2 Feb, 10:08:09'],
    ['order', { orderNo: '[id 2]', termDays: 91, status: STATUS.applying }, 'term 91 days, status being assessed'],
    ['order', null, 'none'],
  ])('value in words, %s %j: is "%s"', (path, value, words) => expect(valueWords(path, value).replace(/\u00a0/g, ' ')).toBe(words));

  it('every amount of the types: is money', async () => {
    const folder = 'machines/model';
    const sources = await Promise.all(
      (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => readFile(`${folder}/${file}`, 'utf8')),
    );
    const keys = sources.join('\n').matchAll(/^  (\w+)\??: Cents(?: \| null)?;/gm);
    expect([...new Set([...keys].map(([, key]) => key as string))].filter((key) => !MONEY_KEYS.includes(key) && key !== 'balance')).toEqual(
      [],
    );
  });

  it.each([
    ['state', 'Where'],
    ['order.balance.dueDate', 'Order, balance, due date'],
    ['calls running.0', 'Calls running, 1'],
    ['order.orderNo', 'Order, order number'],
    ['problem.fields.nationalId', 'Problem, ID number'],
    ['photos.front.is', 'Photos, front'],
    ['now', 'Time at the lender'],
  ])('value in words, path %s: is "%s"', (path, words) => expect(pathWords(path)).toBe(words));
});

describe('sentence with a value at its end', () => {
  it.each([
    ['Mobile was none and is now [words 2]', 'Mobile was none and is now [words 2].'],
    ['Mobile was none and is now [words 2].', 'Mobile was none and is now [words 2].'],
    ['Mobile was none and is now [words 2]..', 'Mobile was none and is now [words 2].'],
    ['The files could not be read: This file is damaged.', 'The files could not be read: This file is damaged.'],
  ])('sentence with a value at its end, "%s": is "%s"', (text, sentence) => expect(asSentence(text)).toBe(sentence));

  it('recording and chart part at a hidden text: the message ends with one full stop', async () => {
    const recorded = await recordedWalk(11, 2);
    const loaded = await loadRecording(recorded, { id: 'parted' });
    if (!loaded) throw new Error('the recording was not loaded');
    const difference = { path: ['context', 'mobile'], recorded: null, replayed: '[words 2].' };
    const steps = loaded.steps.map((step, i) => (i === 1 ? { ...step, difference } : step));
    const bar = createElement(PartingBar, { loaded: { ...loaded, steps, partsAt: 1 }, names: 'code', onGo: () => undefined });
    expect(renderToStaticMarkup(bar)).toContain('mobile was none and is now [words 2].</p>');
  });
});

describe('change of a value', () => {
  const rowsOf = (before: unknown, after: unknown, path = 'part') => {
    const { rows, finer } = changeRows([{ path, before, after }], 'plain');
    return { said: rows.map((row) => `${row.label}: ${row.before} → ${row.after}`.replace(/\u00a0/g, ' ')), finer };
  };
  const at = Date.UTC(2026, 1, 2, 7, 8, 9);

  it('object that appears as a whole: is listed value by value', () =>
    expect(rowsOf(null, { amount: 500_000, termDays: 91 }, 'choice').said).toEqual([
      'Choice, amount: none → KSh 5,000',
      'Choice, term: none → 91 days',
    ]));
  it('object that disappears as a whole: is listed value by value', () =>
    expect(rowsOf({ amount: 500_000 }, undefined, 'choice').said).toEqual(['Choice, amount: KSh 5,000 → none']));
  it('object with many changed values: is one row', () =>
    expect(rowsOf(null, Object.fromEntries('abcdefghij'.split('').map((key) => [key, 1]))).said).toHaveLength(1));
  it('change of a value, moment within the same second: is counted, and not listed', () => {
    expect(rowsOf(at, at + 999, 'now')).toEqual({ said: [], finer: 1 });
    expect(rowsOf(at, at + 1_000, 'now').said).toEqual(['Time at the lender: Mon 2 Feb, 10:08:09 → Mon 2 Feb, 10:08:10']);
  });
  it('hidden text that became another one: says so', () =>
    expect(rowsOf('[name 1]', '[name 2]').said).toEqual(['Part: hidden name → another hidden name']));
  it('change of a value, names of the code wanted: every change is shown unchanged', () => {
    const { rows, finer } = changeRows([{ path: 'now', before: at, after: at + 1 }], 'code');
    expect([rows.length, finer, rows[0]?.after]).toEqual([1, 0, String(at + 1)]);
  });
});

describe('rows of the list', () => {
  const steps = ['', 'clock.ticked', 'clock.ticked', 'picker.opened', 'clock.ticked', 'clock.ticked', 'clock.ticked'].map(
    (type, index) => ({ index, event: type === '' ? null : { type } }) as Step,
  );
  it('ticks of the clock one after the other: are one row', () =>
    expect(foldRepeats(steps, [1, 2, 3, 4, 5, 6])).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 3 },
      { from: 4, to: 6 },
    ]));
  it('drafts of one form one after the other: are one row, of another form not', () => {
    const drafts = ['', 'personalInfo', 'personalInfo', 'additionalInfo'].map(
      (section, index) => ({ index, event: section === '' ? null : { type: 'draft.saved', section } }) as Step,
    );
    expect(foldRepeats(drafts, [1, 2, 3])).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ]);
    expect(repeatWords('draft.saved', 'Draft kept on the phone', 2)).toBe('Draft kept on the phone, 2 times');
    expect(repeatWords('draft.saved', 'Draft kept on the phone', 1)).toBe('Draft kept on the phone');
    expect(repeatWords('clock.ticked', 'A second passed', 2)).toBe('2 seconds passed');
  });
  it('ticks with events between that are filtered out: are rows of their own', () =>
    expect(foldRepeats(steps, [1, 2, 4, 5, 6])).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 6 },
    ]));
});

describe('state found by its name', () => {
  const states = statesByName(readChart(journeyChart), 'plain');
  it('every state: has a name of its own, and is found by it', () => {
    expect(new Set(states.map(({ name }) => name)).size).toBe(states.length);
    expect(states.filter(({ id, name }) => stateNamed(states, name)?.id !== id)).toEqual([]);
  });
  it.each([
    ['home', 'home'],
    ['photos of your', 'idPhotos'],
    ['comparing, in photos', 'journey.places.apply.idPhotos.comparing'],
  ])('state found by its name, "%s": is %s', (typed, id) => expect(stateNamed(states, typed)?.id).toBe(id));
  it.each(['', '  ', 'no such state'])('state found by its name, "%s": is none', (typed) => expect(stateNamed(states, typed)).toBeNull());
});

describe('sizes of the panels', () => {
  it('sizes of the panels, border moved: changes its two neighbours alone, and neither beyond its least', () => {
    expect(withBorderMoved(FIRST_SIZES, 0, 5).columns).toEqual([44, 21, 35]);
    expect(withBorderMoved(FIRST_SIZES, 1, -50).columns).toEqual([39, 18, 43]);
    expect(withBorderMoved(FIRST_SIZES, 0, 90).columns).toEqual([47, 18, 35]);
  });
  it('stored sizes of the panels: are restored; anything else gives the default sizes', () => {
    const moved = withDetails(withBorderMoved(FIRST_SIZES, 0, 5), 400);
    expect(readSizes(JSON.stringify(moved))).toEqual(moved);
    for (const text of [null, '', 'x', '{}', '{"columns":[1,2,97],"details":200}', '{"columns":[40,40,40],"details":200}'])
      expect(readSizes(text)).toEqual(FIRST_SIZES);
    expect(readSizes('{"columns":[40,30,30],"details":9000}').details).toBe(520);
  });
});
