/** `npm run dev`: the pages come from Vite on the lender's own port, with hot reload over the same connection. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `/` and `/sandbox` are `index.html` and `sandbox.html`. */
const pageOf = (path: string): string | null => {
  const name = /^\/([a-z]*)$/.exec(path)?.[1];
  return name === undefined ? null : `${name || 'index'}.html`;
};

export async function devPages(app: FastifyInstance): Promise<void> {
  // Imported here: a server of the built pages never loads Vite.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    base: '/',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());

  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0] ?? '/';
    if (/^\/(api|cou|rail|sandbox\/api|daraja)(\/|$)/.test(path)) return done();
    const page = pageOf(path);
    reply.hijack();
    if (page !== null) {
      const show = async (): Promise<void> => {
        const html = await vite.transformIndexHtml(path, await readFile(`${ROOT}${page}`, 'utf8'));
        reply.raw.setHeader('content-type', 'text/html; charset=utf-8');
        reply.raw.end(html);
      };
      show().catch((error: unknown) => {
        reply.raw.statusCode = 404;
        reply.raw.end(error instanceof Error ? error.message : String(error));
      });
      return;
    }
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
}
