/** The name and version of this app. */
import { SETTINGS } from './pageSettings.ts';

/** The country of this market, until the lender has reported it. */
export const HOME_COUNTRY = { code: 'KE', callingCode: '254', currency: 'KES' } as const;

/** Empty on a page whose settings cannot be used: it shows nothing but that. */
export const APP_NAME: string = SETTINGS?.appName ?? '';

/** A test ensures that it equals the version in package.json. */
export const APP_VERSION = '1.0.0';
