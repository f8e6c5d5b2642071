/** Which screens a borrower's phone keeps for the next start, until when, and who can open them. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import { addDays, DAY, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import type { LoanBalance } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { encryptScreen } from '#src/app/keptScreen/encryptScreen.ts';
import { keepingOf } from '#src/app/keptScreen/keepScreen.ts';
import { decryptScreen, type KeptScreen } from '#src/app/keptScreen/screenRecord.ts';
import { STORED_PLACE, type KeyRecord } from '#src/app/safe/keyRecord.ts';
import { readStored } from '#src/app/safe/readStored.ts';
import { NOW, order } from '#screens/samples.ts';
import { filling, PERSONAL, start, stopAll } from '#tests/router/routedJourney.ts';
import { safeOf } from '#tests/support/phoneKey.ts';

afterEach(stopAll);

const at = async (...given: Parameters<typeof start>) => keepingOf((await start(...given)).actor.getSnapshot(), NOW);
const running = (change: Partial<LoanBalance> = {}) => {
  const loan = order(change.daysLate ? STATUS.overdued : STATUS.repaying);
  return { ...loan, balance: { ...(loan.balance as LoanBalance), ...change } };
};
const TODAY = nairobiDate(NOW);

describe('screens that are kept', () => {
  it('home, running loan: until the end of its due date', async () => {
    const dueDate = addDays(TODAY, 5);
    const keeping = await at('', { signedIn: true, order: running({ dueDate }) });
    expect(keeping?.until).toBe(startOfDate(addDays(TODAY, 6)));
    expect(keeping?.readAt).not.toBeNull();
  });

  it.each([
    ['due today', 0],
    ['late', -3],
  ])('home, loan %s: until the end of the day, when a late charge may be added', async (_, days) => {
    const keeping = await at('', { signedIn: true, order: running({ dueDate: addDays(TODAY, days), daysLate: Math.max(0, -days) }) });
    expect(keeping?.until).toBe(startOfDate(addDays(TODAY, 1)));
  });

  it('form of an application: for a day, without the time of a figure', async () => {
    expect(await at(PERSONAL, filling)).toEqual({ until: NOW + DAY, readAt: null });
  });

  it.each([
    ['a visitor, home', '', {}],
    ['a borrower without a loan, home', '', { signedIn: true }],
    ['an application that waits, home', '', { signedIn: true, order: order(STATUS.applying) }],
    ['a running loan, another place', '#/me', { signedIn: true, order: running() }],
    ['an application, questions', '#/auth/loan_question', { signedIn: true, order: order(STATUS.question) }],
    ['an application, photos of the ID', '#/auth/id_photos', { signedIn: true, order: order(STATUS.identityOcr) }],
  ])('%s: is not kept', async (_, hash, world) => {
    expect(await at(hash, world)).toBeNull();
  });

  it('home, running loan, phone offline: is not kept, because the bar about that would be in it', async () => {
    const { actor } = await start('', { signedIn: true, order: running() });
    actor.send({ type: 'network.changed', online: false });
    expect(keepingOf(actor.getSnapshot(), NOW)).toBeNull();
  });
});

describe('kept screen, encrypted', () => {
  const SCREEN: KeptScreen = { path: '/', html: '<p>KSh 1,234</p>', css: '', until: NOW, draftAt: null };
  const FOR = { token: 'one', language: 'en', release: '1' } as const;

  async function phone() {
    const keys = new IDBFactory();
    await safeOf(keys);
    return ((await readStored(keys, STORED_PLACE)).key as KeyRecord).wrapping;
  }

  it('kept screen, same session and language: is what was kept, and no two texts are alike', async () => {
    const key = await phone();
    const [first, second] = [await encryptScreen(SCREEN, key, FOR), await encryptScreen(SCREEN, key, FOR)];
    expect(await decryptScreen(first, key, FOR)).toEqual(SCREEN);
    expect(first).not.toEqual(second);
    expect(Buffer.from(first).toString('latin1')).not.toContain('1,234');
  });

  it.each([
    ['another session', { ...FOR, token: 'two' }],
    ['another language', { ...FOR, language: 'sw' as const }],
    ['another release', { ...FOR, release: '2' }],
  ])('kept screen, %s: cannot be opened', async (_, drawnFor) => {
    const key = await phone();
    const record = await encryptScreen(SCREEN, key, FOR);
    await expect(decryptScreen(record, key, drawnFor)).rejects.toThrow();
  });

  it('kept screen, damaged or of another installation: cannot be opened', async () => {
    const key = await phone();
    const record = await encryptScreen(SCREEN, key, FOR);
    await expect(decryptScreen(record, await phone(), FOR)).rejects.toThrow();
    record[20] = (record[20] ?? 0) ^ 1;
    await expect(decryptScreen(record, key, FOR)).rejects.toThrow();
    await expect(decryptScreen(new Uint8Array(3), key, FOR)).rejects.toThrow();
  });
});
