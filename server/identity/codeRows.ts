/** Rows of one-time codes: the holder of a code, and the hash with which a typed code is compared. */
import type { Selectable } from 'kysely';
import { MINUTE } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { IdentitySchema } from '#server/store/schema/identityTables.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Tx } from '#server/store/store.ts';

export const CODE_LIFE = 5 * MINUTE;

/**
 * The holder and the purpose of a code. A code belongs to one holder, to whatever number it was sent: no other holder can
 * replace it, guess it or use up its tries.
 */
export type CodeHolder =
  /** @property asker hash of the installation that requests the code before signing in, or of its address if it sends no id. */
  | { purpose: 'login' | 'register'; userId: null; asker: string }
  /** @property registered the borrower's own number; a code to any other number counts against the account. */
  | { purpose: 'bindCard' | 'draw'; userId: number; registered: Msisdn };

/** The columns that identify the holder of a code. */
type CodeRow = Pick<Selectable<IdentitySchema['one_time_code']>, 'purpose' | 'user_id' | 'holder_mac'>;

/** null: the holder has an account, which the column `user_id` names. */
export const holderMacOf = (holder: CodeHolder): string | null => (holder.userId === null ? holder.asker : null);

/** All codes of this holder for this number. */
export const codesOf = (tx: Tx, mobile: Msisdn, holder: CodeHolder) =>
  tx
    .selectFrom('one_time_code')
    .where('msisdn', '=', mobile)
    .where('purpose', '=', holder.purpose)
    .where('user_id', 'is not distinct from', holder.userId)
    .where('holder_mac', 'is not distinct from', holderMacOf(holder));

export type CodeMacs = ReturnType<typeof createCodeMacs>;

export function createCodeMacs(secret: Secret) {
  const ofRow = (mobile: Msisdn, { purpose, user_id, holder_mac }: CodeRow, code: string): Buffer =>
    secret.mac('code', [mobile, purpose, user_id ?? '', holder_mac ?? '', code].join('|'));
  return {
    ofRow,
    of: (mobile: Msisdn, holder: CodeHolder, code: string): Buffer =>
      ofRow(mobile, { purpose: holder.purpose, user_id: holder.userId, holder_mac: holderMacOf(holder) }, code),
  };
}
