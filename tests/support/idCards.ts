/**
 * Photos of identity cards and of other things, drawn without a browser: clean, tilted, blurred, dark. The journeys use the clean
 * ones. The card belongs to Amina of `borrowerSteps.ts`.
 */
import sharp from 'sharp';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { Api } from '#src/api/client.ts';
import type { IdCard } from '#server/apply/reader/photoReader.ts';
import { specimens } from '#server/simulation/specimens/specimen.ts';
import { picture, selfie, toJpeg, waves, words } from '#server/simulation/specimens/svg.ts';

export const aminasCard: IdCard = { number: '12345678', name: 'AMINA WANJIKU', birthday: '1992-03-15' };

/** A clean JPEG of each side. */
export const idFront = (card: IdCard = aminasCard): Promise<Buffer> => specimens.front(card);
export const idBack = (card: IdCard = aminasCard): Promise<Buffer> => specimens.back(card);
export const facePhoto = (): Promise<Buffer> => specimens.face();
/** The same person with the head turned to their own left or right. */
export const turnedFacePhoto = (turn: FaceTurn): Promise<Buffer> => specimens[`face-${turn}`]();
export const strangersFace = (): Promise<Buffer> => toJpeg(selfie('stranger'));

/** Files as a file chooser returns them, by the screen's name of the side. */
export async function photoFile(
  side: 'Front of ID' | 'Back of ID' | 'Your face',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  switch (side) {
    case 'Front of ID':
      return { name: 'front.jpeg', mimeType: 'image/jpeg', buffer: await idFront() };
    case 'Back of ID':
      return { name: 'back.png', mimeType: 'image/png', buffer: await asPng(await idBack()) };
    case 'Your face':
      return { name: 'face.jpeg', mimeType: 'image/jpeg', buffer: await facePhoto() };
  }
}

export const asPng = (photo: Buffer): Promise<Buffer> => sharp(photo).png().toBuffer();

/** @param degrees clockwise. */
export const tilted = (photo: Buffer, degrees: number): Promise<Buffer> =>
  sharp(photo).rotate(degrees, { background: '#3d342c' }).jpeg({ quality: 85 }).toBuffer();

/** @param sigma of the blur, in pixels of the photo. */
export const blurred = (photo: Buffer, sigma: number): Promise<Buffer> => sharp(photo).blur(sigma).jpeg({ quality: 85 }).toBuffer();

/** The photo of a cheap camera in a dim room. */
export const dim = (photo: Buffer): Promise<Buffer> => sharp(photo).linear(0.45, 6).blur(0.8).resize(1000).jpeg({ quality: 55 }).toBuffer();

/** Covers a part, as a thumb would. @param box left, top, width and height as parts of the photo. */
export async function covered(photo: Buffer, [left, top, width, height]: readonly [number, number, number, number]): Promise<Buffer> {
  const { width: all, height: tall } = await sharp(photo).metadata();
  const thumb = await sharp({
    create: { width: Math.round(all * width), height: Math.round(tall * height), channels: 3, background: '#8a5739' },
  })
    .png()
    .toBuffer();
  return sharp(photo)
    .composite([{ input: thumb, left: Math.round(all * left), top: Math.round(tall * top) }])
    .jpeg()
    .toBuffer();
}

/** A dark picture without content, such as of a covered lens. */
export const blank = (): Promise<Buffer> => toJpeg(picture(1200, 800, '<rect width="1200" height="800" fill="#2a2825"/>'));

/** The noise that a sensor amplifies without light. It is the same in every run. */
export async function noise(): Promise<Buffer> {
  let seed = 7;
  const pixels = Uint8Array.from({ length: 480 * 320 * 3 }, () => (seed = (seed * 16_807) % 2_147_483_647) % 256);
  return sharp(pixels, { raw: { width: 480, height: 320, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** A white sheet with a black bar, sharp and full of contrast. */
export const blackBar = (): Promise<Buffer> =>
  toJpeg(picture(1200, 800, '<rect width="1200" height="800" fill="#f2f0ea"/><rect y="260" width="1200" height="180" fill="#121212"/>'));

/** A wall of bricks. */
export const wall = (): Promise<Buffer> => {
  const brick = (row: number, column: number): string =>
    `<rect x="${column * 130 - (row % 2) * 65}" y="${row * 58}" width="122" height="50" fill="${(row + column) % 3 === 0 ? '#9c5a43' : '#a9674e'}"/>`;
  const bricks = Array.from({ length: 20 }, (_, row) => Array.from({ length: 8 }, (__, column) => brick(row, column)).join('')).join('');
  return toJpeg(picture(900, 1140, `<rect width="900" height="1140" fill="#cfc6b8"/>${bricks}`));
};

const page = (ground: string, lines: readonly string[], size: number): Promise<Buffer> =>
  toJpeg(
    picture(
      1500,
      980,
      `<rect width="1500" height="980" fill="${ground}"/>${waves(60, 60, 1380, 860, '#d9d2c4')}
       ${lines.map((line, row) => words(120, 150 + row * (size + 26), size, line)).join('')}`,
    ),
  );

/** The newer card, which has other labels. */
export const maishaFront = ({ number, birthday }: IdCard, surname: string, given: string): Promise<Buffer> =>
  page(
    '#e9eee4',
    [
      'Republic of Kenya',
      'National identity card',
      'Surname',
      surname,
      'Given name',
      given,
      'Date of birth',
      birthday.split('-').toReversed().join('.'),
      'ID number',
      number,
      'Date of expiry',
      '01.02.2034',
    ],
    44,
  );

/** A driving licence of Kenya, which also has a name, a number and a birthday. */
export const drivingLicence = ({ number, name, birthday }: IdCard = aminasCard): Promise<Buffer> =>
  page(
    '#f0e6e0',
    [
      'Republic of Kenya',
      'Driving licence',
      'Full names',
      name,
      'ID number',
      number,
      'Date of birth',
      birthday.split('-').toReversed().join('.'),
    ],
    56,
  );

export const receipt = (): Promise<Buffer> =>
  page('#faf8f2', ['Naivas supermarket', 'Moi avenue, Nairobi', 'Maize flour 2 KG', 'Total 230.00', 'Cash 500.00', 'Thank you'], 60);

/** Sends the photo of the face, and the turned one if the lender asks for it. @param photo of the face. */
export async function sendFace(phone: Pick<Api, 'call'>, orderNo: string, photo?: Buffer): Promise<void> {
  const file = (bytes: Buffer) => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });
  const { turn } = await phone.call('saveFaceImage', { orderNo }, file(photo ?? (await facePhoto())));
  if (turn) await phone.call('saveFaceImage', { orderNo, turn }, file(await turnedFacePhoto(turn)));
}
