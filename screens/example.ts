import { initialContext, type JourneyContext } from '#machines/context.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';

type Value = Parameters<typeof journeyMachine.resolveState>[0]['value'];

/** A named moment of a screen, for storyboard, tests and accessibility check: the real snapshot, no actor. */
export const example = (value: Value, context: Partial<JourneyContext> = {}): JourneySnapshot =>
  journeyMachine.resolveState({ value, context: { ...initialContext, ...context } });
