import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { writeBrotli } from './scripts/build/brotli.ts';
import { chartLayouts } from './scripts/build/chartLayouts.ts';
import { chunkList } from './scripts/build/chunkList.ts';
import { chunkOf, FIRST_STYLES, isFirstFile, toolChunkOf } from './scripts/build/chunks.ts';
import { moduleClassNames } from './scripts/build/moduleClassNames.ts';
import { COMPILE_AHEAD } from './scripts/build/compileAhead.ts';
import { fetchedFirst } from './scripts/build/fetchedFirst.ts';
import { firstTexts } from './scripts/build/firstTexts.ts';
import { installable } from './scripts/build/installable.ts';
import { lateStyles } from './scripts/build/lateStyles.ts';
import { minifyTwice } from './scripts/build/minifyTwice.ts';
import { moveMaps } from './scripts/build/moveMaps.ts';
import { ownAdapter } from './scripts/build/ownAdapter.ts';
import { writePageWorker } from './scripts/build/writePageWorker.ts';
import { plainImports } from './scripts/build/plainImports.ts';
import { portFacts } from './scripts/build/portFacts.ts';
import { settingsLine } from './scripts/build/settingsLine.ts';
import { chunkName, startHtml } from './scripts/build/startHtml.ts';

// The oldest supported engine is Android System WebView 80, which supports ES2020 (a test runs a real one). One text of
// styles, in the page, and one entry script, because on a slow link the time for a request is longer than that for its bytes.
const build = {
  target: 'es2020',
  cssTarget: 'chrome80',
  cssCodeSplit: false,
  // The start page has its own list of files to preload, which needs fewer bytes.
  modulePreload: false,
} as const;

/** Without the bundler's warnings about slow plugins: the plugins of this project are known to take time. */
const checks = { bundlerTimings: false } as const;

/** Constants in the built files. An empty environment variable counts as not set, as for the lender. */
const define = { __RELEASE__: JSON.stringify(process.env.RELEASE || packageJson.version), __IN_PAGE__: 'true' };

/** The default settings of the pages. A deployment may change them (`docs/deploy-app.md`). */
const settings = { packageName: process.env.PACKAGE_NAME || 'ke.example.loan', appName: process.env.APP_NAME || 'Example Loan' };

/**
 * The tools of developers and testers are built into a separate folder, which production does not serve: none of their files,
 * styles included, may reach the borrower's phone.
 */
const TOOLS = {
  sandbox: 'sandbox.html',
  inspector: 'inspector.html',
  'shell-check': 'shell-check.html',
  publishing: 'src/inspector/live/publishing.ts',
};

/**
 * The staff's desk is built into a folder of its own, because it is not part of the borrower's app: a static server for
 * borrowers does not have this folder. In production the lender serves it.
 */
const DESK = { desk: 'desk.html' };

/** Packages without side effects that do not declare this. Formik imports them for components that no screen uses. */
const EFFECTLESS = /\/node_modules\/(hoist-non-react-statics|react-is)\//;

/** Lower quality of compression for the tools, whose size does not matter. */
const QUICK_BROTLI = 9;

interface OtherPages {
  outDir: string;
  /** A name of its own for each page, because the lender serves all folders at one root. */
  assetsDir: string;
  input: Record<string, string>;
}

/** Builds the pages besides the borrower's. Each has its own stylesheet: the inspector shows the app's screens in a frame. */
async function buildOthers({ outDir, assetsDir, input }: OtherPages): Promise<void> {
  const { build: run } = await import('vite');
  await run({
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [react(), settingsLine(settings), chartLayouts(import.meta.dirname)],
    define,
    css: { modules: moduleClassNames(import.meta.dirname) },
    build: {
      ...build,
      // Their files are requested together. A tool has many of them, in several steps of imports.
      modulePreload: { polyfill: false },
      cssCodeSplit: true,
      outDir,
      assetsDir,
      rolldownOptions: {
        checks,
        input,
        // The app imports `publishing.js` by this name, because its own build does not contain the file.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: ({ name }) => (name === 'publishing' ? '[name].js' : `${assetsDir}/[name]-[hash].js`),
          codeSplitting: { groups: [{ name: toolChunkOf(import.meta.dirname) }] },
        },
      },
    },
  });
}

function otherPages(): Plugin {
  /** `dist`, or the parent of the folder that `--outDir` names. It contains all parts of a build. */
  let folder = '';
  return {
    name: 'other-pages',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => void (folder = dirname(join(root, outDir))),
    async closeBundle() {
      await buildOthers({ outDir: join(folder, 'tools'), assetsDir: 'tool-files', input: TOOLS });
      await buildOthers({ outDir: join(folder, 'desk'), assetsDir: 'desk-files', input: DESK });
      moveMaps(join(folder, 'app'), join(folder, 'maps'));
      for (const part of ['app', 'desk']) writeBrotli(join(folder, part));
      writeBrotli(join(folder, 'tools'), QUICK_BROTLI);
    },
  };
}

export default defineConfig({
  base: './',
  // React has this hook itself; the packages still import the shim for older versions of React.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    react(),
    settingsLine(settings),
    chartLayouts(import.meta.dirname),
    ownAdapter(import.meta.dirname, process.env.ADAPTER),
    firstTexts(import.meta.dirname),
    lateStyles(import.meta.dirname, FIRST_STYLES, isFirstFile),
    plainImports(),
    writePageWorker(import.meta.dirname),
    portFacts(),
    fetchedFirst(),
    minifyTwice(build.target),
    startHtml(import.meta.dirname),
    installable(settings.appName),
    chunkList('chunks.json'),
    otherPages(),
  ],
  define,
  css: { modules: moduleClassNames(import.meta.dirname) },
  build: {
    ...build,
    // Source maps are for the operator: no file of the page refers to them, and they are moved to a separate folder.
    sourcemap: 'hidden',
    outDir: 'dist/app',
    minify: 'terser',
    terserOptions: { compress: { passes: 3 }, ecma: 2020 },
    rolldownOptions: {
      checks,
      treeshake: { moduleSideEffects: [{ test: EFFECTLESS, sideEffects: false }] },
      input: ['index.html'],
      output: {
        postBanner: COMPILE_AHEAD,
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'by need', name: chunkOf(import.meta.dirname) }] },
      },
    },
  },
});
