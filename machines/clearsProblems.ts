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

interface Rule {
  /** A state with this key is a page. */
  page: 'route' | 'meta';
  /** Events by which the person does not go on: they leave the problem in sight. */
  kept: readonly string[];
}

const before = (actions: Transition['actions'] = []): readonly Listed[] => [CLEAR, ...(Array.isArray(actions) ? actions : [actions])];

/** A transition without target and actions refuses its event on purpose, and a refused press changes nothing. */
const clearing = (transition: string | Transition): string | Transition =>
  typeof transition === 'string'
    ? { target: transition, actions: CLEAR }
    : transition.target === undefined && transition.actions === undefined
      ? transition
      : { ...transition, actions: before(transition.actions) };

// A borrower waits for this at the start, so it is loops and not functions: the chart has some 500 transitions.
function changed(state: State, { page, kept }: Rule): State {
  const { on, tags, exit } = state;
  if (Array.isArray(tags) && tags.includes('form') && tags.includes('sheet')) return state;
  const result: { on?: Record<string, Transitions>; states?: object; exit?: State['exit'] } = { ...state };
  if (on) {
    result.on = { ...on };
    for (const event in on) {
      const found = on[event];
      if (found === undefined || event.startsWith('xstate.') || kept.includes(event)) continue;
      result.on[event] = Array.isArray(found) ? found.map(clearing) : clearing(found as string | Transition);
    }
  }
  if (state.states) result.states = clearsProblems(state.states, { page, kept });
  if (page in state) result.exit = before(exit);
  return result as State;
}

/** The same states, and all states in them, with the rule. The chart has an action `clearProblem`. */
export const clearsProblems = <T extends object>(states: T, rule: Rule): T => {
  const result: Record<string, State> = {};
  for (const name in states) result[name] = changed(states[name] as State, rule);
  return result as T;
};
