/** Makes a camera's photo small enough for a slow link, before it is sent. */
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { HEAD_BYTES, pictureKindOf, type PictureKind } from './pictureKind.ts';
import { LIMITS } from '#src/market/limits.ts';

export interface Size {
  width: number;
  height: number;
}

/** The size with the same proportions whose longer side is at most `longest`; never larger than the original. */
export const fitInside = ({ width, height }: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const unreadable: Problem = { code: LOCAL.photoUnreadable, message: '' };

/** Kinds that no camera makes. Browsers can draw some of them, so decoding alone would not refuse them. */
const NO_PHOTOS: readonly (PictureKind | null)[] = ['gif', 'svg', 'pdf'];

/** Decodes with `<img>`, which applies the orientation stored by the camera; `createImageBitmap` of old web views does not. */
const decode = (bytes: Blob): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const url = URL.createObjectURL(bytes);
    const image = new Image();
    const settle = (end: () => void) => () => {
      URL.revokeObjectURL(url);
      end();
    };
    image.addEventListener(
      'load',
      settle(() => resolve(image)),
    );
    image.addEventListener(
      'error',
      settle(() => reject(unreadable)),
    );
    image.src = url;
  });

/**
 * @returns a JPEG of at most 1600 px on its longer side.
 * @throws {Problem} `photoUnreadable` for a kind that no camera makes, and for a file that this phone cannot decode.
 */
export async function shrinkPhoto(bytes: Blob): Promise<Blob> {
  const kind = pictureKindOf(new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer()));
  if (NO_PHOTOS.includes(kind)) throw unreadable;
  const image = await decode(bytes);
  const { width, height } = fitInside({ width: image.naturalWidth, height: image.naturalHeight }, LIMITS.photo.longestSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen || image.naturalWidth === 0) throw unreadable;
  pen.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((jpeg) => (jpeg ? resolve(jpeg) : reject(unreadable)), 'image/jpeg', LIMITS.photo.quality);
  });
}
