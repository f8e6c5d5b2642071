/** Checks on a picture before it is read. */
import { LOCAL } from '#machines/model/codes.ts';
import { LIMITS } from '#src/market/limits.ts';

/** File types that a gallery reports when it does not know the type. */
const NAMELESS = ['', 'application/octet-stream'];

/** Browsers draw these, and no camera takes them. */
const NO_PHOTOS = ['image/svg+xml', 'image/gif'];

/**
 * The local code of why this file is refused; null if it is accepted. A file of unknown type is accepted: its bytes
 * are checked later.
 */
export const whyNotAPhoto = ({ type, size }: Pick<File, 'type' | 'size'>): number | null => {
  if (size > LIMITS.photo.maxBytes) return LOCAL.pictureTooLarge;
  const isPicture = type.startsWith('image/') && !NO_PHOTOS.includes(type);
  return isPicture || NAMELESS.includes(type) ? null : LOCAL.photoUnreadable;
};
