/** The table of order statuses: one row per status, with everything that depends on it. */

/** How far an order is. `closed`: it ended without a loan. */
export type OrderStage = 'application' | 'assessment' | 'offer' | 'payout' | 'loan' | 'repaid' | 'closed';

/** The content of home (specification, section 4); `unknown`: for a status that this app does not know. */
export type HomeDisplay = 'unknown' | 'canLoan' | 'lending' | 'assessing' | 'rejected' | 'success' | 'failed' | 'repaying' | 'overdue';

/** The label of an order in the records (specification, section 4). */
export type RecordLabel =
  | 'assessing'
  | 'repaying'
  | 'overdue'
  | 'finished'
  | 'addingCard'
  | 'incomplete'
  | 'disbursing'
  | 'cancelled'
  | 'rejected'
  | 'failed'
  | 'approved';

/** The screen that the app opens for an order (specification, section 2). */
export type StatusScreen =
  | 'personalInfo'
  | 'additionalInfo'
  | 'idPhotos'
  | 'bankAccount'
  | 'loanQuestion'
  | 'reviewTips'
  | 'confirmBorrow'
  | 'home'
  | 'repayDetail';

/** Every status with its number in the lender's answers. 13, 15 and 16 do not exist. */
export const STATUS = {
  applying: 1,
  repaying: 2,
  overdued: 3,
  finish: 4,
  bindCard: 5,
  basicInfo: 6,
  lending: 7,
  cancel: 8,
  reject: 9,
  payFail: 10,
  addition: 11,
  identityOcr: 12,
  confirm: 14,
  question: 17,
  getMoney: 18,
} as const;

export type StatusName = keyof typeof STATUS;
export type OrderStatus = (typeof STATUS)[StatusName];

interface StatusRow {
  /** Index among the steps of the application, from 0; null: the status comes after the application. */
  step: number | null;
  stage: OrderStage;
  /** The lender or the rail is at work, so the app polls. */
  isWaiting: boolean;
  home: HomeDisplay;
  record: RecordLabel;
  /** null: the borrower stays where they are. */
  screen: StatusScreen | null;
}

const filling = { stage: 'application', isWaiting: false, home: 'canLoan', record: 'incomplete' } as const;
const offered = { step: null, stage: 'offer', isWaiting: false, home: 'success', record: 'approved', screen: 'confirmBorrow' } as const;
const owed = { step: null, stage: 'loan', isWaiting: false, screen: 'repayDetail' } as const;
const ended = { step: null, isWaiting: false, screen: null } as const;

const ROWS: Readonly<Record<StatusName, StatusRow>> = {
  basicInfo: { ...filling, step: 0, screen: 'personalInfo' },
  addition: { ...filling, step: 1, screen: 'additionalInfo' },
  identityOcr: { ...filling, step: 2, screen: 'idPhotos' },
  bindCard: { ...filling, step: 3, record: 'addingCard', screen: 'bankAccount' },
  question: { ...filling, step: 4, screen: 'loanQuestion' },
  applying: { step: null, stage: 'assessment', isWaiting: true, home: 'assessing', record: 'assessing', screen: 'reviewTips' },
  confirm: offered,
  getMoney: offered,
  lending: { step: null, stage: 'payout', isWaiting: true, home: 'lending', record: 'disbursing', screen: 'home' },
  payFail: { step: null, stage: 'payout', isWaiting: false, home: 'failed', record: 'failed', screen: 'repayDetail' },
  repaying: { ...owed, home: 'repaying', record: 'repaying' },
  overdued: { ...owed, home: 'overdue', record: 'overdue' },
  finish: { ...ended, stage: 'repaid', home: 'canLoan', record: 'finished' },
  cancel: { ...ended, stage: 'closed', home: 'canLoan', record: 'cancelled' },
  reject: { ...ended, stage: 'closed', home: 'rejected', record: 'rejected' },
};

export const STATUS_NAMES = Object.keys(STATUS) as readonly StatusName[];

const NAMES = new Map<number, StatusName>(STATUS_NAMES.map((name) => [STATUS[name], name]));

const rowOf = (status: number): StatusRow | null => {
  const name = statusNameOf(status);
  return name === null ? null : ROWS[name];
};

/** Statuses for which `test` holds, as numbers: for queries. */
const statusesWhere = (test: (row: StatusRow) => boolean): OrderStatus[] =>
  STATUS_NAMES.filter((name) => test(ROWS[name])).map((name) => STATUS[name]);

/** @returns null for a number this app does not know. */
export function statusNameOf(status: OrderStatus): StatusName;
export function statusNameOf(status: number): StatusName | null;
export function statusNameOf(status: number): StatusName | null {
  return NAMES.get(status) ?? null;
}

export const isKnownStatus = (status: number): status is OrderStatus => NAMES.has(status);

/** @returns null for a number this app does not know. */
export function stageOf(status: OrderStatus): OrderStage;
export function stageOf(status: number): OrderStage | null;
export function stageOf(status: number): OrderStage | null {
  return rowOf(status)?.stage ?? null;
}

/** 0 to 4 while the application is being filled in, -1 in every other status. */
export const stepOf = (status: number): number => rowOf(status)?.step ?? -1;

/** The steps of an application, in the order the borrower meets them. */
export const APPLICATION_STEPS: readonly OrderStatus[] = statusesWhere(({ step }) => step !== null).sort((a, b) => stepOf(a) - stepOf(b));

export const isIncomplete = (status: number): boolean => stageOf(status) === 'application';

/** The order is over and nothing is owed, so another one may be opened. A status that the app does not know counts as open. */
export const ENDED_STATUSES: readonly OrderStatus[] = statusesWhere(({ stage }) => stage === 'repaid' || stage === 'closed');
export const isEnded = (status: number): boolean => (ENDED_STATUSES as readonly number[]).includes(status);

/** Ended without a loan. */
export const CLOSED_STATUSES: readonly OrderStatus[] = statusesWhere(({ stage }) => stage === 'closed');
export const isClosed = (status: number): boolean => stageOf(status) === 'closed';

/** The application is not decided yet, so data for the decision may still be collected. */
export const UNDECIDED_STATUSES: readonly OrderStatus[] = statusesWhere(({ stage }) => stage === 'application' || stage === 'assessment');
export const isUndecided = (status: number): boolean => (UNDECIDED_STATUSES as readonly number[]).includes(status);

/** Approved, and the payout has not begun. */
export const isOffered = (status: number): boolean => stageOf(status) === 'offer';

/** The borrower owes money. */
export const isRepayable = (status: number): boolean => stageOf(status) === 'loan';

export const isWaiting = (status: number): boolean => rowOf(status)?.isWaiting ?? false;

/** @returns null: the status has no screen, or the app does not know it. */
export const screenOfStatus = (status: number): StatusScreen | null => rowOf(status)?.screen ?? null;

/** @param status null: there is no order. */
export const homeDisplayOf = (status: number | null): HomeDisplay => (status === null ? 'canLoan' : (rowOf(status)?.home ?? 'unknown'));

/** @returns null for a number this app does not know. */
export const recordLabelOf = (status: number): RecordLabel | null => rowOf(status)?.record ?? null;

/** Whether a text names a status. */
export const isStatusName = (name: string): name is StatusName => (STATUS_NAMES as readonly string[]).includes(name);
