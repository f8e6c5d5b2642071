/** Makes a camera's photo small enough for a slow link, before it is sent. */
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { HEAD_BYTES, pictureKindOf, type PictureKind } from './pictureKind.ts';
import { LIMITS } from '#src/market/limits.ts';

export interface Size {
  width: number;
  height: number;
}

/** The size with the same proportions whose longer side is at most `longest`; never larger than it was. */
export const fitInside = ({ width, height }: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const unreadable: Problem = { code: LOCAL.photoUnreadable, message: '' };

/** Drawings and documents: browsers draw some of them, and no camera takes them. */
const NO_PHOTOS: readonly (PictureKind | null)[] = ['gif', 'svg', 'pdf'];

/** The decoder of `<img>` turns the photo upright by what the camera noted; `createImageBitmap` of old web views does not. */
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
 * @throws {Problem} `photoUnreadable` for a kind of file that no camera takes, and for what is no whole picture that this phone opens.
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
