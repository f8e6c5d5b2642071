/** What is approved is one difference of one journey. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { mutated } from '../paths/mutate.ts';
import { approve, isApproved, readApprovals } from './journeys/journeyApprovals.ts';
import { findDifferences } from './journeys/diff/differences.ts';
import { diffPage } from './journeys/diff/diffPage.ts';
import { serveDiff } from './journeys/diff/serve.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'approvals-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('approval of a journey that lands elsewhere', () => {
  it('approved journey, another difference: is not approved with it', async () => {
    const file = join(folder, 'approved.json');
    expect(await readApprovals(file)).toEqual({});
    await approve('first-loan', 'led to home, and now leads to records', file);
    const approved = await readApprovals(file);
    expect(isApproved(approved, 'first-loan', 'led to home, and now leads to records')).toBe(true);
    expect(isApproved(approved, 'first-loan', 'led to home, and now leads to me')).toBe(false);
    expect(isApproved(approved, 'rejected', 'led to home, and now leads to records')).toBe(false);
  });

  it('approval from a page of another origin: is refused', async () => {
    const seen: string[] = [];
    const { address, stop } = await serveDiff(folder, (id) => Promise.resolve(void seen.push(id)));
    const post = (origin: string) => fetch(`${address}approve`, { method: 'POST', body: 'first-loan', headers: { origin } });
    expect((await post('http://elsewhere.example')).status).toBe(403);
    expect((await post(address.slice(0, -1))).status).toBe(204);
    expect(seen).toEqual(['first-loan']);
    stop();
  });
});

describe('differences of the recordings', () => {
  it('recordings, chart that ships: no journey lands elsewhere', async () =>
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
