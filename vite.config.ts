import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkName, startHtml } from './scripts/build/startHtml.ts';

// Android System WebView 80 is the floor. One stylesheet and one entry script: on a slow link every request costs more than its bytes.
const build = {
  target: 'chrome80',
  cssTarget: 'chrome80',
  cssCodeSplit: false,
  modulePreload: { polyfill: false },
} as const;

/** Pages for owners and testers are built apart: nothing of theirs, styles included, may reach the borrower's phone. */
const TOOL_PAGES = ['sandbox.html'];

function toolPages(): Plugin {
  return {
    name: 'tool-pages',
    apply: 'build',
    async closeBundle() {
      const { build: run } = await import('vite');
      await run({
        configFile: false,
        base: './',
        logLevel: 'warn',
        plugins: [react()],
        build: { ...build, emptyOutDir: false, manifest: 'tools.manifest.json', rollupOptions: { input: TOOL_PAGES, output: { assetFileNames: 'assets/tools-[hash][extname]' } } },
      });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), startHtml(), toolPages()],
  define: {
    __PACKAGE_NAME__: JSON.stringify(process.env.PACKAGE_NAME ?? 'ke.example.loan'),
    __APP_NAME__: JSON.stringify(process.env.APP_NAME ?? 'Example Loan'),
  },
  build: {
    ...build,
    manifest: true,
    rollupOptions: { input: ['index.html'], output: { chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js` } },
  },
});
