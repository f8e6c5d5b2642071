/** The types of the journey machine, and the helpers that define a part of its guards and actions. */
import { type ActionFunction, assign as xstateAssign, enqueueActions as xstateEnqueueActions } from 'xstate';
import type { JourneyContext } from '../context.ts';
import type { JourneyEvent } from '../events.ts';
import type { RoutePath } from '../routes.ts';

export interface JourneyMeta {
  route: RoutePath;
  /** Plain name of the place, for diagrams, inspector and document title. */
  title: string;
  /** The place adds no entry to the browser's history. */
  replace?: boolean;
  /** The query of the link stays in the address, also when the machine enters the place by itself. */
  query?: boolean;
}

/**
 * busy: an actor runs. overlay: the screen is covered, because the call must not be repeated.
 * stable: the app resumes here. unknown: the outcome of a call is not known, and is reconciled. ticking: the page shows a
 * clock. form: the borrower is typing. sheet: a sheet lies over the screen, so Android Back closes it.
 */
export type JourneyTag = 'busy' | 'overlay' | 'stable' | 'unknown' | 'ticking' | 'form' | 'sheet';

interface Args {
  context: JourneyContext;
  event: JourneyEvent;
}

type Guard = (args: Args, params: never) => boolean;
type Action<P = undefined> = ActionFunction<JourneyContext, JourneyEvent, JourneyEvent, P, never, never, never, never, never>;

/** Guards and actions of one subject, with the types of their parameters. No part uses another one, so any order is right. */
export const part = <G extends Record<string, Guard>, A extends object>(definitions: { guards: G; actions: A }) => definitions;

/** `assign` of XState for this context. */
export const assign = <P = undefined>(change: Partial<JourneyContext> | ((args: Args, params: P) => Partial<JourneyContext>)): Action<P> =>
  xstateAssign<JourneyContext, JourneyEvent, P, JourneyEvent, never>(change);

/** `assign` for the answer of a call that the borrower waits for. It also clears the problem of the last attempt. */
export const assignAnswer = <P>(change: (args: Args, params: P) => Partial<JourneyContext>): Action<P> =>
  assign<P>((args, params) => ({ problem: null, ...change(args, params) }));

/** `enqueueActions` of XState for this context. */
export const enqueueActions = xstateEnqueueActions<
  JourneyContext,
  JourneyEvent,
  undefined,
  JourneyEvent,
  never,
  never,
  never,
  never,
  never
>;

type ParamsOf<F> = F extends (args: never) => unknown ? undefined : F extends (args: never, params: infer P) => unknown ? P : never;

/** The type of the parameters of each guard or action; `undefined` for one without parameters. */
export type ParamsByName<D> = { [K in keyof D]: ParamsOf<D[K]> };

interface Part {
  guards: Readonly<Record<string, unknown>>;
  actions: Readonly<Record<string, unknown>>;
}
type Kind = keyof Part;

type Merged<P, K extends Kind> = P extends readonly [infer First extends Part, ...infer Rest] ? First[K] & Merged<Rest, K> : unknown;

/** The names that more than one part defines. */
type Duplicates<P, K extends Kind, Defined = never> = P extends readonly [infer First extends Part, ...infer Rest]
  ? Extract<keyof First[K], Defined> | Duplicates<Rest, K, Defined | keyof First[K]>
  : never;
type Duplicate<P> = Duplicates<P, 'guards'> | Duplicates<P, 'actions'>;

/** Merges the guards and actions of all parts, in any order. If two parts define a name, the compile error contains it. */
export function merge<const P extends readonly Part[]>(
  parts: P & ([Duplicate<P>] extends [never] ? unknown : { definedTwice: Duplicate<P> }),
): { guards: Merged<P, 'guards'>; actions: Merged<P, 'actions'> };
export function merge(parts: readonly Part[]): Part {
  const all = (kind: Kind) => Object.fromEntries(parts.flatMap((one) => Object.entries(one[kind])));
  return { guards: all('guards'), actions: all('actions') };
}
