/** Names of stored pictures. They cannot be guessed. A picture that is sent twice gets the same name. */
import { createHash } from 'node:crypto';
import type { Secret } from '#server/store/secret.ts';

/**
 * The name for storing a picture of this owner, 32 hex digits.
 * @param owner a borrower or an order, with the kind of picture. The name depends on it.
 * @param isUsed whether a sent message or proof has the picture of this name already. Then the picture gets another name.
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
