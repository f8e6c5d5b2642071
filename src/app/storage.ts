/**
 * The only module that uses localStorage: everything that survives closing the web view. Storage may be missing,
 * forbidden, full or damaged; then the app remembers less and still works.
 */
import { LANGUAGES, type AppIdentity, type AwaitedCode, type Language, type Session, type StoredDevice } from '#machines/context.ts';
import type { Draft, Drafts, SectionName, Values } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { ROUTES, type RouteTarget } from '#machines/routes.ts';
import { DEVICE_ID } from '#src/api/payloads.ts';
import { newRequestId } from '#src/ui/requestId.ts';

/**
 * Names of states, sections and fields are part of the stored format. Increase this number when one is renamed: places
 * and drafts of another version are then dropped, session and language are kept.
 */
export const CHART_VERSION = 1;

/**
 * Version of the stored format. An older one is migrated when it is read and written in the new format at the next
 * change.
 */
export const STORAGE_VERSION = 2;

/** Source of a session. A session from the shell is dropped when the shell has signed out. */
export type SessionSource = 'shell' | 'app';

interface BasicInfo {
  userId: string;
  mobile: string;
  firstName?: string | null;
  lastName?: string | null;
}

interface KeptDrafts {
  userId: string;
  orderNo: string;
  sections: Drafts;
}

/**
 * A session that this phone has logged out and that the lender has not ended yet. @property tries failed requests so
 * far.
 */
export interface LoggedOut {
  token: string;
  tries: number;
}

interface Kept {
  version: number;
  chartVersion: number;
  language: Language;
  /** Value of the Authorization header, `Bearer …`. */
  token: { Authorization: string } | null;
  /** The lender's data about the borrower. */
  userInfo: { basicInfo: BasicInfo } | null;
  /** What the native app around this page reported about itself. */
  app: AppIdentity;
  sessionFrom: SessionSource;
  /** Drafts of one order of one borrower: a borrower has one loan at a time. */
  drafts: KeptDrafts | null;
  /** Messages of one borrower that were typed and not sent. */
  unsent: { userId: string; texts: Unsent } | null;
  resume: RouteTarget | null;
  awaitedCode: AwaitedCode | null;
  lostSession: boolean;
  /** Random id of this installation, by which the lender knows the device again. Kept when the borrower signs out. */
  deviceId: string | null;
  /** Kept when the borrower signs out. */
  loggedOut: readonly LoggedOut[];
}

export interface LoggedOutStorage {
  /** Sessions that the lender has not ended yet. */
  loggedOut: () => readonly LoggedOut[];
  keepLoggedOut: (loggedOut: readonly LoggedOut[]) => void;
}

