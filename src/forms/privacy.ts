/** The privacy of values by the form descriptions, for recordings and logs. */
import { market as built, type Market } from '#src/market/market.ts';
import { sections } from './sections/index.ts';
import type { Field, PrivacyClass, Scope, Values } from './types.ts';

export interface FormPrivacy {
  /** The strictest class of all fields of this name; null: no field has this name. */
  classOf: (name: string) => PrivacyClass | null;
  /** Whether a field of this name offers the value as an option, given the other values. */
  isOption: (name: string, value: string, values: Values) => boolean;
}

export function formPrivacy(today: string, market: Market = built): FormPrivacy {
  const scope: Scope = { today, market, lang: 'en' };
  const named = new Map<string, Field[]>();
  for (const { fields } of Object.values(sections))
    for (const field of fields) named.set(field.name, [...(named.get(field.name) ?? []), field]);
  return {
    classOf: (name) => {
      const fields = named.get(name);
      return fields ? ((fields.find(({ privacy }) => privacy !== 'choice') ?? fields[0])?.privacy ?? null) : null;
    },
    isOption: (name, value, values) =>
      (named.get(name) ?? []).some((field) => (field.options?.(values, scope) ?? []).some(({ id }) => id === value)),
  };
}
