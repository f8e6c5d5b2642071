/** The code for drawing a loan: when a draw needs one, and the effect of a correct one. */
import { sql, type CompiledQuery, type Selectable } from 'kysely';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { BlockedNumbers } from '#server/identity/blockedNumbers.ts';
import { codeRefused } from '#server/identity/codeJudge.ts';
import type { CodeHolder } from '#server/identity/codeRows.ts';
import type { OneTimeCodes } from '#server/identity/oneTimeCodes.ts';
import { isFreshOnTrustedDevice, trustDevice } from '#server/identity/trustedDevices.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Clock } from '#server/store/clock.ts';
import type { PayoutAccountTable } from '#server/store/schema/index.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** The order that is drawn, and its payout account. */
export interface Drawn {
  row: Pick<OrderRow, 'user_id' | 'submitted_at'>;
  account: Pick<Selectable<PayoutAccountTable>, 'saved_at'>;
}

/** What the gate reads about the caller. */
export interface GateRow {
  is_blocked: boolean;
  is_fresh: boolean;
}

/** Decides whether the caller may draw, in the transaction of the draw and with the order locked. */
export interface DrawGate {
  /** Reads the caller; it is sent together with the lock of the order. */
  query(tx: Tx, userId: number): CompiledQuery<GateRow>;
  /** @returns a refusal, which is not thrown, because an exception would roll back the counted tries; null: the caller may draw. */
  decide(tx: Tx, drawn: Drawn, caller: GateRow | undefined): Promise<Refusal | null>;
}

/** The holder of a code for drawing. The code is sent only to the registered number. */
export const drawCodeHolder = (userId: number, registered: Msisdn): CodeHolder => ({ purpose: 'draw', userId, registered });

/**
 * Whether drawing needs a code: the borrower did not sign in on a trusted device within a day, or the payout account
 * was changed after the application was sent.
 * @param device hash of the installation's id as the request carries it; null when it carries none.
 */
export async function isDrawCodeNeeded(db: Db, { row, account }: Drawn, device: string | null, now: number): Promise<boolean> {
  if (!isAccountAsSent({ row, account })) return true;
  const { rows } = await sql<{ is_fresh: boolean }>`select ${isFreshOnTrustedDevice(row.user_id, device, now)} as is_fresh`.execute(db);
  return rows[0]?.is_fresh !== true;
}

const isAccountAsSent = ({ row, account }: Drawn): boolean => row.submitted_at !== null && account.saved_at <= row.submitted_at;

interface GateDeps {
  blocked: Pick<BlockedNumbers, 'blockOf' | 'refusal'>;
  codes: OneTimeCodes;
  clock: Clock;
  security: SecurityLog;
}

/**
 * The caller who draws. @property mobile registered number. @property device see {@link isDrawCodeNeeded}. @property code as
 * typed; null: the call contains none.
 */
interface Drawer {
  mobile: Msisdn;
  device: string | null;
  code: string | null;
}

/** The gate of a call: refuses a blocked number, and a wrong or missing code where one is needed. */
export function createDrawGate({ blocked, codes, clock, security }: GateDeps, { mobile, device, code }: Drawer): DrawGate {
  return {
    query: (tx, userId) =>
      sql<GateRow>`
        select ${blocked.blockOf(mobile)} as is_blocked, ${isFreshOnTrustedDevice(userId, device, clock.now())} as is_fresh`.compile(tx),

    async decide(tx, drawn, caller) {
      const { user_id: userId } = drawn.row;
      if (caller?.is_blocked !== false) return blocked.refusal();
      if (isAccountAsSent(drawn) && caller.is_fresh) return null;
      if (code === null) return new Refusal(CODE.verificationCodeRequired, 'lender.drawCodeRequired');
      const verdict = await codes.tryWithin(tx, { mobile, code }, drawCodeHolder(userId, mobile));
      if (verdict !== 'right') return codeRefused(verdict);
      if (device !== null && (await trustDevice(tx, userId, device, clock.now())))
        await security.record({ kind: 'device.trusted', subject: 'draw', userId }, tx);
      return null;
    },
  };
}
