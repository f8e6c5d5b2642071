/** A temporary worktree of git. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Signals that end the process, with their numbers: the exit code is 128 plus the number. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Runs a command in a folder. @throws Error with the output of a command that fails. */
export type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>;

/** @param running contains the process while it runs. */
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
 * Checks a commit out into a worktree, and removes it after the work, also when the work fails or a signal ends the process.
 * A worktree that stays registered would keep git from checking the same branch out elsewhere.
 * @param folder of the worktree. A worktree that an earlier process left there is removed.
 * @param work gets a function to run commands, which are ended with the process.
 */
export async function inWorktree<T>(repository: string, commit: string, folder: string, work: (run: Run) => Promise<T>): Promise<T> {
  const running = new Set<ChildProcess>();
  const run = runIn(running);
  const remove = (): void => {
    // Removes the link to the packages first, so that git does not delete the packages.
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
