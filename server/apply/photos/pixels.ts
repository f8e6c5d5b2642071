/** Photos as grey pixels. */
import sharp from 'sharp';

/** One byte per pixel, row by row; 0 is black. */
export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The element at a position in the array. @throws RangeError for a position outside of the array. */
export function elementAt(array: ArrayLike<number>, index: number): number {
  const element = array[index];
  if (element === undefined) throw new RangeError(`no element ${index} in an array of ${array.length}`);
  return element;
}

/**
 * Decodes a photo and scales it, in a thread of the library.
 * @param clean bytes of a picture that `server/pictures` encoded. @param longest pixels of the longer side.
 */
export async function unpack(clean: Buffer, longest: number): Promise<Grey> {
  const { data, info } = await sharp(clean)
    .greyscale()
    .resize({ width: longest, height: longest, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Scales a photo to a square, and so changes its proportions. @param clean as for {@link unpack}. @param side pixels. */
export async function scaleTo(clean: Buffer, side: number): Promise<Grey> {
  const pixels = await sharp(clean).resize({ width: side, height: side, fit: 'fill' }).greyscale().raw().toBuffer();
  return { width: side, height: side, pixels };
}

/** Turns a picture. The new corners are grey. @param degrees clockwise. */
export async function turn({ width, height, pixels }: Grey, degrees: number): Promise<Grey> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#808080' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Scales a picture. @param longest pixels of the longer side. */
export async function scale({ width, height, pixels }: Grey, longest: number): Promise<Grey> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: longest, height: longest, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Encodes as binary PGM, the simplest format that the text recognition accepts. */
export const toPgm = ({ width, height, pixels }: Grey): Buffer => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
