/**
 * Re-encodes every picture of a borrower as a new JPEG before any other code reads or stores it. Only the pixels of the first
 * frame are kept. Metadata, positions, profiles and additional bytes are removed.
 */
import sharp from 'sharp';
import { pictureKindOf, type PictureKind } from '#src/forms/pictureKind.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import { createTurns } from './inTurn.ts';

/** A picture that this module encoded: upright, sRGB, 8 bits, opaque, at most {@link LONGEST_SIDE} pixels long. */
export interface CleanPicture {
  bytes: Buffer;
  type: typeof PICTURE_TYPE;
  width: number;
  height: number;
}

export const PICTURE_TYPE = 'image/jpeg';

/** A larger picture is not decoded. The limit is needed because a small file may contain a very large picture. */
const MAX_PIXELS = 50_000_000;
/** Pixels. The app sends 1600. A larger picture does not improve text recognition. */
export const LONGEST_SIDE = 2400;
/** Keeps small print readable: with these values the specimens are read as before the re-encoding. */
const ENCODING = { quality: 90, chromaSubsampling: '4:4:4' } as const;
/** Seconds of decoding and encoding. The largest allowed picture takes about two. */
const MAX_SECONDS = 20;
/** Decoding the worst picture within {@link MAX_PIXELS} takes 0.4 GB, and one of libuv's four threads. */
const AT_ONCE = 2;

// Disabled, because the cache of libvips would keep decoded pictures of borrowers.
sharp.cache(false);
const inTurn = createTurns(AT_ONCE);

/**
 * The accepted kinds of pictures, recognised by their first bytes. So the other decoders of libvips (SVG, GIF, TIFF, HEIF)
 * never run. For a truncated JPEG the decoder only gives a warning and fills the rest with grey, so warnings count as failures.
 */
const FAIL_ON: Partial<Record<PictureKind, 'warning' | 'error'>> = { jpeg: 'warning', png: 'error', webp: 'error' };

export const pictureRefused = (key: MessageKey): Refusal => new Refusal(CODE.photoUnreadable, key);

/**
 * Decodes a JPEG, PNG or WebP, turns it upright by its EXIF orientation, and re-encodes it. Decoding runs outside the
 * event loop, {@link AT_ONCE} pictures at a time. Further pictures wait.
 * @param bytes as sent; undefined: no file was sent.
 * @param unreadable the message for a file that is no complete picture.
 * @throws Refusal photoUnreadable for a file that cannot be decoded within the limits.
 */
export async function cleanPicture(bytes: Buffer | undefined, unreadable: MessageKey = 'photoUnreadable'): Promise<CleanPicture> {
  const kind = bytes ? pictureKindOf(bytes) : null;
  const failOn = kind && FAIL_ON[kind];
  if (!bytes || !failOn) throw pictureRefused(kind ? 'photoFormat' : unreadable);
  return inTurn(async () => {
    try {
      // Reads the header only.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > MAX_PIXELS) throw pictureRefused('photoTooManyPixels');
      const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true })
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .jpeg(ENCODING)
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, type: PICTURE_TYPE, width: info.width, height: info.height };
    } catch (error) {
      throw error instanceof Refusal ? error : pictureRefused(unreadable);
    }
  });
}
