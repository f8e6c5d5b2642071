/** The refusal of a call of the desk, thrown by its handler. */
import type { DeskRefusal } from '#src/api/desk.ts';

export type DeskError = DeskRefusal['error'];

const STATUS: Readonly<Record<DeskError, number>> = {
  badInput: 400,
  signedOut: 401,
  wrongSignIn: 401,
  notAllowed: 403,
  ownCase: 403,
  needsSecondPerson: 403,
  covered: 403,
  unknownCase: 404,
  takenByOther: 409,
  notTaken: 409,
  tooLate: 409,
  receiptUnknown: 409,
  tooMany: 429,
  unavailable: 503,
};

export class DeskRefused extends Error {
  override readonly name = 'DeskRefused';

  constructor(
    readonly error: DeskError,
    /** One English sentence for the page, without personal data. */
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS[this.error];
  }

  toJSON(): DeskRefusal {
    return { error: this.error, message: this.message };
  }
}
