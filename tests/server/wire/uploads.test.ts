import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { createUploads } from '#server/wire/uploads.ts';

const refused = expect.objectContaining({ code: CODE.tooManyRequests }) as Error;

describe('uploads at once', () => {
  it('borrower with as many uploads as allowed: the next is refused until one is over; others are not affected', () => {
    const uploads = createUploads({ perBorrower: 2, bytes: 100 });
    const over = uploads.begin(1, 10);
    uploads.begin(1, 10);
    expect(() => uploads.begin(1, 10)).toThrow(refused);
    uploads.begin(2, 10);
    over();
    uploads.begin(1, 10);
  });

  it('uploads that together are too large: the next is refused until one is over', () => {
    const uploads = createUploads({ perBorrower: 2, bytes: 100 });
    const over = uploads.begin(1, 60);
    expect(() => uploads.begin(2, 60)).toThrow(refused);
    uploads.begin(3, 40);
    over();
    uploads.begin(2, 60);
  });
});
