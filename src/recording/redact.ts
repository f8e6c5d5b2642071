/**
 * Removes personal data while a journey is recorded. Everything that is not known to be harmless is replaced, so a new
 * field is hidden until it is listed. Within one recording, equal texts get the same stand-in and different texts
 * different ones. A stand-in keeps the format that the chart checks (a valid number stays valid), so the redacted
 * journey can be replayed.
 */
import { DEFAULT_CHANNEL, isChannel } from '#machines/model/channel.ts';
import { LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import { CONTACT_TIMES, lengthOf } from '#machines/model/feedback.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { toReceipt } from '#machines/model/proof.ts';
import { ROUTES } from '#machines/routes.ts';
import { isObject, toJson, type Json, type JsonObject } from './canonical.ts';
import { LITERAL_KEYS } from './literalKeys.ts';

/** The privacy of the fields, by the form descriptions. */
export interface Privacy {
  /** A value of class `choice` is kept if it is one of the options; other classes are hidden. Null: no field has this name. */
  classOf: (field: string) => string | null;
  /** Whether the field offers this value, given the other values. */
  isOption: (field: string, value: string, values: Readonly<Record<string, string>>) => boolean;
}

export interface Redactor {
  event: (event: { readonly type: string }) => JsonObject;
  context: (context: object) => JsonObject;
}

export const WORD = /^[A-Za-z0-9][\w.:#-]{0,80}$/;
/** Dates of loans. A birthday has another format, `dd-mm-yyyy`. */
export const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The code of a product, such as `first-loan`. It is the same for all borrowers of the product, and recordings are compared by
 * it. The pattern allows few digits, because numbers of persons have more.
 */
export const PRODUCT = /^[A-Za-z][A-Za-z_-]{0,37}\d{0,2}$/;

/** Route targets; they are kept under any key. */
export const PLACES: readonly string[] = Object.keys(ROUTES).map((name) => `#${name}`);

/** Keys whose texts name a field of a form. */
export const NAMES_OF_FIELDS: readonly string[] = ['field', 'personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion', 'idPhotos'];
export const PHOTO_SIDES: readonly string[] = ['front', 'back', 'face'];

/** Keys whose values are form values by field name. */
const HOLDERS_OF_VALUES: readonly string[] = ['values', 'saved', 'drafts'];

/** Label of the stand-in by key; all other texts are labelled `words`. */
export const CALLED: Readonly<Record<string, string>> = {
  token: 'secret',
  code: 'secret',
  userId: 'id',
  orderNo: 'id',
  payOrderId: 'id',
  requestId: 'id',
  receipt: 'receipt',
  agreementVersion: 'version',
  version: 'version',
  handle: 'photo',
  channelId: 'channel',
  firstName: 'name',
  holderName: 'name',
  owner: 'name',
  branch: 'place',
  name: 'name',
  mobile: 'contact',
  phone: 'contact',
  masked: 'contact',
};

/** Subjects of unsent messages; the number of a ticket or an order may follow. */
export const UNSENT_OF: readonly string[] = ['feedback', 'cancellation', 'reply', 'correction', 'rating', 'loan', 'offer'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Maximum length of a stand-in. No check of the chart requires a longer text. */
export const LONG = 60;

/** A stand-in of the same length, up to the maximum. */
function ofLength(text: string, n: number): string {
  const length = Math.min(lengthOf(text), LONG);
  const label = `[words ${n}]`;
  return (label.length <= length ? label : `~${n}`).padEnd(length, '.');
}

/** Keys of this format are names of the app; any other key may be data. */
export const KEY = /^(?:[A-Za-z][A-Za-z_]{0,40}\d{0,2}|\d{1,2})$/;

/** The problem that the chart derives from a thrown error. Errors from another browser window are recognised too. */
function problemOf(error: unknown): Problem {
  const isThrown = /^\[object \w*(Error|Exception)\]$/.test(Object.prototype.toString.call(error));
  return isThrown && typeof (error as Problem).code !== 'number'
    ? { code: LOCAL.unknown, message: (error as Error).message }
    : toProblem(error);
}

/** Whether the text is one of the offered contact times, which identify nobody. The chart checks that list. */
export const isContactTime = (key: string, text: string): boolean =>
  key === 'contactTime' && (CONTACT_TIMES as readonly string[]).includes(text);

interface Place {
  key: string;
  /** The key of the surrounding object. */
  within: string;
  /** Whether the keys here are names of form fields. */
  isForm: boolean;
  /** The texts beside this one, by key. */
  around: Readonly<Record<string, string>>;
}

export function createRedactor(privacy: Privacy): Redactor {
  const known = new Map<string, string>();

  /** Numbers of the stand-ins of phone numbers. All spellings of one number get the same digits. */
  const phones = new Map<string, number>();

  function phone(text: string, msisdn: string): string {
    const n = phones.get(msisdn) ?? phones.size + 1;
    phones.set(msisdn, n);
    const digits = `7${String(n).padStart(8, '0')}`;
    const [prefix = ''] = /^(?:\+?254|0)/.exec(text) ?? [];
    return prefix + digits;
  }

  function shaped(text: string, called: string, n: number): string {
    if (/^\d{6}$/.test(text)) return String(n).padStart(6, '0');
    if (/^\d\d-\d\d-\d{4}$/.test(text)) {
      const two = (part: number): string => String(part + 1).padStart(2, '0');
      return `${two(n % 28)}-${two(Math.floor(n / 28) % 12)}-${1900 + Math.floor(n / 336)}`;
    }
    if (EMAIL.test(text)) return `person${n}@example.com`;
    if (called === 'receipt' && toReceipt(text)) return `REC${String(n).padStart(7, '0')}`;
    // The default channel is set by the chart and the same for everybody.
    if (called === 'channel' && text === DEFAULT_CHANNEL) return text;
    if (called === 'channel' && isChannel(text)) return `channel-${n}`;
    return called === 'words' ? ofLength(text, n) : `[${called} ${n}]`;
  }

  function standIn(text: string, called: string): string {
    const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
    // A single character identifies nobody, and the chart checks for blanks.
    if (core.length <= 1) return text;
    const msisdn = toMsisdn(core);
    const made = msisdn ? phone(core, msisdn) : (known.get(core) ?? shaped(core, called, known.size + 1));
    if (!msisdn) known.set(core, made);
    return before + made + after;
  }

  /** Replaces the words of a text one by one, so that the chart can still join and split them. */
  const eachStandIn = (text: string, called: string): string =>
    text
      .split(' ')
      .map((one) => (UNSENT_OF.includes(one) ? one : standIn(one, called)))
      .join(' ');

  function formText(text: string, { key, around }: Place): string {
    if (key === 'pictures') return eachStandIn(text, 'photo');
    if (isContactTime(key, text)) return text;
    const called = privacy.classOf(key);
    return called === 'choice' && privacy.isOption(key, text, around) ? text : standIn(text, called ?? 'words');
  }

  const isFieldName = (text: string): boolean => privacy.classOf(text) !== null || PHOTO_SIDES.includes(text);

  function plainText(text: string, { key, within }: Place): string {
    const namesProduct = key === 'productId' || (key === 'id' && within === 'product');
    if (namesProduct && PRODUCT.test(text)) return text;
    if (key === 'about') return eachStandIn(text, 'id');
    if (PLACES.includes(text)) return text;
    if (isContactTime(key, text) || (NAMES_OF_FIELDS.includes(key) && isFieldName(text))) return text;
    if (DAY.test(text) || (LITERAL_KEYS.includes(key) && WORD.test(text))) return text;
    return standIn(text, CALLED[key] ?? 'words');
  }

  function walk(value: unknown, place: Place): Json {
    if (typeof value === 'string') return place.isForm ? formText(value, place) : plainText(value, place);
    if (Array.isArray(value)) return value.map((item) => walk(item, place));
    if (!isObject(value)) return toJson(value);
    return parts(value, place);
  }

  function parts(value: Readonly<Record<string, unknown>>, { key: within, isForm }: Pick<Place, 'key' | 'isForm'>): JsonObject {
    const around: Record<string, string> = {};
    for (const key of Object.keys(value)) if (typeof value[key] === 'string') around[key] = value[key];
    // A version of a section has the name of the section beside its values; a picker's value has the name of its field.
    const isAboutForm = typeof value['section'] === 'string' || (typeof value['field'] === 'string' && 'value' in value);
    const entries = Object.keys(value)
      .filter((key) => value[key] !== undefined && typeof value[key] !== 'function')
      .map((key): [string, Json] => {
        const isPicked = isAboutForm && key === 'value';
        const holds = HOLDERS_OF_VALUES.includes(key);
        const inside: Place = {
          key: isPicked ? (around['field'] ?? '') : key,
          within,
          isForm: holds || isPicked || (isForm && !(isAboutForm && key !== 'values')),
          around,
        };
        return [KEY.test(key) ? key : eachStandIn(key, 'id'), walk(value[key], inside)];
      });
    return Object.fromEntries(entries);
  }

  let raw: Readonly<Record<string, unknown>> = {};
  let hidden: JsonObject = {};

  return {
    event: (event) => {
      const shown = event.type.startsWith('xstate.error.') && 'error' in event ? { ...event, error: problemOf(event.error) } : event;
      return parts(shown as Readonly<Record<string, unknown>>, { key: '', isForm: false });
    },
    /** Parts that are unchanged since the last call are the same objects again. */
    context: (context) => {
      const now = context as Readonly<Record<string, unknown>>;
      const changed = Object.fromEntries(
        Object.keys(now)
          .filter((key) => now[key] !== raw[key] || !(key in hidden))
          .map((key) => [key, now[key]]),
      );
      const next: Record<string, Json> = {};
      const fresh = parts(changed, { key: '', isForm: false });
      for (const key of Object.keys(now)) if (now[key] !== undefined) next[key] = (key in changed ? fresh[key] : hidden[key]) as Json;
      raw = now;
      hidden = next;
      return hidden;
    },
  };
}
