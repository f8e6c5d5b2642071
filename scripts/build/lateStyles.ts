/**
 * Puts the styles of later pages into the scripts that need them. The page itself contains the styles of home and of the first
 * form, and there is no stylesheet to wait for.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { scopedName } from './moduleClassNames.ts';

/** The module with the function that adds styles to the page, relative to the root. Many files need it. */
const ADD_STYLES = '/src/ui/addStyles.ts';
const ADDS: keyof typeof import('../../src/ui/addStyles.ts') = 'addStyles';

const MODULE = '.module.css';
/** Added to the path of a CSS module, so that Vite does not add its styles to those of the page. */
const IN_SCRIPT = '.script.js';

/** The class names of a CSS module that scripts may use. */
function classesOf(css: string): string[] {
  const selectors = css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/:global\([^)]*\)/g, '');
  return [...new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name))];
}

/**
 * @param root folder of the project.
 * @param first CSS modules of the first files, relative to the root; all others are in scripts. The build fails when the list is
 *   wrong.
 * @param isFirstFile whether a file, by its name, is one of the first files.
 */
export function lateStyles(root: string, first: readonly string[], isFirstFile: (name: string) => boolean): Plugin {
  const isFirst = new Set(first.map((path) => resolve(root, path)));
  return {
    name: 'late-styles',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (!source.endsWith(MODULE) || !importer || !/^\.{1,2}\//.test(source)) return null;
      const path = resolve(dirname(importer), source);
      return isFirst.has(path) ? null : path + IN_SCRIPT;
    },
    async load(id) {
      if (!id.endsWith(MODULE + IN_SCRIPT)) return null;
      const path = id.slice(0, -IN_SCRIPT.length);
      this.addWatchFile(path);
      const names = classesOf(await readFile(path, 'utf8')).map((name) => [name, scopedName(root, name, path)]);
      return [
        `import css from ${JSON.stringify(`${path}?inline`)};`,
        `import { ${ADDS} } from ${JSON.stringify(root + ADD_STYLES)};`,
        `${ADDS}(css);`,
        `export default ${JSON.stringify(Object.fromEntries(names))};`,
      ].join('\n');
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const isLate = id.endsWith(MODULE + IN_SCRIPT);
          if (isLate && isFirstFile(chunk.name)) this.error(`${id} is in ${chunk.name}: add it to the styles of the first files.`);
          if (isFirst.has(id) && !isFirstFile(chunk.name))
            this.error(`${id} is in ${chunk.name}: remove it from the styles of the first files.`);
        }
      }
    },
  };
}
