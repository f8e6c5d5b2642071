/** Gives the inspector the layouts of its charts as a module, `virtual:chart-layouts`. */
import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';

const ID = 'virtual:chart-layouts';
const RESOLVED = `\0${ID}`;

/** The sources of the layouts. */
const SOURCES = /\/(machines|src\/inspector\/charts?)\//;

export function chartLayouts(root: string): Plugin {
  return {
    name: 'chart-layouts',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const { module } = await runnerImport<typeof import('./layOutCharts.ts')>(join(root, 'scripts/build/layOutCharts.ts'), {
        configFile: false,
        root,
        logLevel: 'warn',
      });
      return `export default ${JSON.stringify(await module.layOutCharts())};`;
    },
    handleHotUpdate({ file, server }) {
      const laid = SOURCES.test(file) ? server.moduleGraph.getModuleById(RESOLVED) : undefined;
      if (laid) server.moduleGraph.invalidateModule(laid);
    },
  };
}
