/**
 * The built pages, from the folders that the build writes: `app` holds what a borrower gets and nothing else, `desk` the
 * staff's page, `tools` the pages of the sandbox. In production the last is not read at all.
 */
import { existsSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { CAMERA_FEATURES, FEATURES_HEADER, PASSKEY_FEATURES, policyOfPage, POLICY_HEADER, SCRIPT_POLICY } from './wire/securityHeaders.ts';

/** Names of built files carry a hash of their content, so a copy never goes stale. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Folders of the build: the files that its pages name are below these. */
const APP = { folder: 'app', files: 'assets' };
const DESK = { folder: 'desk', files: 'desk-files' };
const TOOLS = { folder: 'tools', files: 'tool-files' };

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
}

export const staticPages: FastifyPluginAsync<Options> = async (app, { dist, isSandbox, frameAncestors }) => {
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

  const setHeaders = (to: SetHeadersResponse, path: string, stat: Stats): void => {
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
      app.get(`/${file.replace(/^index\.html$|\.html$/, '')}`, (_request, to) => to.sendFile(file, root));
  }
};
