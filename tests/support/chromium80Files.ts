/**
 * Chromium 80, the oldest engine the application promises to run in, as a folder of files.
 * An old npm package still carries that build; it is fetched once, checked against its digest and
 * unpacked below the repository's cache folder. Linux on x64 only: no other build of that age is published.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const run = promisify(execFile);
const unbrotli = promisify(brotliDecompress);

const PACKAGE = {
  name: 'chrome-aws-lambda@2.1.1',
  digest: 'sha512-Wer2QuygxsCov5bM2+8CLa6qYpNsc5AxYTlgTne00aFoxFP491LGJRxOQtGnYtsJP6UG4pB0SfrwTyPnLys1Lw==',
};

const CACHE = fileURLToPath(new URL('../../.cache/chromium-80', import.meta.url));

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The unpacked browser; fetched first where it is not there yet (43 MB, 190 MB unpacked).
 * @param say called with one sentence when something slow begins.
 * @throws when the download fails or is not the known package.
 */
export async function chromium80Files(say: (line: string) => void): Promise<{ folder: string; executable: string }> {
  const files = { folder: CACHE, executable: join(CACHE, 'chromium') };
  if (await isThere(files.executable)) return files;

  const work = await mkdtemp(join(tmpdir(), 'chromium-80-'));
  try {
    say(`fetching Chromium 80 (npm package ${PACKAGE.name}, 43 MB)`);
    const packed = await run('npm', ['pack', PACKAGE.name, '--ignore-scripts', '--silent'], { cwd: work });
    const archive = join(work, packed.stdout.trim().split('\n').at(-1) ?? '');
    const digest = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`;
    if (digest !== PACKAGE.digest) throw new Error(`${PACKAGE.name} is not the known package: ${digest}`);

    await run('tar', ['xzf', archive], { cwd: work });
    await unpackInto(join(work, 'browser'), join(work, 'package', 'bin'));
    await mkdir(join(CACHE, '..'), { recursive: true });
    await run('cp', ['-r', join(work, 'browser'), `${CACHE}.new`]);
    await rename(`${CACHE}.new`, CACHE);
    return files;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Unpacks the compressed parts to where the browser expects them: libraries, software renderer, fonts. */
async function unpackInto(target: string, bin: string): Promise<void> {
  const swiftshader = join(target, 'swiftshader');
  await mkdir(swiftshader, { recursive: true });
  const unpack = async (part: string, to: string) => writeFile(to, await unbrotli(await readFile(join(bin, part))));

  await unpack('chromium.br', join(target, 'chromium'));
  await chmod(join(target, 'chromium'), 0o755);
  await unpack('aws.tar.br', join(target, 'libraries.tar'));
  await run('tar', ['xf', 'libraries.tar'], { cwd: target });
  await unpack('swiftshader.tar.br', join(target, 'swiftshader.tar'));
  await run('tar', ['xf', '../swiftshader.tar'], { cwd: swiftshader });
  await Promise.all(['libraries.tar', 'swiftshader.tar'].map((name) => rm(join(target, name))));

  // Without a configuration naming a folder that has fonts, this build stops at its first glyph.
  const folders = [join(CACHE, '.fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  await writeFile(
    join(target, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}<cachedir>${join(CACHE, 'fontcache')}</cachedir></fontconfig>\n`,
  );
}
