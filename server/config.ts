/**
 * The environment, read in one place and checked when the server starts. Each
 * mistake becomes one sentence that names the variable; all of them are reported together.
 */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { whyProductIsRefused, type LoanProduct } from '#machines/model/terms.ts';
import type { Support } from '#machines/context.ts';
import { shillings, type Cents } from '#machines/model/money.ts';
import { products } from '#src/market/products.ts';
import { RELEASE } from '#src/api/browserErrors.ts';
import packageJson from '../package.json' with { type: 'json' };
import { readDaraja } from './darajaSettings.ts';
import { readHosts, readTrusted, type Hosts, type Trusted } from './networkSettings.ts';
import { createEnvironmentReader, type Environment, type EnvironmentReader } from './processEnvironment.ts';
import { readSupport } from './lenderIdentity.ts';
import { DEFAULT_LIMITS, SANDBOX_LIMITS, type LimitSettings } from './identity/limitTable.ts';
import type { DarajaAccess } from './rail/darajaClient.ts';
import { brokenKeyRules, brokenRules } from './productionRules.ts';
import { readSms, type SmsSettings } from './smsSettings.ts';
import { CannotStart } from './store/cannotStart.ts';
import { readKeys } from './store/keyFile.ts';
import type { KeySetting } from './store/keyRing.ts';
import type { DataKey } from './store/secret.ts';

export interface Config extends Hosts, Trusted {
  /** The sandbox has its own clock, SMS inbox and M-PESA; production has none of them. */
  mode: 'sandbox' | 'production';
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Address of the server for health, readiness and metrics; null: there is none. */
  monitor: { port: number; host: string } | null;
  /** The name of this service in traces. */
  release: string;
  /** Base address of a collector of traces; null: nothing is traced. */
  tracesTo: string | null;
  /** Seconds between the signal to stop and the last accepted request. */
  stopDelay: number;
  /** Absolute. */
  dataDir: string;
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  packageName: string;
  appName: string;
  /** Days until a session ends by itself. */
  tokenDays: number;
  /** null: the simulator on loopback (sandbox only). */
  daraja: DarajaAccess | null;
  /** Least balance of each account of the lender with M-PESA. A lower balance raises the alarm. */
  floatAlarm: Cents;
  /** Hours after which a sent payout without a result waits for the decision of a person. */
  payoutHoldHours: number;
  /** null: the sandbox inbox. */
  sms: SmsSettings | null;
  /** Data keys, the current one first; null: the keys are in a file. */
  dataKeys: readonly DataKey[] | null;
  /** The setting that the data keys are from, unless they are in a file. */
  keySetting: KeySetting;
  /** File of the data keys; null: a file in `dataDir`. */
  dataKeyFile: string | null;
  /** `off`: no photo is judged. In production a person decides each application that the rules do not reject. */
  reader: (typeof READERS)[number];
  /** How borrowers reach the lender, and the company behind it. */
  support: Support;
  /** Download address of the native app; null: there is none. */
  downloadUrl: string | null;
  /** Number of places of a promotion, by channel; `*`: every other channel. Without a number the places are unlimited. */
  channelPlaces: Readonly<Record<string, number>>;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  limits: LimitSettings;
  products: readonly LoanProduct[];
}

/** Mistakes of the operator, one sentence each. */
export class ConfigError extends CannotStart {
  readonly sentences: readonly string[];
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** Readers of photos: text recognition and face models within this server, or none. */
const READERS = ['embedded', 'off'] as const;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** @throws ConfigError with all mistakes that reading finds. */
function readAll<T>(env: Environment, read: (reader: EnvironmentReader) => T): T {
  const reader = createEnvironmentReader(env);
  const found = read(reader);
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes);
  return found;
}

/** @throws ConfigError */
export const readConfig = (env: Environment, offered: readonly LoanProduct[] = products): Config =>
  readAll(env, (reader) => configOf(reader, offered));

