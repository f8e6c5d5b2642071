/**
 * Serves the built pages. The folder `app` contains only the borrower's pages, `desk` the page of the staff, `tools` the pages
 * of the sandbox. Production does not serve `tools`.
 */
import { existsSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createStartPage, type VisitorHome } from './drawnStartPage.ts';
import { describeError } from './wire/logging.ts';
import { CAMERA_FEATURES, FEATURES_HEADER, PASSKEY_FEATURES, policyOfPage, POLICY_HEADER, WORKER_POLICY } from './wire/securityHeaders.ts';

/** The names of built files contain a hash of their content, so a cached copy stays valid. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Headers for asking again whether a copy is valid, or for a part of a file. No browser asks for a file that never changes. */
const CHECKED_AGAIN = { etag: true, lastModified: true, acceptRanges: true };
const NEVER_CHECKED = { etag: false, lastModified: false, acceptRanges: false };

/** Folders of the build, each with the subfolder of the files that its pages load. Workers run files of `TOOLS` and of the root folders. */
const APP = { folder: 'app', files: 'assets' };
const DESK = { folder: 'desk', files: 'desk-files' };
const TOOLS = { folder: 'tools', files: 'tool-files' };

/** The borrower's page, at `/`. */
const INDEX = 'index.html';

/** The header of `src/app/keptPage/pageWorker.ts`. */
const PLAIN_PAGE = { name: 'x-page', value: 'plain' };

/** A weight of 0 means that the browser does not want it. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/** The application, and the sandbox that frames it. */
const CAMERA_PAGES = /[\\/](index|sandbox)\.html(\.(br|gz))?$/;
/** The desk, whose staff sign in with passkeys. */
const DESK_PAGE = /[\\/]desk\.html(\.(br|gz))?$/;

interface Options {
  /** Folder of the build. */
  dist: string;
  isSandbox: boolean;
  /** Sources of `frame-ancestors`: pages that may frame these pages. */
  frameAncestors: readonly string[];
  /** Returns the home of a visitor, which the borrower's page contains in its HTML. */
  visitorHome?: VisitorHome;
}

export const staticPages: FastifyPluginAsync<Options> = async (app, { dist, isSandbox, frameAncestors, visitorHome }) => {
  /** Keyed by file and time of change, because a build may replace the pages of a running server. */
  const policies = new Map<string, string>();
  const policyOf = (path: string, { mtimeMs }: Stats): string => {
    const page = path.replace(/\.(br|gz)$/, '');
    const key = `${page} ${mtimeMs}`;
    // No page may frame the desk: it could lead a member of staff to press a button of the desk unknowingly.
    const rules = { frameAncestors: DESK_PAGE.test(page) ? [] : frameAncestors, isSandbox };
    const policy = policies.get(key) ?? policyOfPage(readFileSync(page, 'utf8'), rules);
    policies.set(key, policy);
    return policy;
  };

  const setHeaders = (to: { setHeader: (name: string, value: string) => unknown }, path: string, stat: Stats): void => {
    const loaded = [APP, DESK, TOOLS].find(({ folder, files }) => path.startsWith(join(dist, folder, files)));
    to.setHeader('cache-control', loaded ? FOR_EVER : 'no-cache');
    // Without it, a cache on the way could send a compressed file to a browser that cannot read it.
    to.setHeader('vary', 'accept-encoding');
    const isPage = /\.html(\.(br|gz))?$/.test(path);
    if (isPage) to.setHeader(POLICY_HEADER, policyOf(path, stat));
    else if (!loaded || loaded === TOOLS) to.setHeader(POLICY_HEADER, WORKER_POLICY);
    if (isPage && CAMERA_PAGES.test(path)) to.setHeader(FEATURES_HEADER, CAMERA_FEATURES);
    if (isPage && DESK_PAGE.test(path)) to.setHeader(FEATURES_HEADER, PASSKEY_FEATURES);
  };

  for (const { folder, files } of isSandbox ? [APP, DESK, TOOLS] : [APP, DESK]) {
    const root = join(dist, folder);
    // A deployment may contain only the borrower's pages.
    if (folder === DESK.folder && !existsSync(root)) continue;
    await app.register(fastifyStatic, {
      root: join(root, files),
      prefix: `/${files}/`,
      // Sends the `.br` file beside a file to browsers that accept it. Nothing is compressed on request.
      preCompressed: true,
      index: false,
      cacheControl: false,
      ...NEVER_CHECKED,
      decorateReply: folder === APP.folder,
      setHeaders,
      // Refuses files and folders that begin with a dot, also in a path with doubled slashes.
      allowedPath: (path) => path.split(/[\\/]+/).every((name) => !name.startsWith('.')),
    });
    // `index.html` is served at `/`, other pages under their names, scripts of the root folder under their file names.
    for (const file of existsSync(root) ? readdirSync(root).filter((name) => /\.(html|js)$/.test(name)) : [])
      app.get(`/${file.replace(/^index\.html$|\.html$/, '')}`, (request, to) =>
        file === INDEX && folder === APP.folder ? sendStartPage(request, to, root) : to.sendFile(file, root, CHECKED_AGAIN),
      );
  }

  const startPage = visitorHome && createStartPage(dist, visitorHome);

  /**
   * Sends the page as built if no home can be rendered, because that page works too, and to the worker that keeps a borrower's
   * page: the figures of a visitor are true for a day only.
   */
  async function sendStartPage(request: FastifyRequest, to: FastifyReply, root: string): Promise<FastifyReply> {
    if (request.headers[PLAIN_PAGE.name] === PLAIN_PAGE.value) return to.sendFile(INDEX, root, CHECKED_AGAIN);
    const page = await startPage?.().catch((error: unknown) => {
      request.log.error(describeError(error), "a visitor's home could not be drawn");
      return null;
    });
    if (!page) return to.sendFile(INDEX, root, CHECKED_AGAIN);
    const path = join(root, INDEX);
    setHeaders(to.raw, path, statSync(path));
    void to.header('etag', page.tag).type('text/html; charset=utf-8');
    if (request.headers['if-none-match']?.includes(page.tag)) return to.code(304).send();
    if (!TAKES_BROTLI.test(request.headers['accept-encoding'] ?? '')) return to.send(page.html);
    return to.header('content-encoding', 'br').send(page.compressed);
  }
};
