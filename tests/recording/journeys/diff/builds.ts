/** The pages of two versions of the project: as committed, and as the files are now. */
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from '../../../../scripts/lib/builtPages.mjs';
import { inWorktree, runIn } from './worktree.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** @returns the folder with the tools of the working tree. They are built first unless they are up to date. */
export async function buildOfWorkingTree(): Promise<string> {
  if (!isBuilt() && !(await build())) throw new Error('the pages of the working tree could not be built');
  return join(ROOT, 'dist/tools');
}

/**
 * Builds the tools of a commit in a worktree of its own, of which only they are kept. @returns their folder.
 * @param reference of git: `HEAD`, the tag of a release.
 * @throws when there is no such commit, or it cannot be built with the packages that are installed.
 */
export async function buildOfCommit(reference: string, say: (line: string) => void): Promise<string> {
  const commit = await runIn()('git', ['rev-parse', '--verify', `${reference}^{commit}`], ROOT).catch(() => {
    throw new Error(`git knows no commit "${reference}"`);
  });
  const short = commit.slice(0, 12);
  const tools = join(ROOT, '.cache/recordings', `${short}-tools`);
  if (existsSync(join(tools, 'inspector.html'))) return tools;
  say(`building the pages of ${reference} (${short})`);
  const folder = join(ROOT, '.cache/recordings', `${short}-source`);
  await inWorktree(ROOT, commit, folder, async (run) => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', 'dist/app'], folder);
    rmSync(tools, { recursive: true, force: true });
    renameSync(join(folder, 'dist/tools'), tools);
  });
  return tools;
}
