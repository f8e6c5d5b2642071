/** The turns of the embedded engine's session: when the next caller's statement is sent, and what a failure ends. */
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createAvailability } from '#server/store/availability.ts';
import { createDiskRoom } from '#server/store/diskRoom.ts';
import { EngineTurns } from '#server/store/engineTurns.ts';

type Answer = (error: Error | null, result?: Partial<pg.QueryResult>) => void;

interface Sent {
  /** The connection on which it was sent, counted from 0. */
  on: number;
  sql: string;
  answer: (error?: Error) => void;
}

/** An engine that records its statements, and answers when the test lets it. */
function openTurns() {
  const sent: Sent[] = [];
  const clients: EventEmitter[] = [];
  const create = (): pg.Client => {
    const on = clients.length;
    const client = Object.assign(new EventEmitter(), {
      connection: {
        stream: { cork: () => undefined, uncork: () => undefined, destroy: () => void client.emit('error', new Error('cut')) },
      },
      connect: () => Promise.resolve(),
      query({ text }: { text: string }, answer: Answer) {
        sent.push({ on, sql: text, answer: (error) => answer(error ?? null, { command: 'SELECT', rowCount: 0, rows: [] }) });
      },
      end: () => Promise.resolve(),
    });
    clients.push(client);
    return client as unknown as pg.Client;
  };
  const turns = new EngineTurns(create, { availability: createAvailability(), room: createDiskRoom(null) });
  const texts = async (): Promise<string[]> => {
    await settled();
    return sent.map(({ sql }) => sql);
  };
  const answer = async (index: number, error?: Error): Promise<void> => {
    sent[index]?.answer(error);
    await settled();
  };
  /** Ends the engine: it answers nothing any more. */
  const lose = (): void => {
    clients.at(-1)?.emit('error', new Error('the engine ended'));
    for (const one of sent) one.answer(new Error('the engine ended'));
  };
  return { turns, sent, texts, answer, lose };
}

/** Lets everything run that waits for no answer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const alone = async (turns: EngineTurns, sql: string): Promise<unknown> => {
  const client = await turns.connect();
  try {
    return await client.query(sql, []);
  } finally {
    client.release();
  }
};

/** Begins a transaction with a read, and waits for its answer. */
async function beginWith(opened: ReturnType<typeof openTurns>, sql: string) {
  const client = await opened.turns.connect();
  await client.query('begin', []);
  const first = client.query(sql, []);
  const index = (await opened.texts()).indexOf(sql);
  await opened.answer(index - 1);
  await opened.answer(index);
  await first;
  return client;
}

describe('turns of the engine', () => {
  it('statements outside of transactions: four are sent before the first answer, and one more after each answer', async () => {
    const { turns, texts, answer } = openTurns();
    for (let n = 1; n <= 6; n++) void alone(turns, `select ${n}`);
    expect(await texts()).toEqual(['select 1', 'select 2', 'select 3', 'select 4']);
    await answer(0);
    expect((await texts()).slice(4)).toEqual(['select 5']);
  });

  it('transaction: others wait until its commit is sent, and not for the answer', async () => {
    const opened = openTurns();
    const { turns, texts } = opened;
    const client = await beginWith(opened, 'select 1');
    void alone(turns, 'select 2');
    expect(await texts()).toEqual(['begin', 'select 1']);
    void client.query('commit', []);
    expect((await texts()).slice(2)).toEqual(['commit', 'select 2']);
  });

  it('pipeline that ends with commit: the next statement is sent behind it', async () => {
    const opened = openTurns();
    const { turns, texts } = opened;
    const client = await beginWith(opened, 'select 1');
    void alone(turns, 'select 2');
    void client.pipeline([
      { sql: 'insert into t values (1)', parameters: [] },
      { sql: 'commit', parameters: [] },
    ]);
    expect((await texts()).slice(2)).toEqual(['insert into t values (1)', 'commit', 'select 2']);
  });

  it('commit that fails while the next transaction has begun: its rollback does not reach that transaction', async () => {
    const opened = openTurns();
    const { texts, answer } = opened;
    const client = await beginWith(opened, 'select 1');
    const commit = client.query('commit', []);
    const refused = expect(commit).rejects.toThrow('a deferred constraint');
    const next = await opened.turns.connect();
    await next.query('begin', []);
    void next.query('select 2', []);
    await answer((await texts()).indexOf('commit'), new Error('a deferred constraint'));
    await refused;
    await client.query('rollback', []);
    client.release();
    expect((await texts()).slice(2)).toEqual(['commit', 'begin', 'select 2']);
  });

  it('client released with an open transaction: its connection is cut, and the next statement is sent on another', async () => {
    const opened = openTurns();
    const client = await beginWith(opened, 'select 1');
    client.release();
    void alone(opened.turns, 'select 2');
    await settled();
    expect(opened.sent.map(({ on, sql }) => [on, sql])).toEqual([
      [0, 'begin'],
      [0, 'select 1'],
      [1, 'select 2'],
    ]);
  });

  it('engine lost with a commit under way and another transaction begun: the first is unknown, the second had no effect', async () => {
    const opened = openTurns();
    const client = await beginWith(opened, 'select 1');
    const commit = client.query('commit', []);
    const next = await opened.turns.connect();
    await next.query('begin', []);
    const read = next.query('select 2', []);
    await settled();
    const outcomes = Promise.allSettled([commit, read]);
    opened.lose();
    expect(await outcomes).toMatchObject([{ reason: { hadNoEffect: false } }, { reason: { hadNoEffect: true } }]);
    client.release();
    next.release();
    void alone(opened.turns, 'select 3');
    await settled();
    expect(opened.sent.at(-1)).toMatchObject({ on: 1, sql: 'select 3' });
  });

  it('turns ended: callers that wait are refused, and a turn that has begun is waited for', async () => {
    const opened = openTurns();
    const client = await beginWith(opened, 'select 1');
    const waits = expect(alone(opened.turns, 'select 2')).rejects.toThrow('the store is closed');
    let isClosed = false;
    const closing = opened.turns.end().then(() => (isClosed = true));
    await waits;
    await expect(alone(opened.turns, 'select 3')).rejects.toThrow('the store is closed');
    const commit = client.query('commit', []);
    await settled();
    expect(isClosed).toBe(false);
    await opened.answer(opened.sent.length - 1);
    await commit;
    await closing;
  });
});
