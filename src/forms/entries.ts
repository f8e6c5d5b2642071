/** What was entered in a form, and what is said of it. What is being typed is with the form machine. */
import type { Values } from '#machines/model/application.ts';

export type FormValues = Record<string, string>;

export interface Entries {
  values: FormValues;
  /** Fields that a person has left, and all of them once the form was submitted: only these show their message. */
  left: Readonly<Record<string, boolean>>;
  /** Field name to message, of every field that is wrong. */
  messages: Values;
}

export interface EntryStore {
  get: () => Entries;
  /** @returns what is entered now. */
  change: (next: (entries: Entries) => Entries) => Entries;
  subscribe: (onChange: () => void) => () => void;
}

export function createEntries(values: FormValues): EntryStore {
  let entries: Entries = { values, left: {}, messages: {} };
  const listeners = new Set<() => void>();
  return {
    get: () => entries,
    change(next) {
      const before = entries;
      entries = next(before);
      if (entries !== before) for (const listener of listeners) listener();
      return entries;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
