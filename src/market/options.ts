/** Options of pickers and radio groups: the stored value and the shown label. */
import type { Language } from '#machines/context.ts';

export type LocalText = Readonly<Record<Language, string>>;

export interface Option {
  /** The value that is stored and sent. Never renamed, because it is stored. */
  readonly id: string;
  /** A proper name is the same in every language and is written once. */
  readonly label: string | LocalText;
}

export const option = (id: string, en: string, es: string, sw: string): Option => ({ id, label: { en, es, sw } });

/** An option whose label is a proper name. */
export const named = (id: string, name: string): Option & { readonly label: string } => ({ id, label: name });

export const labelOf = (option: Option, language: Language): string =>
  typeof option.label === 'string' ? option.label : option.label[language];

export const findOption = (options: readonly Option[], id: string): Option | undefined => options.find((option) => option.id === id);
