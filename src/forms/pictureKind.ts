/** What kind of file a picture is, by its first bytes. Phone and lender judge alike. */

/** The kinds that are sent and opened, then those that no camera takes, then other pictures, which only some phones open. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'svg' | 'pdf' | 'other';

/** So many bytes are enough to know the kind. */
export const HEAD_BYTES = 256;

/** Each byte is one character. An SVG may begin with a byte order mark, blanks, a declaration and comments. */
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

/** @param head the first {@link HEAD_BYTES} of the file. @returns null for what is no picture. */
export function pictureKindOf(head: Uint8Array): PictureKind | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}
