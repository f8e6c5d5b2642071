import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { cleanPicture, LONGEST_SIDE } from '#server/pictures/cleanPicture.ts';
import { CANARY, FIELDS, fields, jpeg, png, pngBomb, pngWith, withExif } from '#tests/support/photoBytes.ts';

type Colour = keyof typeof FIELDS;

/** The colours of the four corners, in the order of reading. */
async function cornersOf(bytes: Buffer): Promise<Colour[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const pixel = [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
    const distance = (name: Colour): number => FIELDS[name].reduce((sum, value, i) => sum + Math.abs(value - (pixel[i] ?? 0)), 0);
    // CMYK has no pure blue, so the nearest colour counts.
    return UPRIGHT.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'red';
  };
  const [left, top, right, bottom] = [9, 9, info.width - 9, info.height - 9];
  return [at(left, top), at(right, top), at(left, bottom), at(right, bottom)];
}

const UPRIGHT: Colour[] = ['red', 'green', 'blue', 'white'];
const enlarged = (width: number, height: number): Sharp => fields().resize(width, height, { fit: 'fill', kernel: 'nearest' });
const animated = (): Promise<Buffer> =>
  sharp([Buffer.from(png(220, 220)), Buffer.from(png(220, 220))], { join: { animated: true } })
    .webp()
    .toBuffer();
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from(CANARY)]);
const html = Buffer.from(`<html>${CANARY}</html>`);
/** A JPEG comment segment. */
const commented = async (): Promise<Buffer> => {
  const whole = await fields().jpeg().toBuffer();
  return Buffer.concat([whole.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, html.length + 2]), html, whole.subarray(2)]);
};

