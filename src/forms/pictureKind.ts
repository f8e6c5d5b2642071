/** The kind of a picture file, by its first bytes. Phone and lender use the same rules. */

/** First the kinds that are sent and opened; then kinds that no camera makes; then other pictures, which only some phones open. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'svg' | 'pdf' | 'other';

/** The number of bytes that identify the kind. */
export const HEAD_BYTES = 256;

/** Patterns with one character per byte. An SVG may begin with a byte order mark, blanks, a declaration and comments. */
const BEGINNINGS: readonly (readonly [PictureKind, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['gif', /^GIF8/],
  ['pdf', /^%PDF/],
  ['svg', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*?>\s*)?(?:<!--[^]*?(?:-->\s*|$))*(?:<svg|<!doctype svg)/i],
  // HEIF (HEIC, AVIF), TIFF, BMP, JPEG XL.
  ['other', /^(?:[^]{4}ftyp|II\*\0|MM\0\*|BM|\xff\x0a|\0\0\0\x0cJXL )/],
];

/** @param head the first {@link HEAD_BYTES} of the file. @returns null for a file that is no picture. */
export function pictureKindOf(head: Uint8Array): PictureKind | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}
