/** The online test with a real lender. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { explore, type Graph } from '../explore.ts';
import { journeyModel } from '../model.ts';
import { testOnline, type OnlineOptions, type OnlineReport } from '../onlineTest.ts';
import { createLenderDriver } from './driver.ts';
import { freshLenders } from './freshLenders.ts';

export type LenderRun = Pick<
  OnlineOptions,
  | 'obligations'
  | 'impossible'
  | 'mostPaths'
  | 'mostMismatches'
  | 'shrinkAttempts'
  | 'onPath'
  | 'onMismatch'
  | 'onHeading'
  | 'onAlone'
  | 'isTimeOver'
>;

/** @param graph of the same machine, if it is explored already. */
export async function testWithLender(
  machine: JourneyMachine,
  options: LenderRun = {},
  graph: Graph = explore(machine, journeyModel),
): Promise<OnlineReport> {
  const lenders = await freshLenders();
  try {
    return await testOnline(graph, {
      longest: 60,
      ...options,
      async begin(_, covered) {
        const lender = await lenders.open();
        const driver = await createLenderDriver(machine, lender, covered);
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
