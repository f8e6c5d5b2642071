/** A worktree of git for the time of one piece of work. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Signals that end the process, with the number that the exit code is made of. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Runs a command in a folder. @throws Error with what the command said, when it fails. */
export type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;

/** @param running Where the process stands while it runs. */
export const runIn =
  (running: Set<ChildProcess> = new Set()): Run =>
  (command, args, cwd) =>
    new Promise((done, fail) => {
      const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production' } });
      running.add(child);
      let said = '';
      let complained = '';
      child.stdout.on('data', (chunk) => (said += String(chunk)));
      child.stderr.on('data', (chunk) => (complained += String(chunk)));
      child.on('error', fail);
      child.on('exit', (code) => {
        running.delete(child);
        if (code === 0) done(said.trim());
        else fail(new Error(`${command} ${args.join(' ')}: ${complained.trim() || said.trim()}`));
      });
    });

/**
 * Checks a commit out into a worktree, and removes it after the work, also when the work fails or a signal ends the process:
 * a registered worktree that nobody knows of keeps git from checking the same branch out elsewhere.
 * @param folder of the worktree. What an earlier process left there is removed.
 * @param work gets a way to run commands, which are ended with the process.
 */
export async function inWorktree<T>(repository: string, commit: string, folder: string, work: (run: Run) => Promise<T>): Promise<T> {
  const running = new Set<ChildProcess>();
  const run = runIn(running);
  const remove = (): void => {
    // A link to the packages, which git must not follow.
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: repository });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    spawnSync('git', ['worktree', 'prune'], { cwd: repository });
  };
  const end = (signal: keyof typeof SIGNALS): void => {
    for (const child of running) child.kill('SIGKILL');
    remove();
    process.exit(128 + SIGNALS[signal]);
  };
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const signal of signals) process.on(signal, end);
  try {
    remove();
    mkdirSync(dirname(folder), { recursive: true });
    await run('git', ['worktree', 'add', '--detach', folder, commit], repository);
    return await work(run);
  } finally {
    remove();
    for (const signal of signals) process.off(signal, end);
  }
}
