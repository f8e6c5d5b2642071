/** The rules of the settings line. Each mistake is one sentence for the person who wrote the line. */
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { Settings } from './pageSettings.ts';

/** The same form as for the lender's `PACKAGE_NAME`. */
export const PACKAGE_NAME = /^[a-zA-Z][\w]*(\.[a-zA-Z][\w]*)+$/;
/** The same form as for the lender's `APP_NAME`: ASCII, because it is sent in a header. */
export const APP_NAME_FORM = /^[\x20-\x7e]{1,60}$/;
const EMAIL = /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/;
const PHONE = /^\+?[\d ()-]{3,20}$/;
/** A path from the root or from the page; not `//host`, which would be another origin. */
const PATH = /^(\.?\/(?!\/)[\w~.%/-]*)?$/;

const isLoopback = (host: string): boolean => /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(host);

/** Why the text cannot be a base address, as one sentence; null: it can. */
function whyNoBase(address: string): string | null {
  if (address !== '' && address.endsWith('/')) return 'must not end with a slash';
  if (PATH.test(address)) return null;
  if (!/^https?:/.test(address) || !URL.canParse(address))
    return 'must be a path such as /backend, or an address such as https://lender.example/backend';
  const { protocol, hostname, search, hash, username } = new URL(address);
  if (search || hash || username) return 'must have no query, no fragment and no user name';
  if (protocol === 'http:' && !isLoopback(hostname))
    return 'must begin with https://, because anybody on the way could read tokens; http:// is accepted for an address of this machine only';
  return null;
}

type Rules<T> = { readonly [K in keyof Required<T>]: (value: unknown) => string | null };

const text = (form: RegExp, says: string) => (value: unknown) => (typeof value === 'string' && form.test(value) ? null : says);

const SUPPORT: Rules<NonNullable<Settings['support']>> = {
  email: text(EMAIL, 'must be an e-mail address'),
  phone: (value) => (value === undefined ? null : text(PHONE, 'must be a phone number as it is dialled')(value)),
  whatsapp: (value) =>
    value === undefined || (typeof value === 'string' && toMsisdn(value) === value)
      ? null
      : 'must be a Kenyan mobile number in the form 254712345678',
};

const SETTINGS: Rules<Settings> = {
  packageName: text(PACKAGE_NAME, 'must look like ke.example.loan'),
  appName: text(APP_NAME_FORM, 'must be 1 to 60 plain ASCII characters, because it travels in a header'),
  backEnd: (value) => (value === undefined ? null : typeof value === 'string' ? whyNoBase(value) : 'must be a text'),
  envelope: (value) => (value === undefined || typeof value === 'boolean' ? null : 'must be true or false'),
  support: (value) => (value === undefined || isObject(value) ? null : 'must be an object with an email'),
  recordings: (value) => (value === undefined ? null : typeof value === 'string' && value !== '' ? whyNoBase(value) : 'must be an address'),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mistakesIn<T>(value: Readonly<Record<string, unknown>>, rules: Rules<T>, prefix: string): string[] {
  const known = Object.keys(rules) as (keyof T & string)[];
  const unknown = Object.keys(value).filter((name) => !known.some((one) => one === name));
  return [
    ...known.flatMap((name) => {
      const why = rules[name](value[name]);
      return why === null ? [] : [`${prefix}${name} ${value[name] === undefined ? 'is missing: it ' : ''}${why}.`];
    }),
    ...unknown.map((name) => `${prefix}${name} is no setting: there are ${known.join(', ')}.`),
  ];
}

/** One sentence for each mistake; empty: the value is valid. */
export function mistakesInSettings(value: unknown): string[] {
  if (!isObject(value)) return ['The settings must be one JSON object.'];
  const { support } = value;
  return [...mistakesIn(value, SETTINGS, ''), ...(isObject(support) ? mistakesIn(support, SUPPORT, 'support.') : [])];
}

/** The same for the text of the line; null: the page has no such line. */
export function mistakesInLine(line: string | null): string[] {
  if (line === null) return ['The page has no settings: the line <script type="application/json" id="settings"> is missing.'];
  try {
    return mistakesInSettings(JSON.parse(line));
  } catch {
    return ['The settings are no JSON.'];
  }
}

/** The line in the text of a page, with the tags before and after its JSON. */
export const LINE = /(<script type="application\/json" id="settings">)([^]*?)(<\/script>)/;

/** The text of a page's line; null: the page has none. */
export const lineIn = (html: string): string | null => LINE.exec(html)?.[2] ?? null;
