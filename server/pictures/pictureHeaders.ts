/** Headers for serving a picture of a borrower. A browser can only download it, and never runs it as a page. */
import { PICTURE_TYPE } from './cleanPicture.ts';

/** Every stored picture is encoded in this type. The file name contains no personal data. */
export const PICTURE_HEADERS = {
  'content-type': PICTURE_TYPE,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment; filename="picture.jpg"',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;
