/** Options of the verbs that are run by hand. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** As `parseArgs`, but `--help` prints how the verb is used, and a wrong option says so, without a trace. Both end the process. */
export function parseArgsOr<const T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(1);
  }
}
