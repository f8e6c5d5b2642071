/** Builds the pages to compare with into `bench/dist`, each as its own framework's handbook says. */
import { brotliCompressSync, constants } from 'node:zlib';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VantResolver } from '@vant/auto-import-resolver';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import components from 'unplugin-vue-components/vite';
import { build } from 'vite';
import { texts } from './shared/texts.mjs';

const here = import.meta.dirname;

const PAGES = {
  static: [],
  floor: [react()],
  vant: [vue(), components({ resolvers: [VantResolver()], dts: false })],
  'antd-mobile': [react()],
};

const textsPlugin = {
  name: 'texts',
  resolveId: (id) => (id === 'virtual:texts' ? '\0virtual:texts' : null),
  load: (id) => (id === '\0virtual:texts' ? `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})` : null),
};

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) compress(path);
    else if (!path.endsWith('.br')) {
      const level = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params: level }));
    }
  }
}

for (const [page, plugins] of Object.entries(PAGES)) {
  await build({
    configFile: false,
    root: join(here, page),
    base: './',
    logLevel: 'warn',
    plugins: [textsPlugin, ...plugins],
    build: { outDir: join(here, 'dist', page), emptyOutDir: true, reportCompressedSize: false },
  });
  compress(join(here, 'dist', page));
}
