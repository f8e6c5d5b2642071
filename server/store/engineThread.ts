/** The thread of the embedded engine, started by `threadedEngine.ts`: while a statement runs, the other thread answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { EngineFailure, makeMissing, openEngine } from './engine.ts';
import type { EngineReply, EngineRequest } from './threadedEngine.ts';

const port = parentPort;
if (!port) throw new Error('this is no thread');
const reply = (message: EngineReply): void => port.postMessage(message);

async function serve(folder: string): Promise<void> {
  // Making a database takes much memory, which is freed only when this thread ends. Another thread then opens the database.
  if (await makeMissing(folder)) return reply({ is: 'made' });
  const engine = await openEngine(folder);
  port?.on('message', (request: EngineRequest) => {
    const done =
      request === 'close'
        ? engine.close().then((): EngineReply => ({ is: 'closed' }))
        : engine.send(request).then(({ bytes, isOver }): EngineReply => ({ is: 'answer', bytes, isOver }));
    done.then(reply, (error: unknown) => reply({ is: 'broken', why: error instanceof Error ? error.message : String(error) }));
  });
  reply({ is: 'open' });
}

try {
  await serve(String(workerData));
} catch (error) {
  if (!(error instanceof EngineFailure)) throw error;
  const { message, code, isOutOfRoom, isForOperator } = error;
  reply({ is: 'failed', message, code, isOutOfRoom, isForOperator });
}
