/** Pictures for tests, made when they are needed: valid and hostile ones. */
import sharp, { type Sharp } from 'sharp';
import { deflateSync } from 'node:zlib';

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
const crc32 = (bytes: Uint8Array): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A grey PNG that any decoder opens. */
export function png(width = 640, height = 400): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The segments of a JPEG with this size in its header. A thumbnail of another size comes before it, as phones write them. */
export function jpeg(width = 640, height = 400): Buffer {
  const frame = (w: number, h: number): Buffer => Buffer.from([0xff, 0xc0, 0, 11, 8, h >> 8, h & 255, w >> 8, w & 255, 1, 1, 0x11, 0]);
  const scan = Buffer.from('ffda0008010100003f00d2cf20ff0012', 'hex');
  const thumbnail = Buffer.concat([Buffer.from('ffd8', 'hex'), frame(160, 120), scan, Buffer.from('ffd9', 'hex')]);
  const exif = Buffer.concat([
    Buffer.from('ffe1', 'hex'),
    Buffer.from([(thumbnail.length + 2) >> 8, (thumbnail.length + 2) & 255]),
    thumbnail,
  ]);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), exif, frame(width, height), scan, Buffer.from('ffd9', 'hex')]);
}

/** Text of the sender that must not occur in a stored picture. */
export const CANARY = 'CANARY-<script>alert(1)</script>';

/** Four fields of colour, as [red, green, blue]: top left, top right, bottom left, bottom right. */
export const FIELDS = { red: [220, 20, 20], green: [20, 160, 20], blue: [20, 20, 220], white: [255, 255, 255] } as const;

export function fields(): Sharp {
  const [width, height] = [400, 240];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [isLeft, isTop] = [at % width < width / 2, at < (width * height) / 2];
    pixels.set(isTop ? (isLeft ? FIELDS.red : FIELDS.green) : isLeft ? FIELDS.blue : FIELDS.white, at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photo with the metadata of a phone: position, maker, orientation. */
export const withExif = (orientation = 1): Promise<Buffer> =>
  fields()
    .withExif({ IFD0: { ImageDescription: CANARY, Make: CANARY }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

/** A PNG with these chunks before its pixels and these bytes behind its end. */
export async function pngWith(chunks: readonly [kind: string, data: Buffer][], behind = Buffer.alloc(0)): Promise<Buffer> {
  const whole = await fields().png().toBuffer();
  const afterHeader = 8 + 25;
  return Buffer.concat([
    whole.subarray(0, afterHeader),
    ...chunks.map(([kind, data]) => chunk(kind, data)),
    whole.subarray(afterHeader),
    behind,
  ]);
}

/** A few bytes of a picture whose header claims this size. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
