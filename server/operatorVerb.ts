/** A verb of the operator from the command line. A mistake prints one sentence and exits with 1. */
import { runVerb } from './runVerb.ts';

process.exitCode = await runVerb(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  onInterrupt: (stop) => process.once('SIGINT', stop),
});
