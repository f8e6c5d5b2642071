import { describe, expect, it } from 'vitest';
import { createSecret } from '#server/store/secret.ts';
import { readImage } from '#server/wire/imageFile.ts';
import { judgePhoto } from '#server/apply/photos/photos.ts';
import { jpeg, png } from '#tests/support/photoBytes.ts';

describe('complete picture', () => {
  it.each([
    ['PNG', png(640, 400), { type: 'image/png', width: 640, height: 400 }],
    ['JPEG', jpeg(1200, 1600), { type: 'image/jpeg', width: 1200, height: 1600 }],
  ])('complete %s: type and size are its own, not those of its thumbnail', (_, bytes, facts) => {
    expect(readImage(bytes)).toEqual(facts);
  });
});

describe('bytes that are no picture', () => {
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(300)]);
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<html>'.repeat(100))],
    ['a GIF', gif],
    ['a GIF that begins like a PNG', Buffer.concat([png().subarray(0, 8), gif])],
    ['a PNG cut short', png().subarray(0, -20)],
    ['a PNG with a changed byte', changed(png(), 60)],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
    ['a PNG with more behind it', Buffer.concat([png(), Buffer.from('<?php')])],
    ['a JPEG cut short', jpeg().subarray(0, -4)],
    ['a JPEG of nothing', jpeg(0, 0)],
    ['the first bytes of a JPEG', Buffer.from('ffd8ffe0', 'hex')],
  ])('%s: is no picture', (_, bytes) => {
    expect(readImage(bytes)).toBeNull();
    expect(() => judgePhoto(bytes)).toThrow(expect.objectContaining({ key: 'photoUnreadable' }) as Error);
  });

  it('prefix of a picture, any length: is no picture', () => {
    for (const whole of [png(220, 220), jpeg()])
      for (let length = 0; length < whole.length - 1; length += 7) expect(readImage(whole.subarray(0, length))).toBeNull();
  });
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('picture below the minimum size', () => {
  it('picture below the minimum size: is refused with an instruction', () => {
    expect(() => judgePhoto(png(199, 800))).toThrow(expect.objectContaining({ key: 'photoTooSmall' }) as Error);
    expect(judgePhoto(png(200, 800)).width).toBe(200);
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
