/** The language in which the forms are described. Pure data and pure functions: client, server and tests all read it. */
import type { Language } from '#machines/context.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Market } from '#src/market/market.ts';
import type { Option } from '#src/market/options.ts';
import type { GroupName, MessageKey } from './messages/en.ts';

export type { SectionName, Values };

export interface CheckContext {
  /** Today in Nairobi; ages are counted by it. */
  today: CalendarDate;
  /** The number the borrower signed in with. */
  ownMobile?: Msisdn;
  /** Language of lists inside messages ("a, b or c"). */
  lang?: Language;
  /** Other readings than the build's own; tests pass them. */
  market?: Market;
  /** Whether the first field was typed in after the other; undefined where nobody knows, as at the lender. */
  isTypedAfter?: (field: string, other: string) => boolean | undefined;
}

/** What rules and conditions see. */
export interface Scope extends CheckContext {
  market: Market;
  lang: Language;
}

export type MessageParams = Readonly<Record<string, string | number>>;

/** Why a value is refused: a message and what to put into it. */
export interface Failure {
  key: MessageKey;
  params: MessageParams;
}

/** A rule sees one value that is not empty, and the values around it. Null: accepted. */
export type Rule = (value: string, values: Values, scope: Scope, field: Field) => Failure | null;

export type FieldKind = 'text' | 'digits' | 'phone' | 'email' | 'radio' | 'picker' | 'date' | 'checkbox';

/** How a value is treated in recordings and logs: `choice` may be kept, everything else is redacted by its class. */
export type PrivacyClass = 'choice' | 'name' | 'contact' | 'identity' | 'place' | 'money' | 'secret';

export interface Field {
  name: string;
  kind: FieldKind;
  /** Heading under which the field stands. */
  group: GroupName;
  label: MessageKey;
  /** Numbers inside label and hint, such as that of an emergency contact. */
  params?: MessageParams;
  hint?: (scope: Scope) => MessageKey | null;
  /** Of a radio group: the same whatever the values. */
  options?: (values: Values, scope: Scope) => readonly Option[];
  /** Whole values offered while typing. */
  suggest?: (value: string, scope: Scope) => readonly string[];
  /** Years on the wheels of a date, and the day they start at: `dd-mm-yyyy`. */
  dates?: (scope: Scope) => { years: { from: number; to: number }; start: string };
  /** Absent: always. */
  shown?: (values: Values, scope: Scope) => boolean;
  /** Where shown. Absent: always. */
  required?: (values: Values, scope: Scope) => boolean;
  /** Said when the field is required and empty. */
  empty: MessageKey;
  rules?: readonly Rule[];
  /** Those of the rules that refuse a choice at once: the value stays as it was, and the reason is shown. */
  pickRules?: readonly Rule[];
  /** Says why a picker cannot open yet; null when it can. */
  locked?: (values: Values, scope: Scope) => MessageKey | null;
  /** What the field contains when it appears for the first time. */
  initial?: (scope: Scope) => string;
  /** Fields that lose their value when this one changes. */
  clears?: readonly string[];
  /** What typing leaves in the field: cuts, strips, never adds. */
  sanitise?: (text: string, scope: Scope) => string;
  /** Typed text as shown, where that differs (dashes). */
  display?: (value: string, scope: Scope) => string;
  /** Why characters were taken out, and how to write it instead. */
  removedWhy?: MessageKey;
  /** The value as stored and sent. */
  store?: (value: string, scope: Scope) => string;
  /** A stored value as the field shows it. */
  load?: (value: string, scope: Scope) => string;
  input?: InputHints;
  /** Event name of its interactions, complete: `basicInfo_input_firstName`. */
  analytics: string;
  privacy: PrivacyClass;
  /**
   * The value must not stand readable in a copied storage: who and where a person is, whom they know, what they earn and
   * owe, and what the Data Protection Act calls sensitive. A phone that can hold no key forgets it with the web view.
   */
  sensitive: boolean;
}

export interface InputHints {
  mode?: 'text' | 'numeric' | 'tel' | 'email';
  autocomplete?: string;
  capitalise?: 'words' | 'characters' | 'none';
  /** A one-time code, drawn as cells. `here`: the SMS arrives on this phone, which can fill it in. */
  code?: 'here' | 'elsewhere';
  maxLength?: number | ((scope: Scope) => number | undefined);
  /** Shown before the value, `+254`. */
  affix?: string;
  /** The phone book can fill it: number of the emergency contact. */
  contact?: number;
}

export interface Section {
  name: SectionName;
  fields: readonly Field[];
}
