/** The paths with a real lender. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { explore, type Graph } from '../explore.ts';
import { walkAll, type WalkOptions, type WalkReport } from '../onlineTest.ts';
import { createLenderDriver } from './driver.ts';
import { freshLenders } from './freshLenders.ts';

export type LenderRun = Pick<WalkOptions, 'goals' | 'mostPaths' | 'mostMismatches' | 'shorten' | 'onPath'>;

/** @param graph of the same machine, where it is known already. */
export async function walkWithLender(
  machine: JourneyMachine,
  options: LenderRun = {},
  graph: Graph = explore(machine),
): Promise<WalkReport> {
  const lenders = await freshLenders();
  try {
    return await walkAll(graph, {
      longest: 60,
      ...options,
      async begin(_, proved) {
        const lender = await lenders.open();
        const driver = await createLenderDriver(machine, lender, proved);
        return {
          ...driver,
          async stop() {
            await driver.stop();
            await lender.stop();
          },
        };
      },
    });
  } finally {
    await lenders.remove();
  }
}
