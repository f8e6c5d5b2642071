/** The built pages: `dist/index.html` at `/`, every other page under its name, assets for ever. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

/** Names of built files carry a hash of their content, so a copy never goes stale. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Pages for owners and testers, not served in production. */
const TOOL_PAGES: readonly string[] = ['sandbox.html', 'inspector.html'];

interface Options {
  dist: string;
  /** Whether the tools are served beside the application. */
  tools: boolean;
}

export const staticPages: FastifyPluginAsync<Options> = async (app, { dist, tools }) => {
  const isServed = (name: string): boolean => tools || !TOOL_PAGES.includes(name.replace(/\.(br|gz)$/, ''));
  await app.register(fastifyStatic, {
    root: dist,
    // `.br` beside a file is sent where the browser accepts it; nothing is compressed on request.
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['.vite/**'],
    setHeaders(to, path) {
      to.setHeader('cache-control', path.startsWith(join(dist, 'assets')) ? FOR_EVER : 'no-cache');
      to.setHeader('x-content-type-options', 'nosniff');
    },
    // No file and no folder that begins with a dot, however many slashes the path has.
    allowedPath: (path) => path.split(/[\\/]+/).every((name) => !name.startsWith('.') && isServed(name)),
  });
  for (const file of existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.html') && isServed(name)) : []) {
    const name = file === 'index.html' ? '' : file.slice(0, -'.html'.length);
    app.get(`/${name}`, (_request, to) => to.sendFile(file));
  }
};
