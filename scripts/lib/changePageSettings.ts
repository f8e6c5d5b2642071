/** Changes the settings of a built page without a new build: its line of JSON, its manifest, and the compressed copies. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALWAYS, CAMERA_FEATURES, FEATURES_HEADER, policyOfPage, POLICY_HEADER } from '#server/wire/securityHeaders.ts';
import { mistakesInLine, mistakesInSettings } from '#src/market/settingsRules.ts';
import type { Settings } from '#src/market/pageSettings.ts';
import { writeBrotli } from '../build/brotli.ts';
import { renamedManifest } from '../build/installable.ts';
import { lineIn } from '../../src/market/settingsRules.ts';
import { withSettings } from '../build/settingsLine.ts';

/** Mistakes of the operator, one sentence each. Nothing was written. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** The changed settings. `null` removes a setting. Missing settings stay. */
export type Change = { readonly [K in keyof Settings]?: Settings[K] | null };

const pageIn = (folder: string): string => join(folder, 'index.html');

function readHtml(folder: string): string {
  if (!existsSync(pageIn(folder)))
    throw new SettingsError(`There is no index.html in ${folder}: build it with npm run build, or name its folder.`);
  return readFileSync(pageIn(folder), 'utf8');
}

function readPage(folder: string): { html: string; settings: Settings } {
  const html = readHtml(folder);
  const line = lineIn(html);
  if (line === null) throw new SettingsError(mistakesInLine(null).join('\n'));
  let settings: unknown;
  try {
    settings = JSON.parse(line);
  } catch {
    throw new SettingsError(`The settings in ${pageIn(folder)} are no JSON.`);
  }
  // The settings are not checked here, because this change may correct a mistake in them.
  return { html, settings: (typeof settings === 'object' && settings !== null ? settings : {}) as Settings };
}

/** The settings of a built page. @throws SettingsError */
export function readSettings(folder: string): Settings {
  const { settings } = readPage(folder);
  const mistakes = mistakesInSettings(settings);
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'));
  return settings;
}

const MANIFEST = /(<link rel="manifest" href="\.\/)(assets\/app-[\w-]+\.webmanifest)"/;

/** Writes a new file and renames it, so that a server never reads a half-written file. */
function write(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** @returns all settings after the change. @throws SettingsError with a sentence for each mistake; then nothing was written. */
export function changeSettings(folder: string, change: Change): Settings {
  const { html, settings: before } = readPage(folder);
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined);
  const settings = Object.fromEntries(merged) as unknown as Settings;
  const mistakes = mistakesInSettings(settings);
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'));

  let page = withSettings(html, settings);
  const old = MANIFEST.exec(html)?.[2];
  const file =
    old === undefined || !existsSync(join(folder, old)) ? null : renamedManifest(readFileSync(join(folder, old), 'utf8'), settings.appName);
  if (file) {
    write(join(folder, file.fileName), file.source);
    page = page.replace(MANIFEST, (_, before: string) => `${before}${file.fileName}"`);
  }
  write(pageIn(folder), page);
  if (file && old !== undefined && old !== file.fileName)
    for (const ending of ['', '.br', '.gz']) rmSync(join(folder, `${old}${ending}`), { force: true });
  // A server would send this copy of the earlier page.
  rmSync(`${pageIn(folder)}.gz`, { force: true });
  writeBrotli(folder);
  return settings;
}

export interface Header {
  name: string;
  value: string;
}

/** Headers that a static server must send with the page. @param frameAncestors origins that may frame it. @throws SettingsError */
export function pageHeaders(folder: string, frameAncestors: readonly string[] = []): Header[] {
  const html = readHtml(folder);
  const own = new Map<string, string>(ALWAYS);
  own.set(POLICY_HEADER, policyOfPage(html, { frameAncestors, isSandbox: false }));
  own.set(FEATURES_HEADER, CAMERA_FEATURES);
  own.set('cache-control', 'no-cache');
  return [...own].map(([name, value]) => ({ name, value }));
}
