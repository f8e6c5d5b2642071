/** What this build calls itself. */
declare const __APP_NAME__: string | undefined;

/** The country this market is in, until the lender has said so itself. */
export const HOME_COUNTRY = { code: 'KE', callingCode: '254', currency: 'KES' } as const;

export const APP_NAME: string = typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'Example Loan';

/** The same as in package.json, by test. */
export const APP_VERSION = '1.0.0';
