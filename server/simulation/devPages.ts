/**
 * Pages of `npm run dev`: Vite serves them on the lender's own port, with hot reload. Scripts and styles change with every save,
 * so the policy of a page has a nonce instead of hashes.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { LogLevel } from 'vite';
import {
  CAMERA_FEATURES,
  FEATURES_HEADER,
  PASSKEY_FEATURES,
  pagePolicy,
  POLICY_HEADER,
  WORKER_POLICY,
} from '#server/wire/securityHeaders.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Placeholder of the nonce, which Vite writes into every script and style. */
const NONCE = 'nonce-of-this-page';

/** The file of a page: `index.html` for `/`, `sandbox.html` for `/sandbox`. */
const pageOf = (path: string): string | null => {
  const name = /^\/([a-z-]*)$/.exec(path)?.[1];
  return name === undefined ? null : `${name || 'index'}.html`;
};

export async function devPages(app: FastifyInstance, logLevel: LogLevel = 'info'): Promise<void> {
  // Imported here, because a server of the built pages must not load Vite.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    base: '/',
    appType: 'custom',
    logLevel,
    html: { cspNonce: NONCE },
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());

  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0] ?? '/';
    if (/^\/(api|cou|rail|(sandbox|desk)\/api|daraja)(\/|$)/.test(path)) return done();
    const page = pageOf(path);
    reply.hijack();
    if (page !== null) {
      const show = async (): Promise<void> => {
        const html = await vite.transformIndexHtml(path, await readFile(`${ROOT}${page}`, 'utf8'));
        const nonce = randomBytes(16).toString('base64');
        const sources = [`'nonce-${nonce}'`];
        reply.raw.setHeader('content-type', 'text/html; charset=utf-8');
        reply.raw.setHeader(FEATURES_HEADER, page === 'desk.html' ? PASSKEY_FEATURES : CAMERA_FEATURES);
        reply.raw.setHeader(POLICY_HEADER, pagePolicy({ scripts: sources, styles: sources, frameAncestors: [], isSandbox: true }));
        reply.raw.end(html.replaceAll(NONCE, nonce));
      };
      show().catch((error: unknown) => {
        reply.raw.statusCode = 404;
        reply.raw.end(error instanceof Error ? error.message : String(error));
      });
      return;
    }
    reply.raw.setHeader(POLICY_HEADER, WORKER_POLICY);
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
}
