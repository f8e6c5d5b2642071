/**
 * Calls that have ended although their state is still active. XState keeps them as children until the state is left, so
 * only the status of the child shows that a call has ended. No child runs in the explored graph; there a stand-in child
 * has the status.
 */
import { createActor, fromPromise, type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom } from 'xstate';

type Children = Readonly<Record<string, AnyActorRef | undefined>>;

const childrenOf = (snapshot: AnyMachineSnapshot): Children => snapshot.children as Children;

/** A call without a child actor, as in a resolved snapshot, counts as running. */
const isOver = (call: AnyActorRef | undefined): boolean => {
  const status = (call?.getSnapshot() as { status?: string } | undefined)?.status;
  return status === 'done' || status === 'error';
};

export const hasEnded = (snapshot: AnyMachineSnapshot, id: string): boolean => isOver(childrenOf(snapshot)[id]);

/** Ids of the calls that have ended although their state is active: none in a correct chart. */
export function endedCalls(snapshot: AnyMachineSnapshot): string[] {
  const ended: string[] = [];
  const children = childrenOf(snapshot);
  for (const id in children) if (isOver(children[id])) ended.push(id);
  return ended;
}

const nothing = fromPromise(() => Promise.resolve());
const over: SnapshotFrom<typeof nothing> = { status: 'done', output: undefined, error: undefined, input: undefined };
const standIns = new Map<string, AnyActorRef>();
function standInFor(id: string): AnyActorRef {
  const known = standIns.get(id);
  if (known) return known;
  const ended = createActor(nothing, { id, snapshot: over });
  standIns.set(id, ended);
  return ended;
}

/**
 * @param id of the call that ends.
 * @returns `to` with the call marked as ended, unless its state was left or entered again.
 */
export function afterEnd<S extends AnyMachineSnapshot>(from: S, id: string, to: S): S {
  const call = childrenOf(from)[id];
  if (call === undefined || childrenOf(to)[id] !== call || isOver(call)) return to;
  return { ...to, children: { ...to.children, [id]: standInFor(id) } };
}
