/**
 * Keys whose texts are literals of the chart and never data of a person: their types are unions of literals. The
 * compiler checks that the list is complete. A new literal is therefore recorded as it is, and no key of the list
 * holds free text elsewhere.
 */
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { OutputOf, PortName } from '#machines/ports/index.ts';
import type { RouteTarget } from '#machines/routes.ts';

type Recorded = JourneyContext | JourneyEvent | { [P in PortName]: OutputOf<P> }[PortName];
type Kind = 'word' | 'free';

/** The type at a key; lists are replaced by their elements. */
type Held<T> = T extends readonly (infer U)[] ? Held<U> : T;

/**
 * Every nested key whose texts are of this kind. Values of forms and queries have arbitrary keys and are handled
 * separately.
 */
type KeysOf<T, Is extends Kind> = T extends readonly (infer U)[]
  ? KeysOf<U, Is>
  : T extends object
    ? string extends keyof T
      ? never
      : { [K in keyof T & string]-?: KeyOf<K, Exclude<Held<T[K]>, null | undefined>, Is> }[keyof T & string]
    : never;

type KeyOf<K, V, Is extends Kind> = (KindOf<Extract<V, string>> extends Is ? K : never) | KeysOf<Exclude<V, string>, Is>;

/** A route target is recognised by its format, under any key. */
type KindOf<Text extends string> = [Text] extends [RouteTarget] ? 'place' : string extends Text ? 'free' : 'word';

type WordKey = KeysOf<Recorded, 'word'>;
type FreeKey = KeysOf<Recorded, 'free'>;

const words = {
  appearance: true,
  author: true,
  bar: true,
  channel: true,
  channels: true,
  days: true,
  faceTurn: true,
  held: true,
  is: true,
  key: true,
  kind: true,
  language: true,
  mode: true,
  obstacle: true,
  part: true,
  purpose: true,
  recording: true,
  review: true,
  section: true,
  side: true,
  sides: true,
  state: true,
  turn: true,
  type: true,
  wish: true,
} as const satisfies Readonly<Record<WordKey, true>>;

/** A key that holds literals in one place and free text in another: it must not be in the list. */
type Doubtful = Extract<keyof typeof words, FreeKey>;

export const LITERAL_KEYS: readonly string[] = [...Object.keys(words satisfies Doubtful extends never ? object : Doubtful), 'actorId'];
