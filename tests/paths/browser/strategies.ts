/** Data of a browser that the states of the graph lack: it makes steps impossible in some states, or requires earlier steps. */
import { stepOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { Edge } from '../explore.ts';
import type { Strategy } from '../detours.ts';

/** States with a form. */
const FORM = /\.apply\.(personalInfo|additionalInfo|bankAccount|loanQuestion)\.editing$/;

const isApplication = (order: string): boolean => order !== '' && stepOf(Number(order) as OrderStatus) >= 0;

/** Events that are possible in some places only. @param at the place. @param order its status, or empty. */
const ONLY: Readonly<Record<string, (at: string, order: string, photos: string) => boolean>> = {
  // The first list has no rows while it loads.
  'statement.opened': (at) => !/\.records\.(loading|failed)$/.test(at),
  // The row of the agreement is in a loaded statement.
  'agreement.opened': (at) => !/\.records\.statement\.(loading|failed)$/.test(at),
  'language.chosen': (at) => /\.userCenter\.language\./.test(at),
  'draft.saved': (at) => FORM.test(at),
  'draft.notKept': (at) => FORM.test(at),
  // Home continues an application, and opens any other order.
  'order.opened': (at, order) => !/\.home\./.test(at) || (order !== '' && !isApplication(order)),
  // Only an application has drafts.
  'draft.changedElsewhere': (_, order) => order !== '',
  'application.sentElsewhere': (at, order) => at.startsWith('places.loadingHome.') || isApplication(order),
  'identity.submitted': (_, __, photos) => photos === 'ccc',
};

interface Where {
  at: string;
  places: readonly string[];
  order: string;
  photos: string;
}

/** Cached: a plan checks a hundred thousand edges of a few thousand states. */
const whereabouts = new Map<string, Where>();
function whereIs(key: string): Where {
  const known = whereabouts.get(key);
  if (known) return known;
  const [at = '', , order = '', , photos = ''] = key.split(' | ');
  const where = { at, places: at.split('.'), order, photos };
  whereabouts.set(key, where);
  return where;
}

/** @param from key of a state. */
export function never(from: string, { step: { event } }: Edge): boolean {
  const { at, places, order, photos } = whereIs(from);
  // Only the answer of a call tells the browser that the lender ended a session.
  if (event.type === 'session.lost' && !event['isElsewhere']) return true;
  // A link can be pressed only in its own place.
  const place = event.type === 'xstate.route' ? event['from'] : undefined;
  if (typeof place === 'string') return !places.includes(place.slice(1));
  return ONLY[event.type]?.(at, order, photos) === false;
}

/** Transitions into a state, the state itself, and the states below it. */
const STATES_OF = {
  correcting: /--correction\.opened-->|\.feedbackDetail\.correcting( |$)/,
  sendingProof: /\.proofs\.\w+ --proof\.submitted\[0\]-->|\.proofs\.sending( |$)/,
  withdrawing: /--consent\.withdrawn-->|\.settings\.withdrawing( |$)/,
};

export const STRATEGIES: readonly Strategy[] = [
  // After thirty days a rejected borrower may apply again.
  { to: /^reviewTips --application\.opened-->/, by: [/^loadHome answered \(reject, 30 days ago\)$/], within: 4 },
  // Home shows a session that the lender ended until the borrower dismisses the note. A visitor loads no records, so this call had one.
  { to: /^home --(lostSession\.noted|login\.requested)-->/, by: [/^loadRecords failed \(tokenExpired\)$/], within: 3 },
  // Retry is offered after a failure only.
  { to: /\.shown --retry\.requested-->/, by: [/ failed \(refused\)$/] },
  { to: STATES_OF.sendingProof, by: [/^uploadProofPicture answered/], within: 4 },
  // Typed values can be corrected where they differ from the card.
  { to: /\.idPhotos\.waiting --change\.requested-->/, by: [/^checkIdentity answered \(birthday differs\)$/] },
  // The page offers a session that the shell has reported.
  { to: /--shellSession\.taken-->/, by: [/^shellSession\.found \(a borrower\)$/] },
  // A message can be corrected until the lender has seen it, and rated when it is done.
  { to: STATES_OF.correcting, by: [/^loadTicket answered \(received\)$/], within: 2 },
  { to: /--ticket\.rated-->/, by: [/^loadTicket answered \(done\)$/] },
  // Consents are listed with the application they were given for.
  {
    to: STATES_OF.withdrawing,
    by: [/^loadCollection answered \(collected before\)$/, /^saveQuestionnaire failed \(refused\)$/],
    within: 4,
  },
  // A partly paid fee can be withdrawn; before that, another option is chosen.
  { to: /\.rollover\.paying --rollover\.withdrawn-->/, by: [/Rollover answered \(partly\)$/] },
  // The agreement to send recordings can be withdrawn after it was given.
  { to: /--recordings\.withdrawn-->|\.helpImprove\.withdrawing( |$)/, by: [/^agreeRecordings answered/], within: 2 },
  // A recording can be saved once it is stopped.
  { to: /--recording\.saveRequested-->|\.helpImprove\.saving( |$)/, by: [/^recording\.allowed$/, /^recording\.stopped$/], within: 2 },
  // While home loads, the only drafts are those of an application that was loaded before.
  { to: /^loadingHome --(draft\.changedElsewhere|application\.sentElsewhere)-->/, by: [/^application\.sentElsewhere$/] },
  // Only work of a few bits ends within a path.
  {
    to: /--captcha\.progressed-->|--xstate\.done\.actor\.solveCaptcha/,
    by: [/^askCaptcha\.\w+ answered \(asked for less\)$/],
  },
  // A notice can be dismissed only while it is shown.
  { to: /--notice\.dismissed-->/, by: [/^logout\.requested$/, /^logOut answered/] },
];
