/**
 * Calls that have ended while their state goes on. XState keeps them among the children until the state is left, so
 * only the child itself tells that nothing runs any more; where nothing is run at all, a stand-in tells it.
 */
import { createActor, fromPromise, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

type Children = Readonly<Record<string, AnyActorRef | undefined>>;

const childrenOf = (snapshot: JourneySnapshot): Children => snapshot.children as Children;

/** A call that nobody sees, as in a snapshot that was put together, is taken for one that runs. */
const isOver = (call: AnyActorRef | undefined): boolean => {
  const status = (call?.getSnapshot() as { status?: string } | undefined)?.status;
  return status === 'done' || status === 'error';
};

export const hasEnded = (snapshot: JourneySnapshot, id: string): boolean => isOver(childrenOf(snapshot)[id]);

/** Ids of the calls that have ended while their state goes on: none in a sound chart. */
export function endedCalls(snapshot: JourneySnapshot): string[] {
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
 * @returns `to`, in which that call has ended, unless its state was left or makes it anew.
 */
export function afterEnd(from: JourneySnapshot, id: string, to: JourneySnapshot): JourneySnapshot {
  const call = childrenOf(from)[id];
  if (call === undefined || childrenOf(to)[id] !== call || isOver(call)) return to;
  return { ...to, children: { ...to.children, [id]: standInFor(id) } } as JourneySnapshot;
}
