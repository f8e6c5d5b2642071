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

/**
 * Decodes a photo, and scales it to this longer side in pixels. Runs outside the event loop.
 * @param clean bytes of a picture that `server/pictures` encoded.
 */
export async function unpack(clean: Buffer, longest: number): Promise<Grey> {
  const { data, info } = await sharp(clean)
    .greyscale()
    .resize({ width: longest, height: longest, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** A photo as a square of this side, whatever its proportions. @param clean as above. */
export async function scaleTo(clean: Buffer, side: number): Promise<Grey> {
  const pixels = await sharp(clean).resize({ width: side, height: side, fit: 'fill' }).greyscale().raw().toBuffer();
  return { width: side, height: side, pixels };
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
