/** Names of the app's languages, in English. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', sw: 'Swahili', es: 'Spanish' };
