import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { createUploads } from '#server/wire/pictureUploads.ts';

const refused = expect.objectContaining({ code: CODE.tooManyRequests }) as Error;

describe('uploads at once', () => {
  it('borrower with the allowed number of uploads: the next is refused until one ends; other borrowers are not affected', () => {
    const uploads = createUploads({ perBorrower: 2, bytes: 100 });
    const first = uploads.begin(1);
    uploads.begin(1);
    expect(() => uploads.begin(1)).toThrow(refused);
    uploads.begin(2).arrived(10);
    first.end();
    uploads.begin(1);
  });

  it('uploads that are too large together: a further one is refused until another ends', () => {
    const uploads = createUploads({ perBorrower: 2, bytes: 100 });
    const first = uploads.begin(1);
    first.arrived(60);
    const second = uploads.begin(2);
    second.arrived(40);
    const third = uploads.begin(3);
    expect(() => third.arrived(1)).toThrow(refused);
    third.end();
    first.end();
    uploads.begin(3).arrived(60);
  });
});
