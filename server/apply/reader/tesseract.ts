/**
 * The embedded reader of text: Tesseract as WebAssembly in one worker thread, with the English data of its npm
 * package. Program and data are read from this machine; nothing is fetched. The first card starts the worker.
 * It is stopped after a while without work.
 */
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { blurOf, clarityOf, JUDGED_AT } from '#server/apply/photos/clarity.ts';
import { scale, toPgm, turn, unpack, type Grey } from '#server/apply/photos/pixels.ts';
import type { Line } from './marks.ts';
import { createEngineQueue, type Engine, type EngineOptions } from './engineQueue.ts';
import { MIN_MARKS, parseCard, readingOf, mergeReadings, type Seen } from './parse.ts';
import { backOf, isBackOrFront, mergeBacks, parseBack, type SeenBack } from './parseBack.ts';
import type { PhotoReader } from './photoReader.ts';
import { likelyTurns } from './skew.ts';

/** An engine that recognises text. */
export interface TextEngine extends Engine {
  /** @param pgm a grey picture with the text upright. */
  lines(pgm: Buffer): Promise<Line[]>;
}

export interface TesseractOptions extends Partial<Omit<EngineOptions<TextEngine>, 'jobsPerEngine'>> {}

/** Longer side in pixels of the first recognition, and of the second one, which follows if a value was not found. */
const FIRST_SIZE = 1600;
const SECOND_SIZE = 2400;
/** Longer side in pixels of the picture in which the angle of the text is searched. */
const TURN_SEARCH_SIZE = 640;
/** Degrees of tilt that the recognition tolerates. */
const MIN_TURN = 0.5;
/** Blur from which letters merge; a sharp card is near 0.2. */
const TOO_SOFT_TO_READ = 0.4;
/** Cards after which the worker is replaced, because it adapts to the texts that it reads. */
const CARDS_PER_ENGINE = 200;

/** Reads the two sides of a card. */
export type TextReader = Pick<PhotoReader, 'readFront' | 'readBack' | 'close'> & {
  /** Whether an upright picture has the printed words of a card's front. */
  showsFront(picture: Buffer): Promise<boolean>;
};

export function createTesseractReader({
  timeout = 45_000,
  maxWaiting = 8,
  idle = 300_000,
  failed = () => undefined,
  start = startTesseract,
}: TesseractOptions = {}): TextReader {
  const queue = createEngineQueue({ start, timeout, maxWaiting, idle, failed, jobsPerEngine: CARDS_PER_ENGINE });
  type Recognise = (picture: Grey) => Promise<Line[]>;

  /** Decodes and reads a photo. A photo without content is reported as blank, an unusable one that is out of focus as blurred. */
  const readSide = <R extends { is: string }>(photo: Buffer, read: (grey: Grey, recognise: Recognise) => Promise<R>) =>
    queue.run<R | { is: 'unusable'; cause: 'blank' | 'blurred' }>(async (engine) => {
      const grey = await unpack(photo, FIRST_SIZE);
      const small = await scale(grey, JUDGED_AT);
      if (clarityOf(small) === 'blank') return { is: 'unusable', cause: 'blank' };
      const reading = await read(grey, async (picture) => (await engine()).lines(toPgm(picture)));
      // A readable photo is accepted, even if it is out of focus.
      return reading.is === 'unusable' && blurOf(small) > TOO_SOFT_TO_READ ? { is: 'unusable', cause: 'blurred' } : reading;
    });

  return {
    readFront: (front) => readSide(front, async (grey, recognise) => readingOf(await readFrontAnyWayUp(grey, recognise))),
    readBack: (back, card) => readSide(back, async (grey, recognise) => backOf(await readBackAnyWayUp(grey, recognise), card)),
    showsFront: (picture) =>
      queue.run(async (engine) => parseCard(await (await engine()).lines(toPgm(await unpack(picture, FIRST_SIZE)))).marks >= MIN_MARKS),
    close: () => queue.close(),
  };
}

interface Upright<S> {
  seen: S;
  upright: Grey;
}

/** Tries the likely angles until enough marks are found, and returns the attempt with the most marks. */
async function seeAnyWayUp<S extends { marks: number }>(
  grey: Grey,
  see: (picture: Grey) => Promise<S>,
  isEnough: (seen: S) => boolean,
): Promise<Upright<S>> {
  let best: Upright<S> | null = null;
  for (const degrees of likelyTurns(await scale(grey, TURN_SEARCH_SIZE))) {
    const upright = Math.abs(degrees) < MIN_TURN ? grey : await turn(grey, -degrees);
    const seen = await see(upright);
    if (!best || seen.marks > best.seen.marks) best = { seen, upright };
    if (isEnough(seen)) break;
  }
  if (!best) throw new Error('no turn was tried');
  return best;
}

/** Reads the card, and if a value is missing, reads an enlarged picture too. */
async function readFrontAnyWayUp(grey: Grey, recognise: (picture: Grey) => Promise<Line[]>): Promise<Seen> {
  const see = async (picture: Grey): Promise<Seen> => parseCard(await recognise(picture));
  const { seen, upright } = await seeAnyWayUp(grey, see, ({ marks }) => marks >= MIN_MARKS);
  if (seen.marks === 0 || readingOf(seen).is === 'read') return seen;
  return mergeReadings(seen, await see(await scale(upright, SECOND_SIZE)));
}

async function readBackAnyWayUp(grey: Grey, recognise: (picture: Grey) => Promise<Line[]>): Promise<SeenBack> {
  const see = async (picture: Grey): Promise<SeenBack> => parseBack(await recognise(picture));
  const { seen, upright } = await seeAnyWayUp(grey, see, isBackOrFront);
  if (seen.marks === 0 || isBackOrFront(seen)) return seen;
  return mergeBacks(seen, await see(await scale(upright, SECOND_SIZE)));
}

/** Compressed data of the neural recogniser, in the npm package. */
const LANGUAGE_DATA = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';

async function startTesseract(): Promise<TextEngine> {
  const data = createRequire(import.meta.url).resolve(LANGUAGE_DATA);
  // Checked here, because the library would fail in its thread, where the error cannot be caught.
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
