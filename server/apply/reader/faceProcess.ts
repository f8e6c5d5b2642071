/**
 * A process that finds and describes faces, started by `faceEngine.ts`. Models and WebAssembly are read from this machine;
 * nothing else can be fetched. In a process of its own, its memory is freed when it ends, and a picture that makes a model
 * crash does not stop the lender.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaceAnswer, FaceJob } from './faceEngine.ts';
import type { Face } from './faces.ts';

const require = createRequire(import.meta.url);

/** Paths of the library, its models and its WebAssembly. */
interface Files {
  library: string;
  models: string;
  wasm: string;
}

function filesOfPackages(): Files {
  // The package does not export the path of its WASM build, so the path is derived from the one that it exports.
  const human = join(dirname(require.resolve('@vladmandic/human')), '..');
  return {
    library: join(human, 'dist/human.node-wasm.js'),
    models: join(human, 'models'),
    wasm: dirname(require.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm')),
  };
}

/** The build (`scripts/build/lenderBundle.ts`) puts all three into one folder beside this file. */
const BUILT = fileURLToPath(new URL('./faces', import.meta.url));
const files = existsSync(BUILT) ? { library: join(BUILT, 'human.cjs'), models: BUILT, wasm: BUILT } : filesOfPackages();

/** The library loads its models by `fetch`, so this process replaces `fetch` by a function that serves only those files. */
const MODELS = 'https://models.invalid/';
globalThis.fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(MODELS)) throw new Error(`nothing is fetched here: ${url}`);
  return new Response(await readFile(join(files.models, basename(url))));
};

/** The part of the library that is used here. Its own types need the types of a browser. */
interface Library {
  Human: new (config: object) => {
    tf: { tensor: (pixels: Uint8Array, shape: readonly number[], type: 'int32') => { dispose: () => void } };
    load(): Promise<void>;
    models: { loaded(): string[] };
    detect(tensor: object): Promise<{ error: string | null; face: readonly FoundFace[] }>;
  };
}

interface FoundFace {
  /** Left, top, width and height as parts of the picture. */
  boxRaw: readonly [number, number, number, number];
  boxScore: number;
  faceScore: number;
  real?: number;
  live?: number;
  embedding?: readonly number[];
  rotation?: { angle: { yaw: number } } | null;
}

/** Most faces that are described: enough to recognise that there is more than one. */
const MAX_FACES = 4;
const off = { enabled: false };

// oxlint-disable-next-line typescript/no-unsafe-assignment -- the package has no types for this build.
const { Human } = require(files.library) as Library;
const human = new Human({
  backend: 'wasm',
  wasmPath: `${files.wasm}/`,
  modelBasePath: MODELS,
  cacheModels: false,
  // Results of one picture must not be reused for the next.
  cacheSensitivity: 0,
  async: false,
  debug: false,
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: { rotation: true, maxDetected: MAX_FACES, minConfidence: 0.3 },
    mesh: { enabled: true },
    iris: off,
    emotion: off,
    description: { enabled: true },
    antispoof: { enabled: true },
    liveness: { enabled: true },
  },
});

const faceOf = ({ boxRaw: [, , width, height], boxScore, faceScore, real, live, embedding, rotation }: FoundFace): Face => ({
  width,
  height,
  score: Math.min(boxScore, faceScore),
  yaw: ((rotation?.angle.yaw ?? 0) * 180) / Math.PI,
  real: real ?? 0,
  live: live ?? 0,
  descriptor: embedding ?? [],
});

async function find({ width, height, pixels }: FaceJob): Promise<Face[]> {
  const tensor = human.tf.tensor(pixels, [1, height, width, 3], 'int32');
  try {
    const { error, face } = await human.detect(tensor);
    if (error !== null) throw new Error(error);
    return face.map(faceOf);
  } finally {
    tensor.dispose();
  }
}

const say = (answer: FaceAnswer): void => void process.send?.(answer);
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// The channel closes when the lender ends without stopping this process.
process.on('disconnect', () => process.exit());

try {
  await human.load();
  const missing = ['blazeface', 'facemesh', 'faceres', 'antispoof', 'liveness'].filter((name) => !human.models.loaded().includes(name));
  if (missing.length > 0) throw new Error(`models are missing: ${missing.join(', ')}`);
  process.on('message', (job: FaceJob) => {
    find(job).then(
      (faces) => say({ is: 'found', faces }),
      (error: unknown) => say({ is: 'failed', why: wordsOf(error) }),
    );
  });
  say({ is: 'ready' });
} catch (error) {
  say({ is: 'failed', why: wordsOf(error) });
  process.disconnect();
}
