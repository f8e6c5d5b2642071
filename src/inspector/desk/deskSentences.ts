/** A sentence for each event of the desk, written for a manager. Texts are redacted, so no sentence contains one. */
import type { DeskEvent } from '#machines/desk/events.ts';
import type { DeskPortName } from '#machines/desk/ports.ts';
import type { DeskProblem } from '#machines/desk/problem.ts';
import type { DeskGuardName } from '#machines/desk/setup.ts';
import { ACT_WORDS, QUEUE_NAMES } from '#src/desk/deskWords.ts';
import type { EventData, EventDescription, Kind, Moment } from '../charts/inspectedChart.ts';
import { answerOf } from '../journey/callAnswers.ts';
import { inWords, plainName } from '../names.ts';

const wordsIn = (table: Readonly<Record<string, string>>, key: unknown, otherwise: string): string =>
  (typeof key === 'string' ? table[key] : undefined) ?? otherwise;
const queue = (key: unknown): string => wordsIn(QUEUE_NAMES, key, 'a queue');
const act = (name: unknown): string =>
  typeof name === 'string' && name in ACT_WORDS ? ACT_WORDS[name as keyof typeof ACT_WORDS].open.toLowerCase() : 'an act';
const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** The names of the changed fields of a draft. */
const changed = (change: unknown): string =>
  typeof change === 'object' && change !== null && Object.keys(change).length > 0
    ? Object.keys(change).map(inWords).join(', ')
    : 'something';

type Words = (event: EventData) => string;

const SENTENCES: Readonly<Record<DeskEvent['type'], Words>> = {
  'clock.ticked': () => 'A second passed',
  'clerk.acted': () => 'The clerk did something on the page',
  'network.changed': ({ online }) => (online === true ? 'The computer is online again' : 'The computer went offline'),
  'retry.requested': () => 'Asked to try again',
  'refresh.requested': () => 'Asked for the latest',
  'queues.changed': () => 'An act changed what waits',
  'password.submitted': () => 'Gave name and password',
  'code.submitted': () => 'Gave the code of the authenticator app',
  'passkey.chosen': () => 'Chose to sign in with a passkey',
  'signIn.restarted': () => 'Began to sign in anew',
  'invitation.accepted': () => 'Chose a password and accepted the invitation',
  'stay.requested': () => 'Asked to stay signed in',
  'signOut.requested': () => 'Asked to sign out',
  'signOut.confirmed': () => 'Signed out and dropped unsent words',
  'overview.opened': () => 'Went back to the first page',
  'queue.opened': (event) => `Opened the queue ${queue(event['queue'])}`,
  'page.turned': ({ page }) => `Turned to page ${typeof page === 'number' ? page + 1 : 'of the queue'}`,
  'case.opened': () => 'Opened a case',
  'case.closed': () => 'Left the case',
  'case.taken': () => 'Took the case',
  'case.putBack': () => 'Put the case back',
  'cover.lifted': () => 'Asked to see covered data, with a reason',
  'draft.changed': ({ change }) => `Typed: ${changed(change)}`,
  'act.chosen': (event) => `Chose to ${act(event['act'])}`,
  'act.abandoned': () => 'Closed the form of the act',
  'act.submitted': () => 'Sent the act',
  'approval.decided': ({ decision }) => `As the second person: ${decision === 'decline' ? 'declined' : 'confirmed'} the act`,
  'search.opened': () => 'Opened the search',
  'search.submitted': () => 'Searched for a case, with a reason',
  'figures.opened': () => 'Opened the figures of the day',
  'day.chosen': () => 'Chose another day',
  'log.opened': () => 'Opened the log',
  'log.continued': () => 'Asked for older lines of the log',
  'recordings.opened': () => 'Opened the recordings of borrowers',
  'recordings.chosen': () => 'Chose which recordings to list',
  'recordings.continued': () => 'Asked for later recordings',
  'staff.opened': () => 'Opened the list of staff',
  'member.invited': () => 'Invited a member of staff',
  'member.changed': () => 'Changed a member of staff',
  'account.opened': () => 'Opened the own account',
  'passkey.added': () => 'Added a passkey',
  'passkey.removed': () => 'Removed a passkey',
  'password.changed': () => 'Chose another password',
  'authenticator.renewed': () => 'Asked for a new secret for the authenticator app',
  'authenticator.confirmed': () => 'Gave the code of the new authenticator app',
  'authenticator.kept': () => 'Kept the present authenticator app',
};

