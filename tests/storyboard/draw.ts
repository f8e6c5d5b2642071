/** Draws every example and writes the page that shows them. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Language } from '#machines/context.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { screenFiles } from '../../scripts/build/screenFiles.ts';
import { axeComplaints } from '../support/axe.ts';
import { launch, PHONE } from '../support/chromium.ts';
import { derivedExamples } from '../support/derivedExamples.ts';
import { missingExamples } from '../support/examples.ts';
import { openGallery } from '../support/gallery.ts';
import { indexPage, type Look, type Picture } from './storyboardPage.ts';

const root = resolve(import.meta.dirname, '../..');

/** Number of pages that draw at the same time: one for each core of a small machine. */
const AT_ONCE = 2;

export interface StoryboardOptions {
  folder: string;
  languages: readonly Language[];
  looks: readonly Look[];
  /** Size of the text, 100 is usual. */
  percent: number;
  /** Name of the one screen to draw; all when undefined. */
  only: string | undefined;
  say: (line: string) => void;
}

export interface Storyboard {
  pictures: number;
  /** Findings of axe, each with its picture. */
  complaints: string[];
  /** Visible states that have no example. */
  missing: string[];
  /** Path of the page. */
  page: string;
}

const fileName = ({ screen, example, language, look }: Picture): string =>
  `${screen}-${example.replace(/\W+/g, '_')}-${language}-${look}.png`;

/** @returns examples by the folder of their screen. */
async function examplesOfEveryScreen(): Promise<Map<string, Record<string, JourneySnapshot>>> {
  const found = new Map<string, Record<string, JourneySnapshot>>();
  for (const folder of new Set(Object.values(screenFiles(root)).map(dirname))) {
    const file = join(root, folder, 'examples.ts');
    const own = existsSync(file) ? ((await import(file)) as { examples: Record<string, JourneySnapshot> }).examples : null;
    found.set(basename(folder), own ?? derivedExamples(basename(folder)));
  }
  return found;
}

/**
 * A picture of the whole page, however tall, because two states may differ only below the fold. A sheet stays at the foot of
 * the phone.
 */
export async function pictureOf(page: Page): Promise<Buffer> {
  const { width, height } = PHONE.viewport;
  const whole = await page.evaluate(() => (document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight));
  if (whole <= height) return page.screenshot();
  await page.setViewportSize({ width, height: whole });
  const picture = await page.screenshot();
  await page.setViewportSize({ width, height });
  return picture;
}

async function shoot(page: Page, picture: Picture, folder: string): Promise<string[]> {
  await page.evaluate(([screen, example, language, look]) => window.gallery?.show(screen, example, language, look), [
    picture.screen,
    picture.example,
    picture.language,
    picture.look,
  ] as const);
  const complaints = await axeComplaints(page);
  await writeFile(join(folder, 'pictures', fileName(picture)), await pictureOf(page));
  return complaints.map((complaint) => `${picture.screen} / ${picture.example} / ${picture.language} / ${picture.look}: ${complaint}`);
}

/**
 * Draws the pictures into `folder`, which is emptied before.
 * @throws Error when `only` names no screen, or a screen cannot draw one of its examples.
 */
export async function drawStoryboard({ folder, languages, looks, percent, only, say }: StoryboardOptions): Promise<Storyboard> {
  const examples = await examplesOfEveryScreen();
  if (only !== undefined && !examples.has(only)) throw new Error(`There is no screen "${only}".`);
  const missing = missingExamples(
    journeyMachine,
    [...examples.values()].flatMap((named) => Object.values(named)),
  );
  const pictures = [...examples]
    .filter(([screen]) => only === undefined || screen === only)
    .flatMap(([screen, named]) =>
      Object.entries(named).flatMap(([example, state]) =>
        languages.flatMap((language) =>
          looks.map((look): Picture => ({ screen, route: routeOf(state), example, language, look, state: JSON.stringify(state.value) })),
        ),
      ),
    );

  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'pictures'), { recursive: true });
  const [browser, gallery] = await Promise.all([launch(), openGallery()]);
  const complaints: string[] = [];
  try {
    const waiting = [...pictures];
    const drawRest = async (): Promise<void> => {
      const page = await (await browser.newContext({ ...PHONE, reducedMotion: 'reduce' })).newPage();
      await page.goto(gallery.url);
      await page.waitForFunction(() => window.gallery);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
      for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
        complaints.push(...(await shoot(page, picture, folder)));
        if (waiting.length % 50 === 0) say(`${pictures.length - waiting.length} of ${pictures.length}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, drawRest));
  } finally {
    await browser.close();
    await gallery.close();
  }
  const page = join(folder, 'index.html');
  await writeFile(
    page,
    indexPage(pictures, (picture) => `pictures/${fileName(picture)}`),
  );
  return { pictures: pictures.length, complaints, missing, page: resolve(page) };
}
