/** What is known of a file before it is opened. */
import { LOCAL } from '#machines/model/codes.ts';
import { LIMITS } from '#src/market/limits.ts';

/** What a gallery says of a file whose type it does not know. */
const NAMELESS = ['', 'application/octet-stream'];

/** The local code of why this file need not be sent at all; null otherwise. Where no type is named the bytes will tell. */
export const whyNotAPhoto = ({ type, size }: Pick<File, 'type' | 'size'>): number | null => {
  if (size > LIMITS.photo.maxBytes) return LOCAL.pictureTooLarge;
  return NAMELESS.includes(type) || type.startsWith('image/') ? null : LOCAL.photoUnreadable;
};
