/**
 * The borrower's page, with the home of a visitor already rendered in its HTML. The app's own code (`src/app/startPage.tsx`,
 * built) renders it from the lender's answer for home. A phone shows it before the first script has arrived.
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

/** The exports of the built file. */
interface Drawing {
  pageWithHomes: (page: string, homeIn: (language: Language) => HomeData) => string;
}

export interface StartPage {
  html: string;
  /** The HTML compressed with brotli. */
  compressed: Buffer;
  /** The ETag: it changes with the content. */
  tag: string;
}

/** The lender's answer to a visitor. */
export type VisitorHome = (language: Language) => Promise<HomeData>;

/**
 * @param dist folder of the build. @param homeOf returns the home of a visitor.
 * @returns a function that returns the current page. The page is rendered again when a figure, the day or the build has
 * changed. null: the build has no such page.
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
    // The page depends on the day of the answer but not on its time, which would make every page a new one.
    const figuresOfDay = [...homes.values()].map(({ serverTime, ...figures }) => [nairobiDate(serverTime), figures]);
    const key = JSON.stringify([built, figuresOfDay]);
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
