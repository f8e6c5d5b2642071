/**
 * Bundles the lender: what `node dist/server/main.js` needs besides the packages of `dependencies`. Code in plain
 * JavaScript is bundled; packages that bring native code, WebAssembly or data are not, and stay where npm puts them.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { writeEmptyDatabase } from './buildEmptyDatabase.ts';

/** By the name of the file in the folder. The lender starts the last three as threads and a process of their own. */
export const LENDER_ENTRIES = {
  main: 'server/main.ts',
  operator: 'server/operatorVerb.ts',
  engineThread: 'server/store/engineThread.ts',
  documentThread: 'server/borrow/agreement/documentThread.ts',
  faceProcess: 'server/apply/reader/faceProcess.ts',
};

/** The models of the face library that `server/apply/reader/faceProcess.ts` uses. The packages hold thirty times as much. */
const FACE_MODELS = ['blazeface', 'facemesh', 'faceres', 'antispoof', 'liveness'];
const FACE_WASM = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];
/** `server/apply/reader/faceProcess.ts` looks for this folder beside itself. */
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
    // The stack of an error names functions and lines that can be read.
    minify: false,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input,
      checks: { bundlerTimings: false },
      output: {
        format,
        entryFileNames: `[name].${format === 'cjs' ? 'cjs' : 'js'}`,
        // In one folder with the entries, which sources name as their neighbours.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});

/** Bundles these entries as the lender is: unminified, without the packages of `dependencies`. What was in the folder is deleted. */
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
 * Writes the bundle. What was in the folder is deleted.
 * @param folder usually `dist/server`
 * @returns the packages that the files import, without those of Node
 * @throws Error when a source cannot be bundled
 */
export async function bundleLender(root: string, folder: string): Promise<string[]> {
  const built = await bundleEntries(root, folder, LENDER_ENTRIES);

  const { resolve } = createRequire(join(root, 'package.json'));
  const human = join(dirname(resolve('@vladmandic/human')), '..');
  const wasm = dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm'));
  const faces = join(folder, FACE_FOLDER);
  // CommonJS, as the packages are: their WebAssembly looks for itself with `__dirname`.
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
