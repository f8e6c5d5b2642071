/** A process that explores the chart that ships and compares its snapshots, in parallel to the other checks of `npm run paths`. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { journeyMachine } from '#machines/journey.machine.ts';
import { stopwatch } from '../support/stopwatch.ts';
import { explore } from './explore.ts';
import { journeyModel } from './model.ts';
import { checkSoundness, type Soundness } from './soundness.ts';

const FILE = fileURLToPath(import.meta.url);

/** Starts the comparison in a process of its own. @returns null when that process ended without a result. */
export function compareInOtherProcess(): Promise<(Soundness & { took: string }) | null> {
  // Its output is ignored: without a result the caller compares the snapshots itself and reports the errors.
  const worker = fork(FILE, { execArgv: ['--max-semi-space-size=128', '--import', 'tsx'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  process.once('exit', () => worker.kill());
  return new Promise((done, fail) => {
    worker.on('message', (found: Soundness & { took: string }) => done(found));
    worker.on('error', fail);
    worker.on('exit', () => done(null));
  });
}

if (process.argv[1] === FILE && process.send) {
  const graph = explore(journeyMachine, journeyModel);
  const took = stopwatch();
  process.send({ ...checkSoundness(graph), took: took() });
  process.disconnect();
}
