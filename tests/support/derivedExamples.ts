/** Examples for a screen without any of its own: each of its states, reached on the chart by the shortest steps of a borrower. */
import { transition } from 'xstate';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { example } from '#screens/example.ts';
import { amina } from '#screens/samples.ts';
import type { PortName } from '#machines/ports/index.ts';
import { answers, answersOfInvoke } from '../paths/cases/answers.ts';
import { events } from '../paths/cases/events.ts';
import { failures } from '../paths/cases/failures.ts';
import type { EventType } from '../paths/cases/vocabulary.ts';
import { stepsIn, type Cases, type Step } from '../paths/steps.ts';

const MOST_STEPS = 4;

/** The cases of the path tests. A browser cannot load the rest of their model, which reads files. */
const cases: Cases<JourneySnapshot> = {
  events: (type, { context }) => events[type as EventType](context),
  answers: ({ id, port }, { context }) => (answersOfInvoke[id] ?? answers[port as PortName])(context),
  failures: ({ port }) => failures[port as PortName],
};

/** Whether a step is taken on the page: an answer, a failure or a press, but no link and no end of the session. */
const isOfThePage = ({ name }: Step): boolean => !name.startsWith('xstate.route') && !/session\.|Session\./.test(name);

/** @param place id of the screen's state. @returns examples by the path of the state below it; none if no link opens the place. */
export function derivedExamples(place: string): Record<string, JourneySnapshot> {
  const found = new Map<string, JourneySnapshot>();
  const step = (snapshot: JourneySnapshot, event: object): JourneySnapshot | null => {
    const [next] = transition(journeyMachine, snapshot, event as Parameters<typeof transition<typeof journeyMachine>>[2]);
    return next._nodes.some(({ id }) => id === place) ? next : null;
  };
  const keep = (snapshot: JourneySnapshot | null): readonly JourneySnapshot[] => {
    const leaf = snapshot?._nodes.find((node) => Object.keys(node.states).length === 0 && !node.history);
    const above = snapshot?._nodes.find(({ id }) => id === place);
    if (!snapshot || !leaf || !above) return [];
    const name = leaf.path.slice(above.path.length).join('.') || 'shown';
    if (found.has(name)) return [];
    found.set(name, snapshot);
    return [snapshot];
  };
  let newest = keep(step(example({ places: { tabs: { home: 'shown' } } }, amina), { type: 'xstate.route', to: `#${place}` }));
  for (let steps = 1; newest.length > 0 && steps <= MOST_STEPS; steps++)
    newest = newest.flatMap((snapshot) =>
      stepsIn(snapshot, cases)
        .filter(isOfThePage)
        .flatMap(({ event }) => keep(step(snapshot, event))),
    );
  return Object.fromEntries(found);
}
