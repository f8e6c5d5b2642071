/** The scanner of recordings beside the parser: what the one accepts the other reads too, and both read the same of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPopulation, type Population } from '#src/inspector/population/compute/columns.ts';
import { addRecording } from '#src/inspector/population/compute/digest.ts';
import { bytesOf, DOUBT, endOfValue } from '#src/inspector/population/open/jsonBytes.ts';
import { readPiece } from '#src/inspector/population/open/readPiece.ts';
import { createScanner } from '#src/inspector/population/open/scanRecording.ts';
import { parseRecordingLine, writeRecording, type Recording } from '#src/recording/format.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { seededRandom } from '#tests/support/seededRandom.ts';
import { recordedWalk } from '../randomRecordings.ts';
import { generatePopulation } from './generatePopulation.ts';

const meta = { time: 1_764_115_200_000, release: '1.1.0', language: 'sw', deviceClass: 'low', product: 'first-loan' } as const;
let recordings: Recording[];
beforeAll(async () => {
  const named = (await storedRecordings()).filter(({ recording }) => recording.root === undefined);
  const first = named.find(({ id }) => id === 'first-loan');
  if (!first) throw new Error('docs/recordings has no first-loan');
  const walks = await Promise.all([11, 12, 13, 14].map((seed) => recordedWalk(seed, 60)));
  const generated = [...generatePopulation(first.recording, { count: 10, seed: 3, until: Date.UTC(2026, 2, 31) })];
  recordings = [...named.map(({ recording }) => recording), ...walks, ...generated].map(({ order: _order, ...one }) => ({ meta, ...one }));
});

const lineOf = (recording: Recording): string => JSON.stringify(recording);
const scan = createScanner();

type Read = { leftOut: string } | { population: Population };

async function byReader(line: Uint8Array): Promise<Read> {
  const blob = new Blob([line as Uint8Array<ArrayBuffer>]);
  const { population, leftOut } = await readPiece(blob, { source: 0, from: 0, to: blob.size, files: null });
  const [first] = leftOut;
  return first ? { leftOut: first.message } : { population };
}

function byParser(line: Uint8Array): Read {
  const parsed = parseRecordingLine(new TextDecoder().decode(line));
  if (!parsed.ok) return { leftOut: parsed.message };
  const builder = buildPopulation();
  addRecording(builder, parsed.recording, { source: 0, from: 0, size: line.length });
  return { population: builder.build() };
}

describe('scanner of recordings', () => {
  it('recordings of every kind, as the store writes them: are scanned, and give what the parser gives', async () => {
    for (const recording of recordings) {
      const line = bytesOf(lineOf(recording));
      expect(scan(line), recording.title).not.toBeNull();
      expect(await byReader(line)).toEqual(byParser(line));
    }
  });

  it('recording in a form that the scanner does not know: is left to the parser, which reads it', async () => {
    const one = recordings[0] as Recording;
    const { meta: _meta, ...bare } = one;
    const forms = {
      spaces: JSON.stringify(one, null, 1).replaceAll('\n', ' '),
      sum: writeRecording(one).replaceAll('\n', ''),
      'no meta': lineOf(bare),
      'a mark of the byte order': `\uFEFF${lineOf(one)}`,
      'escaped names': lineOf(one).replaceAll('"type"', '"\\u0074ype"'),
      'a fraction of a millisecond': lineOf(one).replace(/"at":(\d+)/, '"at":$1.5'),
      'the log of an order': lineOf({ ...one, order: [] }),
    };
    for (const [name, line] of Object.entries(forms)) {
      expect(scan(bytesOf(line)), name).toBeNull();
      expect(await byReader(bytesOf(line)), name).toEqual(byParser(bytesOf(line)));
      expect(byParser(bytesOf(line)), name).toHaveProperty('population');
    }
  });

  it('recording with a byte changed, left out or put in anywhere: is read or left out as by the parser', async () => {
    const roll = seededRandom(7);
    const below = (count: number): number => Math.floor(roll() * count);
    const lines = [recordings[0], recordings[recordings.length - 1]].map((one) => {
      const { steps, ...head } = one as Recording;
      return bytesOf(lineOf({ ...head, steps: steps.slice(0, 12) } as Recording));
    });
    const alphabet = bytesOf('"\\{}[],:0-1.eE+tfnu aé\t\u0000/');
    let [scanned, refused] = [0, 0];
    for (let round = 0; round < 1_000; round++) {
      const line = lines[round % lines.length] as Uint8Array;
      const at = below(line.length);
      const byte = alphabet[below(alphabet.length)] as number;
      const rest = line.subarray(at + (round % 3 === 0 ? 0 : 1));
      const changed = new Uint8Array([...line.subarray(0, at), ...(round % 3 === 1 ? [] : [byte]), ...rest]);
      const parsed = byParser(changed);
      if (scan(changed)) scanned += 1;
      if ('leftOut' in parsed) refused += 1;
      expect(await byReader(changed), `${round}: ${new TextDecoder().decode(changed.subarray(Math.max(0, at - 30), at + 30))}`).toEqual(
        parsed,
      );
    }
    // Both kinds are many, or the comparison says nothing.
    expect(Math.min(scanned, refused)).toBeGreaterThan(100);
  });
});

describe('JSON in bytes', () => {
  it('compact JSON of any kind: is accepted to its end', () => {
    for (const value of [
      null,
      true,
      false,
      0,
      -0.5,
      12e-7,
      1e21,
      '',
      'a"b\\c\n\u2028é😀',
      [],
      {},
      [[], {}],
      { a: [1, { b: null }], c: '' },
    ]) {
      const bytes = bytesOf(JSON.stringify(value));
      expect(endOfValue(bytes, 0), JSON.stringify(value)).toBe(bytes.length);
    }
  });

  it.each([
    '',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '1e+',
    '+1',
    'tru',
    'nulL',
    '"a',
    '"\\x"',
    '"\\u12g4"',
    '"\t"',
    '[1,]',
    '[,1]',
    '[1 ,2]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '[1}',
    '{"a":1]',
    "'a'",
    'NaN',
    '[1',
  ])('text that is no compact JSON, %s: is not accepted to its end', (text) => {
    const bytes = bytesOf(text);
    const end = endOfValue(bytes, 0);
    expect(end === DOUBT || end < bytes.length || text === '').toBe(true);
    if (text === '') expect(end).toBe(DOUBT);
  });

  it('JSON that is nested deeper than any recording: is in doubt', () => {
    expect(endOfValue(bytesOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 0)).toBe(DOUBT);
  });
});
