import type { Language } from '#machines/context.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', sw: 'Kiswahili' };

/** The name of a language in that language, so that its speakers find it. */
export const languageName = (language: Language): string => NAMES[language];
