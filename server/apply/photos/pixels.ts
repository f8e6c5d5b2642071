/** Photos as grey pixels. */
import sharp from 'sharp';

/** One byte per pixel, row by row; 0 is black. */
export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The element at a position that is inside the array. @throws RangeError outside of it. */
export function elementAt(array: ArrayLike<number>, index: number): number {
  const element = array[index];
  if (element === undefined) throw new RangeError(`no element ${index} in an array of ${array.length}`);
  return element;
}

/** A small file can claim to be a picture of any size; more pixels than this are not unpacked. */
const MAX_PIXELS = 50_000_000;

/** First byte of every JPEG. */
const JPEG_BEGINS = 0xff;

/**
 * Decodes a photo, turns it upright by its EXIF orientation, and scales it to this longer side in pixels.
 * Runs outside the event loop.
 * @returns null when the bytes cannot be unpacked, or to more pixels than a camera makes. A JPEG whose pixels end
 * early is no photo either: the decoder only warns and fills the rest with grey.
 */
export async function unpack(bytes: Buffer, longest: number): Promise<Grey | null> {
  const failOn = bytes[0] === JPEG_BEGINS ? 'warning' : 'error';
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize({ width: longest, height: longest, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, pixels: data };
  } catch {
    return null;
  }
}

/** @param degrees clockwise; the corners that appear are grey. */
export async function turn({ width, height, pixels }: Grey, degrees: number): Promise<Grey> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#808080' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** The same picture in another size. */
export async function scale({ width, height, pixels }: Grey, longest: number): Promise<Grey> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: longest, height: longest, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Binary PGM, the plainest format the text recognition takes. */
export const toPgm = ({ width, height, pixels }: Grey): Buffer => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