/** By port: the sentence for an answer, and the sentence for a failure. */
const CALLS: Readonly<Record<DeskPortName, { done: string | ((output: unknown) => string); failed: string }>> = {
  readSession: { done: 'A session is running', failed: 'No session is running' },
  checkPassword: { done: 'Name and password are right', failed: 'The lender did not accept name and password' },
  checkCode: { done: 'Signed in with the code', failed: 'The lender did not accept the code' },
  signInWithPasskey: { done: 'Signed in with a passkey', failed: 'The passkey was not accepted' },
  readInvitation: { done: 'The invitation is valid', failed: 'The invitation could not be opened' },
  acceptInvitation: { done: 'The account is ready', failed: 'The invitation was not accepted' },
  renewSession: { done: 'The session was renewed', failed: 'The session was not renewed' },
  signOut: { done: 'Signed out', failed: 'Signing out was not confirmed' },
  loadQueues: { done: 'Counts of the queues', failed: 'The counts did not arrive' },
  loadQueue: {
    done: (output) => {
      const items = partOf(output, 'items');
      return Array.isArray(items)
        ? `The queue has ${items.length} ${items.length === 1 ? 'case' : 'cases'} on this page`
        : 'Cases of the queue';
    },
    failed: 'The queue did not arrive',
  },
  loadCase: { done: (output) => `A case of ${queue(partOf(output, 'queue'))}`, failed: 'The case did not arrive' },
  takeCase: { done: 'The case belongs to this clerk', failed: 'The case was not taken' },
  putBackCase: { done: 'The case is free again', failed: 'The case was not put back' },
  uncover: { done: 'Covered data is shown', failed: 'Covered data is not shown' },
  act: {
    done: (output) => (partOf(output, 'state') === 'waitsForSecond' ? 'The act waits for a second person' : 'The act is done'),
    failed: 'The act was not done',
  },
  decideWaiting: {
    done: (output) => (partOf(output, 'state') === 'declined' ? 'The act was declined' : 'The act of the colleague is done'),
    failed: 'The decision was not taken',
  },
  findCases: {
    done: (output) =>
      Array.isArray(output) ? `The search found ${output.length} ${output.length === 1 ? 'case' : 'cases'}` : 'Result of the search',
    failed: 'The search failed',
  },
  loadFigures: { done: 'Figures of the day', failed: 'The figures did not arrive' },
  loadLog: { done: 'Lines of the log', failed: 'The log did not arrive' },
  loadMoreLog: { done: 'Older lines of the log', failed: 'Older lines did not arrive' },
  loadRecordings: { done: 'List of recordings', failed: 'The list of recordings did not arrive' },
  loadMoreRecordings: { done: 'Later recordings', failed: 'Later recordings did not arrive' },
  loadStaff: { done: 'List of staff', failed: 'The list of staff did not arrive' },
  inviteMember: { done: 'The invitation has a link', failed: 'Nobody was invited' },
  changeMember: { done: 'The member of staff was changed', failed: 'The member of staff was not changed' },
  addPasskey: { done: 'The passkey was added', failed: 'No passkey was added' },
  removePasskey: { done: 'The passkey was removed', failed: 'The passkey was not removed' },
  loadAccount: { done: 'The own account', failed: 'The own account did not arrive' },
  changePassword: { done: 'The password was changed', failed: 'The password was not changed' },
  renewAuthenticator: { done: 'A new secret for the authenticator app', failed: 'No new secret was made' },
  confirmAuthenticator: { done: 'The new authenticator app is in use', failed: 'The present authenticator app stays in use' },
};

/** Short reasons of failures. */
const FAULTS: Readonly<Record<DeskProblem['error'], string>> = {
  badInput: 'something in it is wrong',
  tooMany: 'there were too many attempts',
  covered: 'the data is covered',
  signedOut: 'the session has ended',
  noAnswer: 'no answer came, so the outcome is unknown',
  unavailable: 'the lender is not available',
  offline: 'the computer is offline',
  wrongSignIn: 'something is wrong in it',
  takenByOther: 'a colleague has the case',
  notTaken: 'the case is not taken',
  ownCase: 'the case is about the clerk',
  notAllowed: 'the role or the state of the case does not allow it',
  unknownCase: 'the case is finished',
  tooLate: 'somebody has decided it already',
  receiptUnknown: 'M-PESA does not know the receipt',
  needsSecondPerson: 'a second person is needed',
  passkey: 'the browser gave no passkey',
};
const faultOf = (error: unknown): string => {
  const kind = partOf(error, 'error');
  return typeof kind !== 'string' ? 'the reason is unknown' : kind in FAULTS ? FAULTS[kind as DeskProblem['error']] : inWords(kind);
};

const TIMERS: Readonly<Record<string, string>> = { POLL: 'Time to load it again' };
const timerOf = (type: string): string | null => /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? null;

