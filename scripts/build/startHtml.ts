/**
 * Orders the requests of the start page for a slow link. The page contains a visitor's home and the styles of the first files, so
 * that it is painted when it has arrived. The chunks of the linked place are requested in parallel with the entry.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformWithOxc, type HtmlTagDescriptor, type Plugin, type Rollup } from 'vite';
import { ALIASES, ROUTES, type RouteName } from '../../machines/routes.ts';
import { STORED_PLACE } from '../../src/app/safe/keyRecord.ts';
import { STORAGE_KEY } from '../../src/app/storedFormat.ts';
import { IMPORT_FETCHED } from './fetchedFirst.ts';
import { minifyScript, OLDEST_ENGINE } from './minifyScript.ts';
import { screenFiles } from './screenFiles.ts';
import { buildStartPage, START_PAGE_FOLDER, type StartPage } from './buildStartPage.ts';

/** Files that the entry imports one after the other at the start. */
const START = /\/src\/app\/(journey\.ts|show\.tsx)$|\/react-dom\/client\.js$/;
const CHART = /\/src\/app\/journey\.ts$/;
/** The first part of a screen, for which a first press waits. */
const LOGIN_NUMBER = /\/screens\/user\/login\/number\.tsx$/;
const SCREEN = /\/(screens\/(?:[^/]+\/)+([^/]+)\/screen\.tsx)$/;

const isChunk = (one: Rollup.OutputChunk | Rollup.OutputAsset | undefined): one is Rollup.OutputChunk => one?.type === 'chunk';

/** Name of a chunk's file: the folder of its screen, because every screen's file is called `screen`. */
export const chunkName = (chunk: { facadeModuleId?: string | null; name: string }): string =>
  SCREEN.exec(chunk.facadeModuleId ?? '')?.[2] ?? chunk.name;

/** The files of a chunk and its dependencies, without those in `brought`, which are loaded already. */
function filesOf(bundle: Rollup.OutputBundle, file: string, brought: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (brought.has(name) || found.has(name) || !isChunk(chunk)) return;
    found.add(name);
    for (const next of chunk.imports) visit(next);
  };
  visit(file);
  return [...found];
}

/** Data about the build for the start script. Files are numbered. */
interface StartFiles {
  /** Names of dynamically imported files and of their dependencies. */
  files: string[];
  /** By the number of a dynamically imported file: that file and its dependencies. */
  needs: Record<number, number[]>;
  /** Files of screens, by path. */
  screens: Record<string, number>;
  /** Files that every start needs, the chart first. */
  start: number[];
}

/** The type of the start script, so that the compiler checks the arguments that the build writes. */
type RequestFiles = typeof import('./requestFiles.ts').requestFiles;
/** The arguments that are data: all but the function at the end. */
type Rest<All extends unknown[]> = All extends [...infer Data, () => void] ? Data : never;

/** A source with one function, which imports nothing but types, for a script of the page. */
async function functionOf(path: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { target: OLDEST_ENGINE });
  return code.replace(/^export /m, '');
}

/** `requestFiles.ts` and `readStored.ts` as a script of the page, as short as possible. @param root folder of the project. */
async function startScript(root: string, { files, needs, screens, start }: StartFiles): Promise<string> {
  const sources = await Promise.all(
    ['scripts/build/requestFiles.ts', 'src/app/safe/readStored.ts'].map((path) => functionOf(join(root, path))),
  );
  const args = [files, needs, screens, start, IMPORT_FETCHED, STORAGE_KEY] satisfies Rest<Parameters<RequestFiles>>;
  const read = `function(){window.stored=readStored(indexedDB,${JSON.stringify(STORED_PLACE)})}`;
  const call = `requestFiles(${args.map((one) => JSON.stringify(one)).join(',')},${read})`;
  return minifyScript(`(function(){${sources.join(';')};${call}})()`);
}

