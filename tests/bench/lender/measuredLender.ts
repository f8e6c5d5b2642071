/** Starts the measured lender, bundled as in a deployment, because the loader of sources slows the code down. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { bundleEntries, LENDER_ENTRIES } from '../../../scripts/build/lenderBundle.ts';
import type { BenchAnswer, BenchQuestion } from './process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** In the repository, where the bundle finds its packages. */
const FOLDER = path.join(ROOT, '.cache/bench-lender');
const ENTRIES = {
  process: 'tests/bench/lender/process.ts',
  engineThread: LENDER_ENTRIES.engineThread,
  documentThread: LENDER_ENTRIES.documentThread,
};

export interface LenderProcess {
  url: URL;
  ask(question: BenchQuestion): Promise<BenchAnswer>;
  stop(): Promise<void>;
}

/** @throws Error when the process ends before the answer. */
function nextAnswer(child: ChildProcess): Promise<BenchAnswer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the lender ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as BenchAnswer);
    });
  });
}

let bundled: Promise<unknown> | undefined;

/** @param env all settings of the process. */
export async function startLenderProcess(env: Readonly<Record<string, string>>): Promise<LenderProcess> {
  await (bundled ??= bundleEntries(ROOT, FOLDER, ENTRIES, { maps: true }));
  const child = fork(path.join(FOLDER, 'process.js'), [], {
    execArgv: [],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url = '' } = await nextAnswer(child);
  const ask = (question: BenchQuestion): Promise<BenchAnswer> => {
    const answer = nextAnswer(child);
    child.send(question);
    return answer;
  };
  return {
    url: new URL(url),
    ask,
    async stop() {
      const exited = once(child, 'exit');
      await ask('stop');
      await exited;
    },
  };
}
