/** Checks of the input of every call of the desk, made before the call. A missing call or field does not compile. */
import { LANGUAGES } from '#machines/model/device.ts';
import { DEVICE_CLASSES } from '#machines/model/sentRecording.ts';
import {
  COVERED,
  MOST_LETTERS,
  PROOF_REFUSAL_REASONS,
  QUEUES,
  REJECTION_REASONS,
  ROLES,
  type DeskAct,
  type DeskActName,
  type DeskCall,
  type DeskInput,
  type RecordingFilter,
  type Role,
} from '#src/api/desk.ts';
import {
  anything,
  day,
  matching,
  mobile,
  object,
  oneOf,
  optional,
  orNull,
  secretText,
  severalOf,
  text,
  whole,
  yesOrNo,
  type Check,
} from './inputChecks.ts';

/** A text to the borrower, which fits on one screen. */
const words = text(MOST_LETTERS);
/** The reason of an act or a view, for the log. */
const reason = text(300);
const requestId = matching(/^[\w-]{8,64}$/, '8 to 64 letters, digits, - and _');
/** Id of a case, such as `applications:LN1234`, without spaces. */
const caseId = matching(/^[a-zA-Z]{1,20}:[\w.-]{1,80}$/, 'a queue and a name, such as applications:LN1234');
const name = matching(/^[\w-]{1,80}$/, 'letters, digits, - and _');
const amount = whole(1, 1_000_000_000);
/** A code of the authenticator app. Some apps show it as two groups. */
const code = matching(/^\d{3} ?\d{3}$/, 'six digits');
/** Token of an invitation: 256 bits in base64url. */
const invitation = matching(/^[\w-]{43}$/, 'the end of the address of the invitation');
/** Id of a passkey in base64url, as browsers make it. */
const passkeyId = matching(/^[\w-]{1,1400}$/, 'the id of a passkey');
const nothing = object<Record<string, never>>({});
/** A password. The limit is above the length of typed passwords, and keeps the hashing fast. */
const password = secretText(256);
/** Name of a member of staff. */
const staffName = text(60);

const ACTS: { readonly [N in DeskActName]: Check<Extract<DeskAct, { name: N }>> } = {
  approve: object({ name: oneOf(['approve']) }),
  reject: object({ name: oneOf(['reject']), reason: oneOf(REJECTION_REASONS), words }),
  askPhoto: object({ name: oneOf(['askPhoto']), sides: severalOf(['front', 'back', 'face']), words }),
  countProof: object({ name: oneOf(['countProof']), amount }),
  refuseProof: object({ name: oneOf(['refuseProof']), reason: oneOf(PROOF_REFUSAL_REASONS), words }),
  answer: object({ name: oneOf(['answer']), words, next: oneOf(['ask', 'solve']) }),
  place: object({ name: oneOf(['place']), orderNo: name }),
  refusePayment: object({ name: oneOf(['refusePayment']), reason }),
  returnPayment: object({ name: oneOf(['returnPayment']) }),
  refund: object({ name: oneOf(['refund']), amount, words }),
  payoutArrived: object({ name: oneOf(['payoutArrived']), receipt: orNull(name) }),
  payoutFailed: object({ name: oneOf(['payoutFailed']) }),
  writeOff: object({ name: oneOf(['writeOff']), amount, reason }),
  correct: object({ name: oneOf(['correct']), receipt: name, orderNo: name, reason }),
  closeAccount: object({ name: oneOf(['closeAccount']) }),
  keepAccount: object({ name: oneOf(['keepAccount']), words }),
  blockNumber: object({ name: oneOf(['blockNumber']), mobile, reason }),
  unblockNumber: object({ name: oneOf(['unblockNumber']), mobile, reason }),
};

const act: Check<DeskAct> = (value, field) => {
  const { name } = (value ?? {}) as { name?: unknown };
  return ACTS[oneOf(Object.keys(ACTS) as DeskActName[])(name, `${field}.name`)](value, field);
};

/** Name of a release, product and others, as in a recording. */
const label = matching(/^[\w.:-]{1,40}$/, 'letters, digits and . : - _');
const filter = {
  from: day,
  to: day,
  release: optional(label),
  language: optional(oneOf(LANGUAGES)),
  deviceClass: optional(oneOf(DEVICE_CLASSES)),
  product: optional(matching(/^[\w.:-]{0,40}$/, 'letters, digits and . : - _, or empty')),
};

export const DESK_INPUTS: { readonly [C in DeskCall]: Check<DeskInput<C>> } = {
  session: nothing,
  signIn: object({ name: staffName, password }),
  confirmCode: object({ code }),
  passkeyChallenge: nothing,
  passkeySignIn: object({ answer: anything }),
  readInvitation: object({ invitation }),
  acceptInvitation: object({ invitation, password, code }),
  account: nothing,
  changePassword: object({ password, newPassword: password }),
  passkeyRegistration: object({ password }),
  addPasskey: object({ answer: anything, label: text(60) }),
  removePasskey: object({ passkeyId, password }),
  renewAuthenticator: object({ password }),
  confirmAuthenticator: object({ code }),
  signOut: nothing,

  queues: nothing,
  queue: object({ queue: oneOf(QUEUES), page: whole(0, 100_000) }),
  case: object({ caseId }),
  find: object({ query: text(60), reason }),
  transitions: object({ orderNo: name, reason }),
  take: object({ caseId, requestId }),
  putBack: object({ caseId, requestId }),
  uncover: object({ caseId, what: oneOf(COVERED), reason }),
  act: object({ caseId, act, requestId }),
  decideWaiting: object({ approvalId: name, decision: oneOf(['confirm', 'decline']), requestId }),

  figures: object({ day }),
  recordings: object({ ...filter, after: orNull(matching(/^[0-9a-f]{32}$/, 'the name of a journey')) }),
  log: object({ caseId: orNull(caseId), before: orNull(whole(0)) }),
  staff: nothing,
  invite: object({ name: staffName, role: oneOf(ROLES), ownMobile: orNull(mobile), requestId }),
  changeStaff: object({
    staffId: name,
    role: optional(oneOf(ROLES)),
    isActive: optional(yesOrNo),
    ownMobile: optional(orNull(mobile)),
    requestId,
  }),
};

/** The query of a download of recordings. */
export const RECORDING_FILTER: Check<RecordingFilter> = object(filter);

/** The input of the sandbox's own sign-in. */
export const SANDBOX_INPUT: Check<{ role: Role }> = object({ role: oneOf(ROLES) });
