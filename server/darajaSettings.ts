/** The credentials of the rail, read from the environment. */
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { EnvironmentReader } from './processEnvironment.ts';
import type { DarajaAccess } from './rail/darajaClient.ts';

const DARAJA_LIVE = 'https://api.safaricom.co.ke';

/** null: the variables of Daraja are not set. */
export function readDaraja({ text, url, group, mistakes }: EnvironmentReader): DarajaAccess | null {
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
  const shortcode = (name: string): string => {
    const value = text(name);
    if (!/^\d{5,7}$/.test(value)) mistakes.push(`${name} must be a shortcode of M-PESA, which has 5 to 7 digits, not "${value}".`);
    return value;
  };
  const initiator = (name: string): string => {
    const value = text(name);
    if (/\s/.test(value)) mistakes.push(`${name} must be the user name of an API operator, which has no spaces, not "${value}".`);
    return value;
  };
  return {
    baseUrl: url('DARAJA_BASE_URL', text('DARAJA_BASE_URL', DARAJA_LIVE), ['https:', 'http:']),
    consumerKey: text('DARAJA_CONSUMER_KEY'),
    consumerSecret: text('DARAJA_CONSUMER_SECRET'),
    shortcode: shortcode('DARAJA_SHORTCODE'),
    passkey: text('DARAJA_PASSKEY'),
    b2cShortcode: shortcode('DARAJA_B2C_SHORTCODE'),
    initiatorName: initiator('DARAJA_INITIATOR_NAME'),
    securityCredential: text('DARAJA_SECURITY_CREDENTIAL'),
    paybillInitiatorName: text('DARAJA_PAYBILL_INITIATOR_NAME')
      ? initiator('DARAJA_PAYBILL_INITIATOR_NAME')
      : text('DARAJA_INITIATOR_NAME'),
    paybillSecurityCredential: text('DARAJA_PAYBILL_SECURITY_CREDENTIAL', text('DARAJA_SECURITY_CREDENTIAL')),
    callbackBaseUrl: url('DARAJA_CALLBACK_URL', text('DARAJA_CALLBACK_URL'), ['https:']),
    pullNumber,
  };
}
