/** The thread that reads pieces. */
import { buffersOf } from '../compute/columns.ts';
import type { Piece } from './pieces.ts';
import { readPiece } from './readPiece.ts';

/** The used part of a worker's scope, because the compiler knows only the types of a window. */
interface Scope {
  addEventListener: (type: 'message', listener: (event: MessageEvent<{ blob: Blob; piece: Piece }>) => void) => void;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}
const scope = self as unknown as Scope;

scope.addEventListener('message', ({ data: { blob, piece } }) => {
  readPiece(blob, piece).then(
    (read) => scope.postMessage({ ok: true, read }, buffersOf(read.population)),
    (error: unknown) => scope.postMessage({ ok: false, message: error instanceof Error ? error.message : String(error) }, []),
  );
});