const callNamed = (port: string) => (port in CALLS ? CALLS[port as DeskPortName] : null);
const isDeskEvent = (type: string): type is DeskEvent['type'] => type in SENTENCES;

function sentenceOf(event: EventData): string {
  const { type } = event;
  const answer = answerOf(type);
  if (answer) {
    const call = callNamed(answer.id);
    if (!call) return `Answer to "${inWords(answer.id)}"`;
    if (answer.is === 'failed') return `${call.failed}: ${faultOf(event['error'])}`;
    return typeof call.done === 'string' ? call.done : call.done(event['output']);
  }
  const timer = timerOf(type);
  if (timer !== null) return TIMERS[timer] ?? plainName(timer);
  return isDeskEvent(type) ? SENTENCES[type](event) : plainName(type);
}

const TIME: readonly string[] = ['clock.ticked', 'clerk.acted'];
const OF_THE_BROWSER: readonly string[] = ['network.changed', 'queues.changed'];
/** At the start nobody is signed in, so a missing session is no problem. */
const isNoSession = ({ type, error }: EventData): boolean => answerOf(type)?.id === 'readSession' && partOf(error, 'error') === 'signedOut';

function kindOf(event: EventData): Kind {
  const answer = answerOf(event.type);
  if (answer) return answer.is === 'failed' && !isNoSession(event) ? 'problem' : 'server';
  if (event.type.startsWith('xstate.after.') || TIME.includes(event.type)) return 'time';
  return OF_THE_BROWSER.includes(event.type) ? 'shell' : 'person';
}

const fieldsWithMistakes = ({ context }: Moment): string[] => Object.keys((context.mistakes as object | undefined) ?? {});

/** An action that the page refused, because a field is missing or wrong, is described as a problem. */
export function describeDeskEvent(event: EventData, before: Moment, after: Moment): EventDescription {
  const sentence = sentenceOf(event);
  const mistakes = fieldsWithMistakes(after);
  const isRefused =
    (event.type.endsWith('.submitted') || event.type === 'cover.lifted') &&
    mistakes.length > 0 &&
    JSON.stringify(before.value) === JSON.stringify(after.value);
  return isRefused
    ? { kind: 'problem', sentence: `${sentence}, refused: check ${mistakes.map(inWords).join(', ')}` }
    : { kind: kindOf(event), sentence };
}

/** The sentence for a transition of the chart, without values of an event. */
export function deskTransitionWords(type: string): string {
  if (type === '') return 'At once';
  const answer = answerOf(type);
  const call = answer && callNamed(answer.id);
  if (answer && call)
    return answer.is === 'failed' ? call.failed : typeof call.done === 'string' ? call.done : `${plainName(answer.id)} done`;
  const words = isDeskEvent(type) ? SENTENCES[type] : null;
  // A sentence that needs values of the event is replaced by the name of the event.
  return words && words.length > 0 ? plainName(type) : sentenceOf({ type });
}

/** The conditions of the desk's guards, as clauses after "if". Complete: a guard without words does not compile. */
const GUARDS: Readonly<Record<DeskGuardName, string>> = {
  hasInvitation: 'it is an invitation',
  isSignedOut: 'the session has ended',
  isSignInOver: 'the password was given too long ago',
  isOnline: 'the computer is online',
  isSessionOver: 'the session has ended',
  isIdleOver: 'nobody did anything for too long',
  isIdleSoon: 'nobody did anything for a while',
  isRenewalDue: 'the session has to be renewed',
  isAttended: 'somebody is there',
  hasUnsent: 'something is not sent',
  seesQueue: 'the role sees this queue',
  hasQueue: 'the clerk came from a queue',
  hasCase: 'a case is open',
  maySeeLog: 'the role may read the log',
  mayFind: 'the role may search',
  mayReadRecordings: 'the role may read recordings',
  hasMoreRecordings: 'there are more',
  mayManageStaff: 'the role manages the staff',
  hasMoreLog: 'there are more lines',
  isSearch: 'query and reason are given',
  isFree: 'nobody has taken the case',
  isMine: 'this clerk has taken the case',
  mayAct: 'the case allows this act',
  isWriting: 'something is written already',
  isActComplete: 'the act is complete',
  isReasonGiven: 'a reason is given',
  isSecondPerson: 'somebody else has asked for it',
  isGone: 'the case is gone',
  isClosedToMe: 'it is not for this clerk',
  isOutdated: 'the case has changed meanwhile',
  isUnanswered: 'no answer came',
  waitsForSecond: 'a second person has to confirm',
};

const isGuard = (guard: string): guard is DeskGuardName => guard in GUARDS;

export const deskGuardWords = (guard: string): string => (isGuard(guard) ? GUARDS[guard] : inWords(guard));
