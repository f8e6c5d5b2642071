/** The pages of two versions of the project: as committed, and as the files are now. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from '../../../../scripts/lib/builtPages.mjs';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** @throws Error with what the command said, when it fails. */
function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production' } });
    let said = '';
    let complained = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    child.stderr.on('data', (chunk) => (complained += String(chunk)));
    child.on('error', fail);
    child.on('exit', (code) =>
      code === 0 ? done(said.trim()) : fail(new Error(`${command} ${args.join(' ')}: ${complained.trim() || said.trim()}`)),
    );
  });
}

/** Folder with the tools of the working tree, built when they are not. */
export async function buildOfWorkingTree(): Promise<string> {
  if (!isBuilt() && !(await build())) throw new Error('the pages of the working tree could not be built');
  return join(ROOT, 'dist/tools');
}

/**
 * Folder with the tools of a commit, built in a worktree of its own and kept there.
 * @param reference of git: `HEAD`, the tag of a release.
 * @throws when there is no such commit, or it cannot be built with the packages that are installed.
 */
export async function buildOfCommit(reference: string, say: (line: string) => void): Promise<string> {
  const commit = await output('git', ['rev-parse', '--verify', `${reference}^{commit}`], ROOT).catch(() => {
    throw new Error(`git knows no commit "${reference}"`);
  });
  const folder = join(ROOT, '.cache/recordings', commit.slice(0, 12));
  const tools = join(folder, 'dist/tools');
  if (existsSync(join(tools, 'inspector.html'))) return tools;
  say(`building the pages of ${reference} (${commit.slice(0, 12)})`);
  if (!existsSync(folder)) {
    mkdirSync(join(ROOT, '.cache/recordings'), { recursive: true });
    await output('git', ['worktree', 'prune'], ROOT);
    await output('git', ['worktree', 'add', '--detach', folder, commit], ROOT);
  }
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await output(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', 'dist/app'],
    folder,
  );
  return tools;
}
