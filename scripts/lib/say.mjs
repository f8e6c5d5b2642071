// @ts-check
/** Prints the output of the scripts, and runs other programs. */
import { spawn } from 'node:child_process';

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** @param {number} since milliseconds, as of `performance.now()` */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, foreground?: boolean, env?: Record<string, string | undefined>, cwd?: string }} [options]
 * quiet: the output is returned and not shown; foreground: the program reads the keyboard, and handles signals itself
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program could not be started
 */
export function run(command, args, { quiet = false, foreground = false, env = {}, cwd } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [foreground ? 'inherit' : 'ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    if (foreground)
      for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
