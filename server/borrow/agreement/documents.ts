/**
 * Makes the PDF of an accepted agreement in a thread, because one document takes as much processor time as several calls. The
 * thread starts with the first document and ends after a time without documents, so that an idle lender does not keep its memory.
 */
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startThread } from '#server/store/startThread.ts';
import type { AcceptedText } from './agreementPdf.ts';
import type { DocumentReply, DocumentRequest } from './documentThread.ts';

/** The thread ends after this time without a document, ms. */
const IDLE = 10_000;

export interface DocumentThread {
  /** @returns the bytes of the file. @throws Error when the thread ended early; the next call starts another thread. */
  make(accepted: AcceptedText): Promise<Buffer>;
  close(): Promise<void>;
}

interface Asked {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

export function createDocumentThread(idle = IDLE): DocumentThread {
  let thread: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let asked = 0;
  const waiting = new Map<number, Asked>();

  /** Ends the idle thread after a while. An idle thread does not keep the process from ending. */
  function rest(): void {
    thread?.unref();
    ending = setTimeout(() => void end(), idle).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  function start(): Worker {
    const started = startThread(import.meta.url, 'documentThread', { name: 'documents' });
    started.on('message', (reply: DocumentReply) => {
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) rest();
      if ('bytes' in reply) one?.resolve(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
      else one?.reject(new Error(reply.failed));
    });
    const lost = (error: Error): void => {
      if (thread === started) thread = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', (error: unknown) => lost(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      if (thread === started) lost(new Error('the thread of the documents ended'));
    });
    return started;
  }

  return {
    make: (accepted) =>
      new Promise((resolve, reject) => {
        clearTimeout(ending);
        thread ??= start();
        thread.ref();
        const id = asked++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, accepted } satisfies DocumentRequest);
      }),
    async close() {
      await end();
      for (const { reject } of waiting.values()) reject(new Error('the thread of the documents was closed'));
      waiting.clear();
    },
  };
}

const inThread = createDocumentThread();

/** From sources a document is made in this thread: another thread would compile the sources first, which takes longer. */
const fromSources = async (accepted: AcceptedText): Promise<Buffer> => (await import('./agreementPdf.ts')).agreementPdf(accepted);

/** @returns the bytes of the file, the same for the same text. @throws Error */
export const makeDocument: (accepted: AcceptedText) => Promise<Buffer> = extname(import.meta.url) === '.ts' ? fromSources : inThread.make;
