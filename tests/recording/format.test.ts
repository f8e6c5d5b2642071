import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { changesBetween, firstDifference, fingerprint, pathText, toJson, withChanges, type Json } from '#src/recording/canonical.ts';
import {
  FORMAT_VERSION,
  MOST_BYTES,
  MOST_STEPS,
  parseRecording,
  parseRecordingLine,
  readRecordingFile,
  writeRecording,
  type Recording,
} from '#src/recording/format.ts';
import { fileNameOf } from '#src/recording/downloadFile.ts';
import { randomJourney } from './randomJourney.ts';

const { recording } = await randomJourney(11, 40);
const file = writeRecording(recording);

const refusal = (text: string) => {
  const parsed = parseRecording(text);
  return parsed.ok ? 'accepted' : `${parsed.reason}: ${parsed.message}`;
};
const altered = (change: (found: Record<string, unknown>) => void): string => {
  const found = JSON.parse(file) as Record<string, unknown>;
  change(found);
  return JSON.stringify(found);
};

/** The same journey as format 1 saved it. */
const ofFirstFormat = (from: 'beginning' | 'middle'): string =>
  writeRecording({ ...recording, version: 1, start: { ...recording.start, from } });

describe('file of a recording', () => {
  it('recording of format 1, from the beginning: is read, because its events can be replayed', () => {
    expect(refusal(ofFirstFormat('beginning'))).toBe('accepted');
  });

  it('recording of format 1, from the middle: is refused, because its context cannot be restored', () => {
    expect(refusal(ofFirstFormat('middle'))).toMatch(/^oldVersion: .*older version \(format 1\).*begins in the middle/);
  });

  it('file of a recording, written and read: is equal, also in another order or spacing', () => {
    expect(parseRecording(file)).toEqual({ ok: true, recording: toJson(recording) as unknown as Recording });
    const found = JSON.parse(file) as Record<string, unknown>;
    const turned = Object.fromEntries(Object.entries(found).reverse());
    expect(refusal(JSON.stringify(turned, null, 4))).toBe('accepted');
  });

  it('file of a recording: it has one line per step', () => {
    expect(file.split('\n').filter((line) => line.startsWith('{"at"'))).toHaveLength(recording.steps.length);
  });

  it('file of a recording, truncated anywhere: is refused as truncated', () => {
    for (let at = 2; at < file.length - 2; at += Math.ceil(file.length / 200)) {
      expect(refusal(file.slice(0, at)), `cut at ${at}`).toMatch(/^(truncated: This file ends in the middle|notJson)/);
    }
    expect(refusal(file.slice(0, file.length / 2))).toMatch(/^truncated/);
  });

  it('file of a recording, one character changed: is refused', () => {
    let tried = 0;
    for (let at = 0; at < file.length; at += Math.ceil(file.length / 300)) {
      const was = file.charAt(at);
      if (!/[a-z0-9]/i.test(was)) continue;
      tried++;
      expect(refusal(file.slice(0, at) + (was === '7' ? '8' : '7') + file.slice(at + 1)), `changed at ${at}`).not.toBe('accepted');
    }
    expect(tried).toBeGreaterThan(100);
  });

  it.each([
    ['empty', '', /^notJson/],
    ['a photo', '\u0089PNG\r\n\u001a\n\u0000', /^notJson/],
    ['a web page', '<!doctype html><title>Not found</title>', /^notJson/],
    ['JSON of something else', '{"version":1,"steps":[]}', /^foreign: This file is not a recording of this app/],
    ['a list', '[]', /^foreign/],
    ['null', 'null', /^foreign/],
    ['a recording of a later version', altered((found) => (found['version'] = FORMAT_VERSION + 1)), /^futureVersion: .*newer version/],
    ['without a version', altered((found) => delete found['version']), /^damaged/],
    ['without its steps', altered((found) => delete found['steps']), /^damaged: .*steps are missing/],
    ['without its start', altered((found) => delete found['start']), /^damaged: .*start/],
    [
      'a step without an event',
      altered((found) => ((found['steps'] as Record<string, unknown>[])[2] = { at: 1, changes: [] })),
      /^damaged: .*step 3/,
    ],
    [
      'a step that goes for the prototype',
      altered((found) => ((found['steps'] as { changes: unknown }[])[0]!.changes = [[['__proto__', 'x'], 1]])),
      /^damaged: .*step 1/,
    ],
    [
      'more steps than any journey',
      altered((found) => (found['steps'] = Array.from({ length: MOST_STEPS + 1 }, () => ({ at: 1, event: { type: 'x' }, changes: [] })))),
      /^damaged: .*more than/,
    ],
    ['without its sum', altered((found) => delete found['sum']), /^damaged/],
  ])('file of a recording, %s: is refused with a message', (_name, text, reason) => {
    expect(refusal(text)).toMatch(reason);
  });

  it('line of the lender without a checksum: is read with its phone and product, and refused when damaged', () => {
    const meta = { time: 1_764_115_200_000, release: '1.0.0', language: 'sw', deviceClass: 'low', product: null } as const;
    const line = altered((found) => {
      delete found['sum'];
      found['meta'] = meta;
    });
    expect(parseRecordingLine(line)).toMatchObject({ ok: true, recording: { meta, steps: recording.steps } });
    expect(parseRecordingLine(line.replace('"low"', '"tiny"'))).toMatchObject({ ok: false, reason: 'damaged' });
    expect(parseRecordingLine(line.slice(0, -40))).toMatchObject({ ok: false, reason: 'truncated' });
    expect(parseRecordingLine(altered((found) => (found['title'] = 'another')))).toMatchObject({ ok: false, reason: 'damaged' });
  });

  it('line of the lender saved as a file of its own: is read, and a saved recording without its checksum is not', () => {
    const meta = { time: 1_764_115_200_000, release: '1.0.0', language: 'sw', deviceClass: 'low', product: null } as const;
    const line = altered((found) => {
      delete found['sum'];
      found['meta'] = meta;
    });
    expect(refusal(`${line}\n`)).toBe('accepted');
    expect(refusal(line.slice(0, -40))).toMatch(/^truncated/);
    expect(refusal(line.replace('"low"', '"tiny"'))).toMatch(/^damaged/);
    expect(refusal(altered((found) => (found['meta'] = meta)))).toMatch(/^damaged/);
    const saved = writeRecording({ ...recording, meta });
    expect(refusal(saved.replace(/,\n"sum": "[^"]*"/, ''))).toMatch(/^damaged: .*checksum is missing/);
  });

  it('file of a recording, nested without end: is refused', () => {
    expect(refusal('['.repeat(200_000))).toMatch(/^notJson/);
    const deep = altered((found) => ((found['start'] as { view: { context: Record<string, unknown> } }).view.context['deep'] = 'x'));
    const nest = 100_000;
    expect(refusal(deep.replace('"x"', '['.repeat(nest) + ']'.repeat(nest)))).toMatch(/^(damaged|notJson)/);
  });

  it('file with several recordings: the message says how to open them', () => {
    const line = JSON.stringify(JSON.parse(file));
    expect(refusal(`[${line}]`)).toMatch(/^foreign: .*a list \(a JSON array\).*one on each line/);
    expect(refusal(`${line}\n${line}\n`)).toMatch(/^foreign: .*one on each line.*Population/);
    expect(refusal(`{"a":1}\n${line}`)).toMatch(/^notJson|^truncated/);
  });

  it('file of a recording, 50 MB: is refused before it is read', async () => {
    let isRead = false;
    const text = (): Promise<string> => {
      isRead = true;
      return Promise.resolve('');
    };
    const parsed = await readRecordingFile({ size: 50_000_000, text, slice: () => new Blob() });
    expect(parsed).toEqual({ ok: false, reason: 'tooLarge', message: 'This file has 50 MB. A recording has at most 20 MB.' });
    expect(isRead).toBe(false);
    expect(refusal(' '.repeat(MOST_BYTES + 1))).toMatch(/^tooLarge/);
  });

  it('file of a recording, unreadable: is refused with a message', async () => {
    const text = (): Promise<string> => Promise.reject(new Error('gone'));
    expect(await readRecordingFile({ size: 1, text, slice: () => new Blob() })).toMatchObject({
      ok: false,
      message: 'This file could not be read.',
    });
    expect(await readRecordingFile(new Blob([file]))).toMatchObject({ ok: true });
  });

  it('file that is empty or packed: is refused with a message that says so', async () => {
    expect(await readRecordingFile(new Blob([]))).toMatchObject({ ok: false, message: 'This file is empty.' });
    expect(await readRecordingFile(new Blob([gzipSync(file)]))).toMatchObject({
      ok: false,
      message: expect.stringContaining('Population'),
    });
  });

  it('file of a recording, name: is made of title and date', () => {
    const at = new Date(2026, 2, 5, 9, 7).getTime();
    expect(fileNameOf({ title: '', startedAt: at })).toBe('2026-03-05-0907.journey.json');
    expect(fileNameOf({ title: 'Stuck at "ID" photos!', startedAt: at })).toBe('stuck-at-id-photos-2026-03-05-0907.journey.json');
  });
});

describe('changes between snapshots', () => {
  const cases: [Json, Json][] = [
    [{ a: 1 }, { a: 1 }],
    [
      { a: 1, b: { c: [1, 2] } },
      { a: 2, b: { c: [1, 3] } },
    ],
    [{ a: 1 }, { b: 1 }],
    [{ a: [1, 2] }, { a: [1, 2, 3] }],
    [{ a: null }, { a: { b: null } }],
    [{ a: { b: 1 } }, { a: 'x' }],
    [{ a: [] }, { a: {} }],
    ['boot', { places: 'home' }],
  ];

  it.each(cases)('changes between snapshots, %j to %j: applied to the first they give the second', (before, after) => {
    expect(withChanges({ it: before }, changesBetween({ it: before }, { it: after }))).toEqual({ it: after });
  });

  it('changes between snapshots, unchanged parts: stay the same object', () => {
    const before = { kept: { deep: 1 }, other: 1 };
    const after = withChanges(before, [[['other'], 2]]) as typeof before;
    expect(after.kept).toBe(before.kept);
    expect(before.other).toBe(1);
  });

  it('snapshots, value undefined or absent: are equal', () => {
    expect(firstDifference({ a: undefined, b: 1 }, { b: 1 })).toBeNull();
    expect(firstDifference({ a: null }, {})).toMatchObject({ path: ['a'] });
  });

  it('changes between snapshots, first difference: is named by its path', () => {
    const found = firstDifference({ order: { lines: [{ amount: 1 }] } }, { order: { lines: [{ amount: 2 }] } });
    expect(found && pathText(found.path)).toBe('order.lines.0.amount');
    expect(found).toMatchObject({ recorded: 1, replayed: 2 });
  });
});

describe('fingerprint', () => {
  it('fingerprint: it is the same on every platform', () => {
    expect([fingerprint(''), fingerprint('home'), fingerprint('Ksh 5,000 ••• é')]).toEqual([
      '488bdcb81aee8d83',
      '931867eaf483ceab',
      '690ae6300d099277',
    ]);
  });
});