export interface DeviceStorage extends LoggedOutStorage {
  read: () => StoredDevice & { sessionFrom: SessionSource };
  keepSession: (session: Session, from: SessionSource) => void;
  /** What the lender reports about the signed-in borrower. */
  keepUserInfo: (basicInfo: BasicInfo) => void;
  /** Merges new facts about the native app into the known ones. They are kept when the borrower signs out. */
  keepApp: (app: AppIdentity) => void;
  /** Random id of this installation; it is made at the first call. */
  deviceId: () => string;
  /** The stored facts, read at every call. */
  app: () => AppIdentity;
  keepLanguage: (language: Language) => void;
  keepResume: (resume: RouteTarget | null) => void;
  /** null: no code is awaited any more. The end of the session also clears it. */
  keepAwaitedCode: (awaited: AwaitedCode | null) => void;
  /** The session was ended by the lender, and the borrower has not confirmed the message yet. */
  keepLostSession: (lost: boolean) => void;
  /**
   * Writes the sections that have changed since the last call. The other sections stay as another tab may have written
   * them. Writes nothing after this borrower was signed out.
   * @returns false when the storage refused: the drafts exist in memory only.
   */
  keepDrafts: (userId: string, orderNo: string, drafts: Drafts) => boolean;
  /** The same for unsent messages: unchanged ones stay as another tab may have written them. */
  keepUnsent: (userId: string, unsent: Unsent) => boolean;
  /** The drafts of this order in the storage, from any tab. */
  draftsKept: (userId: string, orderNo: string) => Drafts;
  /** Deletes the borrower's data, unless another tab has signed in again. Language and native app are kept. */
  forgetBorrower: () => void;
  /** Like `forget`, and keeps the token until the lender has ended its session. */
  logOut: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export const STORAGE_KEY = 'loan-journey';

const nothing = (): Kept => ({
  version: STORAGE_VERSION,
  chartVersion: CHART_VERSION,
  language: 'en',
  token: null,
  userInfo: null,
  app: {},
  sessionFrom: 'app',
  drafts: null,
  unsent: null,
  resume: null,
  awaitedCode: null,
  lostSession: false,
  deviceId: null,
  loggedOut: [],
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Found = Readonly<Record<string, unknown>>;
const BEARER = 'Bearer ';
/** A header must be plain ASCII. With any other token no call could be sent, not even the one that signs out. */
const AUTHORIZATION = /^Bearer [\x21-\x7e]+$/;

/** Migrates from each version to the next. */
const MIGRATIONS: Readonly<Record<number, (found: Found) => Found>> = {
  /** Version 1 stored token and borrower together as `session`. */
  1: ({ session, ...found }) => ({
    ...found,
    version: 2,
    ...(isRecord(session) && isText(session['token'])
      ? {
          token: { Authorization: BEARER + session['token'] },
          userInfo: { basicInfo: { userId: session['userId'], mobile: session['mobile'] } },
        }
      : {}),
  }),
};

function migrated(found: Found): Found {
  // Version 1 had no version field.
  const { version = 1 } = found;
  const migrate = typeof version === 'number' ? MIGRATIONS[version] : undefined;
  return migrate ? migrated(migrate(found)) : found;
}

/** Token and borrower are stored together: a token without its borrower cannot be used. */
function readWho({ token, userInfo }: Found): Pick<Kept, 'token' | 'userInfo'> {
  const { Authorization } = isRecord(token) ? token : {};
  const basicInfo = isRecord(userInfo) ? userInfo['basicInfo'] : null;
  if (!isRecord(basicInfo) || !isText(Authorization) || !AUTHORIZATION.test(Authorization)) return { token: null, userInfo: null };
  const { userId, mobile, firstName, lastName } = basicInfo;
  if (!isText(userId) || !isText(mobile)) return { token: null, userInfo: null };
  return {
    token: { Authorization },
    userInfo: {
      basicInfo: { userId, mobile, firstName: isText(firstName) ? firstName : null, lastName: isText(lastName) ? lastName : null },
    },
  };
}

const sessionOf = ({ token, userInfo }: Pick<Kept, 'token' | 'userInfo'>): Session | null =>
  token && userInfo
    ? { token: token.Authorization.slice(BEARER.length), userId: userInfo.basicInfo.userId, mobile: userInfo.basicInfo.mobile }
    : null;

/** Headers must be plain ASCII; the other fields are only limited in length. */
const APP_FIELDS: Readonly<Record<keyof AppIdentity, RegExp>> = {
  packageName: /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/,
  appName: /^[\x20-\x7e]{1,60}$/,
  afid: /^[\x21-\x7e]{1,100}$/,
  edition: /^.{1,60}$/,
  deviceMsg: /^[^]{1,2000}$/,
};

/** The valid fields of the native app's identity; invalid ones are dropped. */
export function readApp(value: unknown): AppIdentity {
  const app: AppIdentity = {};
  if (isRecord(value))
    for (const field of Object.keys(APP_FIELDS) as (keyof AppIdentity)[]) {
      const text = value[field];
      if (isText(text) && APP_FIELDS[field].test(text)) app[field] = text;
    }
  return app;
}

const isValues = (value: unknown): value is Values =>
  isRecord(value) && Object.keys(value).every((name) => typeof value[name] === 'string');

const isMomentOrNull = (value: unknown): boolean => value === null || typeof value === 'number';

function readDrafts(value: unknown): KeptDrafts | null {
  if (!isRecord(value) || !isRecord(value['sections'])) return null;
  const { userId, orderNo, sections } = value;
  if (!isText(userId) || !isText(orderNo)) return null;
  const whole: Record<string, Draft> = {};
  for (const name of Object.keys(sections)) {
    const draft = sections[name];
    if (!isRecord(draft) || !isMomentOrNull(draft['savedAt']) || !isValues(draft['values'])) continue;
    whole[name] = draft as unknown as Draft;
  }
  return { userId, orderNo, sections: whole as Drafts };
}

function readUnsent(value: unknown): Kept['unsent'] {
  if (!isRecord(value) || !isText(value['userId']) || !isRecord(value['texts'])) return null;
  const { userId, texts } = value;
  return Object.keys(texts).every((about) => isValues(texts[about])) ? { userId, texts: texts as Unsent } : null;
}

/** A place that no longer exists would stop the app at every start, so it is dropped. */
const isTarget = (value: unknown): value is RouteTarget =>
  isText(value) && value.charAt(0) === '#' && Object.keys(ROUTES).includes(value.slice(1));

function readAwaitedCode(value: unknown): AwaitedCode | null {
  if (!isRecord(value) || (value['purpose'] !== 'login' && value['purpose'] !== 'register')) return null;
  const { purpose, mobile, codeAgainAt, pendingRoute } = value;
  if (!isText(mobile) || typeof codeAgainAt !== 'number') return null;
  const isPending = isRecord(pendingRoute) && isTarget(pendingRoute['to']) && isValues(pendingRoute['query']);
  return { purpose, mobile, codeAgainAt, pendingRoute: isPending ? (pendingRoute as unknown as AwaitedCode['pendingRoute']) : null };
}

const isLoggedOut = (value: unknown): value is LoggedOut => isRecord(value) && isText(value['token']) && typeof value['tries'] === 'number';

const isDeviceId = (value: unknown): value is string => typeof value === 'string' && DEVICE_ID.test(value);

/** Each part is validated by itself: a damaged part is dropped and the others are kept. */
function parse(text: string | null): Kept {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    // The text is not ours or is cut off: treated as empty storage.
  }
  if (!isRecord(found)) return nothing();
  return readKept(migrated(found));
}

function readKept(found: Found): Kept {
  const language = LANGUAGES.find((one) => one === found['language']) ?? 'en';
  const kept: Kept = {
    ...nothing(),
    language,
    ...readWho(found),
    app: readApp(found['app']),
    sessionFrom: found['sessionFrom'] === 'shell' ? 'shell' : 'app',
    lostSession: found['lostSession'] === true,
    deviceId: isDeviceId(found['deviceId']) ? found['deviceId'] : null,
    loggedOut: Array.isArray(found['loggedOut']) ? found['loggedOut'].filter(isLoggedOut) : [],
  };
  if (found['chartVersion'] !== CHART_VERSION) return kept;
  const resume = found['resume'];
  return {
    ...kept,
    drafts: readDrafts(found['drafts']),
    unsent: readUnsent(found['unsent']),
    resume: isTarget(resume) ? resume : null,
    awaitedCode: readAwaitedCode(found['awaitedCode']),
  };
}

/** @param open may throw: in some web views reading `window.localStorage` throws. */
export function openStorage(open: () => Store = () => localStorage): DeviceStorage {
  let store: Store | null = null;
  let kept: Kept = nothing();
  try {
    store = open();
    kept = parse(store.getItem(STORAGE_KEY));
  } catch {
    store = null;
  }

  /** Whether the storage still holds what this tab last wrote. If another tab has written since, its data wins. */
  let isWritten = store !== null;
  /** The drafts that this tab wrote last. */
  let handedOver: Drafts = {};
  /** The unsent messages that this tab wrote last. */
  let unsentBefore: Unsent = {};

  function now(): Kept {
    try {
      return isWritten && store ? parse(store.getItem(STORAGE_KEY)) : kept;
    } catch {
      return kept;
    }
  }

  function keep(change: Partial<Kept>): boolean {
    kept = { ...now(), ...change };
    try {
      store?.setItem(STORAGE_KEY, JSON.stringify(kept));
      isWritten = store !== null;
    } catch {
      isWritten = false;
    }
    return isWritten;
  }

  const draftsKept = (userId: string, orderNo: string): Drafts => {
    const { drafts } = now();
    return drafts?.userId === userId && drafts.orderNo === orderNo ? drafts.sections : {};
  };

  /** @param ended sessions that the lender still has to end. */
  function forget(ended: readonly LoggedOut[]): void {
    const { token, language, app, deviceId, loggedOut } = now();
    const isOther = token !== null && kept.token !== null && token.Authorization !== kept.token.Authorization;
    handedOver = {};
    unsentBefore = {};
    const left = { ...nothing(), language, app, deviceId, loggedOut: [...loggedOut, ...ended] };
    if (isOther) {
      keep({ loggedOut: left.loggedOut });
      kept = left;
    } else keep(left);
  }

  return {
    read: () => {
      const { language, sessionFrom, resume, awaitedCode, lostSession, drafts, app, unsent: texts } = kept;
      const session = sessionOf(kept);
      const isOwn = session !== null && drafts?.userId === session.userId;
      handedOver = isOwn ? drafts.sections : {};
      const draftsOf = isOwn ? drafts.orderNo : null;
      unsentBefore = session !== null && texts?.userId === session.userId ? texts.texts : {};
      const unsent = unsentBefore;
      return { session, language, sessionFrom, resume, awaitedCode, lostSession, drafts: handedOver, draftsOf, app, unsent };
    },
    keepSession: ({ token, userId, mobile }, sessionFrom) => {
      const known = kept.userInfo?.basicInfo.userId === userId ? kept.userInfo.basicInfo : {};
      keep({
        token: { Authorization: BEARER + token },
        userInfo: { basicInfo: { ...known, userId, mobile } },
        sessionFrom,
        awaitedCode: null,
        lostSession: false,
      });
    },
    keepUserInfo: (basicInfo) => void (now().userInfo?.basicInfo.userId === basicInfo.userId && keep({ userInfo: { basicInfo } })),
    keepApp: (reported) => {
      const app = { ...kept.app, ...readApp(reported) };
      if (JSON.stringify(app) !== JSON.stringify(kept.app)) keep({ app });
    },
    deviceId: () => {
      const { deviceId } = now();
      if (deviceId !== null) return deviceId;
      const made = newRequestId();
      keep({ deviceId: made });
      return made;
    },
    app: () => kept.app,
    keepLanguage: (language) => void (language !== kept.language && keep({ language })),
    keepLostSession: (lostSession) => void (lostSession !== kept.lostSession && keep({ lostSession })),
    keepResume: (resume) => void (resume !== kept.resume && keep({ resume })),
    // The countdown calls this at every tick. Stored and current objects are different instances, so they are compared
    // by value.
    keepAwaitedCode: (awaitedCode) => void (JSON.stringify(awaitedCode) !== JSON.stringify(kept.awaitedCode) && keep({ awaitedCode })),
    keepDrafts: (userId, orderNo, ours) => {
      if (isWritten && now().userInfo?.basicInfo.userId !== userId) return true;
      const there = draftsKept(userId, orderNo);
      const sections: Record<string, Draft | undefined> = {};
      for (const name of Object.keys(ours) as SectionName[])
        sections[name] = ours[name] === handedOver[name] ? (there[name] ?? ours[name]) : ours[name];
      handedOver = ours;
      return keep({ drafts: { userId, orderNo, sections: sections as Drafts } });
    },
    keepUnsent: (userId, ours) => {
      const there = now();
      if (isWritten && there.userInfo?.basicInfo.userId !== userId) return true;
      const texts: Record<string, Unsent[string]> = { ...(there.unsent?.userId === userId ? there.unsent.texts : {}) };
      for (const about of Object.keys({ ...unsentBefore, ...ours })) {
        const values = ours[about];
        if (!values) delete texts[about];
        else if (values !== unsentBefore[about]) texts[about] = values;
      }
      unsentBefore = ours;
      return keep({ unsent: { userId, texts } });
    },
    draftsKept,
    forgetBorrower: () => forget([]),
    logOut: () => forget(kept.token ? [{ token: kept.token.Authorization.slice(BEARER.length), tries: 0 }] : []),
    loggedOut: () => now().loggedOut,
    keepLoggedOut: (loggedOut) => void keep({ loggedOut }),
  };
}

/** Whether a stored text, written by another tab, still holds a session of this borrower. */
export const hasSession = (text: string | null, userId: string): boolean => parse(text).userInfo?.basicInfo.userId === userId;
