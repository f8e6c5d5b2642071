/** Mutants of the chart that ships, for tests of the checks. */
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { journeySetup } from '#machines/setup.ts';

type Config = { readonly states?: Readonly<Record<string, Config>>; readonly on?: object; readonly [key: string]: unknown };

const changed = (config: Config, [key, ...path]: readonly string[], change: (found: Config) => object): Config => {
  if (key === undefined) return { ...config, ...change(config) };
  const below = config.states?.[key];
  if (!below) throw new Error(`no state "${key}" to change`);
  return { ...config, states: { ...config.states, [key]: changed(below, path, change) } };
};

/** The chart that ships with one state changed. @param path of the state below the machine, joined by dots. */
export const mutated = (path: string, change: (found: Config) => object): JourneyMachine =>
  journeySetup.createMachine(changed(journeyMachine.config as Config, path.split('.'), change) as never) as unknown as JourneyMachine;
