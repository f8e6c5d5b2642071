/**
 * Arranges what the start page fetches, so that a slow link carries things in the order they are needed:
 * the page paints its own skeleton first; the stylesheet stands behind it; the chunks of the
 * place that the link names are asked for at once, beside the entry.
 */
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';
import { ALIASES, ROUTES, type RouteName } from '../../machines/routes.ts';
import { STORAGE_KEY } from '../../src/app/storage.ts';

/** What a visitor's home comes from; with an order there is more of it. */
const VISITOR = /\/screens\/home\/visitor\.tsx$/;
/** `screens/<name>/screen.tsx` is the screen of the route `<name>`. */
const SCREEN = /\/screens\/([^/]+)\/screen\.tsx$/;
const API = /\/src\/app\/lenderApi\.ts$/;

const isChunk = (one: Rollup.OutputChunk | Rollup.OutputAsset | undefined): one is Rollup.OutputChunk => one?.type === 'chunk';

/** Name for a chunk's file: the route it shows, not the `screen` they all are. */
export const chunkName = (chunk: { facadeModuleId?: string | null; name: string }): string =>
  SCREEN.exec(chunk.facadeModuleId ?? '')?.[1] ?? chunk.name;

/** The chunk and everything it needs that the entry does not bring. */
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

/**
 * Runs in the page before anything else, and leaves `fetchAhead` for the app: as short as it can be.
 * `f`: files, `r`: path to numbers of files, `a`: the numbers that every path needs, `s`: whether the phone knows a
 * borrower, whose home may have an order. Storage may be forbidden.
 */
const preload = (files: string[], routes: Record<string, number[]>, always: number[]): string =>
  `(function(f,r,a,d,s,h){function g(n){if(!d[n]){d[n]=1;var l=document.createElement("link");l.rel="modulepreload";l.href="./assets/"+f[n]+".js";document.head.appendChild(l)}}window.fetchAhead=function(p){a.concat(r[p]||r.visitor).forEach(g)};try{s=/"token":{/.test(localStorage["${STORAGE_KEY}"])}catch(e){}h=location.hash.slice(1).split("?")[0];fetchAhead(h!="/"&&r[h]?h:s?"/":"visitor")})(${JSON.stringify(files)},${JSON.stringify(routes)},${JSON.stringify(always)},{})`;

export function startHtml(): Plugin {
  return {
    name: 'start-html',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: entry }) {
        if (!bundle || !entry) return html;
        const brought = new Set(filesOf(bundle, entry.fileName, new Set()));
        const files: string[] = [];
        const numbers = (file: string): number[] =>
          filesOf(bundle, file, brought).map((one) => {
            const name = one.replace(/^assets\/|\.js$/g, '');
            return files.indexOf(name) >= 0 ? files.indexOf(name) : files.push(name) - 1;
          });
        const chunks = Object.keys(bundle)
          .map((name) => bundle[name])
          .filter(isChunk);
        const api = chunks.find((one) => one.moduleIds.some((id) => API.test(id)));
        const always = api ? numbers(api.fileName) : [];

        const byName: Record<string, number[]> = {};
        for (const one of chunks) {
          const name = SCREEN.exec(one.facadeModuleId ?? '')?.[1];
          if (name) byName[name] = numbers(one.fileName).filter((number) => always.indexOf(number) < 0);
        }
        const routes: Record<string, number[]> = {};
        const visitor = chunks.find((one) => one.moduleIds.some((id) => VISITOR.test(id)));
        if (visitor) routes['visitor'] = numbers(visitor.fileName).filter((number) => always.indexOf(number) < 0);
        for (const name of Object.keys(ROUTES) as RouteName[]) {
          const needed = byName[name];
          if (needed) routes[ROUTES[name]] = needed;
        }
        for (const path of Object.keys(ALIASES)) {
          const needed = byName[ALIASES[path] as RouteName];
          if (needed && ALIASES[path] !== 'home') routes[path] = needed;
        }
        const script: HtmlTagDescriptor = { tag: 'script', children: preload(files, routes, always), injectTo: 'head' };
        return { html: withoutBlanks(stylesheetLast(html)), tags: [script] };
      },
    },
  };
}

/** A stylesheet in the head would hold back the first paint until it has arrived; behind the skeleton it holds back only the app. */
function stylesheetLast(html: string): string {
  const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0];
  return link ? html.replace(link, '').replace('<div id="app">', `${link.trim()}<div id="app">`) : html;
}

const withoutBlanks = (html: string): string =>
  html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\n\s*/g, '\n')
    .replace(/\n+/g, '\n');
