import type { Language } from '#machines/context.ts';

/** Name of a table to its keys and texts, in one language. */
export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fetches the file of a language, which then registers its tables. Empty in the source; the build fills it in. */
export const filesOfFirstTexts: Partial<Record<Language, () => Promise<unknown>>> = {};
