/** What is known of a file before it is opened. */
import { LOCAL } from '#machines/model/codes.ts';
import { LIMITS } from '#src/market/limits.ts';

/** The local code of why this file need not be sent at all; null otherwise. Some galleries name no type: then the bytes will tell. */
export const whyNotAPhoto = ({ type, size }: Pick<File, 'type' | 'size'>): number | null => {
  if (size > LIMITS.photo.maxBytes) return LOCAL.pictureTooLarge;
  return type === '' || type.indexOf('image/') === 0 ? null : LOCAL.photoUnreadable;
};
