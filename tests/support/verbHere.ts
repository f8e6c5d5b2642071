/** Runs an operator's verb in the process of the tests, because a process of its own would load the lender for each verb. */
import { runVerb } from '#server/runVerb.ts';
import type { Ran } from './bundledLender.ts';

/** Like `runVerb` of `bundledLender.ts`, which tests of the process itself use. */
export async function runVerbHere(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const ran: Ran = { code: 0, out: '', error: '' };
  ran.code = await runVerb(args, {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
    print: (line) => void (ran.out += `${line}\n`),
    complain: (line) => void (ran.error += `${line}\n`),
    onInterrupt: () => undefined,
  });
  return ran;
}
