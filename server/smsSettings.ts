/** The providers of texts, read from the environment. */
import type { Cents } from '#machines/model/money.ts';
import type { ProviderSettings } from './messaging/createProvider.ts';
import type { EnvironmentReader } from './processEnvironment.ts';

type Name = ProviderSettings['name'];

export interface SmsSettings {
  /** In the order in which they are tried. */
  providers: readonly ProviderSettings[];
  /** Cents for one part of a text, for a provider that reports no price. */
  prices: Readonly<Partial<Record<Name, Cents>>>;
  /** Address of this server for delivery reports, without a trailing slash; null: deliveries are not reported. */
  reportsTo: string | null;
}

/** Required settings of each provider. */
const GROUPS = {
  gateway: ['SMS_URL', 'SMS_TOKEN'],
  africastalking: ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_SENDER'],
} as const satisfies Record<Name, readonly string[]>;

const NAMES = Object.keys(GROUPS) as Name[];

const isName = (text: string): text is Name => NAMES.some((name) => name === text);

/** Addresses that must not be plain HTTP in production. */
export const SMS_ADDRESSES = ['SMS_URL', 'AFRICASTALKING_BASE_URL', 'TWILIO_BASE_URL'] as const;

/** Addresses of Africa's Talking. With the user `sandbox`, only the provider's simulator gets the texts. */
const AFRICASTALKING_LIVE = 'https://api.africastalking.com';
const AFRICASTALKING_SANDBOX = 'https://api.sandbox.africastalking.com';

function readProvider(name: Name, { text, url, mistakes }: EnvironmentReader, appName: string): ProviderSettings {
  const schemes = ['https:', 'http:'];
  switch (name) {
    case 'gateway':
      return { name, url: url('SMS_URL', text('SMS_URL'), schemes), token: text('SMS_TOKEN'), sender: text('SMS_SENDER', appName) };
    case 'africastalking': {
      const username = text('AFRICASTALKING_USERNAME');
      const own = username === 'sandbox' ? AFRICASTALKING_SANDBOX : AFRICASTALKING_LIVE;
      const baseUrl = url('AFRICASTALKING_BASE_URL', text('AFRICASTALKING_BASE_URL', own), schemes);
      return { name, baseUrl, username, apiKey: text('AFRICASTALKING_API_KEY'), sender: text('AFRICASTALKING_SENDER') || null };
    }
    case 'twilio': {
      const [accountSid, sender] = [text('TWILIO_ACCOUNT_SID'), text('TWILIO_SENDER')];
      if (!/^AC[\da-f]{32}$/i.test(accountSid)) mistakes.push('TWILIO_ACCOUNT_SID must be AC and 32 hex digits.');
      if (!/^(MG[\da-f]{32}|\+\d{8,15}|(?=.*[A-Za-z])[A-Za-z\d ]{1,11})$/i.test(sender))
        mistakes.push(
          `TWILIO_SENDER must be a number such as +254700000000, a name of at most 11 letters and digits, or MG and 32 hex digits, not "${sender}".`,
        );
      const baseUrl = url('TWILIO_BASE_URL', text('TWILIO_BASE_URL', 'https://api.twilio.com'), schemes);
      return { name, baseUrl, accountSid, authToken: text('TWILIO_AUTH_TOKEN'), sender };
    }
  }
}

/** `africastalking=80, twilio=900`: cents. */
function readPrices(given: string, mistakes: string[]): SmsSettings['prices'] {
  const prices: Partial<Record<Name, Cents>> = {};
  for (const one of given.split(',').map((part) => part.trim())) {
    if (one === '') continue;
    const [, name = '', cents] = /^(\w+)=(\d{1,6})$/.exec(one) ?? [];
    if (cents !== undefined && isName(name)) prices[name] = Number(cents);
    else mistakes.push(`SMS_PRICES must look like africastalking=80,twilio=900, in cents for one part of a text, which "${one}" does not.`);
  }
  return prices;
}

/**
 * The first provider is `SMS_PROVIDER`. Without this variable it is the only configured one.
 * @returns null when no provider is configured.
 */
export function readSms(reader: EnvironmentReader, appName: string): SmsSettings | null {
  const { text, group, mistakes, url } = reader;
  const configured = NAMES.filter((name) => group(GROUPS[name]));
  const [first, second] = [text('SMS_PROVIDER'), text('SMS_SECOND_PROVIDER')];
  for (const [variable, name] of [
    ['SMS_PROVIDER', first],
    ['SMS_SECOND_PROVIDER', second],
  ] as const) {
    if (name === '') continue;
    if (!isName(name)) mistakes.push(`${variable} must be one of ${NAMES.join(', ')}, not "${name}".`);
    else if (!configured.includes(name) && GROUPS[name].every((one) => !text(one)))
      mistakes.push(`${variable} is ${name}, which needs ${GROUPS[name].join(', ')}.`);
  }
  if (second !== '' && second === first) mistakes.push('SMS_SECOND_PROVIDER must be another provider than SMS_PROVIDER.');
  const [one, another] = configured;
  if (one !== undefined && another !== undefined && first === '')
    mistakes.push(`SMS_PROVIDER must say which provider is asked first: ${configured.join(' or ')}.`);
  if (second !== '' && first === '') mistakes.push('SMS_SECOND_PROVIDER needs SMS_PROVIDER, which says who is asked first.');

  const prices = readPrices(text('SMS_PRICES'), mistakes);
  const callbacks = text('SMS_CALLBACK_URL') === '' ? 'DARAJA_CALLBACK_URL' : 'SMS_CALLBACK_URL';
  const reportsTo = text(callbacks) === '' ? null : url(callbacks, text(callbacks), ['https:']);
  const order = first === '' ? [one] : [first, second];
  const providers = NAMES.filter((name) => order.includes(name) && configured.includes(name))
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => readProvider(name, reader, appName));
  return providers.length === 0 ? null : { providers, prices, reportsTo };
}
