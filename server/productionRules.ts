/** Rules for the settings of production that a sandbox does not have. */
import type { EnvironmentReader } from './processEnvironment.ts';
import type { DarajaAccess } from './rail/darajaClient.ts';
import { SMS_ADDRESSES, type SmsSettings } from './smsSettings.ts';
import type { KeySetting } from './store/keyRing.ts';
import type { DataKey } from './store/secret.ts';

/** See `Config`. */
interface Settings {
  daraja: DarajaAccess | null;
  /** A mistake in the credentials of the rail was reported already. */
  isDarajaWrong: boolean;
  sms: SmsSettings | null;
  /** A mistake in the settings of the provider of texts was reported already. */
  isSmsWrong: boolean;
  databaseUrl: string | null;
  dataKeys: readonly DataKey[] | null;
  keySetting: KeySetting;
  dataKeyFile: string | null;
  text: EnvironmentReader['text'];
}

interface Rule<S = Settings> {
  isBroken: (settings: S) => boolean;
  says: string;
}

const KEY_SETTINGS: readonly KeySetting[] = ['DATA_KEYS', 'PHOTO_KEY'];

const ADDRESSES = [...SMS_ADDRESSES, 'DARAJA_BASE_URL'] as const;

type Keys = Pick<Settings, 'databaseUrl' | 'dataKeys' | 'keySetting' | 'dataKeyFile'>;

const KEY_RULES: readonly Rule<Keys>[] = [
  {
    isBroken: ({ databaseUrl, dataKeys, dataKeyFile }) => databaseUrl !== null && dataKeys === null && dataKeyFile === null,
    says: 'Production with DATABASE_URL needs DATA_KEYS or DATA_KEY_FILE: a key file in DATA_DIR is lost with its machine, and other processes on the same database would not have it.',
  },
  ...KEY_SETTINGS.map((name): Rule<Keys> => ({
    isBroken: ({ dataKeys, keySetting }) =>
      keySetting === name && (dataKeys?.some(({ bytes }) => bytes.every((byte) => byte === bytes[0])) ?? false),
    says: `${name} holds a key that anybody can guess, the same byte 32 times: make one with \`openssl rand -hex 32\`.`,
  })),
];

const RULES: readonly Rule[] = [
  {
    isBroken: ({ daraja, isDarajaWrong }) => daraja === null && !isDarajaWrong,
    says: 'Production needs the DARAJA_ credentials: without them no money moves. For trying things out, run `npm start` in a clone, which turns the sandbox on.',
  },
  {
    isBroken: ({ sms, isSmsWrong }) => sms === null && !isSmsWrong,
    says: 'Production needs somebody who sends its texts, or nobody can sign in: SMS_URL and SMS_TOKEN of a gateway, or the settings of AFRICASTALKING_ or TWILIO_.',
  },
  ...ADDRESSES.map((name): Rule => ({
    isBroken: ({ text }) => isPlainHttp(text(name)),
    says: `${name} must begin with https:// in production, because anybody on the way could read codes and credentials; http:// is accepted for an address of this machine only, such as http://127.0.0.1.`,
  })),
  ...KEY_RULES,
];

const sentences = <S>(rules: readonly Rule<S>[], settings: S): string[] =>
  rules.filter(({ isBroken }) => isBroken(settings)).map(({ says }) => says);

/** One sentence for each rule that is broken. */
export const brokenRules = (settings: Settings): string[] => sentences(RULES, settings);

/** The same for the rules about keys alone. */
export const brokenKeyRules = (keys: Keys): string[] => sentences(KEY_RULES, keys);

/** Plain HTTP to another machine. Loopback is allowed: a gateway or proxy on this machine may add TLS. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
}
