/**
 * The rule for the problem that a page shows. A press that the chart accepts clears the problem before the actions of the
 * press run, and leaving the page clears it. States and transitions do not repeat this rule. A list of choices lies over its
 * form, and the problem is about the form, so a press on the list keeps the problem.
 */

type Listed = string | object;

interface Transition {
  readonly target?: unknown;
  readonly actions?: Listed | readonly Listed[];
}

type Transitions = string | Transition | readonly (string | Transition)[] | undefined;

/** The part of a state's config that the rule reads or changes. */
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
  /** Types of the events that keep the problem. */
  leaveProblem: readonly string[];
}

const clearFirst = (actions: Transition['actions'] = []): readonly Listed[] => [CLEAR, ...(Array.isArray(actions) ? actions : [actions])];

function transitionThatClears(transition: string | Transition): string | Transition {
  if (typeof transition === 'string') return { target: transition, actions: CLEAR };
  // A transition without target and actions refuses its event on purpose, and a refused press changes nothing.
  if (transition.target === undefined && transition.actions === undefined) return transition;
  return { ...transition, actions: clearFirst(transition.actions) };
}

// Loops instead of callbacks: the start of the app waits for this function, and the chart has some 500 transitions.
function stateThatClears(state: State, rule: Rule): State {
  const { on, tags, exit, states } = state;
  const isListOfChoices = Array.isArray(tags) && tags.includes('form') && tags.includes('sheet');
  if (isListOfChoices) return state;
  const result: { on?: Record<string, Transitions>; states?: object; exit?: State['exit'] } = { ...state };
  if (on) {
    result.on = { ...on };
    for (const event in on) {
      const found = on[event];
      // Answers, timers and links are no presses.
      const isPress = !event.startsWith('xstate.') && !rule.leaveProblem.includes(event);
      if (found === undefined || !isPress) continue;
      result.on[event] = Array.isArray(found) ? found.map(transitionThatClears) : transitionThatClears(found as string | Transition);
    }
  }
  if (states) result.states = clearsProblems(states, rule);
  if (rule.page in state) result.exit = clearFirst(exit);
  return result as State;
}

/** Applies the rule to the states and to all states in them. The chart must define the action `clearProblem`. */
export const clearsProblems = <T extends object>(states: T, rule: Rule): T => {
  const result: Record<string, State> = {};
  for (const name in states) result[name] = stateThatClears(states[name] as State, rule);
  return result as T;
};
