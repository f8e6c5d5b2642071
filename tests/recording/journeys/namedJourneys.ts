/** The named journeys of the catalogue, played on the real app with the real lender. */
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { shillings } from '#machines/model/money.ts';
import { chosenOf } from '#machines/required.ts';
import { blank } from '../../support/idCards.ts';
import {
  answerPrompt,
  apply,
  askToPay,
  bindAccount,
  chooseLoan,
  decide,
  draw,
  drawWithCode,
  fillAdditionalInfo,
  fillPersonalInfo,
  MSISDN,
  sendAnswers,
  signIn,
  takeFace,
  takePhoto,
  takePhotos,
  until,
  untilMoneyArrived,
  waitUntil,
  type Stage,
} from './journeySteps.ts';

export interface NamedJourney {
  /** Name of its file. */
  id: string;
  /** The journey as a product owner would name it. */
  title: string;
  /** One sentence: who does what, and how it ends. */
  about: string;
  /** Other words by which a person may search for it. */
  alsoCalled?: readonly string[];
  /** Steps in an earlier opening of the app, which is not recorded. */
  before?: (stage: Stage) => Promise<void>;
  play: (stage: Stage) => Promise<void>;
}

/** The entry of the journey in the catalogue. */
export const described = ({ id, about, alsoCalled = [] }: NamedJourney) => ({ id, about, alsoCalled });

const approved = async (stage: Stage): Promise<void> => {
  await stage.lender.sandbox.do('/decision', { mode: 'desk' });
  await apply(stage);
  await decide(stage, 'approve');
};

const lent = async (stage: Stage): Promise<void> => {
  await approved(stage);
  await draw(stage);
  await untilMoneyArrived(stage);
};

/** The lender refuses the next call of a signed-in borrower with a code that ends the session; the borrower signs in again. */
const signedOut =
  (code: number) =>
  async (stage: Stage): Promise<void> => {
    const { app, lender } = stage;
    await app.send({ type: 'application.opened' });
    await signIn(stage);
    await chooseLoan(stage);
    await lender.sandbox.do('/sessions/end', { mobile: MSISDN, code });
    await fillPersonalInfo(stage);
    app.at({ places: { tabs: 'home' } });
    await app.send({ type: 'lostSession.noted' });
    // Codes are texted at least a minute apart.
    await lender.sandbox.advance(2 * MINUTE);
    await app.send({ type: 'login.requested' });
    await signIn(stage);
    await app.send({ type: 'application.opened' });
    app.at({ places: { apply: 'personalInfo' } });
  };

/** Applies up to the photos of the card. */
const untilPhotos = async (stage: Stage): Promise<void> => {
  await stage.app.send({ type: 'application.opened' });
  await signIn(stage);
  await chooseLoan(stage);
  await fillPersonalInfo(stage);
  await fillAdditionalInfo(stage);
  stage.app.at({ places: { apply: 'idPhotos' } });
};

