/** `npm run page-settings`: changes the settings of a built page without a build. A change that fails changes nothing. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeBrotli } from '../../scripts/build/brotli.ts';
import { installableFiles } from '../../scripts/build/installable.ts';
import { withSettings } from '../../scripts/build/settingsLine.ts';
import { pageSettings } from '../../scripts/lib/pageSettingsVerb.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'page-settings-'));
const folder = join(root, 'app');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const padding = `<p>${'A page that is long enough to be compressed. '.repeat(20)}</p>`;
const PAGE = `<!doctype html><script type="application/json" id="settings">{}</script><script>inline()</script><link rel="manifest" href="./MANIFEST">${padding}`;

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const { manifest } = await installableFiles('Example Loan');
  writeFileSync(join(folder, manifest.fileName), manifest.source);
  const html = PAGE.replace('MANIFEST', manifest.fileName);
  writeFileSync(join(folder, 'index.html'), withSettings(html, { packageName: 'ke.example.loan', appName: 'Example Loan' }));
  writeBrotli(folder);
});

/** @returns the output of the verb. @throws Error with a sentence for each mistake. */
const run = (...args: string[]): string => pageSettings([folder, ...args]);

/** Runs the verb in a process of its own. */
function runVerb(...args: string[]): { code: number | null; out: string; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/pageSettings.ts', folder, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, said: stderr };
}

const page = (): string => readFileSync(join(folder, 'index.html'), 'utf8');
const manifests = (): string[] => readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.webmanifest'));
const header = (out: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(out)?.[1] ?? '';

/** A compressed file of a lower quality: valid, and different from one that the verb would write. */
const byHand = (content: string): Buffer => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

describe('compressed copies', () => {
  const script = (): string => join(folder, 'assets/a.js');
  beforeEach(() => writeFileSync(script(), padding));
  const copy = (): Buffer => readFileSync(`${script()}.br`);

  it('compressed copy with the content of its file: stays unchanged', () => {
    writeFileSync(`${script()}.br`, byHand(padding));
    writeBrotli(folder);
    expect(copy()).toEqual(byHand(padding));
  });

  it.each([
    ['of other content', byHand(`${padding}!`)],
    ['that cannot be read', Buffer.from('not compressed')],
  ])('compressed copies, copy %s: is made anew', (_, bytes) => {
    writeFileSync(`${script()}.br`, bytes);
    writeBrotli(folder);
    expect(brotliDecompressSync(copy()).toString()).toBe(padding);
  });
});

describe('page-settings', () => {
  it('page-settings, address of a back end and a name: page, compressed copy and manifest have both', () => {
    const out = run('--back-end', 'https://api.kopa.ke/v1', '--app-name', 'Kopa </script> Sasa', '--envelope', 'off');
    const line = /id="settings">(.*?)<\/script>/.exec(page())?.[1] ?? '';
    const settings = { packageName: 'ke.example.loan', appName: 'Kopa </script> Sasa', backEnd: 'https://api.kopa.ke/v1', envelope: false };
    expect(JSON.parse(line)).toEqual(settings);
    expect(JSON.parse(out.split('\n\n')[0] ?? '')).toEqual(settings);
    expect(brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString()).toBe(page());
    const [manifest = '', ...others] = manifests();
    expect(others).toEqual([]);
    expect(page()).toContain(`href="./assets/${manifest}"`);
    expect(JSON.parse(readFileSync(join(folder, 'assets', manifest), 'utf8'))).toMatchObject({
      name: 'Kopa </script> Sasa',
      start_url: '../',
    });
  });

  it('page-settings, printed headers: the policy allows the origin of the back end and nothing else', () => {
    const before = header(run(), 'content-security-policy');
    const after = header(
      run('--back-end', 'https://api.kopa.ke/v1', '--frame-ancestors', 'https://app.kopa.ke'),
      'content-security-policy',
    );
    expect(before).toContain("connect-src 'self';");
    expect(before).toContain("frame-ancestors 'none'");
    expect(after).toBe(
      before
        .replace("connect-src 'self'", "connect-src 'self' https://api.kopa.ke")
        .replace("frame-ancestors 'none'", 'frame-ancestors https://app.kopa.ke'),
    );
    // Settings are data, not a script: the policy's hashes of scripts do not change.
    expect(after.match(/'sha256-[^']+'/g)).toHaveLength(1);
  });

  it('setting for the address of recordings: is added to the policy, and an empty text removes it', () => {
    const policyOf = (...args: string[]): string => header(run(...args), 'content-security-policy');
    expect(policyOf('--back-end', 'https://api.kopa.ke', '--recordings', 'https://look.kopa.ke/recordings')).toContain(
      "connect-src 'self' https://api.kopa.ke https://look.kopa.ke;",
    );
    expect(page()).toContain('"recordings":"https://look.kopa.ke/recordings"');
    expect(policyOf('--recordings', '')).toContain("connect-src 'self' https://api.kopa.ke;");
    expect(() => run('--recordings', 'http://look.kopa.ke')).toThrow(/^recordings must begin with https:/);
  });

  it('page-settings, mistakes: each is a sentence, the exit code is 1, and nothing was changed', () => {
    cpSync(folder, join(root, 'before'), { recursive: true });
    const { code, said, out } = runVerb('--back-end', 'http://api.kopa.ke/', '--package-name', 'kopa');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(said.trim().split('\n')).toEqual(['packageName must look like ke.example.loan.', 'backEnd must not end with a slash.']);
    expect(page()).toBe(readFileSync(join(root, 'before/index.html'), 'utf8'));
    expect(() => run('--envelope', 'maybe')).toThrow(/^--envelope must be on or off\.$/);
    expect(() => run('--colour', 'red')).toThrow(/^Unknown option '--colour'/);
    expect(() => run('--support-phone', '020 123')).toThrow(/need --support-email/);
  });

  it('page-settings, folder without a page, or page without the settings: the error says so', () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    expect(() => run()).toThrow(/The page has no settings/);
    rmSync(join(folder, 'index.html'));
    expect(() => run('--app-name', 'Kopa')).toThrow(/There is no index.html in /);
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  it('setting with an empty text: is removed', () => {
    run('--back-end', '/loan/backend', '--support-email', 'help@kopa.ke');
    run('--back-end', '', '--support-email', '');
    expect(page()).toContain('{"packageName":"ke.example.loan","appName":"Example Loan"}');
  });
});
