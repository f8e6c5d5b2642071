/** Fixture of the tests of the forms: one page of the gallery, on which an example runs with its actor. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { setGallery, type GalleryPages } from './galleryPages.ts';

export interface LivePage extends GalleryPages {
  readonly page: Page;
  start: (screen: string, example: string, language?: 'en' | 'es' | 'sw') => Promise<void>;
  /** Events that were sent to the chart since the start. */
  sent: () => Promise<JourneyEvent[]>;
  draft: (section: SectionName) => Promise<Values>;
  /** The id of the focused element. */
  focused: () => Promise<string>;
  button: (name: string | RegExp) => Locator;
  /** Presses keys one after the other. */
  press: (...keys: string[]) => Promise<void>;
}

/** Call it once at the top of a test file. No page may write an error while a test runs. */
export function setLivePage(): LivePage {
  const gallery = setGallery();
  let page: Page;
  beforeAll(async () => {
    page = await gallery.open();
  });

  return {
    ...gallery,
    get page() {
      return page;
    },
    start: (screen, example, language = 'en') =>
      page.evaluate(([a, b, c]) => window.live?.start(a, b, c), [screen, example, language] as const),
    sent: () => page.evaluate(() => window.live?.sent ?? []),
    draft: (section) => page.evaluate((name) => window.live?.context().drafts[name]?.values ?? {}, section),
    focused: () => page.evaluate(() => document.activeElement?.id ?? ''),
    button: (name) => page.getByRole('button', { name }),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}
