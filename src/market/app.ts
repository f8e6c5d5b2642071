/** The name and version of this build. */
declare const __APP_NAME__: string | undefined;

/** The country of this market, until the lender has reported it. */
export const HOME_COUNTRY = { code: 'KE', callingCode: '254', currency: 'KES' } as const;

export const APP_NAME: string = typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'Example Loan';

/** A test ensures that it equals the version in package.json. */
export const APP_VERSION = '1.0.0';
