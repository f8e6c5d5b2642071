/**
 * The environment, read in one place and checked when the server starts. Each
 * mistake becomes one sentence that names the variable; all of them are reported together.
 */
import { isAbsolute, resolve } from 'node:path';
import { whyProductIsRefused, type LoanProduct } from '#machines/model/terms.ts';
import type { Support } from '#machines/context.ts';
import { shillings, type Cents } from '#machines/model/money.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { products } from '#src/market/products.ts';
import { RELEASE } from '#src/api/browserErrors.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createEnvironmentReader, type Environment, type EnvironmentReader } from './processEnvironment.ts';
import { readSupport } from './lenderIdentity.ts';
import { DEFAULT_LIMITS, SANDBOX_LIMITS, type LimitSettings } from './identity/limitTable.ts';
import type { DarajaAccess } from './rail/darajaClient.ts';
import { readSms, SMS_ADDRESSES, type SmsSettings } from './smsSettings.ts';
import { CannotStart } from './store/cannotStart.ts';
import { isOrigin } from './wire/cors.ts';
import { readAddresses, readProxies, type IsProxy } from './wire/callerAddress.ts';
import { readKeys } from './store/keyFile.ts';
import type { DataKey } from './store/secret.ts';

export interface Config {
  /** The sandbox has its own clock, SMS inbox and M-PESA; production has none of them. */
  mode: 'sandbox' | 'production';
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Where health, readiness and metrics are answered; null: nowhere. */
  monitor: { port: number; host: string } | null;
  /** The name of this service in traces. */
  release: string;
  /** Base address of a collector of traces; null: nothing is traced. */
  tracesTo: string | null;
  /** Seconds from the signal to stop until no request is taken any more. */
  stopDelay: number;
  /** Absolute. */
  dataDir: string;
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  packageName: string;
  appName: string;
  /** Host under which browsers open the pages; null: texts with a code do not name it. */
  pageHost: string | null;
  /** The only host under which staff open the desk; null: any that leads here. */
  deskHost: string | null;
  /** Which addresses are proxies in front of this server; false: none, and no header is trusted for the caller's address. */
  trustProxy: IsProxy | false;
  /** Who may show the pages in a frame, as sources of `frame-ancestors`. Empty: nobody; a sandbox always frames itself. */
  frameAncestors: readonly string[];
  /** Origins of pages elsewhere that may call the lender. */
  corsOrigins: readonly string[];
  /** Days until a session ends by itself. */
  tokenDays: number;
  /** null: the simulator on loopback (sandbox only). */
  daraja: DarajaAccess | null;
  /** An account of the lender with M-PESA that holds less is alarming. */
  floatAlarm: Cents;
  /** Hours without a result after which a payout that was sent is put to a person. */
  payoutHoldHours: number;
  /** Addresses from which the rail sends callbacks; null: every caller is listened to. */
  railAddresses: ((address: string) => boolean) | null;
  /** null: the sandbox inbox. */
  sms: SmsSettings | null;
  /** Data keys, the current one first; null: they are in a file. */
  dataKeys: readonly DataKey[] | null;
  /** File of the data keys; null: a file in `dataDir`. */
  dataKeyFile: string | null;
  /** `off`: identity cards are not read, and applications are decided without comparing them. */
  reader: (typeof READERS)[number];
  /** How borrowers reach the lender, and the company behind it. */
  support: Support;
  /** Where the native app is downloaded; null: nowhere. */
  downloadUrl: string | null;
  /** Places of each promotion that has a number of them, by channel; `*`: of every other channel. */
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

/** What reads identity cards: text recognition within this server, or nothing. */
const READERS = ['embedded', 'off'] as const;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const DARAJA_LIVE = 'https://api.safaricom.co.ke';

/** @throws ConfigError */
export function readConfig(env: Environment, offered: readonly LoanProduct[] = products): Config {
  const reader = createEnvironmentReader(env);
  const { mistakes, text, whole, oneOf, url } = reader;
  oneOf('SANDBOX', ['0', '1'], '0');
  const mode = text('SANDBOX', '0') === '0' ? 'production' : 'sandbox';
  if (mode === 'sandbox' && text('NODE_ENV') === 'production')
    mistakes.push('SANDBOX=1 is refused with NODE_ENV=production: a sandbox lets anyone approve a loan and move the clock.');

  const packageName = text('PACKAGE_NAME', 'ke.example.loan');
  if (!/^[a-zA-Z][\w]*(\.[a-zA-Z][\w]*)+$/.test(packageName))
    mistakes.push(`PACKAGE_NAME must look like ke.example.loan, not "${packageName}".`);
  const appName = text('APP_NAME', 'Example Loan');
  if (!/^[\x20-\x7e]{1,60}$/.test(appName))
    mistakes.push('APP_NAME must be 1 to 60 plain ASCII characters, because it travels in a header.');

  const release = text('RELEASE', packageJson.version);
  if (!RELEASE.test(release)) mistakes.push(`RELEASE must be 1 to 64 letters, digits and . + -, not "${release}".`);

  const pageHost = readHost(reader, 'PAGE_HOST', text('PAGE_HOST'));
  const deskHost = readHost(reader, 'DESK_HOST', text('DESK_HOST'));

  const daraja = readDaraja(reader);
  if (mode === 'production' && !daraja)
    mistakes.push(
      'Production needs the DARAJA_ credentials: without them no money moves. For trying things out, run `npm start`, which turns the sandbox on.',
    );

  const before = mistakes.length;
  const sms = readSms(reader, appName);
  if (mode === 'production' && !sms && mistakes.length === before)
    mistakes.push(
      'Production needs somebody who sends its texts, or nobody can sign in: SMS_URL and SMS_TOKEN of a gateway, or the settings of AFRICASTALKING_ or TWILIO_.',
    );

  if (mode === 'production')
    for (const name of [...SMS_ADDRESSES, 'DARAJA_BASE_URL'])
      if (isPlainHttp(text(name)))
        mistakes.push(
          `${name} must begin with https:// in production, because anybody on the way could read codes and credentials; http:// is accepted for an address of this machine only, such as http://127.0.0.1.`,
        );

  const storage = storageOf(reader);
  if (mode === 'production' && storage.databaseUrl && !storage.dataKeys && !storage.dataKeyFile)
    mistakes.push(
      'Production with DATABASE_URL needs DATA_KEYS or DATA_KEY_FILE: a key file in DATA_DIR is lost with its machine, and other processes on the same database would not have it.',
    );

  if (mode === 'production' && storage.dataKeys?.some(({ bytes }) => bytes.every((byte) => byte === bytes[0])))
    mistakes.push('DATA_KEYS holds a key that anybody can guess, the same byte 32 times: make one with `openssl rand -hex 32`.');

  for (const product of offered) {
    const reason = whyProductIsRefused(product);
    if (reason) mistakes.push(`This product is refused: ${reason}.`);
  }

  const support = readSupport(reader, mode === 'production');
  const downloadUrl = text('APP_DOWNLOAD_URL') || null;
  if (downloadUrl) url('APP_DOWNLOAD_URL', downloadUrl, ['https:']);
  const channelPlaces = readPlaces(text('CHANNEL_PLACES', '*=100'), mistakes);

  const proxies = text('TRUST_PROXY', '0');
  const trustProxy = readProxies(proxies);
  if (trustProxy === null)
    mistakes.push(
      `TRUST_PROXY must be the number of proxies in front of this server, at most 10, or their addresses such as 10.0.0.0/8, 127.0.0.1 or loopback, linklocal, uniquelocal, not "${proxies}".`,
    );

  const allowed = text('DARAJA_ALLOWED_IPS');
  const railAddresses = allowed === '' ? null : readAddresses(allowed);
  if (allowed !== '' && railAddresses === null)
    mistakes.push(`DARAJA_ALLOWED_IPS must be addresses or ranges such as 196.201.214.200, 196.201.213.0/24, not "${allowed}".`);
  const framers = text('FRAME_ANCESTORS', 'none');
  const frameAncestors = readFramers(framers);
  if (!frameAncestors)
    mistakes.push(`FRAME_ANCESTORS must be none, or origins such as https://app.example, separated by spaces, not "${framers}".`);

  const pages = text('CORS_ORIGINS', 'none');
  const corsOrigins = pages === 'none' ? [] : pages.split(/[\s,]+/);
  for (const one of corsOrigins)
    if (!isOrigin(one))
      mistakes.push(
        `CORS_ORIGINS must be none, or origins such as https://app.example, separated by spaces, each exactly as a browser sends it, which "${one}" is not.`,
      );

  const config: Config = {
    mode,
    port: whole('PORT', 8080, 0, 65_535),
    host: text('HOST', '127.0.0.1'),
    release,
    tracesTo: text('OTEL_EXPORTER_OTLP_ENDPOINT')
      ? url('OTEL_EXPORTER_OTLP_ENDPOINT', text('OTEL_EXPORTER_OTLP_ENDPOINT'), ['https:', 'http:'])
      : null,
    stopDelay: whole('STOP_DELAY', 0, 0, 300),
    monitor: text('MONITOR_PORT') ? { port: whole('MONITOR_PORT', 0, 0, 65_535), host: text('MONITOR_HOST', '127.0.0.1') } : null,
    ...storage,
    packageName,
    appName,
    pageHost,
    deskHost,
    trustProxy: trustProxy ?? false,
    frameAncestors: frameAncestors ?? [],
    corsOrigins,
    tokenDays: whole('TOKEN_DAYS', 30, 1, 365),
    daraja,
    railAddresses,
    floatAlarm: shillings(whole('FLOAT_ALARM', 200_000, 0, 100_000_000)),
    payoutHoldHours: whole('PAYOUT_HOLD_HOURS', 4, 1, 720),
    sms,
    reader: oneOf('READER', READERS, 'embedded'),
    // Anyone who tries the sandbox reads the addresses in the same window.
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, mode === 'sandbox' ? 'warn' : 'info'),
    support,
    downloadUrl,
    channelPlaces,
    limits: readLimits(reader, mode),
    products: offered,
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** null: not set. */
function readHost({ mistakes }: EnvironmentReader, name: string, host: string): string | null {
  if (host === '') return null;
  if (!/^(?=.{1,100}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/.test(host))
    mistakes.push(`${name} must be a host name without a scheme, such as loan.example.ke, not "${host}".`);
  return host;
}

/** Where an invitation to the desk opens. @param ownUrl of the lender on this machine, where no host is set. */
export const deskOrigin = ({ deskHost, pageHost }: Pick<Config, 'deskHost' | 'pageHost'>, ownUrl: string): string => {
  const host = deskHost ?? pageHost;
  return host === null ? ownUrl.replace('127.0.0.1', 'localhost') : `https://${host}`;
};

/** The same, for an operator's verb. @throws ConfigError */
export function readDeskOrigin(env: Environment): string {
  const reader = createEnvironmentReader(env);
  const { text } = reader;
  const deskHost = readHost(reader, 'DESK_HOST', text('DESK_HOST'));
  const pageHost = readHost(reader, 'PAGE_HOST', text('PAGE_HOST'));
  const port = reader.whole('PORT', 8080, 0, 65_535);
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes);
  return deskOrigin({ deskHost, pageHost }, `http://localhost:${port}`);
}

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

type Storage = Pick<Config, 'dataDir' | 'databaseUrl' | 'dataKeys' | 'dataKeyFile'>;

function storageOf(reader: EnvironmentReader): Storage {
  const { text, url } = reader;
  const databaseUrl = text('DATABASE_URL') || null;
  if (databaseUrl) url('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']);
  const dataDir = text('DATA_DIR', '.data');
  return { dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir), databaseUrl, ...readDataKeys(reader) };
}

