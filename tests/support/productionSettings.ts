/** Settings of a lender in production. */

/** The lender's company, which production requires. */
export const LENDER_IDENTITY = {
  LENDER_NAME: 'Pesa Haraka Limited',
  LENDER_ADDRESS: '12 Biashara Street, Nairobi',
  LENDER_LICENCE: 'DCP/0042',
  LENDER_REGULATOR: 'Central Bank of Kenya',
  LENDER_REGULATOR_CONTACT: 'www.centralbank.go.ke',
  DATA_OFFICER_EMAIL: 'data@lender.example',
  POLICIES_SINCE: '2026-03-01',
  SUPPORT_EMAIL: 'help@lender.example',
} as const;

/** Nothing listens here. */
const NOBODY = 'http://127.0.0.1:9';

/** Everything that production requires. Neither M-PESA nor the gateway of texts answers. */
export const PRODUCTION = {
  ...LENDER_IDENTITY,
  SANDBOX: '0',
  DARAJA_BASE_URL: NOBODY,
  DARAJA_CONSUMER_KEY: 'k',
  DARAJA_CONSUMER_SECRET: 's',
  DARAJA_SHORTCODE: '174379',
  DARAJA_PASSKEY: 'p',
  DARAJA_B2C_SHORTCODE: '600000',
  DARAJA_INITIATOR_NAME: 'i',
  DARAJA_SECURITY_CREDENTIAL: 'c',
  DARAJA_CALLBACK_URL: 'https://lender.example',
  SMS_URL: NOBODY,
  SMS_TOKEN: 't',
} as const;
