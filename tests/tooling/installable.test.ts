/** The icons and the manifest by which a browser installs the page. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { installableFiles } from '../../scripts/build/installable.ts';

type Made = Awaited<ReturnType<typeof installableFiles>>;
interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}
let made: Made;
let manifest: Manifest;
beforeAll(async () => {
  made = await installableFiles('Kopa "Sasa"');
  manifest = JSON.parse(String(made.manifest.source)) as Manifest;
});

describe('manifest', () => {
  it('manifest: it has the name of the operator', () => expect(manifest).toMatchObject({ name: 'Kopa "Sasa"', short_name: 'Kopa "Sasa"' }));

  it('manifest, start page: is the page above the folder of the manifest', () => {
    const url = new URL(manifest.start_url, `https://loan.example.ke/${made.manifest.fileName}`);
    expect(url.href).toBe('https://loan.example.ke/');
  });

  it('manifest, icons: are built, each in its stated size, and one for phones that cut icons to a shape', async () => {
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual([undefined, undefined, undefined, 'maskable']);
    for (const { src, sizes } of manifest.icons) {
      const file = made.files.find(({ fileName }) => fileName === `assets/${src}`);
      const { width, height } = await sharp(Buffer.from(file?.source ?? '')).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
      expect(width).toBe(height);
    }
  });

  it('icon for any shape: the mark is within the part that no phone cuts off', async () => {
    const masked = made.files.find(({ fileName }) => fileName.includes('masked'));
    const { data, info } = await sharp(Buffer.from(masked?.source ?? ''))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const corner = [...data.subarray(0, 4)];
    let farthest = 0;
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const at = 4 * (y * info.width + x);
        if (corner.some((part, i) => Math.abs(part - (data[at + i] ?? 0)) > 8))
          farthest = Math.max(farthest, Math.hypot(x - info.width / 2, y - info.height / 2));
      }
    expect(farthest).toBeGreaterThan(0);
    expect(farthest).toBeLessThanOrEqual(0.4 * info.width);
  });
});
