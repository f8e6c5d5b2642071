/** Names of stored pictures. Nobody can guess one, and the same picture sent twice has one name. */
import { createHash } from 'node:crypto';
import type { Secret } from '#server/store/secret.ts';

/**
 * The name under which this picture of this owner is stored, 32 hex digits.
 * @param owner a borrower or an order, with the kind of picture: a picture has another name with each of them.
 * @param isUsed whether the picture of that name belongs to something sent already: it then gets a name of its own.
 */
export async function pictureName(
  secret: Secret,
  owner: string,
  bytes: Buffer,
  isUsed: (name: string) => Promise<boolean>,
): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  for (let copy = 0; ; copy++) {
    const name = secret
      .mac('picture', JSON.stringify([owner, digest, copy]))
      .toString('hex')
      .slice(0, 32);
    if (!(await isUsed(name))) return name;
  }
}