/** Only where the data is and what it is encrypted with, for an operator's verb. @throws ConfigError */
export function readStorage(env: Environment): Storage {
  const reader = createEnvironmentReader(env);
  const storage = storageOf(reader);
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes);
  return storage;
}

/** The credentials of the rail, for an operator's verb; null: none are set. @throws ConfigError */
export function readDarajaAccess(env: Environment): DarajaAccess | null {
  const reader = createEnvironmentReader(env);
  const access = readDaraja(reader);
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes);
  return access;
}

/** Under which providers of texts reach the lender, for an operator's verb; null: deliveries are not reported. @throws ConfigError */
export function readReportAddress(env: Environment): string | null {
  const reader = createEnvironmentReader(env);
  const settings = readSms(reader, 'lender');
  if (reader.mistakes.length > 0) throw new ConfigError(reader.mistakes);
  return settings?.reportsTo ?? null;
}

/** `PHOTO_KEY` is the earlier name of a single key. */
function readDataKeys({ text, mistakes }: EnvironmentReader): Pick<Config, 'dataKeys' | 'dataKeyFile'> {
  const set = (['DATA_KEYS', 'PHOTO_KEY', 'DATA_KEY_FILE'] as const).filter((name) => text(name) !== '');
  if (set.length > 1) mistakes.push(`Only one of ${set.join(', ')} may be set: each says where the data keys are.`);
  const photoKey = text('PHOTO_KEY');
  if (photoKey && !/^[0-9a-fA-F]{64}$/.test(photoKey)) mistakes.push('PHOTO_KEY must be 64 hex digits (32 bytes).');
  const listed = text('DATA_KEYS');
  if (listed && !readKeys(listed))
    mistakes.push('DATA_KEYS must look like 2:HEX,1:HEX, each with a number of its own and 64 hex digits, the current key first.');
  const file = text('DATA_KEY_FILE');
  return { dataKeys: listed || photoKey ? readKeys(listed || photoKey) : null, dataKeyFile: file ? resolve(file) : null };
}

