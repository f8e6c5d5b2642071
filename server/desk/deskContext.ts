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
import type { CaseHead, Covered, DeskAct, DeskActName, DeskCase, Queue, QueueItem } from '#src/api/desk.ts';
import type { QueueRow } from './queueSource.ts';

export interface DeskServices {
  store: Store;
  clock: Clock;
  secret: Secret;
  security: SecurityLog;
  log: DeskLog;
  /** The acts on orders and money for an HTTP request. */
  acts: (traceId: string) => DeskActs;
  blocked: BlockedNumbers;
  accounts: Pick<Accounts, 'requested' | 'closeRequested' | 'keepOpen'>;
  /** Sends a text to a number that the lender has just deleted. A failure is logged and not thrown. */
  sendAccountClosed: (mobile: Msisdn, text: string) => void;
  /** Address of the lender, which texts name. */
  email: string;
  /** The number that borrowers pay to, which texts name. */
  paybill: string;
  /** Whether the rules decide applications; otherwise a person decides each. */
  rulesDecide: () => boolean;
  /** Whether the rules leave an application with photos that no reader judged to a person. */
  refersUnreadPhotos: boolean;
}

/** The services, with the acts for the present request. */
export type DeskDeps = Omit<DeskServices, 'acts'> & { acts: DeskActs };

/** The arguments of a handler of a call about a case: the clerk, the case, the time, and the dependencies. */
export interface AboutCase {
  deps: DeskDeps;
  tx: Tx;
  clerk: Clerk;
  item: QueueItem;
  row: QueueRow;
  now: number;
  /** Data that this session has uncovered. */
  uncovered: readonly Covered[];
  /** Work that is done after the transaction, unless the transaction fails. */
  afterwards: (() => void)[];
}

/** The queues of applications: referred ones, and second looks. Their cases have the same fields. */
export type ApplicationQueue = 'applications' | 'secondLooks';

/** The queue of a case, and the fields that only cases of this queue have. */
export type CasePart<Q extends Queue> = Omit<Extract<DeskCase, { queue: Q }>, Exclude<keyof CaseHead, 'queue'>>;

/** The view and the acts of the cases of one queue. */
export interface CaseKind<Q extends Queue> {
  /** Data that is covered. */
  covered: readonly Covered[];
  /** Acts of this queue, for all roles. */
  acts: readonly DeskActName[];
  /** The acts that are possible in this case; left out: all acts of the queue. */
  actsNow?(about: AboutCase): readonly DeskActName[];
  detail(about: AboutCase): Promise<CasePart<Q>>;
  /** The covered values by field. @throws DeskRefused when the case has none. */
  values(about: AboutCase, what: Covered): Promise<Record<string, string>>;
  /** Why a case that does not wait has still to be decided, in one sentence; null: it was decided. Left out: it always was. */
  notYet?(about: AboutCase): Promise<string | null>;
  /** Carries an act out. @throws DeskRefused, Refusal. */
  act(about: AboutCase, act: DeskAct): Promise<void>;
  /** Cents that the act moves; null: it moves no money. */
  amountOf(about: AboutCase, act: DeskAct): Promise<number | null>;
}
