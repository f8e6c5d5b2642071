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
  /** Folder with the served copy of the build. */
  folder: string;
  /** Changes the settings of the page, as a deployment does. The next request gets them. */
  change: (settings: Change) => void;
  stop: () => Promise<void>;
}

export interface StaticOptions extends Pick<Options, 'proxy'> {
  /** Path below which the page is served: `/loan/`. */
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
