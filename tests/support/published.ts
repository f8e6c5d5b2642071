/** Properties of published events that a subscriber of another vendor can check. */
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyStateMachine, AnyStateNode } from 'xstate';

const typeOf = (one: unknown): string =>
  typeof one === 'string' ? one : typeof one === 'function' ? one.name : ((one as { type?: string } | null)?.type ?? '');

/** Every transition of a chart as one line: source, event, guard, targets, actions. Sorted. */
export function edgesOf({ root }: AnyStateMachine): string[] {
  const lines: string[] = [];
  (function walk(node: AnyStateNode): void {
    for (const { eventType, guard, target, actions, reenter } of [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
      lines.push(
        [
          node.id,
          eventType || 'at once',
          guard ? `if ${typeOf(guard)}` : '',
          (target ?? []).map((one: AnyStateNode) => one.id).join('+') || 'stays',
          actions.map(typeOf).join('+'),
          reenter ? 'anew' : '',
        ].join(' '),
      );
    Object.values(node.states).forEach(walk);
  })(root);
  return lines.sort();
}

/** Events that name an actor which no earlier event has introduced. */
export function namedTooEarly(events: readonly StatelyInspectionEvent[]): string[] {
  const known = new Set<string>();
  return events.flatMap((event) => {
    if (event.type === '@xstate.actor') known.add(event.sessionId);
    const named = [
      event.sessionId,
      event.rootId,
      'sourceId' in event ? event.sourceId : undefined,
      'parentId' in event ? event.parentId : undefined,
    ];
    return named.filter((one) => one !== undefined && !known.has(one)).map((one) => `${event.type} names ${one}`);
  });
}
