/** Opening files of recordings: piece by piece, without lines that are no recording, and stored for a reload. */
import { gzipSync } from 'node:zlib';
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MOST_BYTES, writeRecording, type Recording } from '#src/recording/format.ts';
import { fetchFromLender } from '#src/inspector/population/open/lenderRecordings.ts';
import { linesOf, piecesOf, pieceSize, sourcesOf, type Source, type SourceLine } from '#src/inspector/population/open/pieces.ts';
import { readHere, readSources } from '#src/inspector/population/open/readSources.ts';
import { NOTHING, together, withUsedSources } from '#src/inspector/population/open/usePopulation.ts';
import { keep, loadKept, throwAway } from '#src/inspector/population/open/populationStore.ts';
import { recordedWalk } from '../randomRecordings.ts';

let recordings: Recording[];
beforeAll(async () => {
  recordings = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => recordedWalk(seed, 30)));
});

const meta = { time: 1_764_115_200_000, release: '1.1.0', language: 'sw', deviceClass: 'low', product: null } as const;
const lineOf = (recording: Recording): string => JSON.stringify({ ...recording, meta });
const never = new AbortController().signal;
const fileOf = (name: string, text: string): File => new File([text], name);
const read = (sources: readonly Source[], readers = 2) =>
  readSources(sources, () => undefined, new AbortController().signal, readHere, readers);

const textOf = ({ bytes }: SourceLine): string | null => bytes && new TextDecoder().decode(bytes);

describe('lines of JSON', () => {
  it('lines of JSON, divided anywhere: every line is read once, with its bytes', async () => {
    const texts = ['{"a":1}', '', '{"b":"schön, später"}', '{"c":3}'];
    const blob = new Blob([texts.join('\n')]);
    for (let bytes = 1; bytes <= blob.size + 1; bytes++) {
      const pieces = piecesOf({ name: 'x', blob, files: null }, 0, bytes);
      const lines = (await Promise.all(pieces.map((piece) => linesOf(blob, piece)))).flat();
      expect(lines.map(textOf)).toEqual(texts);
      for (const line of lines) expect(await blob.slice(line.from, line.from + line.size).text()).toBe(textOf(line));
    }
  });

  it('pieces: are few where a file is large, and share a small file between the readers', () => {
    expect(pieceSize(1_000, 2)).toBe(4_000_000);
    expect(pieceSize(48_000_000, 2)).toBe(6_000_000);
    expect(pieceSize(470_000_000, 2)).toBe(32_000_000);
    expect(pieceSize(470_000_000, 8)).toBeLessThan(16_000_000);
  });

  it('lines of JSON, some of them no recording: are named by their number and left out', async () => {
    const [a, b, c] = recordings.map(lineOf) as [string, string, string];
    const desk = JSON.stringify({ ...recordings[3], root: 'desk' });
    const text = [a, '{"format":"something else"}', b, b.slice(0, 200), '', desk, c, ''].join('\n');
    const { sources } = await sourcesOf([fileOf('lender.jsonl', text)]);
    const { population, leftOut } = await read(sources);
    expect(population.count).toBe(3);
    expect(leftOut).toEqual([
      'lender.jsonl, line 2: This file is not a recording of this app.',
      expect.stringMatching(/^lender\.jsonl, line 4: This file ends in the middle/),
      'lender.jsonl, line 6: This is a recording of the desk, and no journey of a borrower.',
    ]);
    expect(population.names.words[population.recordings.release[1] as number]).toBe('1.1.0');
    expect(population.recordings.time[2]).toBe(meta.time);
  });
});

