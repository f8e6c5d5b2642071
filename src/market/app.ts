/** What this build calls itself. */
declare const __APP_NAME__: string | undefined;

export const APP_NAME: string = typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'Example Loan';

/** The same as in package.json, by test. */
export const APP_VERSION = '1.0.0';
