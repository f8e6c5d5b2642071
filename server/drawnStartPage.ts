/**
 * The borrower's page with a visitor's home in it: drawn by the built file of the app itself (`src/app/startPage.tsx`) from
 * the answer that the call for home gets. A phone shows it before the first script has arrived.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { nairobiDate } from '#machines/model/calendar.ts';
import { LANGUAGES, type Language } from '#machines/model/device.ts';
import type { HomeData } from '#machines/model/order.ts';

const compress = promisify(brotliCompress);

/** What the built file exports. */
interface Drawing {
  pageWithHomes: (page: string, homeIn: (language: Language) => HomeData) => string;
}

export interface StartPage {
  html: string;
  /** The same, brotli. */
  compressed: Buffer;
  /** Changes with the content. */
  tag: string;
}

/** The lender's answer to a visitor. */
export type VisitorHome = (language: Language) => Promise<HomeData>;

/**
 * @param dist folder of the build. @param homeOf what the call for home answers to a visitor.
 * @returns the page of now; it is drawn again when a figure, the day or the build has changed. null: this build has none.
 */
export function createStartPage(dist: string, homeOf: VisitorHome): () => Promise<StartPage | null> {
  const file = join(dist, 'app', 'index.html');
  const drawing = join(dist, 'page', 'startPage.js');
  let last: { key: string; page: Promise<StartPage> } | null = null;

  async function drawPage(built: number, homes: ReadonlyMap<Language, HomeData>): Promise<StartPage> {
    const { pageWithHomes } = (await import(`${pathToFileURL(drawing).href}?${built}`)) as Drawing;
    const html = pageWithHomes(readFileSync(file, 'utf8'), (language) => homes.get(language) as HomeData);
    return { html, compressed: await compress(html), tag: `"${createHash('sha256').update(html).digest('base64url')}"` };
  }

  return async () => {
    if (!existsSync(drawing) || !existsSync(file)) return null;
    const homes = new Map<Language, HomeData>();
    for (const language of LANGUAGES) homes.set(language, await homeOf(language));
    const built = statSync(file).mtimeMs;
    // A page says the day of the answer and not its moment.
    const said = [...homes.values()].map(({ serverTime, ...figures }) => [nairobiDate(serverTime), figures]);
    const key = JSON.stringify([built, said]);
    if (last?.key !== key) {
      const made = { key, page: drawPage(built, homes) };
      made.page.catch(() => {
        if (last === made) last = null;
      });
      last = made;
    }
    return last.page;
  };
}
