import { build, type PluginOption } from 'vite';
import { moduleClassNames } from './moduleClassNames.ts';

interface Source {
  /** The name of the file that is written: `<name>.js`. */
  name: string;
  /** Relative to the root of the project. */
  path: string;
  plugins?: PluginOption[];
}

/** Bundles a source with all its imports into one file that needs only Node. @param folder is emptied. */
export async function bundleForNode(root: string, folder: string, { name, path, plugins = [] }: Source): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    css: { modules: moduleClassNames(root) },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20.19',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { [name]: path },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  });
}
