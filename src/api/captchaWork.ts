/**
 * The work that a phone does before another code is sent. It makes requesting thousands of codes expensive. A task has
 * several parts: their total time varies less than that of one large part, and their number shows the progress. For each part
 * the phone searches a number whose hash begins with zero bits.
 *
 * The hash of (token, part, number) is SHA-256 of 40 bytes: SHA-256 of the token, then part and number as 32-bit
 * big-endian. This file has its own SHA-256, because `crypto.subtle` is asynchronous, which takes longer than the hash, and is
 * missing on a page without TLS.
 */
import type { CaptchaTask } from '#machines/model/device.ts';
import sha256 from 'crypto-js/sha256.js';

/** The number found for each part. Empty: the borrower waited instead. */
export type CaptchaAnswer = readonly number[];

/** Hashes between two readings of the clock. */
const BATCH = 256;
/** Milliseconds of work before the search yields to the page. A frame has 16 ms at 60 frames a second. */
const SLICE = 10;

// oxfmt-ignore
const K = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** First word of SHA-256 of the single block in `w[0..15]`. Words 16 to 63 are overwritten. */
function firstWord(w: Int32Array): number {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let a = 0x6a09e667;
  let b = 0xbb67ae85 | 0;
  let c = 0x3c6ef372;
  let d = 0xa54ff53a | 0;
  let e = 0x510e527f;
  let f = 0x9b05688c | 0;
  let g = 0x1f83d9ab;
  let h = 0x5be0cd19;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (a + 0x6a09e667) >>> 0;
}

/** The block to hash for a part. Its number is not set yet. */
function blockOf(token: string, part: number): Int32Array {
  const block = new Int32Array(64);
  block.set(sha256(token).words);
  block[8] = part;
  block[10] = 0x80000000 | 0;
  block[15] = 40 * 8;
  return block;
}

/** First 32 bits of the hash of a number for a part. */
export function hashOf(token: string, part: number, number: number): number {
  const block = blockOf(token, part);
  block[9] = number | 0;
  return firstWord(block);
}

export const hasZeroBits = (hash: number, bits: number): boolean => bits === 0 || hash >>> (32 - bits) === 0;

export interface SearchOptions {
  /** Milliseconds since any moment. */
  clock: () => number;
  /** Lets the page draw and take presses, then resolves. */
  yieldToPage: () => Promise<void>;
  /** Called after each slice of work and each solved part. @returns whether to go on. */
  progressed: (solved: number) => boolean;
}

/** Solves a task in slices of 10 ms. @returns null when `progressed` ended the search. */
export async function solveCaptcha(
  { token, parts, bits }: CaptchaTask,
  { clock, yieldToPage, progressed }: SearchOptions,
): Promise<CaptchaAnswer | null> {
  const answer: number[] = [];
  let sliceEnd = clock() + SLICE;
  while (answer.length < parts) {
    const block = blockOf(token, answer.length);
    let number = 0;
    for (;;) {
      block[9] = number | 0;
      if (hasZeroBits(firstWord(block), bits)) break;
      number += 1;
      if (number % BATCH !== 0 || clock() < sliceEnd) continue;
      await yieldToPage();
      if (!progressed(answer.length)) return null;
      sliceEnd = clock() + SLICE;
    }
    answer.push(number);
    if (!progressed(answer.length)) return null;
  }
  return answer;
}
