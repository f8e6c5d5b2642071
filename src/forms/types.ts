/** The types of the form descriptions: pure data and pure functions, read by client, server and tests. */
import type { Language } from '#machines/context.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Market } from '#src/market/market.ts';
import type { Option } from '#src/market/options.ts';
import type { GroupName, MessageKey } from './messages/en.ts';

export type { SectionName, Values };

export interface CheckContext {
  /** Today in Nairobi, for ages and expiry dates. */
  today: CalendarDate;
  /** The borrower's own number, used to sign in. */
  ownMobile?: Msisdn;
  /** Language of lists inside messages ("a, b or c"). */
  lang?: Language;
  /** Replaces the market of the build; tests use it. */
  market?: Market;
  /** Whether the first field was typed in after the other; undefined where the order is unknown, as at the lender. */
  isTypedAfter?: (field: string, other: string) => boolean | undefined;
}

/** The context of rules and conditions. */
export interface Scope extends CheckContext {
  market: Market;
  lang: Language;
}

export type MessageParams = Readonly<Record<string, string | number>>;

/** Why a value is refused: a message and its parameters. */
export interface Failure {
  key: MessageKey;
  params: MessageParams;
}

/** A rule receives one value that is not empty, and all values of the form. Null: accepted. */
export type Rule = (value: string, values: Values, scope: Scope, field: Field) => Failure | null;

export type FieldKind = 'text' | 'digits' | 'phone' | 'email' | 'radio' | 'picker' | 'date' | 'checkbox';

/** The treatment of a value in recordings and logs: a `choice` may be kept, everything else is redacted by its class. */
export type PrivacyClass = 'choice' | 'name' | 'contact' | 'identity' | 'place' | 'money' | 'secret';

export interface Field {
  name: string;
  kind: FieldKind;
  /** The group whose heading stands above the field. */
  group: GroupName;
  label: MessageKey;
  /** Numbers inside label and hint, such as that of an emergency contact. */
  params?: MessageParams;
  hint?: (scope: Scope) => MessageKey | null;
  /** The options of a radio group must not depend on the values. */
  options?: (values: Values, scope: Scope) => readonly Option[];
  /** Complete values offered while typing. */
  suggest?: (value: string, scope: Scope) => readonly string[];
  /** Years of the wheels of a date, and the first day shown: `dd-mm-yyyy`. */
  dates?: (scope: Scope) => { years: { from: number; to: number }; start: string };
  /** Whether the field is visible. Absent: always. */
  shown?: (values: Values, scope: Scope) => boolean;
  /** Whether a value is required while the field is visible. Absent: always. */
  required?: (values: Values, scope: Scope) => boolean;
  /** The message when the field is required and empty. */
  empty: MessageKey;
  rules?: readonly Rule[];
  /** The rules that refuse a choice at once: the old value stays, and the reason is shown. */
  pickRules?: readonly Rule[];
  /** Why the picker cannot open yet; null: it can. */
  locked?: (values: Values, scope: Scope) => MessageKey | null;
  /** The value of the field when it becomes visible for the first time. */
  initial?: (scope: Scope) => string;
  /** Fields that lose their value when this one changes. */
  clears?: readonly string[];
  /** Sanitises typed text: it cuts and strips, and never adds. */
  sanitise?: (text: string, scope: Scope) => string;
  /** The displayed form of typed text, where it differs (dashes). */
  display?: (value: string, scope: Scope) => string;
  /** Why characters were removed, and how to write the value instead. */
  removedWhy?: MessageKey;
  /** The value as stored and sent. */
  store?: (value: string, scope: Scope) => string;
  /** The displayed form of a stored value. */
  load?: (value: string, scope: Scope) => string;
  input?: InputHints;
  /** Full name of the field's analytics event: `basicInfo_input_firstName`. */
  analytics: string;
  privacy: PrivacyClass;
  /**
   * The value must not be readable in a copied storage: identity, address, contacts, income and debts of a person, and what the
   * Data Protection Act calls sensitive. A phone that can hold no key does not store it beyond the life of the web view.
   */
  sensitive: boolean;
}

export interface InputHints {
  mode?: 'text' | 'numeric' | 'tel' | 'email';
  autocomplete?: string;
  capitalise?: 'words' | 'characters' | 'none';
  /** A one-time code, drawn as cells. `here`: the SMS arrives on this phone, which can fill the code in. */
  code?: 'here' | 'elsewhere';
  maxLength?: number | ((scope: Scope) => number | undefined);
  /** Shown before the value, `+254`. */
  affix?: string;
  /** Number of the emergency contact that the phone book can fill in. */
  contact?: number;
}

export interface Section {
  name: SectionName;
  fields: readonly Field[];
}