describe('picture that is accepted', () => {
  it.each([
    ['JPEG with EXIF, position and orientation', () => withExif()],
    ['JPEG with a page in a comment', commented],
    ['JPEG with a page behind it', async () => Buffer.concat([await fields().jpeg().toBuffer(), html])],
    ['PNG with an archive behind it', () => pngWith([], zip)],
    ['PNG with text', () => pngWith([['tEXt', Buffer.from(`Comment\0${CANARY}`)]])],
    ['PNG with a megabyte of text', () => pngWith([['tEXt', Buffer.from(`Comment\0${CANARY.repeat(40_000)}`)]])],
    ['PNG with an unknown chunk', () => pngWith([['loAn', Buffer.from(CANARY)]])],
    ['PNG with a profile', () => fields().withIccProfile('p3').png().toBuffer()],
    ['PNG of 16 bits', () => fields().toColourspace('rgb16').png().toBuffer()],
    ['PNG with transparency', () => fields().ensureAlpha().png().toBuffer()],
    ['PNG with palette and interlacing', () => fields().png({ palette: true, progressive: true }).toBuffer()],
    ['CMYK JPEG', () => fields().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['progressive JPEG', () => fields().jpeg({ progressive: true }).toBuffer()],
    [
      'WebP with EXIF',
      () =>
        fields()
          .withExif({ IFD0: { Make: CANARY } })
          .webp()
          .toBuffer(),
    ],
  ])('accepted picture, %s: is stored as a new upright JPEG of sRGB without text of the sender', async (_, make) => {
    const clean = await cleanPicture(await make());
    expect(clean).toMatchObject({ type: 'image/jpeg', width: 400, height: 240 });
    expect(clean.bytes.includes('CANARY')).toBe(false);
    expect(clean.bytes.includes('script')).toBe(false);
    // A JPEG must end with its end marker: nothing follows it.
    expect(clean.bytes.toString('hex', clean.bytes.length - 2)).toBe('ffd9');
    const facts = await sharp(clean.bytes).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, hasAlpha: false });
    for (const kept of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments'] as const) expect(facts[kept], kept).toBeUndefined();
    expect(await cornersOf(clean.bytes)).toEqual(UPRIGHT);
  });

  it.each([
    [1, ['red', 'green', 'blue', 'white']],
    [2, ['green', 'red', 'white', 'blue']],
    [3, ['white', 'blue', 'green', 'red']],
    [4, ['blue', 'white', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'white']],
    [6, ['blue', 'red', 'white', 'green']],
    [7, ['white', 'green', 'blue', 'red']],
    [8, ['green', 'white', 'red', 'blue']],
  ])('picture that is accepted, orientation %d: the picture is turned upright', async (orientation, corners) => {
    const clean = await cleanPicture(await withExif(orientation));
    expect(await cornersOf(clean.bytes)).toEqual(corners);
    expect([clean.width, clean.height]).toEqual(orientation < 5 ? [400, 240] : [240, 400]);
  });

  it('animated picture: its first frame is kept', async () => {
    const clean = await cleanPicture(await animated());
    expect(clean).toMatchObject({ width: 220, height: 220 });
    expect((await sharp(clean.bytes).metadata()).pages).toBeUndefined();
  });

  it('picture of one pixel: stays one pixel', async () => {
    expect(await cleanPicture(png(1, 1))).toMatchObject({ width: 1, height: 1 });
  });

  it('picture that is accepted, large photo: is made smaller', async () => {
    const clean = await cleanPicture(await enlarged(4000, 3000).jpeg().toBuffer());
    expect(clean).toMatchObject({ width: LONGEST_SIDE, height: 1800 });
  });

  it('accepted picture, same bytes twice: gives the same picture', async () => {
    const [one, two] = [await cleanPicture(await withExif(6)), await cleanPicture(await withExif(6))];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  it('accepted pictures, eight at once: at most two are decoded at a time', async () => {
    const large: Buffer = await enlarged(3000, 2000).png().toBuffer();
    let most = 0;
    const watch = setInterval(() => {
      // Without the queue: a picture that moves from the queue to the pool between two readings would count twice.
      most = Math.max(most, sharp.counters().process);
    }, 1);
    const all = await Promise.all(Array.from({ length: 8 }, () => cleanPicture(large))).finally(() => clearInterval(watch));
    expect(all).toHaveLength(8);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('picture that is refused', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>1</script></svg>');
  const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);

  it.each([
    ['no file', async (): Promise<undefined> => undefined, 'photoUnreadable'],
    ['nothing', async () => Buffer.alloc(0), 'photoUnreadable'],
    ['a page', async () => html, 'photoUnreadable'],
    ['a HEIC, which this build of the decoder does not open', async () => heic, 'photoFormat'],
    ['an AVIF', () => fields().avif().toBuffer(), 'photoFormat'],
    ['a GIF', async () => gif, 'photoFormat'],
    ['a TIFF', () => fields().tiff().toBuffer(), 'photoFormat'],
    ['an SVG', async () => svg, 'photoFormat'],
    [
      'an SVG behind a declaration',
      async () => Buffer.concat([Buffer.from('\ufeff <?xml version="1.0"?>\n<!-- drawn --> '), svg]),
      'photoFormat',
    ],
    ['an SVG of an editor', async () => Buffer.from('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg/>'), 'photoFormat'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), 'photoFormat'],
    ['an SVG that begins like a PNG', async () => Buffer.concat([png().subarray(0, 8), svg]), 'photoUnreadable'],
    ['a GIF that begins like a JPEG', async () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), gif]), 'photoUnreadable'],
    ['a bomb of 50,000 x 50,000 pixels', async () => pngBomb(50_000, 50_000), 'photoTooManyPixels'],
    ['a size that no computer has', async () => pngBomb(2 ** 31 - 1, 2 ** 31 - 1), 'photoUnreadable'],
    ['fewer pixels than it says', async () => pngBomb(4_000, 4_000), 'photoUnreadable'],
    ['half a PNG', async () => half(await fields().png({ compressionLevel: 0 }).toBuffer()), 'photoUnreadable'],
    ['half a JPEG with an end', async () => Buffer.concat([half(await noise()), Buffer.from('ffd9', 'hex')]), 'photoUnreadable'],
    ['half a JPEG', async () => half(await noise()), 'photoUnreadable'],
    [
      'half a WebP',
      async () =>
        half(
          await sharp(await noise())
            .webp()
            .toBuffer(),
        ),
      'photoUnreadable',
    ],
    ['a PNG without pixels', async () => Buffer.concat([png().subarray(0, 33), png().subarray(-12)]), 'photoUnreadable'],
    ['a JPEG without a picture in it', async () => jpeg(), 'photoUnreadable'],
    ['a JPEG of no size', async () => jpeg(0, 0), 'photoUnreadable'],
    ['the first bytes of a JPEG', async () => Buffer.from('ffd8ffe0', 'hex'), 'photoUnreadable'],
  ] as const)('refused picture, %s: the message says what to do', async (_, make, key) => {
    await expect(cleanPicture(await make())).rejects.toMatchObject({ code: CODE.photoUnreadable, key });
  });

  it('picture, decoding longer than the limit: is ended by the decoder, and the message says what to do', async () => {
    const timeout = vi.spyOn(sharp.prototype as Sharp, 'timeout');
    const ended = vi.spyOn(sharp.prototype as Sharp, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 42% complete'));
    try {
      await expect(cleanPicture(png())).rejects.toMatchObject({ code: CODE.photoUnreadable, key: 'photoUnreadable' });
      expect(timeout).toHaveBeenCalledExactlyOnceWith({ seconds: 20 });
      expect(ended).toHaveBeenCalledOnce();
    } finally {
      timeout.mockRestore();
      ended.mockRestore();
    }
  });

  it('accepted pictures, another one refused at the same time: are not delayed', async () => {
    const answers = await Promise.allSettled([cleanPicture(jpeg()), cleanPicture(jpeg()), cleanPicture(jpeg()), cleanPicture(png())]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
  });
});

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
const noise = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .jpeg()
    .toBuffer();
