/** Builds a mutant from its config, with the guards, actions and delays of the machine that ships. */
import { createMachine, type AnyStateMachine } from 'xstate';

/** @throws where the changed config is no machine, such as a target that does not exist. */
export const buildMutant = <M extends AnyStateMachine>(machine: M, config: object): M =>
  createMachine(config as never, machine.implementations as never) as unknown as M;
