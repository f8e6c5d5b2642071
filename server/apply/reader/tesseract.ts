/**
 * The embedded reader: Tesseract as WebAssembly in one worker thread, with the English data of its npm
 * package. Program and data are read from this machine; nothing is fetched. The worker is started with
 * the first card and stopped after a while without work.
 */
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { blurOf, clarityOf, JUDGED_AT } from '#server/apply/photos/clarity.ts';
import { scale, toPgm, turn, unpack, type Grey } from '#server/apply/photos/pixels.ts';
import type { Line } from './marks.ts';
import { MIN_MARKS, parseCard, readingOf, mergeReadings, type Seen } from './parse.ts';
import { ReaderUnavailable, type CardReader, type CardReading } from './cardReader.ts';
import { likelyTurns } from './skew.ts';

/** What recognises text. */
export interface TextEngine {
  /** @param pgm a grey picture with the text upright. */
  lines(pgm: Buffer): Promise<Line[]>;
  stop(): Promise<void>;
}

export interface TesseractOptions {
  /** Milliseconds from the call to its latest answer; a web view waits 60 s. */
  timeout?: number;
  /** Cards that may wait for their turn. */
  maxWaiting?: number;
  /** Milliseconds without work after which the engine is stopped. */
  idle?: number;
  /** Called with the reason why there was no answer. */
  failed?: (error: Error) => void;
  start?: () => Promise<TextEngine>;
}

/** Longer side in pixels of the first recognition, and of the second one where a value was not found. */
const FIRST_SIZE = 1600;
const SECOND_SIZE = 2400;
/** A small picture is enough to find the turn. */
const TURN_SEARCH_SIZE = 640;
/** Degrees the recognition tolerates. */
const MIN_TURN = 0.5;
/** Blur from which letters merge; a sharp card is near 0.2. */
const TOO_SOFT_TO_READ = 0.4;
/** The worker adapts to what it reads; after this many cards it starts with a clean memory. */
const CARDS_PER_ENGINE = 200;

export function createTesseractReader({
  timeout = 45_000,
  maxWaiting = 8,
  idle = 300_000,
  failed = () => undefined,
  start = startTesseract,
}: TesseractOptions = {}): CardReader {
  let engine: Promise<TextEngine> | null = null;
  let cards = 0;
  let isClosed = false;
  let turnOfLast: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  /** One for each card that waits or is read. */
  const underWay = new Set<AbortController>();

  const reported = (error: ReaderUnavailable): ReaderUnavailable => {
    if (!isClosed) failed(error);
    return error;
  };

  async function dropEngine(): Promise<void> {
    const dropped = engine;
    engine = null;
    cards = 0;
    await dropped?.then(
      (one) => one.stop(),
      () => undefined,
    );
  }

  async function recognise(picture: Grey, signal: AbortSignal): Promise<Line[]> {
    // A card that was given up must not start an engine that nobody waits for.
    if (signal.aborted) throw new ReaderUnavailable('given up');
    engine ??= start();
    return (await engine).lines(toPgm(picture));
  }

  async function readPhoto(front: Buffer, signal: AbortSignal): Promise<CardReading> {
    const grey = await unpack(front, FIRST_SIZE);
    const small = await scale(grey, JUDGED_AT);
    if (clarityOf(small) === 'blank') return { is: 'unreadable', cause: 'blank' };
    const reading = readingOf(await readAnyWayUp(grey, (picture) => recognise(picture, signal)));
    // A soft photo that could be read is good enough; one that could not is reported as blurred.
    return reading.is === 'unreadable' && blurOf(small) > TOO_SOFT_TO_READ ? { is: 'unreadable', cause: 'blurred' } : reading;
  }

  /** Reads the card after the earlier ones, within the rest of the time limit. */
  async function inTurn(front: Buffer, before: Promise<unknown>, signal: AbortSignal): Promise<CardReading> {
    await before;
    if (signal.aborted) throw new ReaderUnavailable('too late');
    clearTimeout(idling);
    try {
      const reading = await orAborted(readPhoto(front, signal), signal);
      if (++cards >= CARDS_PER_ENGINE) await dropEngine();
      return reading;
    } catch (error) {
      // An engine that hangs or broke is of no use to the next card either.
      void dropEngine();
      throw error instanceof ReaderUnavailable ? error : new ReaderUnavailable('failed', { cause: error });
    } finally {
      idling = setTimeout(() => void dropEngine(), idle).unref();
    }
  }

  return {
    async read(front) {
      if (isClosed) throw new ReaderUnavailable('closed');
      if (underWay.size >= maxWaiting) throw reported(new ReaderUnavailable('too many cards at once'));
      // Not AbortSignal.any and .timeout: in Node 20 their union may be collected before it fires.
      const giveUp = new AbortController();
      const { signal } = giveUp;
      underWay.add(giveUp);
      const deadline = setTimeout(() => giveUp.abort(), timeout);
      const answer = inTurn(front, turnOfLast, signal);
      turnOfLast = answer.catch(() => undefined);
      try {
        return await orAborted(answer, signal);
      } catch (error) {
        throw reported(error as ReaderUnavailable);
      } finally {
        clearTimeout(deadline);
        underWay.delete(giveUp);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idling);
      for (const giveUp of underWay) giveUp.abort();
      await turnOfLast;
      await dropEngine();
    },
  };
}

/** Tries the likely turns until it is a card, and reads it again enlarged where a value is missing. */
async function readAnyWayUp(grey: Grey, recognise: (picture: Grey) => Promise<Line[]>): Promise<Seen> {
  let best: { seen: Seen; upright: Grey } | null = null;
  for (const degrees of likelyTurns(await scale(grey, TURN_SEARCH_SIZE))) {
    const upright = Math.abs(degrees) < MIN_TURN ? grey : await turn(grey, -degrees);
    const seen = parseCard(await recognise(upright));
    if (!best || seen.marks > best.seen.marks) best = { seen, upright };
    if (seen.marks >= MIN_MARKS) break;
  }
  if (!best) throw new Error('no turn was tried');
  const { seen, upright } = best;
  if (seen.marks === 0 || readingOf(seen).is === 'read') return seen;
  return mergeReadings(seen, parseCard(await recognise(await scale(upright, SECOND_SIZE))));
}

/** @throws ReaderUnavailable when the signal comes first. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new ReaderUnavailable('no answer in time'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Data of the neural recogniser, compressed; a folder of its own in the package. */
const LANGUAGE_DATA = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';

async function startTesseract(): Promise<TextEngine> {
  const data = createRequire(import.meta.url).resolve(LANGUAGE_DATA);
  // Checked here, because the library would fail in a thread of its own, where the error cannot be caught.
  await access(data);
  const worker = await new Promise<Tesseract.Worker>((resolve, reject) => {
    // The library reports failures of a start only to this handler.
    const errorHandler = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)));
    // `langPath` is a folder and no URL, so nothing is downloaded; with cacheMethod `none` nothing is written.
    createWorker('eng', OEM.LSTM_ONLY, { langPath: dirname(data), gzip: true, cacheMethod: 'none', errorHandler }).then(resolve, reject);
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '300' });
  return {
    async lines(pgm) {
      const { data: page } = await worker.recognize(pgm, {}, { text: false, blocks: true });
      const lines = page.blocks?.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines)) ?? [];
      return lines.map(({ text, bbox }) => ({ text, ...bbox }));
    },
    async stop() {
      await worker.terminate();
    },
  };
}
