/** Encrypted bytes of pictures. The tables of photos and tickets hold their references. */
import type { Tx } from './store.ts';

export async function deleteBlobs(tx: Tx, refs: readonly string[]): Promise<void> {
  if (refs.length > 0) await tx.deleteFrom('photo_blob').where('ref', 'in', refs).execute();
}
