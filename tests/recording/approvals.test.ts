/** An approval is valid for one difference of one journey. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { mutated } from '../paths/mutate.ts';
import { approve, isApproved, readApprovals, withdraw } from './journeys/journeyApprovals.ts';
import { findDifferences } from './journeys/diff/differences.ts';
import { inWorktree } from './journeys/diff/worktree.ts';
import { diffPage } from './journeys/diff/diffPage.ts';
import { serveDiff } from './journeys/diff/serve.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'approvals-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('approval of a journey with another outcome', () => {
  it('approved journey, another difference in it: is not approved', async () => {
    const file = join(folder, 'approved.json');
    expect(await readApprovals(file)).toEqual({});
    await approve('first-loan', 'led to home, and now leads to records', file);
    const approved = await readApprovals(file);
    expect(isApproved(approved, 'first-loan', 'led to home, and now leads to records')).toBe(true);
    expect(isApproved(approved, 'first-loan', 'led to home, and now leads to me')).toBe(false);
    expect(isApproved(approved, 'rejected', 'led to home, and now leads to records')).toBe(false);
  });

  it('approval withdrawn: the journey is no longer approved, and withdrawing it again is an error', async () => {
    const file = join(folder, 'withdrawn.json');
    for (const id of ['first-loan', 'rejected']) await approve(id, 'leads to home', file);
    await withdraw('first-loan', file);
    expect(await readApprovals(file)).toEqual({ rejected: 'leads to home' });
    await expect(withdraw('first-loan', file)).rejects.toThrow('the journey "first-loan" is not approved');
  });

  it('approval from a page of another origin: is refused', async () => {
    const seen: string[] = [];
    const { address, stop } = await serveDiff(folder, {
      approve: (id) => Promise.resolve(void seen.push(id)),
      withdraw: (id) => Promise.resolve(void seen.push(`not ${id}`)),
    });
    const post = (origin: string) => fetch(`${address}approve`, { method: 'POST', body: 'first-loan', headers: { origin } });
    expect((await post('http://elsewhere.example')).status).toBe(403);
    expect((await post(address.slice(0, -1))).status).toBe(204);
    expect(
      (await fetch(`${address}withdraw`, { method: 'POST', body: 'first-loan', headers: { origin: address.slice(0, -1) } })).status,
    ).toBe(204);
    expect(seen).toEqual(['first-loan', 'not first-loan']);
    stop();
  });
});

describe('worktree of a commit', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: join(folder, 'repository'),
      encoding: 'utf8',
    });
  const worktrees = (): number => git('worktree', 'list').trim().split('\n').length;
  beforeAll(async () => {
    await mkdir(join(folder, 'repository'));
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  });

  it('work done or failed: no worktree is left', async () => {
    const at = join(folder, 'work');
    const seen = await inWorktree(join(folder, 'repository'), 'HEAD', at, () => Promise.resolve(worktrees()));
    await expect(inWorktree(join(folder, 'repository'), 'HEAD', at, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([seen, worktrees(), existsSync(at)]).toEqual([2, 1, false]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('process ended by %s: no worktree is left', async (signal) => {
    const at = join(folder, signal);
    const program = `
      import { inWorktree } from ${JSON.stringify(new URL('./journeys/diff/worktree.ts', import.meta.url).href)};
      await inWorktree(${JSON.stringify(join(folder, 'repository'))}, 'HEAD', ${JSON.stringify(at)}, async (run) => {
        console.log('at work');
        await run(process.execPath, ['--eval', 'setTimeout(() => {}, 60000)'], '.');
      });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(worktrees()).toBe(2);
    child.kill(signal);
    await once(child, 'exit');
    expect([worktrees(), existsSync(at)]).toEqual([1, false]);
  });
});

describe('differences of the recordings', () => {
  it('recordings, shipped chart: no journey has another outcome', async () =>
    expect((await findDifferences([], journeyMachine)).differences).toEqual([]));

  it('recordings, chart with one wrong arrow: the journeys through it are listed with the step, and the page shows both sides', async () => {
    const chart = mutated('places.borrow.confirmBorrow.confirmingDecline', ({ on }) => ({
      on: { ...on, 'decline.confirmed': '#records' },
    }));
    const { differences } = await findDifferences([], chart);
    const declined = differences.find(({ id }) => id === 'offer-declined');
    if (!declined) throw new Error('the declined offer lands where it did');
    expect(declined.says).toMatch(/and now leads to page "Loan records"|and now leads to page "Records"/);
    expect(declined.recording.steps[declined.step - 1]?.event.type).toBe('decline.confirmed');
    const page = diffPage([{ ...declined, title: '<b>', before: '1-before.png', after: null, isApproved: false }], 'HEAD');
    expect(page).toContain('src="1-before.png"');
    expect(page).toContain('This version cannot take the journey so far.');
    expect(page).not.toContain('<b>');
  });
});
