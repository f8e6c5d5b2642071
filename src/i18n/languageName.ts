import type { Language } from '#machines/context.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', sw: 'Kiswahili' };

/** The name of each language in that language, so that its readers find it. */
export const languageName = (language: Language): string => NAMES[language];
