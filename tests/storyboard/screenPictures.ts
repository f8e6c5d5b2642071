/** The pictures of the README: ten screens as a borrower sees them, from the examples. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launch } from '../support/chromium.ts';
import { openGallery } from '../support/gallery.ts';
import type { Look } from './storyboardPage.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 };

const PICTURES: readonly (readonly [name: string, screen: string, example: string, look: Look])[] = [
  ['home', 'home', 'repaying', 'light'],
  ['amount', 'toBorrow', 'choosing', 'light'],
  ['sign-in', 'login', 'enteringMobile', 'light'],
  ['code', 'login', 'enteringCode', 'dark'],
  ['photos', 'idPhotos', 'front is clear', 'light'],
  ['waiting', 'reviewTips', 'assessing', 'dark'],
  ['offer', 'confirmBorrow', 'agreed', 'light'],
  ['repayment', 'repayDetail', 'choosing', 'light'],
  ['receipt', 'cashier', 'paidAll', 'dark'],
  ['records', 'records', 'empty', 'light'],
];

/** @param say is called with a line for each picture. */
export async function takeScreenPictures(say: (line: string) => void): Promise<void> {
  const [browser, gallery] = await Promise.all([launch(), openGallery('shipped')]);
  try {
    await mkdir(FOLDER, { recursive: true });
    const page = await browser.newPage({ ...PHONE, reducedMotion: 'reduce' });
    await page.goto(gallery.url);
    await page.waitForFunction(() => window.gallery);
    for (const [name, screen, example, look] of PICTURES) {
      await page.evaluate(([a, b, c]) => window.gallery?.show(a, b, 'en', c), [screen, example, look] as const);
      await sharp(await page.screenshot({ animations: 'disabled' }))
        .webp({ quality: 82, effort: 6 })
        .toFile(`${FOLDER}/${name}.webp`);
      say(`docs/pictures/${name}.webp`);
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}
