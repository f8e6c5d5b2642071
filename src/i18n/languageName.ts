import type { Language } from '#machines/context.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', sw: 'Kiswahili' };

/** Each language in its own words: that is how its readers find it. */
export const languageName = (language: Language): string => NAMES[language];
