/** Reads the arguments of `npm run page-settings` and carries the verb out. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { APP_FOLDER } from './bundle.ts';
import { changeSettings, pageHeaders, readSettings, SettingsError, type Change } from './changePageSettings.ts';

const OPTIONS = {
  'back-end': { type: 'string' },
  'package-name': { type: 'string' },
  'app-name': { type: 'string' },
  envelope: { type: 'string' },
  'support-email': { type: 'string' },
  'support-phone': { type: 'string' },
  'support-whatsapp': { type: 'string' },
  recordings: { type: 'string' },
  'frame-ancestors': { type: 'string' },
} as const;

function read(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Error('Name one folder.');
    return { values, folder: positionals[0] === undefined ? APP_FOLDER : resolve(process.env['INIT_CWD'] ?? '.', positionals[0]) };
  } catch (error) {
    throw new SettingsError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

type Values = ReturnType<typeof read>['values'];

const ON = { on: true, off: false } as const;

/** An empty text removes a setting. */
function changeOf(values: Values): Change {
  const { envelope } = values;
  if (envelope !== undefined && envelope !== 'on' && envelope !== 'off') throw new SettingsError('--envelope must be on or off.');
  const email = values['support-email'];
  const phone = values['support-phone'];
  const whatsapp = values['support-whatsapp'];
  if (!email && (phone || whatsapp)) throw new SettingsError('--support-phone and --support-whatsapp need --support-email beside them.');
  return {
    ...(values['package-name'] === undefined ? {} : { packageName: values['package-name'] }),
    ...(values['app-name'] === undefined ? {} : { appName: values['app-name'] }),
    ...(values['back-end'] === undefined ? {} : { backEnd: values['back-end'] || null }),
    ...(values.recordings === undefined ? {} : { recordings: values.recordings || null }),
    ...(envelope === undefined ? {} : { envelope: ON[envelope] }),
    ...(email === undefined
      ? {}
      : { support: email === '' ? null : { email, ...(phone ? { phone } : {}), ...(whatsapp ? { whatsapp } : {}) } }),
  };
}

/**
 * Shows the settings of a built page and the headers that its server must send, or changes the settings first.
 * @returns the text to print.
 * @throws SettingsError a sentence for each mistake; nothing was changed.
 */
export function pageSettings(args: readonly string[]): string {
  const { values, folder } = read(args);
  const change = changeOf(values);
  const settings = Object.keys(change).length > 0 ? changeSettings(folder, change) : readSettings(folder);
  const headers = pageHeaders(folder, values['frame-ancestors']?.split(/[\s,]+/).filter(Boolean));
  return `${JSON.stringify(settings, null, 2)}\n\n${headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}\n`;
}
