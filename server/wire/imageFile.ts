/**
 * Type and size of a picture, read from its bytes; its name and declared type are ignored.
 * JPEG and PNG only. A truncated file or another format is no picture.
 */
export interface ImageFacts {
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

/** null: not a whole JPEG or PNG. */
export const readImage = (bytes: Buffer): ImageFacts | null => readPng(bytes) ?? readJpeg(bytes);

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Walks the chunks from IHDR to IEND and checks each chunk's checksum. */
function readPng(bytes: Buffer): ImageFacts | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  let facts: ImageFacts | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (kind === 'IHDR' && length >= 13) facts = sized('image/png', bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
    if (kind === 'IDAT') hasData = true;
    if (kind === 'IEND') return hasData && end === bytes.length ? facts : null;
    at = end;
  }
  return null;
}

/** Start-of-frame markers: every coding of JPEG; C4, C8 and CC are other things. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Walks the segments to the scan, then asks for the end marker: a truncated upload has none. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let facts: ImageFacts | null = null;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (hasNoLength(marker)) {
      at += 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker) && length >= 7) facts = sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    // Phones append thumbnails and padding after the end marker, so it is searched for and not expected at the end.
    if (marker === 0xda) return bytes.indexOf(Buffer.from('ffd9', 'hex'), at + 2 + length) > 0 ? facts : null;
    at += 2 + length;
  }
  return null;
}

const sized = (type: ImageFacts['type'], width: number, height: number): ImageFacts | null =>
  width > 0 && height > 0 ? { type, width, height } : null;

/** 256 unsigned numbers of four bytes. */
const CRC_TABLE = Buffer.alloc(1024);
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  CRC_TABLE.writeUInt32LE(c >>> 0, n * 4);
}

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC_TABLE.readUInt32LE(((c ^ byte) & 0xff) * 4) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
