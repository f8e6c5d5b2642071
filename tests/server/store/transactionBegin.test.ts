/** Messages of a session to the database: when they are sent, and when a missing answer is given up. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAvailability } from '#server/store/availability.ts';
import { createDiskRoom } from '#server/store/diskRoom.ts';
import { newClientState, PostgresSession } from '#server/store/postgresSession.ts';
import { unnamed } from '#server/store/prepared.ts';

type Answer = (error: Error | null, result?: Partial<pg.QueryResult>) => void;

/** A connection that records its messages, and answers when the test lets it. */
function openSession(silence: number | null = null) {
  const sent: { sql: string; answer: (error?: Error) => void }[] = [];
  const client = {
    connection: { stream: { cork: () => undefined, uncork: () => undefined, destroy: () => undefined } },
    query({ text }: { text: string }, answer: Answer) {
      sent.push({ sql: text, answer: (error) => answer(error ?? null, { command: 'SELECT', rowCount: 0, rows: [] }) });
    },
    release: () => undefined,
    getTransactionStatus: () => 'I',
  } as unknown as pg.PoolClient;
  const reports = { availability: createAvailability(), room: createDiskRoom(null) };
  const state = newClientState();
  const session = new PostgresSession(client, state, {
    reports,
    nameOf: unnamed,
    silence,
    foundReadOnly: () => undefined,
    giveBack: () => undefined,
  });
  return { session, sent, texts: () => sent.map(({ sql }) => sql) };
}

const SELECT = 'select 1';
const INSERT = 'insert into t values (1)';

it('transaction begun: sends nothing until its first statement', async () => {
  const { session, texts } = openSession();
  await session.query('begin', []);
  expect(texts()).toEqual([]);
});

it('first statement of a transaction reads: is sent together with begin', async () => {
  const { session, sent, texts } = openSession();
  await session.query('begin', []);
  const read = session.query(SELECT, []);
  expect(texts()).toEqual(['begin', SELECT]);
  for (const { answer } of sent) answer();
  await read;
});

it('first statement of a transaction writes: is sent once begin was answered', async () => {
  const { session, sent, texts } = openSession();
  await session.query('begin', []);
  const write = session.query(INSERT, []);
  expect(texts()).toEqual(['begin']);
  sent[0]?.answer();
  await expect.poll(texts).toEqual(['begin', INSERT]);
  sent[1]?.answer();
  await write;
});

it('begin fails before a statement that writes: the statement is never sent', async () => {
  const { session, sent, texts } = openSession();
  await session.query('begin', []);
  const write = session.query(INSERT, []);
  sent[0]?.answer(new Error('out of memory'));
  await expect(write).rejects.toThrow('out of memory');
  expect(texts()).toEqual(['begin']);
});

it('begin fails beside a statement that reads: the transaction fails with this error', async () => {
  const { session, sent } = openSession();
  await session.query('begin', []);
  const read = session.query(SELECT, []);
  sent[0]?.answer(new Error('out of memory'));
  sent[1]?.answer();
  await expect(read).rejects.toThrow('out of memory');
});

it.each(['commit', 'rollback'])('transaction without a statement, %s: sends nothing', async (end) => {
  const { session, texts } = openSession();
  await session.query('begin', []);
  await session.query(end, []);
  expect(texts()).toEqual([]);
});

it('statement after an ended transaction: is sent alone', async () => {
  const { session, sent, texts } = openSession();
  await session.query('begin', []);
  await session.query('commit', []);
  const read = session.query(SELECT, []);
  expect(texts()).toEqual([SELECT]);
  sent[0]?.answer();
  await read;
});

describe('session that is given up without an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('pipeline whose statements are answered one after the other: waits for each from the answer before it', async () => {
    const { session, sent } = openSession(1_000);
    const answers = session.pipeline([SELECT, SELECT, SELECT].map((sql) => ({ sql, parameters: [] })));
    for (const { answer } of sent) {
      await vi.advanceTimersByTimeAsync(900);
      answer();
    }
    expect(await answers).toHaveLength(3);
  });

  it('pipeline without a further answer: fails', async () => {
    const { session, sent } = openSession(1_000);
    const failure = session.pipeline([SELECT, SELECT].map((sql) => ({ sql, parameters: [] }))).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(900);
    sent[0]?.answer();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failure).toMatchObject({ name: 'DatabaseUnavailable', message: 'no answer within 1 seconds' });
  });
});
