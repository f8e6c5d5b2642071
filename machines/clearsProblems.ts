/**
 * The rule for the problem that a page shows: it stays until the person goes on. So a press that the chart accepts clears it
 * before the press's own actions run, and leaving the page clears it. No state and no transition says so by hand. A list of
 * choices lies over its form, so a press on the list leaves what is wrong in the form in sight.
 */

type Listed = string | object;

interface Transition {
  readonly target?: unknown;
  readonly actions?: Listed | readonly Listed[];
}

type Transitions = string | Transition | readonly (string | Transition)[] | undefined;

interface State {
  readonly on?: Readonly<Record<string, Transitions>>;
  readonly exit?: Listed | readonly Listed[];
  readonly tags?: unknown;
  readonly states?: Readonly<Record<string, State>>;
}

const CLEAR = 'clearProblem';

const listOf = <T>(one: T | readonly T[] | undefined): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? (one as readonly T[]) : [one as T];

const before = (actions: Transition['actions']): readonly Listed[] => [CLEAR, ...listOf(actions)];

/** A transition without target and actions refuses its event on purpose, and a refused press changes nothing. */
const clearing = (transition: string | Transition): string | Transition =>
  typeof transition === 'string'
    ? { target: transition, actions: [CLEAR] }
    : transition.target === undefined && transition.actions === undefined
      ? transition
      : { ...transition, actions: before(transition.actions) };

const mapped = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

interface Rule {
  /** A state with this key is a page. */
  page: 'route' | 'meta';
  /** Events by which the person does not go on: they leave the problem in sight. */
  kept: readonly string[];
}

function changed(state: State, rule: Rule): State {
  const { on, states, exit, tags } = state;
  if (['form', 'sheet'].every((tag) => listOf(tags).includes(tag))) return state;
  return {
    ...state,
    ...(on && {
      on: mapped(on, (found, event) =>
        found === undefined || event.startsWith('xstate.') || rule.kept.includes(event)
          ? found
          : Array.isArray(found)
            ? found.map(clearing)
            : clearing(found as string | Transition),
      ),
    }),
    ...(states && { states: mapped(states, (child) => changed(child, rule)) }),
    ...(rule.page in state && { exit: before(exit) }),
  };
}

/** The same states, and all states in them, with the rule. The chart has an action `clearProblem`. */
export const clearsProblems = <T extends object>(states: T, rule: Rule): T =>
  mapped(states as Record<string, State>, (state) => changed(state, rule)) as T;
