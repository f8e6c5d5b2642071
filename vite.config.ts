import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { writeBrotli } from './scripts/build/brotli.ts';
import { chartLayouts } from './scripts/build/chartLayouts.ts';
import { chunkList } from './scripts/build/chunkList.ts';
import { chunkOf } from './scripts/build/chunks.ts';
import { COMPILE_AHEAD } from './scripts/build/compileAhead.ts';
import { fetchedFirst } from './scripts/build/fetchedFirst.ts';
import { firstTexts } from './scripts/build/firstTexts.ts';
import { installable } from './scripts/build/installable.ts';
import { moveMaps } from './scripts/build/moveMaps.ts';
import { ownAdapter } from './scripts/build/ownAdapter.ts';
import { plainImports } from './scripts/build/plainImports.ts';
import { portFacts } from './scripts/build/portFacts.ts';
import { settingsLine } from './scripts/build/settingsLine.ts';
import { chunkName, startHtml } from './scripts/build/startHtml.ts';

// Android System WebView 80 is the floor, and knows the language of 2020 (a test runs a real one). One
// stylesheet and one entry script: on a slow link every request costs more than its bytes.
const build = {
  target: 'es2020',
  cssTarget: 'chrome80',
  cssCodeSplit: false,
  // The start page's own map of files does this in fewer bytes.
  modulePreload: false,
} as const;

/** How long our own build steps take is nobody's mistake. */
const checks = { bundlerTimings: false } as const;

/** Built into the files. An empty variable is not set, as for the lender. */
const define = { __RELEASE__: JSON.stringify(process.env.RELEASE || packageJson.version), __IN_PAGE__: 'true' };

/** What the pages start with; a deployment may change it (`docs/deploy-app.md`). */
const settings = { packageName: process.env.PACKAGE_NAME || 'ke.example.loan', appName: process.env.APP_NAME || 'Example Loan' };

/**
 * What owners and testers use is built apart, into a folder that production does not read: nothing of theirs, styles
 * included, may reach the borrower's phone.
 */
const TOOLS = {
  sandbox: 'sandbox.html',
  inspector: 'inspector.html',
  'shell-check': 'shell-check.html',
  publishing: 'src/inspector/live/publishing.ts',
};

/**
 * The staff's desk is no part of the borrower's app: a folder of its own, which a static server for borrowers never gets. In
 * production the lender serves it.
 */
const DESK = { desk: 'desk.html' };

/** Packages that do nothing when they are loaded, and do not say so: what Formik brings for components that no screen has. */
const EFFECTLESS = /\/node_modules\/(hoist-non-react-statics|react-is)\//;

/** Quality of compression where nobody pays for a byte. */
const QUICK_BROTLI = 9;

interface OtherPages {
  outDir: string;
  /** The lender serves all folders at one root. */
  assetsDir: string;
  input: Record<string, string>;
}

/** Builds pages besides the borrower's. Each has its own styles: the inspector shows the app's screens in a page of theirs. */
async function buildOthers({ outDir, assetsDir, input }: OtherPages): Promise<void> {
  const { build: run } = await import('vite');
  await run({
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [react(), settingsLine(settings), chartLayouts(import.meta.dirname)],
    define,
    build: {
      ...build,
      cssCodeSplit: true,
      outDir,
      assetsDir,
      rolldownOptions: {
        checks,
        input,
        // The app imports `publishing.js` by this name, which is none of its own build.
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: ({ name }) => (name === 'publishing' ? '[name].js' : `${assetsDir}/[name]-[hash].js`) },
      },
    },
  });
}

function otherPages(): Plugin {
  /** `dist`, or the folder above the one that `--outDir` names: all parts of a build stand side by side. */
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
  // React brings the real one; the packages still ask for what older Reacts needed.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    react(),
    settingsLine(settings),
    chartLayouts(import.meta.dirname),
    ownAdapter(import.meta.dirname, process.env.ADAPTER),
    firstTexts(import.meta.dirname),
    plainImports(),
    portFacts(),
    fetchedFirst(),
    startHtml(import.meta.dirname),
    installable(settings.appName),
    chunkList('chunks.json'),
    otherPages(),
  ],
  define,
  build: {
    ...build,
    // For the operator: no file of the page names them, and they are kept apart.
    sourcemap: 'hidden',
    outDir: 'dist/app',
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