describe('files', () => {
  it('files of one recording and of lines, many at once: are all read, and a broken one is named', async () => {
    const files = [
      fileOf('one.journey.json', writeRecording(recordings[0] as Recording)),
      fileOf('broken.json', '{\n"format": '),
      fileOf('lines.ndjson', recordings.slice(1, 4).map(lineOf).join('\n')),
      fileOf('two.journey.json', writeRecording(recordings[4] as Recording)),
      fileOf('empty.jsonl', ''),
      fileOf('not-named-so.json', `${lineOf(recordings[5] as Recording)}\n`),
    ];
    const { sources, refused } = await sourcesOf(files);
    const { population, leftOut } = await read(sources);
    expect(population.count).toBe(6);
    expect(refused).toEqual(['empty.jsonl: This file is empty.']);
    expect(leftOut).toEqual([expect.stringMatching(/^broken\.json: This file ends in the middle/)]);
    for (let at = 0; at < population.count; at++) {
      const { source, from, size } = population.recordings;
      const { blob } = sources[source[at] as number] as Source;
      const text = await blob.slice(from[at], (from[at] as number) + (size[at] as number)).text();
      expect(JSON.parse(text)).toMatchObject({ format: 'loan-journey.recording', startedAt: population.recordings.startedAt[at] });
    }
  });

  it('damaged file: is left out, because its checksum does not match', async () => {
    const text = writeRecording(recordings[0] as Recording).replace('"market": "kenya"', '"market": "moon"');
    const { population, leftOut } = await read((await sourcesOf([fileOf('changed.journey.json', text)])).sources);
    expect([population.count, leftOut]).toEqual([
      0,
      ['changed.journey.json: This recording is damaged: its content is not what was saved.'],
    ]);
  });

  it('packed file: is unpacked and read, and a damaged one is named', async () => {
    const packed = gzipSync(recordings.slice(0, 3).map(lineOf).join('\n'));
    const { sources, refused } = await sourcesOf([
      new File([packed], 'lender.jsonl.gz'),
      new File([packed.subarray(0, packed.length - 20)], 'cut.jsonl.gz'),
    ]);
    expect((await read(sources)).population.count).toBe(3);
    expect(sources.map(({ name }) => name)).toEqual(['lender.jsonl']);
    expect(refused).toEqual(['cut.jsonl.gz: This file is packed (gzip) and could not be unpacked: it is damaged.']);
  });

  it('no files: are an empty population', async () => {
    expect((await read([])).population.count).toBe(0);
  });
});

