/** A verb of the operator from the command line. A mistake prints one sentence and exits with 1. */
import { whyNodeIsRefused } from './nodeVersion.ts';
import { ignoreClosedOutput } from './closedOutput.ts';

const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

ignoreClosedOutput(process.stdout);

const refused = whyNodeIsRefused(process.versions.node);
if (refused === null) {
  const { runVerb } = await import('./runVerb.ts');
  process.exitCode = await runVerb(process.argv.slice(2), {
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    complain,
    onInterrupt: (stop) => process.once('SIGINT', stop),
  });
} else {
  complain(refused);
  process.exitCode = 1;
}
