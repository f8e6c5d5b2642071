/** The name and version of this app. */
import { SETTINGS } from './pageSettings.ts';

/** The country of this market, until the lender has reported it. */
export const HOME_COUNTRY = { code: 'KE', callingCode: '254', currency: 'KES' } as const;

/** Empty on a page with unusable settings, which shows only that mistake. */
export const APP_NAME: string = SETTINGS?.appName ?? '';

/** The version of the app. A test compares it with package.json. */
export const APP_VERSION = '1.0.0';
