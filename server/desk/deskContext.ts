/** The dependencies of the cases and acts of the desk. */
import type { DeskActs } from '#server/lending/deskActs.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Accounts } from '#server/policies/accountClosing.ts';
import type { BlockedNumbers } from '#server/identity/blockedNumbers.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import type { DeskLog } from '#server/staff/deskLog.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { Covered, DeskAct, DeskActName, DeskCase, Queue, QueueItem } from '#src/api/desk.ts';
import type { QueueRow } from './queueSource.ts';

export interface DeskDeps {
  store: Store;
  clock: Clock;
  secret: Secret;
  security: SecurityLog;
  log: DeskLog;
  acts: DeskActs;
  blocked: BlockedNumbers;
  accounts: Pick<Accounts, 'requested' | 'closeRequested' | 'keepOpen'>;
  /** Sends a text to a number that the lender has just forgotten. It reports its own failure. */
  sendAccountClosed: (mobile: Msisdn, text: string) => void;
  /** Of the lender, as texts name it. */
  email: string;
  /** Number borrowers pay at, which texts name. */
  paybill: string;
  /** Whether the rules answer applications; otherwise a person answers each. */
  rulesDecide: () => boolean;
}

/** What a handler gets of one call about a case: its clerk, its case, its time, and the dependencies. */
export interface AboutCase {
  deps: DeskDeps;
  tx: Tx;
  clerk: Clerk;
  item: QueueItem;
  row: QueueRow;
  now: number;
  /** What this session has uncovered. */
  uncovered: readonly Covered[];
  /** Work for after the transaction. It is not done when the transaction fails. */
  afterwards: (() => void)[];
}

/** The part of a case that only its queue has. */
export type CasePart<Q extends Queue> = Omit<Extract<DeskCase, { queue: Q }>, keyof QueueItem | HeadKey>;
type HeadKey = 'isWaiting' | 'orderNo' | 'status' | 'borrower' | 'history' | 'covered' | 'uncovered' | 'acts' | 'waiting';

/** How the cases of one queue are shown, and what is done in them. */
export interface CaseKind<Q extends Queue> {
  /** What may be covered. */
  covered: readonly Covered[];
  /** Acts of this queue, whoever may do them. */
  acts: readonly DeskActName[];
  /** Those that fit this case; left out: all of them. */
  actsNow?(about: AboutCase): readonly DeskActName[];
  detail(about: AboutCase): Promise<CasePart<Q>>;
  /** The values by field. @throws DeskRefused where nothing is covered. */
  values(about: AboutCase, what: Covered): Promise<Record<string, string>>;
  /** Carries an act out. @throws DeskRefused, Refusal. */
  act(about: AboutCase, act: DeskAct): Promise<void>;
  /** Cents that the act moves; null: it moves none. */
  amountOf(about: AboutCase, act: DeskAct): Promise<number | null>;
}
