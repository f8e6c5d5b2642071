/** The values for the requests of a run: given ones, and values from earlier answers. */
import { randomBytes } from 'node:crypto';

/** Values that are given at the beginning. */
interface Given {
  /** `254…` */
  mobile: string;
  requestId: () => string;
  /** Amount of the payment in cents. */
  payment: number;
  /** A receipt that is not used otherwise. */
  receipt: string;
}

/** Values from answers. */
export interface Learned {
  /** `254…`, a number without an account. The operator may give none. */
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
  /** Names of uploaded pictures for an unsent message. */
  ticketPictures: readonly string[];
  /** The code that arrived last. */
  code: string;
}

/** Reading a value that is not known yet throws an error with its name. */
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
