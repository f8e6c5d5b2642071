/** What a run knows: what it was given, and what answers have said. */
import { randomBytes } from 'node:crypto';

/** Known from the beginning. */
interface Given {
  /** `254…` */
  mobile: string;
  requestId: () => string;
  /** Cents that are paid. */
  payment: number;
  /** A receipt that nobody else has. */
  receipt: string;
}

/** Known only when an answer has said it. */
export interface Learned {
  /** `254…`, without an account yet. The operator may give none. */
  newMobile: string;
  productId: string;
  amount: number;
  termDays: number;
  orderNo: string;
  agreementVersion: string;
  sent: number;
  owed: number;
  payOrderId: string;
  extensionNo: string;
  proofPicture: string;
  ticketNo: string;
  /** Stored for a message that is not sent yet. */
  ticketPictures: readonly string[];
  /** A code that has just arrived. */
  code: string;
}

/** Reading what is not known yet throws an error that names it. */
export type Known = Readonly<Given & Learned>;

export interface Memory {
  known: Known;
  learn: (said: Partial<Learned>) => void;
}

export function createMemory(mobile: string, newMobile: string | null): Memory {
  const found: Given & Partial<Learned> = {
    mobile,
    requestId: () => randomBytes(9).toString('base64url'),
    payment: 50_000,
    receipt: `C${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`,
    ticketPictures: [],
    ...(newMobile === null ? {} : { newMobile }),
  };
  const known = new Proxy(found, {
    get(_, name) {
      const value = found[name as keyof Known];
      if (value === undefined) throw new Error(`it needs ${String(name)}, which no answer has said`);
      return value;
    },
  }) as Known;
  return { known, learn: (said) => void Object.assign(found, said) };
}