/** null: the variables of Daraja are not set. */
function readDaraja({ text, url, group, mistakes }: EnvironmentReader): DarajaAccess | null {
  const isSet = group([
    'DARAJA_CONSUMER_KEY',
    'DARAJA_CONSUMER_SECRET',
    'DARAJA_SHORTCODE',
    'DARAJA_PASSKEY',
    'DARAJA_B2C_SHORTCODE',
    'DARAJA_INITIATOR_NAME',
    'DARAJA_SECURITY_CREDENTIAL',
    'DARAJA_CALLBACK_URL',
  ]);
  const number = text('DARAJA_PULL_NUMBER');
  const pullNumber = number === '' ? null : toMsisdn(number);
  if (number !== '' && pullNumber === null)
    mistakes.push(`DARAJA_PULL_NUMBER must be a Kenyan mobile number, such as 0712 345 678, not "${number}".`);
  if (!isSet) return null;
  return {
    baseUrl: url('DARAJA_BASE_URL', text('DARAJA_BASE_URL', DARAJA_LIVE), ['https:', 'http:']),
    consumerKey: text('DARAJA_CONSUMER_KEY'),
    consumerSecret: text('DARAJA_CONSUMER_SECRET'),
    shortcode: text('DARAJA_SHORTCODE'),
    passkey: text('DARAJA_PASSKEY'),
    b2cShortcode: text('DARAJA_B2C_SHORTCODE'),
    initiatorName: text('DARAJA_INITIATOR_NAME'),
    securityCredential: text('DARAJA_SECURITY_CREDENTIAL'),
    paybillInitiatorName: text('DARAJA_PAYBILL_INITIATOR_NAME', text('DARAJA_INITIATOR_NAME')),
    paybillSecurityCredential: text('DARAJA_PAYBILL_SECURITY_CREDENTIAL', text('DARAJA_SECURITY_CREDENTIAL')),
    callbackBaseUrl: url('DARAJA_CALLBACK_URL', text('DARAJA_CALLBACK_URL'), ['https:']),
    pullNumber,
  };
}

/** Plain HTTP to another machine. Loopback stays within this one: a gateway or a proxy with TLS of its own. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
}

/** null: not a list of origins. */
function readFramers(text: string): string[] | null {
  if (text === 'none') return [];
  const framers = text.split(/\s+/);
  return framers.every((one) => URL.canParse(one) && new URL(one).origin === one && one.startsWith('https://')) ? framers : null;
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
