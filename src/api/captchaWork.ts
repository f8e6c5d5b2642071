/**
 * The work that a phone does before another code is sent, so that asking for thousands of codes costs somebody
 * thousands of computers. A task has several parts: the time that all of them take varies less than that of one large
 * part, and the solved parts are a true progress. For each part a number is searched whose hash begins with zero bits.
 *
 * The hash of (token, part, number) is SHA-256 of 40 bytes: SHA-256 of the token, then part and number as 32-bit
 * big-endian. `crypto.subtle` answers every hash asynchronously, which takes longer than the hash, so the search uses ours.
 */
import type { CaptchaTask } from '#machines/model/device.ts';
import { addBlock, FIRST_STATE, sha256 } from './sha256.ts';

/** For each part its number. Empty: the phone waited instead. */
export type CaptchaAnswer = readonly number[];

/** Hashes between two looks at the clock. */
const BATCH = 256;
/** Milliseconds of work after which the page gets its turn. A frame of 60 a second has 16. */
const SLICE = 10;

/** First word of SHA-256 of the one block in `w[0..15]`. Words 16 to 63 are overwritten. */
function firstWord(state: Int32Array, w: Int32Array): number {
  state.set(FIRST_STATE);
  addBlock(state, w);
  return state[0]! >>> 0;
}

/** The block of a part whose number is not set yet. */
function blockOf(token: string, part: number): Int32Array {
  const block = new Int32Array(64);
  block.set(sha256(token));
  block[8] = part;
  block[10] = 0x80000000 | 0;
  block[15] = 40 * 8;
  return block;
}

/** First 32 bits of the hash of a number for a part. */
export function hashOf(token: string, part: number, number: number): number {
  const block = blockOf(token, part);
  block[9] = number | 0;
  return firstWord(new Int32Array(8), block);
}

export const hasZeroBits = (hash: number, bits: number): boolean => bits === 0 || hash >>> (32 - bits) === 0;

export interface SearchOptions {
  /** Milliseconds, of any origin. */
  clock: () => number;
  /** Lets the page draw and take presses, then resolves. */
  yieldToPage: () => Promise<void>;
  /** Called after each slice of work and each solved part. @returns whether to go on. */
  progressed: (solved: number) => boolean;
}

/** A message to itself is delivered after the page was drawn and pressed; a timer would come 4 ms late each time. */
export const yieldToPage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Solves a task in slices of 10 ms. @returns null when `progressed` ended the search. */
export async function solveCaptcha(
  { token, parts, bits }: CaptchaTask,
  { clock, yieldToPage, progressed }: SearchOptions,
): Promise<CaptchaAnswer | null> {
  const answer: number[] = [];
  const state = new Int32Array(8);
  let sliceEnd = clock() + SLICE;
  while (answer.length < parts) {
    const block = blockOf(token, answer.length);
    let number = 0;
    for (;;) {
      block[9] = number | 0;
      if (hasZeroBits(firstWord(state, block), bits)) break;
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
