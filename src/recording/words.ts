/**
 * Keys whose texts are words of the chart itself, never of a person: their types are unions of literals. The compiler
 * demands that the list is complete, so that a new word is written down as it is, and that no key on it holds free text
 * in another place.
 */
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { OutputOf, PortName } from '#machines/ports/index.ts';
import type { RouteTarget } from '#machines/routes.ts';

type Said = JourneyContext | JourneyEvent | { [P in PortName]: OutputOf<P> }[PortName];
type Kind = 'word' | 'free';

/** What a key holds, lists taken apart. */
type Held<T> = T extends readonly (infer U)[] ? Held<U> : T;

/** Every key, however deep, whose texts are of this kind. Values of forms and queries have any key; they are judged elsewhere. */
type KeysOf<T, Is extends Kind> = T extends readonly (infer U)[]
  ? KeysOf<U, Is>
  : T extends object
    ? string extends keyof T
      ? never
      : { [K in keyof T & string]-?: KeyOf<K, Exclude<Held<T[K]>, null | undefined>, Is> }[keyof T & string]
    : never;

type KeyOf<K, V, Is extends Kind> = (KindOf<Extract<V, string>> extends Is ? K : never) | KeysOf<Exclude<V, string>, Is>;

/** A place of the app is known by its look, whatever key it has. */
type KindOf<Text extends string> = [Text] extends [RouteTarget] ? 'place' : string extends Text ? 'free' : 'word';

type WordKey = KeysOf<Said, 'word'>;
type FreeKey = KeysOf<Said, 'free'>;

const words = {
  author: true,
  bar: true,
  channel: true,
  channels: true,
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
  state: true,
  type: true,
  wish: true,
} as const satisfies Readonly<Record<WordKey, true>>;

/** Names the key that holds words in one place and free text in another: it must not be listed then. */
type Doubtful = Extract<keyof typeof words, FreeKey>;

export const WORD_KEYS: readonly string[] = [...Object.keys(words satisfies Doubtful extends never ? object : Doubtful), 'actorId'];
