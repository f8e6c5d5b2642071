/** The life of a loan order in numbers, as the lender's answers carry them. 13, 15 and 16 do not exist. */
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

/** The steps of an application, in the order the borrower meets them. */
export const APPLICATION_STEPS = [STATUS.basicInfo, STATUS.addition, STATUS.identityOcr, STATUS.bindCard, STATUS.question] as const;

/** 0 to 4 while the application is being filled in, -1 in every other status. */
export const stepOf = (status: number): number => (APPLICATION_STEPS as readonly number[]).indexOf(status);

export const isIncomplete = (status: number): boolean => stepOf(status) >= 0;

const NUMBERS: readonly number[] = Object.keys(STATUS).map((name) => STATUS[name as StatusName]);

/** A status that this app knows. For any other number it shows and offers nothing. */
export const isKnownStatus = (status: number): boolean => NUMBERS.indexOf(status) >= 0;

/** The lender asks nothing more and nothing is owed: a new order may be opened. */
export const isEnded = (status: number): boolean => status === STATUS.finish || status === STATUS.cancel || status === STATUS.reject;

/** Money is with the borrower. */
export const isRepayable = (status: number): boolean => status === STATUS.repaying || status === STATUS.overdued;

/** The lender or the rail is working on the order, so the app polls it. */
export const isWaiting = (status: number): boolean => status === STATUS.applying || status === STATUS.lending;

/**
 * Where the app goes for an order status (specification, section 2). A status that is not listed,
 * known or not, leads nowhere: the borrower stays at home.
 */
export const SCREEN_OF_STATUS = {
  [STATUS.basicInfo]: 'personalInfo',
  [STATUS.addition]: 'additionalInfo',
  [STATUS.identityOcr]: 'idPhotos',
  [STATUS.bindCard]: 'bankAccount',
  [STATUS.confirm]: 'confirmBorrow',
  [STATUS.getMoney]: 'confirmBorrow',
  [STATUS.overdued]: 'repayDetail',
  [STATUS.repaying]: 'repayDetail',
  [STATUS.payFail]: 'repayDetail',
  [STATUS.applying]: 'reviewTips',
  [STATUS.lending]: 'home',
  [STATUS.question]: 'loanQuestion',
} as const satisfies Partial<Record<OrderStatus, string>>;

export type StatusScreen = (typeof SCREEN_OF_STATUS)[keyof typeof SCREEN_OF_STATUS];

export const screenOfStatus = (status: number): StatusScreen | null =>
  (SCREEN_OF_STATUS as Readonly<Record<number, StatusScreen>>)[status] ?? null;

/** What home shows (specification, section 4); `unknown`: a number this app was never told about. */
export type HomeDisplay = 'unknown' | 'canLoan' | 'lending' | 'assessing' | 'rejected' | 'success' | 'failed' | 'repaying' | 'overdue';

export const homeDisplayOf = (status: number | null): HomeDisplay => {
  switch (status) {
    case STATUS.lending:
      return 'lending';
    case STATUS.applying:
      return 'assessing';
    case STATUS.reject:
      return 'rejected';
    case STATUS.confirm:
    case STATUS.getMoney:
      return 'success';
    case STATUS.payFail:
      return 'failed';
    case STATUS.repaying:
      return 'repaying';
    case STATUS.overdued:
      return 'overdue';
    default:
      return status === null || isKnownStatus(status) ? 'canLoan' : 'unknown';
  }
};

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

export const recordLabelOf = (status: number): RecordLabel | null => {
  switch (status) {
    case STATUS.applying:
      return 'assessing';
    case STATUS.repaying:
      return 'repaying';
    case STATUS.overdued:
      return 'overdue';
    case STATUS.finish:
      return 'finished';
    case STATUS.bindCard:
      return 'addingCard';
    case STATUS.basicInfo:
    case STATUS.addition:
    case STATUS.identityOcr:
    case STATUS.question:
      return 'incomplete';
    case STATUS.lending:
      return 'disbursing';
    case STATUS.cancel:
      return 'cancelled';
    case STATUS.reject:
      return 'rejected';
    case STATUS.payFail:
      return 'failed';
    case STATUS.confirm:
    case STATUS.getMoney:
      return 'approved';
    default:
      return null;
  }
};
