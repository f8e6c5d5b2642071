/**
 * AES-128-ECB with PKCS#7, in one direction, for the envelope alone: the page writes envelopes and opens none. The library of
 * the safe fills tables of a megabyte before its first block, which pays for large data and costs a cheap phone 75 ms
 * before its first call. Only the envelope may use it: a table that is read by secret bytes takes time by which they can be
 * guessed, and the key of an envelope is no secret.
 */
const BLOCK = 16;
const ROUNDS = 10;

/** The double of a byte in the field of AES. */
const double = (byte: number): number => ((byte << 1) ^ (byte >> 7 ? 0x11b : 0)) & 0xff;

/** The substitution of each byte: its inverse in the field, mixed with its own bits. */
function substitution(): Uint8Array {
  const powers = new Uint8Array(256);
  for (let at = 0, power = 1; at < 256; at++, power ^= double(power)) powers[at] = power;
  const box = new Uint8Array(256);
  box[0] = 0x63;
  for (let at = 0; at < 255; at++) {
    const inverse = powers[255 - at]! * 0x101;
    box[powers[at]!] = (inverse ^ (inverse >> 4) ^ (inverse >> 5) ^ (inverse >> 6) ^ (inverse >> 7) ^ 0x63) & 0xff;
  }
  return box;
}

/** One key of 16 bytes for each round and one before, behind each other. */
function roundKeys(key: Uint8Array, box: Uint8Array): Uint8Array {
  const keys = new Uint8Array(BLOCK * (ROUNDS + 1));
  keys.set(key);
  for (let at = BLOCK, constant = 1; at < keys.length; at += 4) {
    const isFirst = at % BLOCK === 0;
    for (let n = 0; n < 4; n++) {
      const before = isFirst ? box[keys[at - 4 + ((n + 1) % 4)]!]! : keys[at - 4 + n]!;
      keys[at + n] = keys[at - BLOCK + n]! ^ before ^ (isFirst && n === 0 ? constant : 0);
    }
    if (isFirst) constant = double(constant);
  }
  return keys;
}

/** @param key 16 bytes. @returns encrypts any number of bytes to the next multiple of 16. */
export function createAes(key: Uint8Array): (plain: Uint8Array) => Uint8Array {
  const box = substitution();
  const keys = roundKeys(key, box);
  const moved = new Uint8Array(BLOCK);

  function encryptBlock(block: Uint8Array): void {
    for (let n = 0; n < BLOCK; n++) block[n]! ^= keys[n]!;
    for (let round = 1; round <= ROUNDS; round++) {
      // A block is four columns of four bytes; each row moves to the left by its number.
      for (let n = 0; n < BLOCK; n++) moved[n] = box[block[(n + 4 * (n % 4)) % BLOCK]!]!;
      for (let n = 0; n < BLOCK; n++) {
        const column = n & ~3;
        const one = moved[n]!;
        const next = moved[column + ((n + 1) % 4)]!;
        const all = moved[column]! ^ moved[column + 1]! ^ moved[column + 2]! ^ moved[column + 3]!;
        block[n] = (round < ROUNDS ? one ^ all ^ double(one ^ next) : one) ^ keys[BLOCK * round + n]!;
      }
    }
  }

  return (plain) => {
    const missing = BLOCK - (plain.length % BLOCK);
    const text = new Uint8Array(plain.length + missing).fill(missing);
    text.set(plain);
    for (let at = 0; at < text.length; at += BLOCK) encryptBlock(text.subarray(at, at + BLOCK));
    return text;
  };
}
