import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '#src/api/sha256.ts';

const byNode = (text: string): string => createHash('sha256').update(text).digest('hex');

it('hash, texts that end around the end of a block: is that of node:crypto', () => {
  for (let length = 0; length <= 130; length++) expect(sha256Hex('a'.repeat(length)), `${length} bytes`).toBe(byNode('a'.repeat(length)));
});

it('hash, any text: is that of node:crypto', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256Hex(text)).toBe(byNode(text));
    }),
  );
});
