/** Checks on a picture before it is read. */
import { LOCAL } from '#machines/model/codes.ts';
import { LIMITS } from '#src/market/limits.ts';

/** File types that a gallery reports for an unknown type. */
const NAMELESS = ['', 'application/octet-stream'];

/** Types that browsers draw and no camera makes. */
const NO_PHOTOS = ['image/svg+xml', 'image/gif'];

/**
 * The local code of the refusal of a file; null: the file is accepted. A file of unknown type is accepted, because its bytes
 * are checked later.
 */
export const whyNotAPhoto = ({ type, size }: Pick<File, 'type' | 'size'>): number | null => {
  if (size > LIMITS.photo.maxBytes) return LOCAL.pictureTooLarge;
  const isPicture = type.startsWith('image/') && !NO_PHOTOS.includes(type);
  return isPicture || NAMELESS.includes(type) ? null : LOCAL.photoUnreadable;
};
