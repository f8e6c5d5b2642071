/**
 * Bundles the lender for `node dist/server/main.js`. Packages in plain JavaScript are bundled. Packages with native code,
 * WebAssembly or data are in `dependencies` and stay in `node_modules`.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { writeEmptyDatabase } from './buildEmptyDatabase.ts';

/** Sources by the name of the built file. The lender starts the last three as threads and as a separate process. */
export const LENDER_ENTRIES = {
  main: 'server/main.ts',
  operator: 'server/operatorVerb.ts',
  engineThread: 'server/store/engineThread.ts',
  documentThread: 'server/borrow/agreement/documentThread.ts',
  faceProcess: 'server/apply/reader/faceProcess.ts',
};

/** The models of the face library that `server/apply/reader/faceProcess.ts` uses: a thirtieth of the packages. */
const FACE_MODELS = ['blazeface', 'facemesh', 'faceres', 'antispoof', 'liveness'];
const FACE_WASM = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];
/** The built `server/apply/reader/faceProcess.ts` reads its models from this folder beside it. */
const FACE_FOLDER = 'faces';

/** The oldest Node of `engines`. */
const TARGET = 'node20.19';

interface Bundle {
  root: string;
  folder: string;
  input: Record<string, string>;
  external: string[];
  format: 'es' | 'cjs';
}

const bundled = ({ root, folder, input, external, format }: Bundle): InlineConfig => ({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external, target: 'node' },
  build: {
    ssr: true,
    target: TARGET,
    outDir: folder,
    emptyOutDir: true,
    // Keeps the stacks of errors readable.
    minify: false,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input,
      checks: { bundlerTimings: false },
      output: {
        format,
        entryFileNames: `[name].${format === 'cjs' ? 'cjs' : 'js'}`,
        // In the folder of the entries, because sources load files by paths relative to themselves.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});

/** Bundles these entries like the lender: unminified, without the packages of `dependencies`. @param folder is emptied. */
export function bundleEntries(
  root: string,
  folder: string,
  input: Record<string, string>,
  { maps = false } = {},
): ReturnType<typeof build> {
  const config = bundled({ root, folder, input, external: Object.keys(packageJson.dependencies), format: 'es' });
  return build({ ...config, build: { ...config.build, sourcemap: maps } });
}

/**
 * Writes the bundle.
 * @param folder usually `dist/server`; it is emptied
 * @returns the packages that the files import, without those of Node
 * @throws Error when a source cannot be bundled
 */
export async function bundleLender(root: string, folder: string): Promise<string[]> {
  const built = await bundleEntries(root, folder, LENDER_ENTRIES);

  const { resolve } = createRequire(join(root, 'package.json'));
  const human = join(dirname(resolve('@vladmandic/human')), '..');
  const wasm = dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm'));
  const faces = join(folder, FACE_FOLDER);
  // CommonJS like the packages, which find their WebAssembly files with `__dirname`.
  await build(bundled({ root, folder: faces, input: { human: join(human, 'dist/human.node-wasm.js') }, external: [], format: 'cjs' }));
  mkdirSync(faces, { recursive: true });
  for (const file of [
    ...FACE_MODELS.flatMap((name) => [`${name}.json`, `${name}.bin`].map((one) => join(human, 'models', one))),
    ...FACE_WASM.map((name) => join(wasm, name)),
  ])
    copyFileSync(file, join(faces, basename(file)));
  await writeEmptyDatabase(root, folder);
  return packagesOf(built);
}

type Built = Awaited<ReturnType<typeof build>>;

function packagesOf(built: Built): string[] {
  if (!('output' in built)) throw new Error('one build has one output');
  const own = new Set(built.output.map(({ fileName }) => fileName));
  const imported = built.output.flatMap((chunk) => (chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : []));
  return [...new Set(imported)].filter((name) => !own.has(name) && !isBuiltin(name));
}
