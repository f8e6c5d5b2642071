/**
 * Every picture of a borrower becomes a new JPEG before anything else reads or stores it. Only the pixels of the first
 * frame survive: no metadata, no position, no profile, no bytes before, between or after them.
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

/** A small file can claim to be a picture of any size; a larger one than this is not decoded. */
const MAX_PIXELS = 50_000_000;
/** Pixels. The app sends 1600; text recognition gains nothing beyond this. */
export const LONGEST_SIDE = 2400;
/** Small print stays readable: at 90 with full colour resolution the specimens are read as before. */
const ENCODING = { quality: 90, chromaSubsampling: '4:4:4' } as const;
/** Seconds of decoding and encoding. The largest allowed picture takes about two. */
const MAX_SECONDS = 20;
/** The worst picture within {@link MAX_PIXELS} takes 0.4 GB while it is decoded, and one of libuv's four threads. */
const AT_ONCE = 2;

// libvips would keep decoded pictures of borrowers in its cache.
sharp.cache(false);
const inTurn = createTurns(AT_ONCE);

/**
 * The kinds that are opened. Which decoder libvips takes is decided here, by the first bytes; its other decoders (SVG,
 * GIF, TIFF, HEIF) never run. A JPEG whose pixels end early is only a warning of its decoder, which fills the rest with grey.
 */
const FAIL_ON: Partial<Record<PictureKind, 'warning' | 'error'>> = { jpeg: 'warning', png: 'error', webp: 'error' };

export const pictureRefused = (key: MessageKey): Refusal => new Refusal(CODE.photoUnreadable, key);

/**
 * Decodes a JPEG, PNG or WebP, turns it upright by its EXIF orientation, and re-encodes it. Decoding runs outside the
 * event loop, {@link AT_ONCE} pictures at a time; others wait.
 * @param bytes as sent; undefined: no file was sent.
 * @param unreadable the message for what is no whole picture.
 * @throws Refusal photoUnreadable for anything that is not decoded within the limits.
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