export const JOURNEYS: readonly NamedJourney[] = [
  {
    id: 'first-loan',
    title: 'First loan',
    about: 'A new borrower registers, applies, is approved, accepts the offer, and the money arrives.',
    alsoCalled: [
      'happy path',
      'whole journey',
      'approved and paid out',
      'received money',
      'disbursed',
      'new customer',
      'sign up',
      'onboarding',
      'get a loan',
      'approval',
      'everything goes well',
    ],
    play: lent,
  },
  {
    id: 'repaid',
    title: 'Loan repaid in two parts',
    about: 'A borrower pays a part by M-PESA prompt, later the rest, and the loan is closed.',
    alsoCalled: [
      'paid back',
      'instalments',
      'part payment',
      'closed loan',
      'partial payment',
      'pays early',
      'paid in full',
      'clears the debt',
      'settled',
      'finished loan',
    ],
    before: lent,
    play: async (stage) => {
      await askToPay(stage, shillings(2_000), 'press-1');
      await answerPrompt(stage, 'pin');
      await stage.app.send({ type: 'receipt.closed' });
      await askToPay(stage, null, 'press-2');
      await answerPrompt(stage, 'pin');
      stage.app.at({ places: { repay: { cashier: 'paid' } } });
      await stage.app.send({ type: 'receipt.closed' });
    },
  },
  {
    id: 'rejected',
    title: 'Application rejected',
    about: 'The lender says no; the borrower reads why and asks a person to look again.',
    alsoCalled: [
      'denied',
      'refused by the lender',
      'appeal',
      'second look',
      'referred',
      'turned down',
      'not approved',
      'not eligible',
      'bad credit',
      'complaint',
      'asks for a human',
    ],
    before: async (stage) => {
      await stage.lender.sandbox.do('/decision', { mode: 'desk' });
      await apply(stage);
    },
    play: async (stage) => {
      await decide(stage, 'reject');
      await until(stage, STATUS.reject);
      await stage.app.send({ type: 'xstate.route', to: '#reviewTips' });
      await stage.app.send({ type: 'review.requested' });
    },
  },
  {
    id: 'payout-failed',
    title: 'Payout failed, then sent again',
    about: 'M-PESA refuses the payout; the borrower corrects the account and the money arrives.',
    alsoCalled: [
      'disbursement failed',
      'money never arrived',
      'wrong account',
      'retry payout',
      'money did not arrive',
      'money is missing',
      'where is my money',
      'not received',
      'wrong number',
      'changes the account',
      'stuck payout',
    ],
    before: approved,
    play: async (stage) => {
      await stage.lender.sandbox.do('/rail', { nextPayout: 'unregistered' });
      await draw(stage);
      await until(stage, STATUS.payFail);
      await stage.app.send({ type: 'payoutAccount.opened' });
      await bindAccount(stage);
      // The offer is still open; the draw is repeated.
      await drawWithCode(stage);
      await untilMoneyArrived(stage);
    },
  },
  {
    id: 'overdue-then-paid',
    title: 'Overdue, then paid',
    about: 'The due date has passed when the borrower comes back; five days late the charges are seen and everything is paid.',
    alsoCalled: [
      'late payment',
      'default',
      'arrears',
      'past due',
      'missed payment',
      'forgot to pay',
      'late fee',
      'penalty',
      'reminder',
      'debt collection',
    ],
    before: async (stage) => {
      await lent(stage);
      for (let days = 0; days < 96; days += 8) await stage.lender.sandbox.advance(8 * DAY);
    },
    play: async (stage) => {
      const { app } = stage;
      // The session has expired by then.
      await app.send({ type: 'login.requested' });
      await signIn(stage);
      await until(stage, STATUS.overdued);
      await askToPay(stage, null, 'press-1');
      await answerPrompt(stage, 'pin');
      app.at({ places: { repay: { cashier: 'paid' } } });
      await app.send({ type: 'receipt.closed' });
    },
  },
  {
    id: 'rollover',
    title: 'Rollover: more time to pay',
    about: 'The borrower cannot pay in time, chooses 14 more days, pays the fee by hand, confirms, and the due date moves.',
    alsoCalled: [
      'extension',
      'postpone',
      'extend the due date',
      'not enough money in time',
      'cannot pay',
      'no money',
      'delay',
      'deferral',
      'more days',
      'reschedule',
    ],
    before: lent,
    play: async (stage) => {
      const { app, lender } = stage;
      await app.send({ type: 'xstate.route', to: '#rollover' });
      app.at({ places: { repay: { rollover: 'choosing' } } });
      await app.send({ type: 'rollover.chosen', days: 14 });
      app.at({ places: { repay: { rollover: 'paying' } } });
      const { businessNumber, accountNumber, total } = chosenOf(app.snapshot().context);
      await lender.sandbox.do('/paybill', { msisdn: MSISDN, businessNumber, accountNumber, amount: total });
      await waitUntil(stage, { places: { repay: { rollover: 'funded' } } });
      await app.send({ type: 'rollover.confirmed' });
      app.at({ places: { repay: { rollover: 'moved' } } });
      await app.send({ type: 'receipt.closed' });
    },
  },
  {
    id: 'payment-cancelled',
    title: 'Payment cancelled, then paid by paybill',
    about: 'The borrower cancels the M-PESA prompt, looks at the paybill, and finds that nothing has arrived yet.',
    alsoCalled: [
      'STK push cancelled',
      'prompt ignored',
      'failed payment',
      'paid but not showing',
      'payment is missing',
      'paid twice',
      'charged twice',
      'double payment',
      'forgot the M-PESA PIN',
      'pays manually',
      'till number',
      'stuck payment',
    ],
    before: lent,
    play: async (stage) => {
      await askToPay(stage, null, 'press-1');
      await answerPrompt(stage, 'cancel');
      stage.app.at({ places: { repay: { cashier: 'refused' } } });
      await stage.app.send({ type: 'payment.otherWayRequested' });
      await stage.app.send({ type: 'refresh.requested' });
    },
  },
  {
    id: 'session-lost',
    title: 'Signed out in the middle',
    about: 'Someone signs in on another phone; this one is signed out while the form is saved, and signs in again.',
    alsoCalled: [
      'logged in elsewhere',
      'another device',
      'kicked out',
      '10010304',
      'lost phone',
      'stolen phone',
      'new phone',
      'changed phone',
      'two phones',
      'thrown out',
      'account hacked',
    ],
    play: signedOut(CODE.loggedInElsewhere),
  },
  {
    id: 'token-expired',
    title: 'Session expired in the middle',
    about: 'The token expired while the form was open; saving signs the borrower out, who signs in again and goes on.',
    alsoCalled: [
      'expired token',
      'session timeout',
      'logged out by time',
      '10010303',
      'logged out',
      'inactive',
      'idle',
      'left the phone lying',
    ],
    play: signedOut(CODE.tokenExpired),
  },
  {
    id: 'token-invalid',
    title: 'Session not valid',
    about: 'The lender does not know the token any more; the borrower is signed out while the form is saved, and signs in again.',
    alsoCalled: ['invalid token', 'stolen token', '100103', 'logged out', 'broken session'],
    play: signedOut(CODE.tokenInvalid),
  },
  {
    id: 'not-logged-in',
    title: 'Not signed in any more',
    about: 'The lender says that nobody is signed in; the borrower is signed out while the form is saved, and signs in again.',
    alsoCalled: ['not logged in', '10010301', 'logged out', 'must log in again'],
    play: signedOut(CODE.notLoggedIn),
  },
  {
    id: 'photo-unreadable',
    title: 'ID photo cannot be read',
    about: 'The photo of the card is refused twice; the third one is read, and the application goes on.',
    alsoCalled: [
      'bad photo',
      'blurry photo',
      'dark photo',
      'OCR failed',
      'picture refused',
      'unclear photo',
      'glare',
      'retake',
      'scan of the ID',
      'identity check',
      'KYC',
    ],
    play: async (stage) => {
      await untilPhotos(stage);
      const dark = await blank();
      await takePhoto(stage, 'front', dark);
      await takePhoto(stage, 'front', dark);
      await takePhotos(stage);
      stage.app.at({ places: { apply: 'bankAccount' } });
    },
  },
  {
    id: 'photo-given-up',
    title: 'Gives up at the ID photos',
    about: 'The photo of the card is refused again and again; the borrower goes back home and leaves.',
    alsoCalled: [
      'abandoned',
      'drop off',
      'dropped out',
      'bad photo',
      'blurry photo',
      'stuck',
      'gave up',
      'frustrated',
      'quit',
      'cannot go on',
      'too hard',
      'identity check failed',
      'lost customer',
      'KYC',
    ],
    play: async (stage) => {
      await untilPhotos(stage);
      const dark = await blank();
      for (let tries = 0; tries < 3; tries++) await takePhoto(stage, 'front', dark);
      await stage.app.send({ type: 'identity.submitted' });
      await stage.app.send({ type: 'xstate.route', to: '#home' });
    },
  },
  {
    id: 'face-missing',
    title: 'Forgets the photo of the face',
    about: 'Continue is pressed after two photos; the page says what is missing, and the borrower takes it.',
    alsoCalled: [
      'selfie missing',
      'missing photo',
      'incomplete photos',
      'forgot the selfie',
      'skipped a step',
      'face photo',
      'identity check',
      'KYC',
    ],
    play: async (stage) => {
      await untilPhotos(stage);
      await takePhoto(stage, 'front');
      await takePhoto(stage, 'back');
      await stage.app.send({ type: 'identity.submitted' });
      await takeFace(stage);
      await stage.app.send({ type: 'identity.submitted' });
      stage.app.at({ places: { apply: 'bankAccount' } });
    },
  },
  {
    id: 'network-lost',
    title: 'Network lost while saving',
    about: 'The network goes away while a form is saved; nothing typed is lost, and the second try succeeds.',
    alsoCalled: [
      'offline',
      'no internet',
      'no connection',
      'slow data',
      'lost request',
      'bad network',
      'no signal',
      'weak connection',
      'airtime',
      'hangs',
      'frozen',
      'stuck while saving',
    ],
    play: async (stage) => {
      const { app } = stage;
      await app.send({ type: 'application.opened' });
      await signIn(stage);
      await chooseLoan(stage);
      app.cutOff(true);
      await fillPersonalInfo(stage);
      app.at({ places: { apply: 'personalInfo' } });
      app.cutOff(false);
      await fillPersonalInfo(stage);
      app.at({ places: { apply: 'additionalInfo' } });
    },
  },
  {
    id: 'offer-declined',
    title: 'Offer declined',
    about: 'The borrower reads what the loan costs and says no; nothing is owed.',
    alsoCalled: [
      'offer refused by the borrower',
      'too expensive',
      'says no to the loan',
      'changed their mind',
      'interest too high',
      'fees',
      'does not want the loan',
      'cancels the loan',
    ],
    before: approved,
    play: async (stage) => {
      await stage.app.send({ type: 'order.opened' });
      stage.app.at({ places: { borrow: 'confirmBorrow' } });
      await stage.app.send({ type: 'agreement.opened' });
      await stage.app.send({ type: 'back.requested' });
      await stage.app.send({ type: 'offer.declined' });
      await stage.app.send({ type: 'decline.confirmed' });
    },
  },
  {
    id: 'offer-lapsed',
    title: 'Offer lapsed',
    about: 'The borrower reads the offer and leaves it; a day later it has lapsed, and the draw is refused.',
    alsoCalled: [
      'lapsed offer',
      'expired offer',
      'offer timed out',
      'too late to accept',
      'missed the offer',
      'forgot the offer',
      'ran out of time',
      'deadline',
      'waited too long',
    ],
    before: approved,
    play: async (stage) => {
      const { app, lender } = stage;
      await app.send({ type: 'order.opened' });
      app.at({ places: { borrow: 'confirmBorrow' } });
      await lender.sandbox.advance(25 * HOUR);
      await app.send({ type: 'agreement.ticked', agreed: true });
      await app.send({ type: 'offer.accepted' });
      await until(stage, STATUS.cancel);
    },
  },
  {
    id: 'second-account',
    title: 'Second account with the same ID',
    about: 'Somebody whose ID number has an account registers another number; the ID is taken, and the application is refused.',
    alsoCalled: [
      'second account on one ID',
      'duplicate ID',
      'same ID twice',
      'fraud',
      'ID taken',
      '3009',
      'changed number',
      'new number',
      'new SIM',
      'lost SIM',
      'already registered',
      'registered twice',
      'stolen ID',
      'identity theft',
    ],
    before: async (stage) => {
      await stage.lender.sandbox.do('/decision', { mode: 'desk' });
      await apply(stage);
      await stage.app.send({ type: 'xstate.route', to: '#settings' });
      await stage.app.send({ type: 'logout.requested' });
    },
    play: async (stage) => {
      const { app } = stage;
      await app.send({ type: 'application.opened' });
      await signIn(stage, '0722345678');
      await chooseLoan(stage);
      await fillPersonalInfo(stage);
      app.at({ places: { apply: { personalInfo: 'editing' } } });
      await app.send({ type: 'back.requested' });
    },
  },
  {
    id: 'wrong-code',
    title: 'Wrong code by SMS',
    about: 'A code is mistyped twice before the right one lets the borrower in, in Swahili.',
    alsoCalled: [
      'wrong OTP',
      'mistyped PIN',
      'verification code',
      'Swahili',
      'forgot the code',
      'code does not work',
      'text message',
      'password',
      'cannot log in',
      'change of language',
      'Kiswahili',
    ],
    play: async (stage) => {
      const { app, lender } = stage;
      await app.send({ type: 'xstate.route', to: '#language' });
      await app.send({ type: 'language.chosen', language: 'sw' });
      await app.send({ type: 'xstate.route', to: '#records' });
      await app.send({ type: 'mobile.submitted', mobile: '0712345678' });
      await app.send({ type: 'registration.submitted', mobile: '0712345678', acceptedTerms: true });
      const code = await lender.sandbox.codeFor(MSISDN);
      await app.send({ type: 'code.submitted', code: '12' });
      await app.send({ type: 'code.submitted', code: code === '000000' ? '111111' : '000000' });
      await app.send({ type: 'code.submitted', code });
    },
  },
  {
    id: 'resumed',
    title: 'Application continued another day',
    about: 'The app was closed in the middle of the form; it opens where the borrower left, with everything typed.',
    alsoCalled: [
      'continued later',
      'came back',
      'saved draft',
      'unfinished application',
      'forgot to finish',
      'closed the app',
      'app crashed',
      'phone died',
      'battery',
      'interrupted',
      'continue later',
      'lost progress',
    ],
    before: async (stage) => {
      await stage.app.send({ type: 'application.opened' });
      await signIn(stage);
      await chooseLoan(stage);
      await fillPersonalInfo(stage);
      await stage.app.send({ type: 'draft.saved', section: 'additionalInfo', values: { employmentType: 'employee' } });
    },
    play: async (stage) => {
      await fillAdditionalInfo(stage);
      await takePhotos(stage);
      await bindAccount(stage);
      await sendAnswers(stage);
    },
  },
];
