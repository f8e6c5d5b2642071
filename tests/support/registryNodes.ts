/** Other versions of Node, from the npm registry. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './deploymentFiles.ts';

/** The oldest version that `engines` allows, and the maintained lines. */
export const SUPPORTED_NODES = ['20.19', '22', '24'];

/** Runs npm and waits for its end. @throws Error with its output when it fails. */
export function npm(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stdout}${stderr}`);
}

/**
 * Path of the Node program of a version. It is installed once, into `.cache`. The package `node` fetches a package for the system
 * in its install script; here that package is installed directly.
 */
export function nodeOf(version: string): string {
  const folder = join(ROOT, '.cache/nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    npm(folder, 'install', `${name}@${version}`);
  }
  return program;
}
