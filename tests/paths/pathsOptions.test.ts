/** The options of `npm run paths`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FILE_ENDING } from '#src/recording/format.ts';
import { run } from '../../scripts/lib/say.mjs';
import { readOptions, usage } from './pathsOptions.ts';

describe('npm run paths', () => {
  it.each([
    ['--bogus', 'There is no option "--bogus".'],
    ['-x', 'There is no option "-x".'],
    ['--toString', 'There is no option "--toString".'],
    ['extra', 'There is no option "extra": options begin with two dashes.'],
    ['--list=1', 'The option "--list" takes no value.'],
  ])('unknown argument %s: is refused with a message', (arg, complaint) => {
    expect(readOptions([arg])).toEqual({ complaint });
    expect(readOptions(['--list', arg])).toEqual({ complaint });
  });

  it('every known option: is read, and listed by the usage', () => {
    const known = usage().flatMap((line) => /^ {2}--(\w+) +\w/.exec(line)?.[1] ?? []);
    expect(known).toContain('record');
    expect(readOptions(known.map((name) => (name === 'to' ? '--to=home' : `--${name}`)))).toEqual({ asked: new Set(known), to: 'home' });
    expect(readOptions([])).toEqual({ asked: new Set(), to: null });
  });

  it('npm run paths, --to: takes the next word as its state or transition, and needs one', () => {
    expect(readOptions(['--to', 'cashier.waiting'])).toEqual({ asked: new Set(['to']), to: 'cashier.waiting' });
    expect(readOptions(['--to'])).toEqual({ complaint: 'The option "--to" needs a state or transition, such as --to cashier.waiting.' });
    expect(readOptions(['--list', '--to', '--json'])).toEqual({
      complaint: 'The option "--to" needs a state or transition, such as --to cashier.waiting.',
    });
  });

  const root = fileURLToPath(new URL('../..', import.meta.url));
  const paths = (arg: string) => run(process.execPath, ['scripts/run.mjs', 'paths', arg], { quiet: true, cwd: root });

  it('unknown option or --help: ends before the exploration', async () => {
    const [wrong, help] = await Promise.all([paths('--bogus'), paths('--help')]);
    expect(wrong).toEqual({ code: 1, output: `${['There is no option "--bogus".', ...usage()].join('\n')}\n` });
    expect(help).toEqual({ code: 0, output: `${usage().join('\n')}\n` });
  });

  it('--to with a mistyped name: leaves the counterexamples of the run before', async () => {
    const folder = fileURLToPath(new URL('../../.cache/paths', import.meta.url));
    const kept = join(folder, `of-an-earlier-run${FILE_ENDING}`);
    await mkdir(folder, { recursive: true });
    await writeFile(kept, '{}');
    try {
      expect(await paths('--to=cashier.waitng')).toMatchObject({ code: 1, output: expect.stringContaining('Did you mean:') as string });
      expect(await readFile(kept, 'utf8')).toBe('{}');
    } finally {
      await rm(kept, { force: true });
    }
  });
});
