/** A sentence for each event, written for a product owner. An event without a sentence is described by its name in words. */
import type { JourneyEvent } from '#machines/events.ts';
import { formatKsh } from '#machines/model/money.ts';
import { isPortName, ports } from '#machines/ports/index.ts';
import { inWords, plainName } from '../names.ts';
import type { EventData } from '../charts/inspectedChart.ts';
import { isWithoutShell, portAnswerOf, type PortAnswer } from './eventKinds.ts';
import { callName, causeWords } from './problemWords.ts';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const field = (event: EventData): string => plainName(text(event['field']));
const money = (value: unknown): string => (typeof value === 'number' ? formatKsh(value) : 'an amount');
const screen = (to: unknown): string => plainName(text(to).replace(/^#/, ''));

type Words = (event: EventData) => string;

/** Sentences by type of event. */
const SENTENCES: Readonly<Partial<Record<JourneyEvent['type'], Words>>> = {
  'xstate.route': ({ to }) => `Went to ${screen(to)}`,
  'clock.ticked': () => 'A second passed',
  'network.changed': ({ online }) => (online === true ? 'The phone is online again' : 'The phone went offline'),
  'session.lost': () => 'The session was ended from outside',
  'shellSession.found': () => 'The shell told of its session',
  'shellSession.taken': () => 'Went on with the session of the shell',
  'draft.notKept': () => 'The phone could not keep the draft',
  'draft.changedElsewhere': () => 'Another tab changed the draft',
  'application.sentElsewhere': () => 'Another tab sent the application',
  'draft.saved': ({ section }) => `Draft of ${inWords(text(section))} kept on the phone`,
  'message.changed': () => 'What is not sent yet was kept on the phone',
  'mobile.typed': () => 'Typed the mobile number',
  'records.moreRequested': () => 'Asked for more records',
  'rollover.reselectRequested': () => 'Wanted another number of days',
  'recording.saveRequested': () => 'Asked to save the recording',
  'steps.skipped': () => 'Skipped the steps',
  'upload.progressed': () => 'A part of the picture was sent',
  'notice.dismissed': () => 'The message went away',
  'copy.finished': ({ ok }) => (ok === true ? 'Copied to the clipboard' : 'Copying failed'),
  'appearance.chosen': ({ appearance }) => `Chose the appearance ${text(appearance)}`,
  'language.chosen': ({ language }) => `Chose the language ${text(language)}`,
  'back.requested': () => 'Pressed Back',
  'retry.requested': () => 'Asked to try again',
  'refresh.requested': () => 'Asked for the latest',
  'login.requested': () => 'Asked to sign in',
  'mobile.submitted': () => 'Gave the mobile number',
  'registration.submitted': () => 'Asked to register',
  'code.submitted': () => 'Gave the code from the SMS',
  'code.requestedAgain': () => 'Asked for another code',
  'captcha.progressed': ({ solved }) => `The phone did ${text(solved)} parts of the work`,
  'captcha.waitChosen': () => 'Chose to wait instead of the work',
  'captcha.workChosen': () => 'Let the phone work after all',
  'receivedCode.submitted': () => 'Typed a code that the number had got before',
  'mobile.changeRequested': () => 'Wanted another number',
  'logout.requested': () => 'Asked to log out',
  'device.removed': () => 'Removed a phone from the list',
  'signOutEverywhere.requested': () => 'Asked to sign out everywhere',
  'signOutEverywhere.confirmed': () => 'Confirmed signing out everywhere',
  'application.opened': () => 'Opened the application',
  'order.opened': () => 'Opened the loan',
  'payoutAccount.opened': () => 'Opened the payout account',
  'lostSession.noted': () => 'Read that the session had ended',
  'loan.requested': ({ amount, termDays }) => `Asked for ${money(amount)} for ${text(termDays)} days`,
  'picker.opened': (event) => `Opened ${field(event)}`,
  'picker.confirmed': (event) => `Confirmed ${field(event)}`,
  'picker.cancelled': () => 'Closed the sheet without choosing',
  'personalInfo.submitted': () => 'Sent personal information',
  'additionalInfo.submitted': () => 'Sent additional information',
  'contact.pickRequested': ({ index }) => `Opened the phone book for contact ${text(index)}`,
  'camera.opened': ({ side }) => `Opened the camera for the ${text(side)}`,
  'camera.closed': () => 'Closed the camera',
  'camera.failed': () => 'The camera stopped',
  'photo.taken': ({ side }) => `Took the photo of the ${text(side)}`,
  'turnedPhoto.taken': ({ turn }) => `Took the photo with the head turned ${text(turn)}`,
  'photo.refused': ({ side }) => `The photo of the ${text(side)} could not be used`,
  'identity.submitted': () => 'Sent the ID photos',
  'bankCode.requested': () => 'Asked for a code for the account',
  'walletCode.requested': () => 'Asked for a code to another M-PESA number',
  'bankAccount.submitted': () => 'Sent the payout account',
  'questionnaire.submitted': () => 'Answered the credit questions',
  'newerVersion.taken': () => "Took the lender's newer version",
  'ownVersion.kept': () => 'Kept what was typed here',
  'change.requested': (event) => `Went back to change ${field(event)}`,
  'application.confirmed': () => 'Confirmed the application',
  'agreement.opened': () => 'Opened the agreement',
  'agreement.ticked': ({ agreed }) => (agreed === true ? 'Ticked the agreement' : 'Unticked the agreement'),
  'offer.accepted': () => 'Accepted the offer',
  'offer.declined': () => 'Wanted to decline the offer',
  'decline.confirmed': () => 'Declined the offer',
  'decline.withdrawn': () => 'Kept the offer',
  'repayment.amountChosen': ({ amount }) => `Chose to pay ${money(amount)}`,
  'payment.checkRequested': () => 'Asked whether the payment arrived',
  'payment.retried': () => 'Tried to pay once more',
  'payment.otherWayRequested': () => 'Wanted another way to pay',
  'receipt.closed': () => 'Closed the receipt',
};

const isJourneyEvent = (type: string): type is keyof typeof SENTENCES => type in SENTENCES;
/** Undefined: the event has no sentence. An older chart may have had other events. */
const wordsOf = (type: string): Words | undefined => (isJourneyEvent(type) ? SENTENCES[type] : undefined);

/** Describes an answer. The port may be unknown, because an older chart may have made the recording. */
function answerWords({ id, port }: PortAnswer, output: unknown): string {
  if (!isPortName(port)) return `Answer to "${inWords(id)}"`;
  const { words } = ports[port];
  return typeof words === 'string' ? words : words(output);
}

/** The sentence of one event, without a full stop. */
export function sentenceOf(event: EventData): string {
  const answer = portAnswerOf(event.type);
  if (isWithoutShell(event)) return "No shell to ask for a login: the app's own pages ask";
  if (answer?.is === 'failed') return `${callName(answer.id, answer.port)}: ${causeWords(event['error'])}`;
  if (answer) return answerWords(answer, event['output']);
  const timer = /^xstate\.after\.([^.]+)\./.exec(event.type)?.[1];
  if (timer) return /POLL|RECONCILE/.test(timer) ? 'Time to look again' : `The time "${inWords(timer)}" was over`;
  return wordsOf(event.type)?.(event) ?? plainName(event.type);
}

/** The sentence for a transition that has not happened yet: without a person, an amount or a result. */
export function wayWords(type: string): string {
  if (type === '') return 'At once';
  if (type === 'xstate.route') return 'Went to another page';
  const answer = portAnswerOf(type);
  if (answer?.is === 'failed') return `${callName(answer.id, answer.port)} failed`;
  if (answer && isPortName(answer.port)) {
    const { words } = ports[answer.port];
    return typeof words === 'string' ? words : words.any;
  }
  if (answer) return `${plainName(answer.id)} done`;
  if (type.startsWith('xstate.after.')) return sentenceOf({ type });
  const words = wordsOf(type);
  // A sentence that needs values of the event is replaced by the name of the event.
  return words && words.length === 0 ? words({ type }) : plainName(type);
}
