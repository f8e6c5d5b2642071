/**
 * `npm run pictures` takes the pictures of the README, and those of docs/inspector.md from the built page. `--screens` takes
 * only the former, `--inspector` only the latter, or those of them that are named.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launch } from '../support/chromium.ts';
import { takeScreenPictures } from '../storyboard/screenPictures.ts';
import { startLender } from '../support/testLender.ts';
import { storedRecordings } from '../recording/journeys/storedRecordings.ts';
import { generatePopulation } from './population/generatePopulation.ts';

const FOLDER = fileURLToPath(new URL('../../docs/inspector', import.meta.url));
const DESK = { width: 1440, height: 900 };

interface Picture {
  name: string;
  /** Recording and step, as in the page's address. */
  at: string;
  viewport?: { width: number; height: number };
  prepare?: (page: Page) => Promise<void>;
  /** false: the picture shows no phone. */
  hasPhone?: boolean;
}

/** Journeys of the population in the pictures. */
const POPULATION = 800;

async function openPopulation(page: Page): Promise<void> {
  const first = (await storedRecordings()).find(({ id }) => id === 'first-loan');
  if (!first) throw new Error('docs/recordings has no first-loan');
  const made = generatePopulation(first.recording, { count: POPULATION, seed: 1, until: Date.UTC(2026, 2, 31) });
  // A file is opened by its path: sending its content through Playwright would exceed the timeout.
  const folder = await mkdtemp(join(tmpdir(), 'population-'));
  const file = join(folder, 'lender.jsonl');
  await writeFile(file, [...made].map((recording) => JSON.stringify(recording)).join('\n'));
  await page.getByRole('button', { name: 'Population', exact: true }).click();
  await page.getByLabel('Recordings to open').setInputFiles(file);
  await page.locator('.flow').first().waitFor({ state: 'attached' });
  await rm(folder, { recursive: true });
}

const PICTURES: readonly Picture[] = [
  { name: 'page', at: 'first-loan/29' },
  {
    name: 'stuck',
    at: 'photo-given-up/29',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Photos of your ID, / }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Recordings that pass through' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'compare',
    at: 'photo-unreadable/29',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'another recording' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare with' });
      await dialog.getByRole('searchbox').fill('gives up');
      await dialog.getByRole('button', { name: /Gives up/ }).click();
      await page.getByRole('button', { name: 'Go there' }).click();
    },
  },
  {
    name: 'recordings',
    at: 'first-loan/0',
    prepare: async (page) => {
      await page.locator('.chip--name').click();
      const dialog = page.getByRole('dialog', { name: 'Recordings' });
      await dialog.getByRole('searchbox').fill('photo');
      await dialog.getByText(/still being read/).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'order',
    at: 'first-loan/61',
    prepare: (page) => page.getByRole('button', { name: 'Order', exact: true }).click(),
  },
  { name: 'small', at: 'overdue-then-paid/9', viewport: { width: 1024, height: 768 } },
  {
    name: 'population',
    at: 'first-loan/0',
    hasPhone: false,
    prepare: async (page) => {
      await openPopulation(page);
      await page.getByRole('button', { name: /^Personal information: / }).press('Enter');
    },
  },
  {
    name: 'questions',
    at: 'first-loan/0',
    hasPhone: false,
    prepare: async (page) => {
      await openPopulation(page);
      await page.getByRole('button', { name: 'Questions', exact: true }).click();
    },
  },
];

if (!process.argv.includes('--inspector')) await takeScreenPictures(console.log);
if (!process.argv.includes('--screens')) await takeInspectorPictures();

async function takeInspectorPictures(): Promise<void> {
  const names = process.argv.slice(2).filter((one) => !one.startsWith('--'));
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  const [browser, lender] = await Promise.all([launch(), startLender({ pages: true, reads: true })]);
  try {
    await mkdir(FOLDER, { recursive: true });
    for (const { name, at, viewport = DESK, prepare, hasPhone = true } of PICTURES.filter((one) => isWanted(one.name))) {
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
      await page.goto(`${lender.url}/inspector#${at}`);
      await page.locator('.node.active').waitFor();
      const [, step = ''] = at.split('/');
      await page.getByText(new RegExp(`^Event ${step} of`)).waitFor();
      await page.waitForLoadState('networkidle');
      await prepare?.(page);
      if (hasPhone) await page.frameLocator('.device iframe').locator('h1').first().waitFor();
      await page.mouse.move(0, 0);
      // 128 colours are enough for flat drawings, and save two thirds of the bytes in the repository.
      await sharp(await page.screenshot({ animations: 'disabled' }))
        .png({ palette: true, colours: 128, compressionLevel: 9 })
        .toFile(`${FOLDER}/${name}.png`);
      await page.close();
      console.log(`docs/inspector/${name}.png`);
    }
  } finally {
    await browser.close();
    await lender.stop();
  }
}
