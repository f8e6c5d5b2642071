/** What the browser's world knows of the graph before it is walked: what is never offered where, and what a page remembers. */
import { stepOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { Edge } from '../explore.ts';
import type { Way } from '../detours.ts';

/** Where people type, of the keys of states. */
const FORM = /\.apply\.(personalInfo|additionalInfo|bankAccount|loanQuestion)\.editing$/;

const isApplication = (order: string): boolean => order !== '' && stepOf(Number(order) as OrderStatus) >= 0;

/** What can be done only in some places, by the event. @param at the place. @param order its status, or nothing. */
const ONLY: Readonly<Record<string, (at: string, order: string, photos: string) => boolean>> = {
  // The first list has no rows while it is read.
  'statement.opened': (at) => !/\.records\.(loading|failed)$/.test(at),
  'language.chosen': (at) => /\.userCenter\.language\./.test(at),
  'draft.saved': (at) => FORM.test(at),
  'draft.notKept': (at) => FORM.test(at),
  // Home goes on with an application, and opens what became of it.
  'order.opened': (at, order) => !/\.home\./.test(at) || (order !== '' && !isApplication(order)),
  // Drafts are kept of an application.
  'draft.changedElsewhere': (_, order) => order !== '',
  'application.sentElsewhere': (at, order) => at.startsWith('places.loadingHome.') || isApplication(order),
  'identity.submitted': (_, __, photos) => photos === 'ccc',
};

/** @param from key of a state. */
export function never(from: string, { happening: { event } }: Edge): boolean {
  const [at = '', , order = '', , photos = ''] = from.split(' | ');
  // A link is pressed in the place where it stands.
  const place = event.type === 'xstate.route' ? event['from'] : undefined;
  if (typeof place === 'string') return !at.split('.').includes(place.slice(1));
  return ONLY[event.type]?.(at, order, photos) === false;
}

/** A state, or what happens in it, or in those below it. */
const WAY_OF = {
  correcting: /--correction\.opened-->|\.feedbackDetail\.correcting( |$)/,
  proving: /\.proofs\.\w+ --proof\.submitted\[0\]-->|\.proofs\.sending( |$)/,
  withdrawing: /--consent\.withdrawn-->|\.settings\.withdrawing( |$)/,
};

export const WAYS: readonly Way[] = [
  // Home tells of a lost session until it was noted.
  { to: /^home --(lostSession\.noted|login\.requested)-->/, by: [/^session\.lost \(this session\)$/], within: 3 },
  // What can be tried again has failed before.
  { to: /\.shown --retry\.requested-->/, by: [/ failed \(refused\)$/] },
  { to: WAY_OF.proving, by: [/^uploadProofPicture answered/], within: 4 },
  // A message is corrected until somebody has looked at it, and rated when it is done.
  { to: WAY_OF.correcting, by: [/^loadTicket answered \(received\)$/], within: 2 },
  { to: /--ticket\.rated-->/, by: [/^loadTicket answered \(done\)$/] },
  // What was shared is told with the application it was shared for.
  { to: WAY_OF.withdrawing, by: [/^loadCollection answered \(collected before\)$/, /^saveQuestionnaire failed \(refused\)$/], within: 4 },
  // A fee of which some is here is given back; before, another choice is made.
  { to: /\.rollover\.paying --rollover\.withdrawn-->/, by: [/Rollover answered \(partly\)$/] },
  // A recording is saved once it was stopped.
  { to: /--recording\.saveRequested-->|\.helpImprove\.saving( |$)/, by: [/^recording\.allowed$/, /^recording\.stopped$/], within: 2 },
  // While the lender is asked there are drafts only of an application that was known before.
  { to: /^loadingHome --(draft\.changedElsewhere|application\.sentElsewhere)-->/, by: [/^application\.sentElsewhere$/] },
  // A notice is put away where one is shown.
  { to: /--notice\.dismissed-->/, by: [/^logout\.requested$/, /^logOut answered/] },
];
