/** Recordings that the lender refuses: they contain texts that no redacted recording contains. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formPrivacy } from '#src/forms/privacy.ts';
import { parseRecording, type RecordedStep } from '#src/recording/format.ts';
import { createRedactionCheck } from '#src/recording/unredacted.ts';
import { randomJourney } from './randomJourney.ts';

const STORED = fileURLToPath(new URL('../../docs/recordings/', import.meta.url));
const check = createRedactionCheck(formPrivacy('2026-03-05'));

const complaints = (steps: readonly RecordedStep[]): string[] =>
  steps.flatMap((step, at) => {
    const text = check.inStep(step);
    return text === null ? [] : [`${at} ${step.event.type}: ${text}`];
  });

describe('redacted recording', () => {
  it.each(readdirSync(STORED).filter((name) => name.endsWith('.journey.json')))('stored recording %s: is accepted', (name) => {
    const parsed = parseRecording(readFileSync(STORED + name, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(check.inView(parsed.recording.start.view)).toBeNull();
    expect(complaints(parsed.recording.steps)).toEqual([]);
  });

  it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('random journey of seed %d: is accepted', async (seed) => {
    const { recording, actor } = await randomJourney(seed, 200);
    actor.stop();
    expect(check.inView(recording.start.view)).toBeNull();
    expect(complaints(recording.steps)).toEqual([]);
  });
});

describe('recording that was not redacted', () => {
  const step = (event: object, ...changes: unknown[]) =>
    ({ at: 0, event: { type: 'draft.saved', ...event }, changes }) as unknown as RecordedStep;

  it.each([
    ['name in a draft', step({ section: 'personalInfo', values: { firstName: 'Zephyrina' } }), 'Zephyrina'],
    [
      'name and number in an answer',
      step({ output: { home: { firstName: 'Zephyrina Attack 0722123456' } } }),
      'Zephyrina Attack 0722123456',
    ],
    ['number of a phone', step({ mobile: '0722123456' }), '0722123456'],
    ['number of an ID in place of a choice', step({ values: { education: '22334455' } }), '22334455'],
    ['date of birth', step({ values: { birthday: '14-02-1991' } }), '14-02-1991'],
    ['picture', step({ type: 'photo.taken', handle: `data:image/jpeg;base64,${'A'.repeat(5_000)}` }), /^data:image/],
    ['sentence under a key of literals', step({ kind: 'my neighbour owes money' }), 'my neighbour owes money'],
    ['words of the lender', step({ error: { code: 1001, message: 'Mary Njeri is unknown' } }), 'Mary Njeri is unknown'],
    ['number as a key', step({ values: { '0722123456': 'x' } }), '0722123456'],
    ['name in a change', step({}, [['context', 'home', 'value', 'firstName'], 'Zephyrina']), 'Zephyrina'],
    ['name in the path of a change', step({}, [['context', 'drafts', 'Mary Njeri'], 1]), 'Mary Njeri'],
    ['sentence as a state', step({}, [['value'], { places: 'Mary Njeri' }]), 'Mary Njeri'],
    ['number as the id of an actor', step({}, [['children', 0], '0722123456']), '0722123456'],
  ])('recording that was not redacted, %s: is found', (_, found, text) => {
    expect(check.inStep(found)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  it('name in the first view of a recording: is found', () => {
    const view = { value: 'boot', context: { home: { is: 'loaded', value: { firstName: 'Zephyrina' } } }, children: [] };
    expect(check.inView(view)).toBe('Zephyrina');
  });
});