/** @param entry the first file of the page. Its own dependencies are not listed. */
function startFilesOf(bundle: Rollup.OutputBundle, entry: string, screens: Record<RouteName, string>): StartFiles {
  const chunks = Object.keys(bundle)
    .map((name) => bundle[name])
    .filter(isChunk);
  const brought = new Set(filesOf(bundle, entry, new Set()));
  const listed: StartFiles = { files: [], needs: {}, screens: {}, start: [] };
  const numberOf = (file: string): number => {
    const name = file.replace(/^assets\/|\.js$/g, '');
    return listed.files.includes(name) ? listed.files.indexOf(name) : listed.files.push(name) - 1;
  };
  const byFile: Record<string, number> = {};
  // `isDynamicEntry` of the bundler does not suffice: a file that others import statically may be imported dynamically too.
  const onDemand = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  for (const chunk of chunks) {
    if (!onDemand.has(chunk.fileName) || brought.has(chunk.fileName)) continue;
    const number = numberOf(chunk.fileName);
    listed.needs[number] = filesOf(bundle, chunk.fileName, brought).map(numberOf);
    for (const id of chunk.moduleIds) {
      const screen = SCREEN.exec(id)?.[1];
      if (screen) byFile[screen] = number;
    }
    if (chunk.moduleIds.some((id) => LOGIN_NUMBER.test(id))) listed.screens[ROUTES.login] = number;
    if (chunk.moduleIds.some((id) => START.test(id)))
      listed.start[chunk.moduleIds.some((id) => CHART.test(id)) ? 'unshift' : 'push'](number);
  }
  const put = (path: string, name: RouteName): void => {
    const number = byFile[screens[name]];
    if (number !== undefined) listed.screens[path] ??= number;
  };
  for (const name of Object.keys(ROUTES) as RouteName[]) put(ROUTES[name], name);
  // A path that redirects home needs no entry, because every unknown path redirects home.
  for (const [path, name] of Object.entries(ALIASES)) if (name !== 'home') put(path, name);
  return listed;
}

/** @param root folder of the project. */
export function startHtml(root: string): Plugin {
  let folder = '';
  return {
    name: 'start-html',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => void (folder = join(dirname(join(root, outDir)), START_PAGE_FOLDER)),
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, chunk: entry }) {
        if (!bundle || !entry) return html;
        const page = await buildStartPage(root, folder);
        const tags: HtmlTagDescriptor[] = [
          // Requests the bundler's helpers, if they are in a separate file, together with the entry.
          ...entry.imports.map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: `./${file}` },
            injectTo: 'head' as const,
          })),
          { tag: 'style', children: stylesTakenFrom(bundle), injectTo: 'head' },
          { tag: 'script', children: await startScript(root, startFilesOf(bundle, entry.fileName, screenFiles(root))), injectTo: 'head' },
          // The entry comes last, because it runs as soon as it arrives. From a cache that is before the first paint.
          { tag: 'script', attrs: { type: 'module', async: true, crossorigin: '', src: `./${entry.fileName}` }, injectTo: 'head' },
        ];
        return {
          html: withoutBlanks(withHome(await withMinifiedScripts(html.replace(ENTRY_TAG, '').replace(STYLES_TAG, '')), page)),
          tags,
        };
      },
    },
  };
}

/** The tag of the entry, as the bundler writes it. */
const ENTRY_TAG = /\s*<script type="module"[^>]*><\/script>/;

/** The tag of the stylesheet. */
const STYLES_TAG = /\s*<link rel="stylesheet"[^>]*>/;

/** The text of the stylesheet, which the page contains instead of requesting it. The file is removed. */
function stylesTakenFrom(bundle: Rollup.OutputBundle): string {
  const stylesheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
  if (stylesheet?.type !== 'asset') throw new Error('The build has no stylesheet.');
  delete bundle[stylesheet.fileName];
  return String(stylesheet.source).trim();
}

/** A script that is written in the source of the page. Blocks of data and files have attributes. */
const OWN_SCRIPT = /(?<=<script>)[^]*?(?=<\/script>)/g;

async function withMinifiedScripts(html: string): Promise<string> {
  const minified = await Promise.all(Array.from(html.matchAll(OWN_SCRIPT), ([code]) => minifyScript(code)));
  return html.replace(OWN_SCRIPT, () => minified.shift() ?? '');
}

/** The placeholder of home in the source of the page. */
const EMPTY = '<main></main>';

const withHome = (html: string, { homeHtml }: StartPage): string => html.replace(EMPTY, () => `<div>${homeHtml('en', null)}</div>`);

const withoutBlanks = (html: string): string =>
  html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\n\s*/g, '\n')
    .replace(/\n+/g, '\n');
