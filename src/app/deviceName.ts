/**
 * The name of this phone, sent at sign-in, so that its owner recognises it in the list of devices. Names of systems and
 * browsers need no translation.
 */
import type { AppIdentity } from '#machines/model/device.ts';
import { DEVICE_NAME_LENGTH } from '#src/api/payloads.ts';

/** The first match counts, because the user agents of all Chromium browsers contain "Chrome" and "Safari" too. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Opera', /\bOPR\/(\d+)/],
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['UC Browser', /\bUCBrowser\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[^ ]* .*Safari\//],
];

function systemOf(userAgent: string): string {
  const [, version, model] = /\bAndroid ([\d.]+)(?:; ([^;)]+?))?(?: Build\/[^;)]*)?[;)]/.exec(userAgent) ?? [];
  // Newer browsers send "K" instead of the model.
  if (version !== undefined) return [`Android ${version}`, ...(model !== undefined && model !== 'K' ? [model] : [])].join(', ');
  return ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Mac', 'Linux'].find((name) => userAgent.includes(name)) ?? '';
}

/** @returns such as `Android 10, SM-A107F, Chrome 80`; '' when nothing is known. */
export function deviceName({ deviceMsg = '' }: Pick<AppIdentity, 'deviceMsg'>, userAgent: string): string {
  const [name, version] = BROWSERS.map(([one, pattern]) => [one, pattern.exec(userAgent)?.[1]] as const).find(([, found]) => found) ?? [];
  // A shell may describe the phone in a format for programs, which is not shown to a borrower.
  const system = /^[^{}[\]<>=]{1,40}$/.test(deviceMsg) ? deviceMsg : systemOf(userAgent);
  return [system, name && `${name} ${version}`].filter(Boolean).join(', ').slice(0, DEVICE_NAME_LENGTH);
}
