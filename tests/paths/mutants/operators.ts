/**
 * The mutants of a chart: its config with one change each, in memory. Every mutant has a stable name, so that its result can
 * be kept and a reason can be given for it.
 */
import { not, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { nodesOf } from '../steps.ts';

export const OPERATORS = {
  removed: 'the transition is removed',
  retargeted: 'the transition leads to another state',
  'guard dropped': 'the guard is dropped',
  'guard negated': 'the guard is negated',
  'action dropped': 'an action is dropped',
  'failures dropped': 'no failure of the call has a transition',
  'delay changed': 'the timer has another length',
  'tag dropped': 'a tag is dropped',
  'reenter dropped': 'the state is not entered again',
} as const;
export type Operator = keyof typeof OPERATORS;

export interface Mutant {
  /** `cashier.waiting --payment.checkRequested--> retargeted to refused` */
  name: string;
  operator: Operator;
  /** Id of the state node whose config is changed. */
  node: string;
  /** Event of the changed transition, as in the built machine: '' for `always`; null: the state itself is changed. */
  event: string | null;
  /** The transition is the link to this state. */
  isLink: boolean;
  /** Builds the config of the whole machine. */
  config: () => object;
}

type Config = { readonly [key: string]: unknown };
type Transition = { readonly target?: unknown; readonly guard?: unknown; readonly actions?: unknown; readonly reenter?: boolean };

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

const transitionsIn = (value: unknown): readonly Transition[] =>
  listOf(value).map((one) => (typeof one === 'string' ? { target: one } : (one as Transition)));

const typeOf = (named: unknown): string => (typeof named === 'string' ? named : ((named as { type?: string }).type ?? 'unnamed'));

/** The config with the state at this path changed. */
const withState = (config: Config, [key, ...path]: readonly string[], change: (found: Config) => object): Config => {
  if (key === undefined) return { ...config, ...change(config) };
  const states = config['states'] as Readonly<Record<string, Config>>;
  return { ...config, states: { ...states, [key]: withState(states[key] as Config, path, change) } };
};

const short = (id: string): string => id.replace(/^(journey|order|desk)\.(places\.)?/, '');

/** One list of transitions in the config of a state, with a function that replaces the list. */
interface Slot {
  /** Name of the event in the built machine. */
  event: string;
  said: string;
  transitions: readonly Transition[];
  write: (found: Config, transitions: readonly Transition[]) => object;
  /** A call without a transition for failures. */
  isFailure?: boolean;
  delay?: string;
}

function slotsOf(config: Config, node: AnyStateNode): Slot[] {
  const on = (config['on'] ?? {}) as Readonly<Record<string, unknown>>;
  const after = (config['after'] ?? {}) as Readonly<Record<string, unknown>>;
  const slots: Slot[] = Object.keys(on).map((event) => ({
    event,
    said: event,
    transitions: transitionsIn(on[event]),
    write: (found, transitions) => ({ on: { ...(found['on'] as object), [event]: transitions } }),
  }));
  if (config['always'] !== undefined)
    slots.push({ event: '', said: 'always', transitions: transitionsIn(config['always']), write: (_, always) => ({ always }) });
  for (const delay of Object.keys(after))
    slots.push({
      event: `xstate.after.${delay}.${node.id}`,
      said: `after ${delay}`,
      transitions: transitionsIn(after[delay]),
      write: (found, transitions) => ({ after: { ...(found['after'] as object), [delay]: transitions } }),
      delay,
    });
  listOf(config['invoke'] as Config | readonly Config[] | undefined).forEach((invoke, index) => {
    for (const [key, kind] of [
      ['onDone', 'done'],
      ['onError', 'error'],
    ] as const) {
      if (invoke[key] === undefined) continue;
      const id = node.invoke[index]?.id ?? '';
      slots.push({
        event: `xstate.${kind}.actor.${id}`,
        said: `${id} ${kind === 'done' ? 'answered' : 'failed'}`,
        transitions: transitionsIn(invoke[key]),
        write: (found, transitions) => ({
          invoke: listOf(found['invoke'] as Config | readonly Config[] | undefined).map((one, at) =>
            at === index ? { ...one, [key]: transitions } : one,
          ),
        }),
        isFailure: key === 'onError',
      });
    }
  });
  const route = config['route'] as Transition | undefined;
  if (route !== undefined)
    slots.push({
      event: 'xstate.route',
      said: 'link',
      transitions: [route],
      write: (_, [changed]) => ({ route: changed }),
    });
  return slots;
}

/** Milliseconds that replace the delay of a timer. */
const OTHER_DELAY = 1;

/** Not mutated: one rule puts this action into every accepted press, and `tests/chart/problem.test.ts` checks this rule. */
const BY_RULE = 'clearProblem';

/** Every mutant of this chart. @param machine whose config is the source. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const root = machine.config as unknown as Config;
  const mutants: Mutant[] = [];
  for (const node of nodesOf(machine)) {
    const own = node.config as unknown as Config;
    const add = (operator: Operator, name: string, event: string | null, change: (found: Config) => object): void =>
      void mutants.push({
        name,
        operator,
        node: node.id,
        event,
        isLink: name.includes(' --link-->'),
        config: () => withState(root, node.path, change),
      });
    const siblingsOf = (target: AnyStateNode): AnyStateNode[] =>
      Object.values((target.parent?.states ?? {}) as Record<string, AnyStateNode>).filter(({ id }) => id !== target.id);

    for (const { event, said, transitions, write, isFailure, delay } of slotsOf(own, node)) {
      const built = event === '' ? (node.always ?? []) : (node.transitions.get(event) ?? []);
      const isRoute = said === 'link';
      transitions.forEach((transition, at) => {
        const name = `${short(node.id)} --${said}${transitions.length > 1 ? `[${at}]` : ''}-->`;
        const replaced = (changed: Transition) => (found: Config) =>
          write(
            found,
            transitions.map((one, index) => (index === at ? changed : one)),
          );
        if (isRoute) add('removed', `${name} removed`, event, () => ({ route: undefined }));
        else if (transition.target !== undefined || transition.actions !== undefined || Object.keys(transition).length === 0)
          add('removed', `${name} removed`, event, (found) =>
            write(
              found,
              transitions.filter((_, index) => index !== at),
            ),
          );
        const target = isRoute ? undefined : (built[at]?.target?.[0] as AnyStateNode | undefined);
        // A transition that refuses an event on purpose has no target that could be changed.
        const from = target ?? (isRoute || Object.keys(transition).length === 0 ? undefined : node);
        for (const sibling of from ? siblingsOf(from) : [])
          if (target || sibling.parent === node.parent)
            add('retargeted', `${name} retargeted to ${short(sibling.id)}`, event, replaced({ ...transition, target: `#${sibling.id}` }));
        const { guard } = transition;
        if (guard !== undefined) {
          const { guard: _, ...unguarded } = transition;
          add('guard dropped', `${name} guard ${typeOf(guard)} dropped`, event, replaced(unguarded));
          add('guard negated', `${name} guard ${typeOf(guard)} negated`, event, replaced({ ...transition, guard: not(guard as never) }));
        }
        const actions = listOf(transition.actions);
        actions.forEach((action, index) => {
          if (action === BY_RULE) return;
          add(
            'action dropped',
            `${name} action ${typeOf(action)} dropped`,
            event,
            replaced({ ...transition, actions: actions.filter((__, other) => other !== index) }),
          );
        });
        if (transition.reenter === true)
          add('reenter dropped', `${name} reenter dropped`, event, replaced({ ...transition, reenter: false }));
      });
      const all = `${short(node.id)} --${said}-->`;
      if (isFailure) add('failures dropped', `${all} failures dropped`, event, (found) => write(found, []));
      if (delay !== undefined)
        add('delay changed', `${all} delay changed`, event, (found) => {
          const { [delay]: timed, ...rest } = found['after'] as Config;
          return { after: { ...rest, [OTHER_DELAY]: timed } };
        });
    }
    for (const key of ['entry', 'exit'] as const) {
      const actions = listOf(own[key]);
      actions.forEach((action, index) =>
        add('action dropped', `${short(node.id)} ${key} action ${typeOf(action)} dropped`, null, () => ({
          [key]: actions.filter((_, other) => other !== index),
        })),
      );
    }
    const tags = listOf(own['tags'] as string);
    for (const tag of tags)
      add('tag dropped', `${short(node.id)} tag ${tag} dropped`, null, () => ({ tags: tags.filter((other) => other !== tag) }));
  }
  return mutants;
}
