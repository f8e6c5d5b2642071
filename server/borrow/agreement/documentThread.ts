/** The thread that makes documents, started by `documents.ts`. In the main thread a document would delay every request. */
import { parentPort } from 'node:worker_threads';
import { agreementPdf, type AcceptedText } from './agreementPdf.ts';

export interface DocumentRequest {
  id: number;
  accepted: AcceptedText;
}

/** `failed`: the reason of a failure. */
export type DocumentReply = { id: number; bytes: Uint8Array } | { id: number; failed: string };

const port = parentPort;
if (!port) throw new Error('this is no thread');

port.on('message', ({ id, accepted }: DocumentRequest) => {
  const made = Promise.resolve().then(() => agreementPdf(accepted));
  made.then(
    (bytes) => port.postMessage({ id, bytes } satisfies DocumentReply),
    (error: unknown) => port.postMessage({ id, failed: error instanceof Error ? error.message : String(error) } satisfies DocumentReply),
  );
});
