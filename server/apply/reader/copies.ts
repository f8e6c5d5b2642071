/** Recognises whether two photos are copies of one picture that differ in size, quality or mirroring. */
import { scaleTo, type Grey } from '#server/apply/photos/pixels.ts';

/** Width and height of the compared pictures in pixels: a face stays visible, noise disappears. */
const SIDE = 32;
/** Correlation from which two pictures are copies. Two photos of one person have less, because head and hand move. */
const ONE_PICTURE = 0.985;

/** Whether one picture is a copy of the other, mirrored or not. @param a and `b`: bytes that `server/pictures` encoded. */
export async function isCopy(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([scaleTo(a, SIDE), scaleTo(b, SIDE)]);
  return Math.max(correlation(one, other), correlation(one, mirrored(other))) >= ONE_PICTURE;
}

const mirrored = ({ width, height, pixels }: Grey): Grey => ({
  width,
  height,
  pixels: pixels.map((_, at) => pixels[at - (at % width) + (width - 1 - (at % width))] ?? 0),
});

/** Correlation of two pictures. 1: equal except for brightness and contrast, 0: nothing in common. */
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
