import { initialContext, type JourneyContext } from '#machines/context.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';

type Value = Parameters<typeof journeyMachine.resolveState>[0]['value'];

/** Makes an example: a snapshot of the chart in this state, without an actor. For storyboard, tests and accessibility check. */
export const example = (value: Value, context: Partial<JourneyContext> = {}): JourneySnapshot =>
  journeyMachine.resolveState({ value, context: { ...initialContext, ...context } });
