/**
 * Steps that do not depend on the place. A link leads to the same state from every place in which the same transitions are
 * candidates, the same exit actions run, and the projected context is equal. The exploration takes such a step in one state
 * of each group and knows its outcome in the others, so a further screen does not multiply the work by the number of links.
 * A place that refuses the event without a guard is a group of its own, whatever its context is, because nothing happens there.
 *
 * A group is wrong where a guard or an action reads something that the projection leaves out. So the second, fourth, eighth
 * and so on of its states take the steps themselves, and the outcomes are compared.
 */
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';

/** Shares equal lists: a million edges cover only a few thousand different sets. */
export const createShared = (): ((names: string[]) => readonly string[]) => {
  const lists = new Map<string, readonly string[]>();
  return (names) => {
    const id = names.join('\n');
    const known = lists.get(id);
    if (known === undefined) lists.set(id, names);
    return known ?? names;
  };
};

/** The steps that a model declares independent of the place. */
export interface Independence<S> {
  isIndependent: (type: string) => boolean;
  /** The projection without the place. */
  context: (snapshot: S) => string;
  /** Whether both states belong to one page: a step between them runs fewer actions than a step from another page. */
  isSamePage?: (key: string, other: string) => boolean;
}

export interface Outcome {
  /** Key of the state to which the step leads. */
  to: string;
  covers: readonly string[];
}

interface Group {
  /** By name of the step; null: nothing happens. */
  outcomes: Map<string, Outcome | null>;
  /** The transitions of a step that leads back to the same state, by name of the step. */
  staying: Map<string, readonly string[]>;
  /** Number of states in the group so far. */
  size: number;
}

/** Exit actions by name. The id of the node is added where an action has parameters or no name. */
const spellExits = ({ exit, id }: AnyStateNode): string =>
  exit
    .map((action) => {
      if (typeof action === 'string') return action;
      const { type, params } = action as { type?: string; params?: unknown };
      return type !== undefined && params === undefined ? type : `${id} ${type ?? ''}`;
    })
    .join();

const exits = new WeakMap<AnyStateNode, string>();
function exitsOf(node: AnyStateNode): string {
  const known = exits.get(node) ?? spellExits(node);
  exits.set(node, known);
  return known;
}

const texts = new WeakMap<object, string>();
/** A value as text, cached: most of a context is shared between snapshots. */
export function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** Whether the innermost state with a transition for the event has one without guard, target and actions. */
export function isRefused({ _nodes }: AnyMachineSnapshot, type: string): boolean {
  for (let index = _nodes.length - 1; index >= 0; index--) {
    const [first] = (_nodes[index] as AnyStateNode).transitions.get(type) ?? [];
    if (first) return first.guard === undefined && first.target === undefined && first.actions.length === 0;
  }
  return false;
}

const isPowerOfTwo = (size: number): boolean => (size & (size - 1)) === 0;

const innermost = ({ _nodes }: AnyMachineSnapshot): string => _nodes[_nodes.length - 1]?.id ?? '';

/** The outcomes of independent steps, known by group. */
export function createKnownOutcomes<S extends AnyMachineSnapshot>({ isIndependent, context, isSamePage = () => false }: Independence<S>) {
  const groups = new Map<string, Group>();
  const shared = createShared();

  /** Joins the group of this snapshot for each type of event. */
  function enter(snapshot: S, key: string) {
    const around = `${context(snapshot)} ${snapshot._nodes.map(exitsOf).filter(Boolean).join()}`;
    const leaf = innermost(snapshot);
    const joined = new Map<string, { group: Group; isCompared: boolean }>();
    const groupFor = (type: string) => {
      const known = joined.get(type);
      if (known) return known;
      const candidates = () => snapshot._nodes.filter(({ transitions }) => transitions.has(type)).map((node) => node.id);
      const id = isRefused(snapshot, type) ? `${type} refused in ${leaf}` : `${around} ${type} ${candidates().join()}`;
      const group = groups.get(id) ?? { outcomes: new Map(), staying: new Map(), size: 0 };
      groups.set(id, group);
      group.size += 1;
      const one = { group, isCompared: isPowerOfTwo(group.size) };
      joined.set(type, one);
      return one;
    };
    const own = new Set(snapshot._nodes.map(({ id }) => `state ${id}`));
    const coversOf = (taken: readonly string[]): readonly string[] => shared([...taken, ...own]);
    return {
      /** The known outcome of this step; null: nothing happens; undefined: the step has to be taken. */
      of(type: string, name: string): Outcome | null | undefined {
        if (!isIndependent(type)) return undefined;
        const { group, isCompared } = groupFor(type);
        if (isCompared) return undefined;
        const taken = group.staying.get(name);
        if (taken) return { to: key, covers: coversOf(taken) };
        const outcome = group.outcomes.get(name);
        return outcome && isSamePage(key, outcome.to) ? undefined : outcome;
      },
      /**
       * Keeps the outcome of a step that was taken. The outcome of a step that stays in its place is valid for that place alone.
       * @param next the snapshot after it.
       * @returns the outcome that another state of the group had instead; undefined: there is none.
       */
      keep(type: string, name: string, outcome: Outcome | null, next: AnyMachineSnapshot = snapshot): Outcome | null | undefined {
        if (!isIndependent(type)) return undefined;
        const { outcomes, staying } = groupFor(type).group;
        if (outcome !== null && innermost(next) === leaf) {
          // A link to the own page and a state entered on the way are not the same from other places, so they are not kept.
          const isAtRest =
            outcome.to === key && outcome.covers.every((one) => (one.startsWith('state ') ? own.has(one) : one.endsWith('--> stays')));
          if (isAtRest)
            staying.set(
              name,
              outcome.covers.filter((one) => !one.startsWith('state ')),
            );
          return undefined;
        }
        const known = outcomes.get(name);
        if (known === undefined) outcomes.set(name, outcome);
        return known === undefined || known?.to === outcome?.to ? undefined : known;
      },
    };
  }
  return { enter };
}
