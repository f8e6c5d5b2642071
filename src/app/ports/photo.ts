/** Prepares a photo or picture of the borrower for sending. */
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { importOrReload } from '../importOrReload.ts';

export interface PhotoDeps {
  /** Bytes of a photo; undefined when the web view was closed since. */
  photo: (handle: string) => Blob | undefined;
}

/** @throws Problem `photoUnreadable`, when the web view was closed since. */
export async function fileToSend(photo: PhotoDeps['photo'], handle: string): Promise<Blob> {
  const file = photo(handle);
  if (!file) throw { code: LOCAL.photoUnreadable, message: '' } satisfies Problem;
  const { shrinkPhoto } = await importOrReload(import('#src/forms/shrinkPhoto.ts'));
  return shrinkPhoto(file);
}
