/** Builds a mutant from its config, with the guards, actions and delays of the machine that ships. */
import { createMachine, type AnyStateMachine } from 'xstate';

/** No step of a chart of ours takes so many microsteps: a mutant that does is in an endless loop, and fails instead. */
const MOST_MICROSTEPS = 1_000;

/** @throws where the changed config is no machine, such as a target that does not exist. */
export const buildMutant = <M extends AnyStateMachine>(machine: M, config: object): M =>
  createMachine({ ...config, options: { maxIterations: MOST_MICROSTEPS } } as never, machine.implementations as never) as unknown as M;
