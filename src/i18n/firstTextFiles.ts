import type { Language } from '#machines/context.ts';

/** Name of a table to its keys and texts, in one language. */
export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fetches the first texts of a language, which then make themselves known. Nothing stands apart in the source; the build fills this in. */
export const filesOfFirstTexts: Partial<Record<Language, () => Promise<unknown>>> = {};
