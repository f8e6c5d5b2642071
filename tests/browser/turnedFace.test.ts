/** The two photos of the face with the camera of the page, on the built app and against the real lender with its models. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shillings } from '#machines/model/money.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { ShellSession } from '#src/bridge/messages.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { cameraFlags, launch } from '#tests/support/chromium.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { facePhoto, idBack, idFront, turnedFacePhoto } from '#tests/support/idCards.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { openWebView, type WebView } from './webViewFixture.ts';

const MOBILE = '254712345678';
const PHOTOS = '#/auth/id_card_authentication';
const FRAMES_PER_SECOND = 30;
const TURN_FRAMES = 12;

let lender: TestLender;
let phone: Phone;
let orderNo: string;
let session: ShellSession;

const file = (bytes: Buffer) => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });

beforeAll(async () => {
  lender = await startLender({ pages: true, reads: true });
  phone = lender.phone();
  await phone.signIn(MOBILE);
  ({ orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 }));
  await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  await phone.call('uploadIdFront', { orderNo }, file(await idFront()));
  await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
  const { basicInfo } = await phone.call('getUserInfo', {});
  session = { token: phone.token ?? '', userId: basicInfo.userId, mobile: basicInfo.mobile };
});
afterAll(async () => {
  await lender.stop();
  removeTemporaryFolders();
});

/** A frame of an upright phone camera, not mirrored, cut so that the head fills the oval. */
const frame = (photo: Buffer): Promise<Buffer> =>
  sharp(photo).extract({ left: 130, top: 120, width: 640, height: 811 }).resize(720, 912).jpeg({ quality: 80 }).toBuffer();

/** A head that looks straight for three seconds, then turns and stays turned; null: only looks straight. @returns the file. */
async function video(turn: FaceTurn | null): Promise<string> {
  const straight = await frame(await facePhoto());
  const frames = Array.from({ length: 3 * FRAMES_PER_SECOND }, () => straight);
  if (turn) {
    const turned = await frame(await turnedFacePhoto(turn));
    for (let i = 1; i < TURN_FRAMES; i++) {
      const veil = await sharp(turned)
        .ensureAlpha(i / TURN_FRAMES)
        .png()
        .toBuffer();
      frames.push(
        await sharp(straight)
          .composite([{ input: veil }])
          .jpeg({ quality: 80 })
          .toBuffer(),
      );
    }
    for (let i = 0; i < 8 * FRAMES_PER_SECOND; i++) frames.push(turned);
  }
  const path = join(temporaryFolder(), 'camera.mjpeg');
  writeFileSync(path, Buffer.concat(frames));
  return path;
}

/** Runs `act` in an app whose camera shows this video. Closes both. */
async function withCamera(turn: FaceTurn | null, act: (view: WebView) => Promise<void>): Promise<void> {
  const browser = await launch(cameraFlags(await video(turn)));
  try {
    const view = await openWebView(browser, lender.url, { hash: PHOTOS, shell: { session } });
    await view.heading('Photos of your ID');
    await act(view);
    expect(view.errors).toEqual([]);
  } finally {
    await browser.close();
  }
}

const order = async () => (await phone.call('latestOrder', {})).order;

describe('face before the camera of the page', () => {
  it('camera of the page, pressed, then the face turned as asked: the second photo takes itself, and the lender recognises both', async () => {
    await withCamera(null, async ({ page }) => {
      await page.getByRole('button', { name: 'Photograph your face' }).click();
      const finder = page.getByRole('dialog', { name: 'Your face' });
      await finder.getByText('Good. Press the button').waitFor();
      await finder.getByRole('button', { name: 'Take the photo' }).click();
      await page.getByRole('button', { name: /^Turn (left|right) and take the photo$/ }).waitFor();
    });
    const turn = (await order())?.faceTurn;
    if (!turn) throw new Error('no turn is asked for');

    // The app was closed in between. It continues with the turned photo.
    await withCamera(turn, async ({ page }) => {
      await page.getByText(`turn your head to your ${turn}`).waitFor();
      await page.getByRole('button', { name: `Turn ${turn} and take the photo` }).click();
      const finder = page.getByRole('dialog', { name: 'Your face' });
      await finder.getByText(`Turn your head slowly to your ${turn}`).waitFor();
      // The arrow points to the borrower's own left or right, as a mirror would show it.
      const [arrow, oval] = [await finder.locator('video ~ svg').boundingBox(), await finder.locator('video').boundingBox()];
      const isLeft = (arrow?.x ?? 0) + (arrow?.width ?? 0) / 2 < (oval?.x ?? 0) + (oval?.width ?? 0) / 2;
      expect(isLeft ? 'left' : 'right').toBe(turn);
      await finder.waitFor({ state: 'detached' });
      await page.getByText('Matches the portrait on your ID').waitFor();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
    });
    expect(await order()).toMatchObject({ photos: { face: true }, faceTurn: null });
    expect((await phone.call('readIdCard', { orderNo })).face).toEqual({ is: 'recognised' });
  });
});
