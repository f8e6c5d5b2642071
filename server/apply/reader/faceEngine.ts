/** Finds faces in a child process, one picture at a time. The child ends with this process. */
import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type OutputInfo } from 'sharp';
import { createEngineQueue, type Engine, type EngineOptions } from './engineQueue.ts';
import type { Face } from './faces.ts';

/** Three bytes a pixel, row by row. */
export interface FaceJob {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The messages of the child: one when its models are loaded, then one for each job. */
export type FaceAnswer = { is: 'ready' } | { is: 'found'; faces: Face[] } | { is: 'failed'; why: string };

export interface FaceEngine extends Engine {
  find(job: FaceJob): Promise<Face[]>;
}

export interface FaceFinder {
  /**
   * @param picture bytes that `server/pictures` encoded. @param border width of a grey border, as a part of the picture's size,
   * because the detector misses a face that fills its picture. Lengths of the answer are parts of the picture without border.
   * @throws ReaderUnavailable when the child has not answered in time.
   */
  find(picture: Buffer, border?: number): Promise<Face[]>;
  close(): Promise<void>;
}

/** Longer side in pixels. The models scale a face to 256. A portrait on a card needs a larger picture, which costs only memory. */
const SEEN_AT = 1280;
/** Pictures after which the process is replaced, because the library loses some memory with every picture. */
const PICTURES_PER_PROCESS = 200;

export type FaceFinderOptions = Partial<Omit<EngineOptions<FaceEngine>, 'jobsPerEngine'>>;

export function createFaceFinder({
  timeout = 30_000,
  maxWaiting = 8,
  idle = 300_000,
  failed = () => undefined,
  start = startFaceProcess,
}: FaceFinderOptions = {}): FaceFinder {
  const queue = createEngineQueue({ start, timeout, maxWaiting, idle, failed, jobsPerEngine: PICTURES_PER_PROCESS });
  return {
    find: (picture, border = 0) =>
      queue.run(async (engine) => {
        const scale = 1 + 2 * border;
        const longest = Math.round(SEEN_AT / scale);
        const small = await sharp(picture)
          .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const { data, info } = border === 0 ? small : await withBorder(small, border);
        const found = await (await engine()).find({ width: info.width, height: info.height, pixels: data });
        return found.map((face) => ({ ...face, width: face.width * scale, height: face.height * scale }));
      }),
    close: () => queue.close(),
  };
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const withBorder = ({ data, info: { width, height, channels } }: Pixels, border: number): Promise<Pixels> => {
  const [x, y] = [Math.round(width * border), Math.round(height * border)];
  return sharp(data, { raw: { width, height, channels } })
    .extend({ left: x, right: x, top: y, bottom: y, background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
};

/** The next message of the process. @throws Error when the process ends before it, or reports a failure. */
function nextAnswer(child: ChildProcess): Promise<Exclude<FaceAnswer, { is: 'failed' }>> {
  return new Promise((resolve, reject) => {
    const answered = (answer: FaceAnswer): void => {
      settle();
      if (answer.is === 'failed') reject(new Error(`faces: ${answer.why}`));
      else resolve(answer);
    };
    const ended = (): void => {
      settle();
      reject(new Error('faces: the process ended'));
    };
    const settle = (): void => {
      child.off('message', answered).off('exit', ended).off('error', ended);
    };
    child.on('message', answered).on('exit', ended).on('error', ended);
  });
}

/** The extension of this file: `.js` in the build, where Node needs no loader. */
const EXTENSION = extname(fileURLToPath(import.meta.url));

async function startFaceProcess(): Promise<FaceEngine> {
  const child = fork(fileURLToPath(new URL(`./faceProcess${EXTENSION}`, import.meta.url)), {
    // Set explicitly, because the options of this process may start a debugger or a test runner.
    execArgv: EXTENSION === '.ts' ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    // Without the lender's environment, which contains secrets.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  // A waiting job has its own listener for errors of the channel. Without a job, an error has no effect.
  child.on('error', () => undefined);
  try {
    await nextAnswer(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async find(job) {
      const answer = nextAnswer(child);
      child.send(job, () => undefined);
      const reply = await answer;
      return reply.is === 'found' ? reply.faces : [];
    },
    stop,
  };
}
