/** What the address asked for, and what is to be written to it. `useAddressed` reads and writes the browser's history. */
import { addressText, errorBeyondEnd, readAddress, subjectOf, type Address, type ReadAddress } from './inspectorAddress.ts';

export interface Followed {
  /** What the address asked for, until it is shown. Nothing is written meanwhile. */
  pending: { address: Address; from: string } | null;
  /** Something with an address was shown. */
  hasShown: boolean;
  /** The entry of the browser's history differs from what is shown. The next write corrects it. */
  isEntryWrong: boolean;
  /** What is to be written; null: nothing. */
  entry: Entry | null;
  /** The error of the address; null: none. */
  fault: string | null;
}

export interface Entry {
  /** With `#`; empty: an address that asks for nothing. */
  hash: string;
  /** The browser's Back leads from it to what was shown before. */
  isNew: boolean;
}

/** What is shown; null: nothing, or something without an address. `last`: index of the last event of the shown recording. */
export interface View {
  shown: Address | null;
  last: number;
}

/** What an address has to be answered with. */
export type Request =
  | { does: 'nothing' }
  /** Another event of what is shown. */
  | { does: 'choose'; step: number }
  | { does: 'open'; address: Address | null };

export type AddressEvent =
  | ({ type: 'asked'; read: ReadAddress; request: Request } & View)
  /** What the address asked for does not exist. */
  | { type: 'refused'; fault: string }
  | { type: 'dismissed' }
  /** @property hash what the address is. */
  | ({ type: 'shown'; hash: string } & View);

export const FOLLOWS_NOTHING: Followed = { pending: null, hasShown: false, isEntryWrong: false, entry: null, fault: null };

const stepOf = (address: Address): number | null => ('step' in address ? address.step : null);

export function requestOf({ address, fault }: ReadAddress, shown: Address | null): Request {
  if (!address) return fault === null ? { does: 'open', address } : { does: 'nothing' };
  const step = stepOf(address);
  return step !== null && subjectOf(address) === subjectOf(shown) ? { does: 'choose', step } : { does: 'open', address };
}

export function follow(state: Followed, event: AddressEvent): Followed {
  switch (event.type) {
    case 'asked':
      return afterAsked(state, event);
    case 'shown':
      return afterShown(state, event);
    case 'refused':
      return { ...state, pending: null, isEntryWrong: true, fault: event.fault };
    case 'dismissed':
      return { ...state, fault: null };
  }
}

function afterAsked(state: Followed, { read, request, shown, last }: Extract<AddressEvent, { type: 'asked' }>): Followed {
  const next: Followed = { ...state, pending: null, entry: null, fault: read.fault };
  if (request.does === 'choose') return { ...next, fault: read.fault ?? errorBeyondEnd(request.step, last) };
  if (request.does === 'nothing' || !request.address) return next;
  const from = subjectOf(shown);
  // The same page of a population may be asked something else.
  return subjectOf(request.address) === from ? next : { ...next, pending: { address: request.address, from } };
}

function afterShown(state: Followed, { shown, last, hash }: Extract<AddressEvent, { type: 'shown' }>): Followed {
  const { pending } = state;
  if (pending && isOpening(pending, shown)) return { ...state, entry: null };
  const fault = (pending && beyondEnd(pending.address, shown, last)) ?? state.fault;
  const next: Followed = { ...state, pending: null, hasShown: shown !== null, entry: null, fault };
  // An address that names nothing stays, with what is said of it, until something is shown.
  if (shown === null && !state.hasShown) return next;
  const text = addressText(shown);
  const wanted = text === '' ? '' : `#${text}`;
  if (hash === wanted) return next;
  const isSame = state.isEntryWrong || subjectOf(shown) === subjectOf(readAddress(hash).address);
  return isSame
    ? { ...next, isEntryWrong: false, entry: { hash: wanted, isNew: false } }
    : { ...next, fault: null, entry: { hash: wanted, isNew: true } };
}

/** Whether what was asked for is still on its way. Otherwise it is shown, or something else was opened meanwhile. */
function isOpening({ address, from }: NonNullable<Followed['pending']>, shown: Address | null): boolean {
  const subject = subjectOf(shown);
  if (subject === subjectOf(address)) return false;
  // A journey of a population is opened from the population, which is shown first.
  return subject === from || (address.is === 'journey' && shown?.is === 'population');
}

/** The error if the address asked for more events than the shown recording has. */
function beyondEnd(asked: Address, shown: Address | null, last: number): string | null {
  const step = stepOf(asked);
  return step === null || subjectOf(asked) !== subjectOf(shown) ? null : errorBeyondEnd(step, last);
}
