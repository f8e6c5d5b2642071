/**
 * Makes the files with which a browser can install the page: the icons, drawn from the mark, and the manifest with the
 * operator's name. They are not part of the first paint: a browser fetches them when the page is idle, a web view never.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { MARK } from '../../src/ui/brand/mark.ts';

const INDIGO = '#273480';
const PAPER = '#ffffff';
const SUN = '#fabb41';
const PAGE = '#f5f6fa';

/** @param share of the width for the mark. A system that cuts icons to circles shows only the middle 80%. */
const iconSvg = (share: number, corner: number): string => {
  const edge = (48 * (1 - share)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${corner}" fill="${INDIGO}"/><g transform="translate(${edge} ${edge}) scale(${share})" fill="none" stroke-width="2.5" stroke-linecap="round"><path fill="${PAPER}" d="${MARK.slip}"/><path fill="${SUN}" d="${MARK.sun}"/><path stroke="${SUN}" d="${MARK.rays}"/><path stroke="${INDIGO}" stroke-dasharray=".1 4" d="${MARK.perforation}"/></g></svg>`;
};

/** A file with a hash of its content in its name. */
const named = (name: string, ending: string, source: string | Uint8Array): { fileName: string; source: string | Uint8Array } => {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.${ending}`, source };
};

const png = async (svg: string, size: number): Promise<Uint8Array> =>
  sharp(Buffer.from(svg), { density: 600 }).resize(size, size).png({ palette: true, compressionLevel: 9 }).toBuffer();

/** The manifest of another operator: the same icons with another name. @param built text of a built manifest. */
export const renamedManifest = (built: string, appName: string) =>
  named('app', 'webmanifest', JSON.stringify({ ...(JSON.parse(built) as object), name: appName, short_name: appName }));

/** The files, with the manifest last. Like all built files they have a hash of their content in their names. */
export async function installableFiles(appName: string) {
  const plain = iconSvg(0.8, 10);
  const full = iconSvg(0.62, 0);
  const svg = named('icon', 'svg', plain);
  const small = named('icon-192', 'png', await png(plain, 192));
  const large = named('icon-512', 'png', await png(plain, 512));
  const masked = named('icon-masked', 'png', await png(full, 512));
  const src = ({ fileName }: { fileName: string }) => fileName.replace('assets/', '');
  const manifest = named(
    'app',
    'webmanifest',
    JSON.stringify({
      name: appName,
      short_name: appName,
      // Relative to the folder of the manifest.
      start_url: '../',
      scope: '../',
      display: 'standalone',
      background_color: PAGE,
      theme_color: PAGE,
      icons: [
        { src: src(svg), type: 'image/svg+xml', sizes: 'any' },
        { src: src(small), type: 'image/png', sizes: '192x192' },
        { src: src(large), type: 'image/png', sizes: '512x512' },
        { src: src(masked), type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    }),
  );
  return { icon: svg, manifest, files: [svg, small, large, masked, manifest] };
}

export function installable(appName: string): Plugin {
  let made: Awaited<ReturnType<typeof installableFiles>>;
  return {
    name: 'installable',
    apply: 'build',
    async buildStart() {
      made = await installableFiles(appName);
      for (const { fileName, source } of made.files) this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const link = (rel: string, { fileName }: { fileName: string }): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, href: `./${fileName}` },
          injectTo: 'head',
        });
        return {
          html: html.replace(/\s*<link rel="icon" href="data:,">/, ''),
          tags: [link('icon', made.icon), link('manifest', made.manifest)],
        };
      },
    },
  };
}
