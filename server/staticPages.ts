/**
 * The built pages, from the folders that the build writes: `app` holds what a borrower gets and nothing else, `desk` the
 * staff's page, `tools` the pages of the sandbox. In production the last is not read at all.
 */
import { existsSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createStartPage, type VisitorHome } from './drawnStartPage.ts';
import { describeError } from './wire/logging.ts';
import { CAMERA_FEATURES, FEATURES_HEADER, PASSKEY_FEATURES, policyOfPage, POLICY_HEADER, SCRIPT_POLICY } from './wire/securityHeaders.ts';

/** Names of built files carry a hash of their content, so a copy never goes stale. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Folders of the build: the files that its pages name are below these. */
const APP = { folder: 'app', files: 'assets' };
const DESK = { folder: 'desk', files: 'desk-files' };
const TOOLS = { folder: 'tools', files: 'tool-files' };

/** The borrower's page, at `/`. */
const INDEX = 'index.html';

/** The application, and the sandbox that frames it. */
const CAMERA_PAGES = /[\\/](index|sandbox)\.html(\.(br|gz))?$/;
/** The desk, whose staff sign in with passkeys. */
const DESK_PAGE = /[\\/]desk\.html(\.(br|gz))?$/;

interface Options {
  /** Folder of the build. */
  dist: string;
  isSandbox: boolean;
  /** Who may frame the pages, as sources of `frame-ancestors`. */
  frameAncestors: readonly string[];
  /** What the call for home answers to a visitor: the borrower's page has it in it. */
  visitorHome?: VisitorHome;
}

export const staticPages: FastifyPluginAsync<Options> = async (app, { dist, isSandbox, frameAncestors, visitorHome }) => {
  /** By file and time of change: a build may replace the pages of a running server. */
  const policies = new Map<string, string>();
  const policyOf = (path: string, { mtimeMs }: Stats): string => {
    const page = path.replace(/\.(br|gz)$/, '');
    const key = `${page} ${mtimeMs}`;
    // Who may frame the borrower's app may not frame the desk: a press in it would be done for somebody else.
    const rules = { frameAncestors: DESK_PAGE.test(page) ? [] : frameAncestors, isSandbox };
    const policy = policies.get(key) ?? policyOfPage(readFileSync(page, 'utf8'), rules);
    policies.set(key, policy);
    return policy;
  };

  const setHeaders = (to: { setHeader: (name: string, value: string) => unknown }, path: string, stat: Stats): void => {
    const isPage = /\.html(\.(br|gz))?$/.test(path);
    to.setHeader(POLICY_HEADER, isPage ? policyOf(path, stat) : SCRIPT_POLICY);
    if (isPage && CAMERA_PAGES.test(path)) to.setHeader(FEATURES_HEADER, CAMERA_FEATURES);
    if (isPage && DESK_PAGE.test(path)) to.setHeader(FEATURES_HEADER, PASSKEY_FEATURES);
    const isHashed = [APP, DESK, TOOLS].some(({ folder, files }) => path.startsWith(join(dist, folder, files)));
    to.setHeader('cache-control', isHashed ? FOR_EVER : 'no-cache');
  };

  for (const { folder, files } of isSandbox ? [APP, DESK, TOOLS] : [APP, DESK]) {
    const root = join(dist, folder);
    // A deployment of the borrower's pages alone has no desk.
    if (folder === DESK.folder && !existsSync(root)) continue;
    await app.register(fastifyStatic, {
      root: join(root, files),
      prefix: `/${files}/`,
      // `.br` beside a file is sent where the browser accepts it; nothing is compressed on request.
      preCompressed: true,
      index: false,
      cacheControl: false,
      decorateReply: folder === APP.folder,
      setHeaders,
      // No file and no folder that begins with a dot, however many slashes the path has.
      allowedPath: (path) => path.split(/[\\/]+/).every((name) => !name.startsWith('.')),
    });
    // `index.html` at `/`, another page under its name, a script that a page of the other folder names under its own.
    for (const file of existsSync(root) ? readdirSync(root).filter((name) => /\.(html|js)$/.test(name)) : [])
      app.get(`/${file.replace(/^index\.html$|\.html$/, '')}`, (request, to) =>
        file === INDEX && folder === APP.folder ? sendStartPage(request, to, root) : to.sendFile(file, root),
      );
  }

  const startPage = visitorHome && createStartPage(dist, visitorHome);

  /** The page as it was built where no home can be drawn: it is worth more than a refusal. */
  async function sendStartPage(request: FastifyRequest, to: FastifyReply, root: string): Promise<FastifyReply> {
    const page = await startPage?.().catch((error: unknown) => {
      request.log.error(describeError(error), "a visitor's home could not be drawn");
      return null;
    });
    if (!page) return to.sendFile(INDEX, root);
    const path = join(root, INDEX);
    setHeaders(to.raw, path, statSync(path));
    void to.header('etag', page.tag).header('vary', 'accept-encoding').type('text/html; charset=utf-8');
    if (request.headers['if-none-match']?.includes(page.tag)) return to.code(304).send();
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return to.send(page.html);
    return to.header('content-encoding', 'br').send(page.compressed);
  }
};
