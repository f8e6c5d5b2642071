/** Whether two photos are one picture, whatever was done to its size, its quality and its sides. */
import { scaleTo, type Grey } from '#server/apply/photos/pixels.ts';

/** Pixels of either side of the compared pictures: enough for a face, too few for noise. */
const SIDE = 32;
/** Two photos of one person stay below: a head that moves, or a hand that holds the phone, changes the picture. */
const ONE_PICTURE = 0.985;

/** Whether one is the other, mirrored or not. @param a and `b`: bytes of pictures that `server/pictures` encoded. */
export async function isCopy(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([scaleTo(a, SIDE), scaleTo(b, SIDE)]);
  return Math.max(correlation(one, other), correlation(one, mirrored(other))) >= ONE_PICTURE;
}

const mirrored = ({ width, height, pixels }: Grey): Grey => ({
  width,
  height,
  pixels: pixels.map((_, at) => pixels[at - (at % width) + (width - 1 - (at % width))] ?? 0),
});

/** 1: the same but for brightness and contrast, 0: nothing in common. */
function correlation({ pixels: a }: Grey, { pixels: b }: Grey): number {
  const mean = (pixels: Uint8Array): number => pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, ofA, ofB] = [0, 0, 0];
  a.forEach((pixel, at) => {
    const [x, y] = [pixel - meanA, (b[at] ?? 0) - meanB];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  });
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB);
}
