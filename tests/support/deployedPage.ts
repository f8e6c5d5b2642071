/** The built page in a folder of its own, below a path of a static server, beside a proxy to a back end. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeSettings, pageHeaders, type Change } from '../../scripts/lib/changePageSettings.ts';
import { startStaticServer as start, type StaticOptions as Options } from '../../scripts/lib/staticServer.ts';
import { TEMPORARY_ROOT } from './temporaryRoot.ts';

const BUILT = fileURLToPath(new URL('../../dist/app', import.meta.url));

export interface StaticServer {
  origin: string;
  /** Copy of the build that it serves. */
  folder: string;
  /** As a deployment does it; the next request has them. */
  change: (settings: Change) => void;
  stop: () => Promise<void>;
}

export interface StaticOptions extends Pick<Options, 'proxy'> {
  /** Below which the page is: `/loan/`. */
  at: string;
}

export async function startStaticServer({ at, proxy }: StaticOptions): Promise<StaticServer> {
  const root = mkdtempSync(join(TEMPORARY_ROOT, 'static-'));
  const folder = join(root, at);
  cpSync(BUILT, folder, { recursive: true });
  const server = await start({
    folder: root,
    headersOf: (path) => (path.endsWith('/index.html') ? pageHeaders(folder) : []),
    ...(proxy ? { proxy } : {}),
  });
  return {
    origin: server.origin,
    folder,
    change: (settings) => void changeSettings(folder, settings),
    async stop() {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