function configOf(reader: EnvironmentReader, offered: readonly LoanProduct[]): Config {
  const { mistakes, text, whole, oneOf, url } = reader;
  const mode = readMode(reader);
  const names = readNames(reader);
  const hosts = readHosts(reader);

  /** Reads a part of the settings. @returns also whether it reported a mistake. */
  const judged = <T>(read: () => T): [part: T, isWrong: boolean] => {
    const before = mistakes.length;
    return [read(), mistakes.length > before];
  };
  const [daraja, isDarajaWrong] = judged(() => readDaraja(reader));
  const [sms, isSmsWrong] = judged(() => readSms(reader, names.appName));
  const storage = storageOf(reader);
  if (mode === 'production') mistakes.push(...brokenRules({ ...storage, daraja, isDarajaWrong, sms, isSmsWrong, text }));

  for (const product of offered) {
    const reason = whyProductIsRefused(product);
    if (reason) mistakes.push(`This product is refused: ${reason}.`);
  }

  const support = readSupport(reader, mode === 'production');
  const downloadUrl = text('APP_DOWNLOAD_URL') || null;
  if (downloadUrl) url('APP_DOWNLOAD_URL', downloadUrl, ['https:']);
  const channelPlaces = readPlaces(text('CHANNEL_PLACES', '*=100'), mistakes);
  const trusted = readTrusted(reader);

  return {
    mode,
    ...readListeners(reader),
    tracesTo: text('OTEL_EXPORTER_OTLP_ENDPOINT')
      ? url('OTEL_EXPORTER_OTLP_ENDPOINT', text('OTEL_EXPORTER_OTLP_ENDPOINT'), ['https:', 'http:'])
      : null,
    stopDelay: whole('STOP_DELAY', 0, 0, 300),
    ...storage,
    ...names,
    ...hosts,
    ...trusted,
    tokenDays: whole('TOKEN_DAYS', 30, 1, 365),
    daraja,
    floatAlarm: shillings(whole('FLOAT_ALARM', 200_000, 0, 100_000_000)),
    payoutHoldHours: whole('PAYOUT_HOLD_HOURS', 4, 1, 720),
    sms,
    reader: oneOf('READER', READERS, 'embedded'),
    // In the sandbox the terminal shows the addresses to open, which lines of level info would push out of sight.
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, mode === 'sandbox' ? 'warn' : 'info'),
    support,
    downloadUrl,
    channelPlaces,
    limits: readLimits(reader, mode),
    products: offered,
  };
}

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** Where borrowers and the operator reach this process. */
function readListeners({ text, whole, mistakes }: EnvironmentReader): Pick<Config, 'port' | 'host' | 'monitor'> {
  const listened = (name: string): string => {
    const host = text(name, '127.0.0.1');
    if (isIP(host) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
      mistakes.push(`${name} must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, or its name, not "${host}".`);
    return host;
  };
  const [port, host] = [whole('PORT', 8080, 0, 65_535), listened('HOST')];
  const monitor = text('MONITOR_PORT') ? { port: whole('MONITOR_PORT', 0, 0, 65_535), host: listened('MONITOR_HOST') } : null;
  const areHostsApart = monitor?.host !== host && ![host, monitor?.host ?? ''].some((one) => EVERY_ADDRESS.includes(one));
  if (monitor?.port === port && port !== 0 && !areHostsApart)
    mistakes.push(`MONITOR_PORT must be another port than PORT, which is ${port}: borrowers reach that one, and the monitor is for you.`);
  return { port, host, monitor };
}

function readMode({ text, oneOf, mistakes }: EnvironmentReader): Config['mode'] {
  oneOf('SANDBOX', ['0', '1'], '0');
  const mode = text('SANDBOX', '0') === '0' ? 'production' : 'sandbox';
  if (mode === 'sandbox' && text('NODE_ENV') === 'production')
    mistakes.push('SANDBOX=1 is refused with NODE_ENV=production: a sandbox lets anyone approve a loan and move the clock.');
  return mode;
}

function readNames({ text, mistakes }: EnvironmentReader): Pick<Config, 'packageName' | 'appName' | 'release'> {
  const packageName = text('PACKAGE_NAME', 'ke.example.loan');
  if (!/^[a-zA-Z][\w]*(\.[a-zA-Z][\w]*)+$/.test(packageName))
    mistakes.push(`PACKAGE_NAME must look like ke.example.loan, not "${packageName}".`);
  const appName = text('APP_NAME', 'Example Loan');
  if (!/^[\x20-\x7e]{1,60}$/.test(appName))
    mistakes.push('APP_NAME must be 1 to 60 plain ASCII characters, because it travels in a header.');
  const release = text('RELEASE', packageJson.version);
  if (!RELEASE.test(release)) mistakes.push(`RELEASE must be 1 to 64 letters, digits and . + -, not "${release}".`);
  return { packageName, appName, release };
}

/** Origin of the desk, for invitations. @param ownUrl address of the lender on this machine, used if no host is set. */
export const deskOrigin = ({ deskHost, pageHost }: Hosts, ownUrl: string): string => {
  const host = deskHost ?? pageHost;
  return host === null ? ownUrl.replace('127.0.0.1', 'localhost') : `https://${host}`;
};

/** Origin of the desk, for an operator's verb. @throws ConfigError */
export const readDeskOrigin = (env: Environment): string =>
  readAll(env, (reader) => deskOrigin(readHosts(reader), `http://localhost:${reader.whole('PORT', 8080, 0, 65_535)}`));

function readLimits({ whole }: EnvironmentReader, mode: Config['mode']): LimitSettings {
  const given = mode === 'sandbox' ? SANDBOX_LIMITS : DEFAULT_LIMITS;
  const most = 1_000_000;
  return {
    ...given,
    codesPerHour: whole('CODES_PER_HOUR', given.codesPerHour, 4, most),
    codesPerAddress: whole('CODES_PER_ADDRESS', given.codesPerAddress, 1, most),
    triesPerAddress: whole('TRIES_PER_ADDRESS', given.triesPerAddress, 1, most),
    lookupsPerAddress: whole('LOOKUPS_PER_ADDRESS', given.lookupsPerAddress, 1, most),
    captchaFromPerAddress: whole('CAPTCHA_FROM_ADDRESS', given.captchaFromPerAddress, 1, most),
  };
}

type Storage = Pick<Config, 'dataDir' | 'databaseUrl' | 'dataKeys' | 'keySetting' | 'dataKeyFile'>;

function storageOf(reader: EnvironmentReader): Storage {
  const { text, isEmpty, url, mistakes } = reader;
  const databaseUrl = text('DATABASE_URL') || null;
  // A deployment whose secret is missing must not start on an empty database beside the lender's.
  if (isEmpty('DATABASE_URL') && text('SANDBOX', '0') === '0')
    mistakes.push('DATABASE_URL is empty: name a PostgreSQL, or leave the setting out to use the embedded database in DATA_DIR.');
  if (databaseUrl) url('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']);
  const dataDir = text('DATA_DIR', '.data');
  return { dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir), databaseUrl, ...readDataKeys(reader) };
}