describe('file that cannot be a recording', () => {
  it('file that holds a list: is refused with the expected format, without being read', async () => {
    const { sources, refused } = await sourcesOf([
      fileOf('list.json', `[${lineOf(recordings[0] as Recording)}]`),
      fileOf('list.jsonl', ' [1]'),
      fileOf('empty.json', ''),
    ]);
    expect(sources).toEqual([]);
    expect(refused).toEqual([
      expect.stringMatching(/^list\.json: This file holds a list \(a JSON array\).*one on each line/),
      expect.stringMatching(/^list\.jsonl: This file holds a list/),
      'empty.json: This file is empty.',
    ]);
  });

  it('a line that is longer than any recording: is refused before its end is read, and the lines around it are not', async () => {
    const long = `{"a":"${'x'.repeat(50_000)}"}`;
    const blob = new Blob([`{"b":1}\n${long}\n{"c":2}`]);
    const asked: number[] = [];
    const slice = blob.slice.bind(blob);
    vi.spyOn(blob, 'slice').mockImplementation((from, to) => {
      asked.push((to ?? blob.size) - (from ?? 0));
      return slice(from, to);
    });
    const pieces = piecesOf({ name: 'x', blob, files: null }, 0, 500);
    const lines = (await Promise.all(pieces.map((piece) => linesOf(blob, piece, 1_000, 500)))).flat();
    expect(lines.map(textOf)).toEqual(['{"b":1}', null, '{"c":2}']);
    // Each piece once, and of the long line as much more as a recording may have.
    expect(asked.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(blob.size + pieces.length + 2_000);
    const { sources } = await sourcesOf([fileOf('lines.jsonl', `{"a":"${'x'.repeat(MOST_BYTES)}"}`)]);
    const { leftOut } = await read(sources);
    expect(leftOut).toEqual(['lines.jsonl, line 1: This line is longer than any recording: a recording has at most 20 MB.']);
  });

  it('file of one recording, too large: is refused by its size', async () => {
    const file = fileOf('big.json', '{\n');
    Object.defineProperty(file, 'size', { value: MOST_BYTES + 1 });
    const { sources, refused } = await sourcesOf([file]);
    expect([sources, refused]).toEqual([[], ['big.json: This file has 20 MB. A recording has at most 20 MB.']]);
  });

  it('sources without a recording: are not stored, and recordings are found in the other sources', async () => {
    const { sources } = await sourcesOf([
      fileOf('nothing.jsonl', '{"format":"something else"}\n'),
      fileOf('lines.jsonl', recordings.slice(0, 2).map(lineOf).join('\n')),
    ]);
    const used = withUsedSources((await read(sources)).population, sources);
    expect(used.sources.map(({ name }) => name)).toEqual(['lines.jsonl']);
    expect([...used.population.recordings.source]).toEqual([0, 0]);
  });
});

describe('copies', () => {
  it('files opened after others: those that contain an open recording are named, and no others', async () => {
    const files = async (...given: File[]) => (await sourcesOf(given)).sources;
    const [a = '', b = '', c = ''] = recordings.map(lineOf);
    const first = await files(fileOf('first.jsonl', a));
    const open = together({ ...NOTHING, leftOut: ['before'] }, first, await read(first));
    const second = await files(fileOf('new.jsonl', b), fileOf('again.jsonl', [a, c].join('\n')), fileOf('broken.jsonl', '{'));
    const { leftOut, population } = together(open, second, await read(second));
    expect(leftOut).toEqual(['before', expect.stringMatching(/^broken\.jsonl/), 'again.jsonl: a copy of what is open already.']);
    expect(population.count).toBe(3);
  });
});

describe('stopped while reading', () => {
  it('reading of recordings, stopped: ends at once, even while threads work', async () => {
    const stop = new AbortController();
    let ended = 0;
    const stuck = () => ({ read: () => new Promise<never>(() => undefined), end: () => void (ended += 1) });
    const blob = new Blob([recordings.map(lineOf).join('\n')]);
    const reading = readSources([{ name: 'x', blob, files: null }], () => undefined, stop.signal, stuck, 2);
    stop.abort();
    await expect(reading).rejects.toThrow('stopped');
    expect(ended).toBe(1);
    await expect(readSources([], () => undefined, stop.signal, stuck, 2)).rejects.toThrow('stopped');
  });
});

describe('lender', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answering = (answer: () => Promise<Response>) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address);
      return answer();
    });
    return asked;
  };

  it('lender with recordings: is a source of lines', async () => {
    const text = recordings.slice(0, 2).map(lineOf).join('\n');
    const asked = answering(() => Promise.resolve(new Response(text)));
    const got = await fetchFromLender('2026-03-01', '2026-03-07', never);
    expect(asked).toEqual(['/desk/api/recordings.jsonl?from=2026-03-01&to=2026-03-07']);
    expect(got.ok && (await read([got.source])).population.count).toBe(2);
  });

  it.each([
    ['nobody signed in', 401, { error: 'signedOut', message: 'Sign in.' }, 'signIn', /^Nobody is signed in at the desk/],
    ['no right', 403, { error: 'notAllowed', message: 'Your role may not do this.' }, 'refused', /^Your role may not do this\.$/],
    ['a proxy answers', 502, '<html>', 'refused', /answered 502/],
    ['no recordings', 200, '', 'refused', /no recordings of these days/],
  ] as const)('lender asked for recordings, %s: says so', async (_, status, body, reason, message) => {
    answering(() => Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })));
    expect(await fetchFromLender('2026-03-01', '2026-03-07', never)).toEqual({
      ok: false,
      reason,
      message: expect.stringMatching(message),
    });
  });

  it('lender that cannot be reached: a message says so', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await fetchFromLender('2026-03-01', '2026-03-07', never)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
  });
});

describe('browser store', () => {
  it('browser store of files, page reloaded: has them without reading them again, until they are deleted', async () => {
    expect(await loadKept()).toBeNull();
    const { sources } = await sourcesOf([fileOf('lines.ndjson', recordings.map(lineOf).join('\n'))]);
    const found = await read(sources);
    await keep(sources, found);
    const kept = await loadKept();
    expect(kept?.digest?.population).toEqual(found.population);
    expect(kept?.sources.map(({ name }) => name)).toEqual(['lines.ndjson']);
    await keep([], { ...found, leftOut: ['something'] });
    expect((await loadKept())?.digest?.leftOut).toEqual(['something']);
    await throwAway();
    expect(await loadKept()).toBeNull();
  });
});
