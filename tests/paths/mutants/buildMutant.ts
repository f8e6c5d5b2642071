/** Builds a mutant from its config, with the guards, actions and delays of the machine that ships. */
import { createMachine, type AnyStateMachine } from 'xstate';

/** Maximum number of microsteps per step. Steps of the charts that ship need fewer; a mutant that needs more loops without end. */
const MOST_MICROSTEPS = 1_000;

/** @throws where the changed config is invalid, for example because a target does not exist. */
export const buildMutant = <M extends AnyStateMachine>(machine: M, config: object): M =>
  createMachine({ ...config, options: { maxIterations: MOST_MICROSTEPS } } as never, machine.implementations as never) as unknown as M;
