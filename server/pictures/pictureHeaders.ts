/** How a picture of a borrower is served, wherever it is: as nothing but a picture to be downloaded. */
import { PICTURE_TYPE } from './cleanPicture.ts';

/** The type is the one that every stored picture was encoded in. The name says nothing of the borrower. */
export const PICTURE_HEADERS = {
  'content-type': PICTURE_TYPE,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment; filename="picture.jpg"',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;
