/**
 * What the specification says of messages and constants, and where each of it stands in the code. Nothing here is
 * believed: `check.ts` looks up every text, imports every value, and looks for its use.
 */

/** A file of the repository and the exact characters in it that put the text or value to work. */
export type Use = readonly [file: string, needle: string];

interface Common {
  use: Use;
  /** Needed where the words or the value are not those of the specification. */
  because?: string;
}

/** A text in English. `table`: the export that holds it, as an object of texts or as `(language) => t`; '' for a table of the first paint, which keeps to itself. */
export interface TextPlace extends Common {
  is: 'text';
  file: string;
  table: string;
  key: string;
  words: string;
}

/** A value. `name`: the export and the way into it, `LIMITS.address.min`. */
export interface ValuePlace extends Common {
  is: 'value';
  file: string;
  name: string;
  value: unknown;
}

/** What a function of the code gives for these arguments. */
export interface ResultPlace extends Common {
  is: 'result';
  file: string;
  name: string;
  arguments: readonly unknown[];
  value: unknown;
}

/** A rule that is written out where it works: exactly these characters stand in the file. */
export interface SourcePlace {
  is: 'source';
  file: string;
  holds: string;
  because?: string;
}

export type Place = TextPlace | ValuePlace | ResultPlace | SourcePlace;

export interface Entry {
  /** The specification's words: a message in its own spelling, or what it says of a constant. */
  says: string;
  /** `message`: the places must hold these very words, or say why not. */
  is: 'message' | 'rule';
  places: readonly Place[];
}

export type Section = 5 | 8 | 9;

type Options = Partial<Pick<Common, 'because'>>;

const FORMS = 'src/forms/messages/en.ts';
const LENDER = 'src/api/words/en.ts';
const PROBLEMS = 'src/i18n/problems.ts';
const NOTICES = 'src/i18n/notices.ts';

const text =
  (file: string, table: string) =>
  (key: string, words: string, use: Use, options: Options = {}): TextPlace => ({ is: 'text', file, table, key, words, use, ...options });

/** A text of the forms. */
export const inForms = text(FORMS, 'en');
/** What the lender says. */
export const fromLender = text(LENDER, 'en');
/** What goes wrong on the phone's side. */
export const onPhone = text(PROBLEMS, '');
/** A passing message. */
export const inNotices = text(NOTICES, '');
/** A text of a screen. */
export const onScreen = (screen: string, table: string, key: string, words: string, use: Use, options: Options = {}): TextPlace =>
  text(`screens/${screen}/strings.ts`, table)(key, words, use, options);

export const value = (file: string, name: string, expected: unknown, use: Use, options: Options = {}): ValuePlace => ({
  is: 'value',
  file,
  name,
  value: expected,
  use,
  ...options,
});

export const source = (file: string, holds: string, options: Options = {}): SourcePlace => ({ is: 'source', file, holds, ...options });
