/**
 * Data that a copied storage must not reveal: the session, typed values, the number that awaits a code. Every stored part
 * is validated by itself: an invalid part is dropped and the others are kept.
 */
import type { AwaitedCode } from '#machines/model/device.ts';
import type { Draft, Drafts, Values } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { DEVICE_ID } from '#src/api/payloads.ts';
import {
  CHART_VERSION,
  isRecord,
  isTarget,
  isNonEmptyText,
  NO_SECRETS,
  type Found,
  type LoggedOut,
  type Secrets,
} from '../storedFormat.ts';

const BEARER = 'Bearer ';
/** Headers must be plain ASCII: with any other token no call could be sent, not even the one that logs out. */
const AUTHORIZATION = /^Bearer [\x21-\x7e]+$/;

/** Token and borrower are stored together: a token without its borrower cannot be used. */
function readWho({ token, userInfo, session }: Found): Pick<Secrets, 'token' | 'userInfo'> {
  // The first version stored both as `session`.
  if (isRecord(session) && isNonEmptyText(session['token'])) {
    const { userId, mobile } = session;
    return readWho({ token: { Authorization: BEARER + session['token'] }, userInfo: { basicInfo: { userId, mobile } } });
  }
  const { Authorization } = isRecord(token) ? token : {};
  const basicInfo = isRecord(userInfo) ? userInfo['basicInfo'] : null;
  if (!isRecord(basicInfo) || !isNonEmptyText(Authorization) || !AUTHORIZATION.test(Authorization)) return { token: null, userInfo: null };
  const { userId, mobile, firstName, lastName } = basicInfo;
  if (!isNonEmptyText(userId) || !isNonEmptyText(mobile)) return { token: null, userInfo: null };
  return {
    token: { Authorization },
    userInfo: {
      basicInfo: {
        userId,
        mobile,
        firstName: isNonEmptyText(firstName) ? firstName : null,
        lastName: isNonEmptyText(lastName) ? lastName : null,
      },
    },
  };
}

const isValues = (value: unknown): value is Values =>
  isRecord(value) && Object.keys(value).every((name) => typeof value[name] === 'string');

const isMomentOrNull = (value: unknown): boolean => value === null || typeof value === 'number';

function readDrafts(value: unknown): Secrets['drafts'] {
  if (!isRecord(value) || !isRecord(value['sections'])) return null;
  const { userId, orderNo, sections } = value;
  if (!isNonEmptyText(userId) || !isNonEmptyText(orderNo)) return null;
  const whole: Record<string, Draft> = {};
  for (const name of Object.keys(sections)) {
    const draft = sections[name];
    if (!isRecord(draft) || !isMomentOrNull(draft['savedAt']) || !isValues(draft['values'])) continue;
    whole[name] = draft as unknown as Draft;
  }
  return { userId, orderNo, sections: whole as Drafts };
}

function readUnsent(value: unknown): Secrets['unsent'] {
  if (!isRecord(value) || !isNonEmptyText(value['userId']) || !isRecord(value['texts'])) return null;
  const { userId, texts } = value;
  return Object.keys(texts).every((about) => isValues(texts[about])) ? { userId, texts: texts as Unsent } : null;
}

function readAwaitedCode(value: unknown): AwaitedCode | null {
  if (!isRecord(value) || (value['purpose'] !== 'login' && value['purpose'] !== 'register')) return null;
  const { purpose, mobile, codeAgainAt, pendingRoute, mayNotCome } = value;
  if (!isNonEmptyText(mobile) || typeof codeAgainAt !== 'number') return null;
  const isPending = isRecord(pendingRoute) && isTarget(pendingRoute['to']) && isValues(pendingRoute['query']);
  return {
    purpose,
    mobile,
    codeAgainAt,
    pendingRoute: isPending ? (pendingRoute as unknown as AwaitedCode['pendingRoute']) : null,
    ...(mayNotCome === true ? { mayNotCome } : {}),
  };
}

const isLoggedOut = (value: unknown): value is LoggedOut =>
  isRecord(value) && isNonEmptyText(value['token']) && typeof value['tries'] === 'number';

export const readDeviceId = (id: unknown): string | null => (typeof id === 'string' && DEVICE_ID.test(id) ? id : null);

/** Reads unencrypted fields: decrypted ones, those of `bareSafe`, or those of a version before the safe. */
export function readSecrets(found: Found): Secrets {
  const { loggedOut } = found;
  const who = {
    ...NO_SECRETS,
    ...readWho(found),
    loggedOut: Array.isArray(loggedOut) ? loggedOut.filter(isLoggedOut) : [],
    deviceId: readDeviceId(found['deviceId']),
  };
  // In another version of the chart, states, sections and fields may have other names.
  if (found['chartVersion'] !== CHART_VERSION) return who;
  return {
    ...who,
    drafts: readDrafts(found['drafts']),
    unsent: readUnsent(found['unsent']),
    awaitedCode: readAwaitedCode(found['awaitedCode']),
  };
}

/** Whether there is no data of a borrower. */
export const isEmpty = (secrets: Secrets): boolean =>
  !secrets.token && !secrets.drafts && !secrets.unsent && !secrets.awaitedCode && secrets.loggedOut.length === 0;
