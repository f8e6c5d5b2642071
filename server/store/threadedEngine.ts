/** The embedded engine in a thread of its own. */
import type { Worker } from 'node:worker_threads';
import { EngineFailure, type Engine, type EngineAnswer } from './engine.ts';
import { passOnInTurns } from './inTurns.ts';
import { startThread } from './startThread.ts';

/** Messages of the protocol, or the request to close the database. */
export type EngineRequest = Uint8Array | 'close';

/** The first reply is about the opening of the database; each later one answers a request. */
export type EngineReply =
  | { is: 'open' }
  /** The engine has created the database. The thread ends without opening it. */
  | { is: 'made' }
  | { is: 'failed'; message: string; code: string | undefined; isOutOfRoom: boolean; isForOperator: boolean }
  | ({ is: 'answer' } & EngineAnswer)
  | { is: 'closed' }
  | { is: 'broken'; why: string };

interface Waiting {
  resolve(reply: EngineReply): void;
  reject(error: Error): void;
}

/**
 * Replies in one turn of the event loop. Node takes messages until none is left, and the next request is answered while a reply
 * is processed. So without a limit all waiting statements would run in one turn, and everything else would wait for them.
 */
const REPLIES_IN_A_TURN = 8;

/** @returns a function that waits for the next reply. Replies have the order of the requests. Rejects when the thread ends. */
function repliesOf(thread: Worker): () => Promise<EngineReply> {
  const waiting: Waiting[] = [];
  let ended: Error | null = null;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  // The end follows the replies that arrived before it.
  const inTurn = passOnInTurns((work: () => void) => work(), REPLIES_IN_A_TURN);
  thread.on('message', (reply: EngineReply) => inTurn(() => waiting.shift()?.resolve(reply)));
  thread.on('error', (error: unknown) => inTurn(() => end(error instanceof Error ? error : new Error(String(error)))));
  thread.on('exit', () => inTurn(() => end(new Error('the thread of the database ended'))));
  return () => (ended ? Promise.reject(ended) : new Promise((resolve, reject) => waiting.push({ resolve, reject })));
}

/** @throws EngineFailure */
export async function openThreadedEngine(folder: string): Promise<Engine> {
  const thread = startThread(import.meta.url, 'engineThread', { workerData: folder, name: 'database' });
  const nextReply = repliesOf(thread);
  const opened = await nextReply();
  if (opened.is !== 'open') {
    await thread.terminate();
    if (opened.is === 'made') return openThreadedEngine(folder);
    if (opened.is !== 'failed') throw new Error(`the thread of the database said ${opened.is}`);
    throw new EngineFailure(opened.message, opened.code, opened.isOutOfRoom, opened.isForOperator);
  }
  const ask = async (request: EngineRequest): Promise<EngineReply> => {
    const reply = nextReply();
    thread.postMessage(request);
    return reply;
  };
  return {
    async send(bytes) {
      const reply = await ask(bytes);
      if (reply.is === 'answer' && !reply.isOver) return reply;
      await thread.terminate();
      if (reply.is === 'answer') return reply;
      throw new Error(reply.is === 'broken' ? reply.why : `the thread of the database said ${reply.is}`);
    },
    async close() {
      await ask('close').catch(() => undefined);
      await thread.terminate();
    },
  };
}
