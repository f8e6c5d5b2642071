/** Builds a mutant from its config, with the guards, actions and delays of the machine that ships. */
import { createMachine, type AnyStateMachine } from 'xstate';

/** Limit of microsteps per step. No step of the charts that ship needs so many, so a mutant beyond the limit is in an endless loop. */
const MOST_MICROSTEPS = 1_000;

/** @throws where the changed config is invalid, for example because a target does not exist. */
export const buildMutant = <M extends AnyStateMachine>(machine: M, config: object): M =>
  createMachine({ ...config, options: { maxIterations: MOST_MICROSTEPS } } as never, machine.implementations as never) as unknown as M;
