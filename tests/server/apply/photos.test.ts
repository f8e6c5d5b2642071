import { describe, expect, it } from 'vitest';
import { createSecret } from '#server/store/secret.ts';
import { judgePhoto } from '#server/apply/photos/photos.ts';
import { png } from '#tests/support/photoBytes.ts';

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('picture below the minimum size', () => {
  it('picture below the minimum size: is refused with an instruction', async () => {
    await expect(judgePhoto(png(199, 800))).rejects.toMatchObject({ key: 'photoTooSmall' });
    expect(await judgePhoto(png(200, 800))).toMatchObject({ width: 200, height: 800 });
  });
});

describe('encrypted photo', () => {
  const secret = createSecret(Buffer.alloc(32, 1));
  const encrypted = secret.encrypt('photo', png(), 'ref-1');

  it('encrypted photo, right key and name: is decrypted', () => {
    expect(secret.decrypt('photo', encrypted, 'ref-1')).toEqual(png());
    expect(encrypted.includes(png().subarray(0, 16))).toBe(false);
  });

  it.each([
    ['under another name', () => secret.decrypt('photo', encrypted, 'ref-2')],
    ['for another purpose', () => secret.decrypt('answer', encrypted, 'ref-1')],
    ['with another key', () => createSecret(Buffer.alloc(32, 2)).decrypt('photo', encrypted, 'ref-1')],
    ['with a changed byte', () => secret.decrypt('photo', changed(encrypted, 40), 'ref-1')],
  ])('encrypted photo, %s: is not decrypted', (_, open) => {
    expect(open).toThrow();
  });

  it('photo, encrypted twice: gives different bytes', () => {
    expect(secret.encrypt('photo', png(), 'ref-1')).not.toEqual(encrypted);
  });
});
