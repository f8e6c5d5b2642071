/** The state of address and history: the requested address, and the next write. `useAddressed` reads and writes the history. */
import { addressText, errorBeyondEnd, readAddress, subjectOf, type Address, type ReadAddress } from './inspectorAddress.ts';

export interface Followed {
  /** The requested address, until it is shown. Nothing is written before that. */
  pending: { address: Address; from: string } | null;
  /** Whether something with an address was shown before. */
  hasShown: boolean;
  /** Whether the entry in the browser's history differs from the shown view. The next write corrects it. */
  isEntryWrong: boolean;
  /** The entry to write; null: none. */
  entry: Entry | null;
  /** The error of the address; null: none. */
  fault: string | null;
}

export interface Entry {
  /** Begins with `#`; empty: an address without a request. */
  hash: string;
  /** Whether to add an entry, so that the browser's Back leads to the view before. */
  isNew: boolean;
}

/** The address of the shown view; null: it has none. `last`: index of the last event of the shown recording. */
export interface View {
  shown: Address | null;
  last: number;
}

/** The reaction to an address. */
export type Request =
  | { does: 'nothing' }
  /** Shows another event of the shown recording. */
  | { does: 'choose'; step: number }
  | { does: 'open'; address: Address | null };

export type AddressEvent =
  | ({ type: 'asked'; read: ReadAddress; request: Request } & View)
  /** The requested address names something that does not exist. */
  | { type: 'refused'; fault: string }
  | { type: 'dismissed' }
  /** @property hash the present address. */
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
  // Another query of the same page is applied at once, so it is not pending.
  return subjectOf(request.address) === from ? next : { ...next, pending: { address: request.address, from } };
}

function afterShown(state: Followed, { shown, last, hash }: Extract<AddressEvent, { type: 'shown' }>): Followed {
  const { pending } = state;
  if (pending && isOpening(pending, shown)) return { ...state, entry: null };
  const fault = (pending && beyondEnd(pending.address, shown, last)) ?? state.fault;
  const next: Followed = { ...state, pending: null, hasShown: shown !== null, entry: null, fault };
  // An invalid address stays with its error message until something is shown.
  if (shown === null && !state.hasShown) return next;
  const text = addressText(shown);
  const wanted = text === '' ? '' : `#${text}`;
  if (hash === wanted) return next;
  const isSame = state.isEntryWrong || subjectOf(shown) === subjectOf(readAddress(hash).address);
  return isSame
    ? { ...next, isEntryWrong: false, entry: { hash: wanted, isNew: false } }
    : { ...next, fault: null, entry: { hash: wanted, isNew: true } };
}

/** Whether the requested address is not shown yet. Otherwise it is shown, or something else was opened instead. */
function isOpening({ address, from }: NonNullable<Followed['pending']>, shown: Address | null): boolean {
  const subject = subjectOf(shown);
  if (subject === subjectOf(address)) return false;
  // The journey of a population is opened from the population, so the population is shown first.
  return subject === from || (address.is === 'journey' && shown?.is === 'population');
}

/** The error if the address requests a later event than the shown recording has. */
function beyondEnd(asked: Address, shown: Address | null, last: number): string | null {
  const step = stepOf(asked);
  return step === null || subjectOf(asked) !== subjectOf(shown) ? null : errorBeyondEnd(step, last);
}