/** Place of the data and its keys, for an operator's verb. @throws ConfigError */
export const readStorage = (env: Environment): Storage => readAll(env, storageOf);

/**
 * The rules of the lender's start about keys, for an operator's verb: it may be the first that encrypts with them, and the lender
 * would refuse them afterwards. A rotation may read with any earlier key, so that a database can leave a key that is refused.
 * @throws ConfigError
 */
export const checkKeys = (env: Environment, isRotation: boolean): void =>
  readAll(env, (reader) => {
    if (readMode(reader) === 'sandbox') return;
    const { dataKeys, ...storage } = storageOf(reader);
    reader.mistakes.push(...brokenKeyRules({ ...storage, dataKeys: isRotation && dataKeys ? dataKeys.slice(0, 1) : dataKeys }));
  });

/** The credentials of the rail, for an operator's verb; null: none are set. @throws ConfigError */
export const readDarajaAccess = (env: Environment): DarajaAccess | null => readAll(env, readDaraja);

/** Address for delivery reports of texts, for an operator's verb; null: deliveries are not reported. @throws ConfigError */
export const readReportAddress = (env: Environment): string | null =>
  readAll(env, (reader) => readSms(reader, 'lender')?.reportsTo ?? null);

/** `PHOTO_KEY` is the earlier name of a single key. */
function readDataKeys({ text, mistakes }: EnvironmentReader): Pick<Config, 'dataKeys' | 'keySetting' | 'dataKeyFile'> {
  const set = (['DATA_KEYS', 'PHOTO_KEY', 'DATA_KEY_FILE'] as const).filter((name) => text(name) !== '');
  if (set.length > 1)
    mistakes.push(
      `Only one of ${set.join(', ')} may be set: each says where the data keys are. The image and the unit set DATA_KEY_FILE; beside DATA_KEYS, set it to nothing (DATA_KEY_FILE=).`,
    );
  const photoKey = text('PHOTO_KEY');
  if (photoKey && !/^[0-9a-fA-F]{64}$/.test(photoKey)) mistakes.push('PHOTO_KEY must be 64 hex digits (32 bytes).');
  const listed = text('DATA_KEYS');
  if (listed && !readKeys(listed))
    mistakes.push('DATA_KEYS must look like 2:HEX,1:HEX, each with a number of its own and 64 hex digits, the current key first.');
  const file = text('DATA_KEY_FILE');
  return {
    dataKeys: listed || photoKey ? readKeys(listed || photoKey) : null,
    keySetting: photoKey && !listed ? 'PHOTO_KEY' : 'DATA_KEYS',
    dataKeyFile: file ? resolve(file) : null,
  };
}

/** `7=100, radio=50, *=20`, or `none` */
function readPlaces(text: string, mistakes: string[]): Record<string, number> {
  const places: Record<string, number> = {};
  if (text === 'none') return places;
  for (const one of text.split(',').map((part) => part.trim())) {
    if (one === '') continue;
    const [, channel, number] = /^([\w.:-]{1,64}|\*)=(\d{1,6})$/.exec(one) ?? [];
    if (channel === undefined) mistakes.push(`CHANNEL_PLACES must be none or look like 7=100,radio=50,*=20, which "${one}" does not.`);
    else places[channel] = Number(number);
  }
  return places;
}
