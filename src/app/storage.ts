/**
 * The one module over localStorage: what this phone keeps between two openings of the web view.
 * Storage may be missing, forbidden, full or full of rubbish; then the app forgets more, and still works.
 */
import { LANGUAGES, type AppIdentity, type AwaitedCode, type Language, type Session, type StoredDevice } from '#machines/context.ts';
import type { Draft, Drafts, SectionName, Values } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { ROUTES, type RouteTarget } from '#machines/routes.ts';

/**
 * Names of states, sections and fields are a stored format. When one is renamed this number grows:
 * places and drafts of another version are forgotten, session and language are kept.
 */
export const CHART_VERSION = 1;

/** Of the format itself. An older one is migrated when it is read, and written anew at the next change. */
export const STORAGE_VERSION = 2;

/** Who knows the session first: a shell that was signed out since takes it along. */
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

/** A session that this phone logged out and that the lender has not ended yet. @property tries requests that brought no answer. */
export interface LoggedOut {
  token: string;
  tries: number;
}

interface Kept {
  version: number;
  chartVersion: number;
  language: Language;
  /** `Bearer …`, as it is sent. */
  token: { Authorization: string } | null;
  /** What the lender told of the borrower. */
  userInfo: { basicInfo: BasicInfo } | null;
  /** Of the native app around this page. */
  app: AppIdentity;
  sessionFrom: SessionSource;
  /** Of one order of one borrower: there is one loan at a time. */
  drafts: KeptDrafts | null;
  /** Of one borrower: typed for the lender and not sent. */
  unsent: { userId: string; texts: Unsent } | null;
  resume: RouteTarget | null;
  awaitedCode: AwaitedCode | null;
  lostSession: boolean;
  /** Stays with the phone. */
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
  /** What the lender tells of the borrower who is signed in. */
  keepUserInfo: (basicInfo: BasicInfo) => void;
  /** Adds to what is known of the native app. It stays with the phone. */
  keepApp: (app: AppIdentity) => void;
  /** As kept; asked at every call. */
  app: () => AppIdentity;
  keepLanguage: (language: Language) => void;
  keepResume: (resume: RouteTarget | null) => void;
  /** null: none is awaited any more. A session ends the waiting as well. */
  keepAwaitedCode: (awaited: AwaitedCode | null) => void;
  /** The session was ended from outside and the borrower has not been told yet, or not for good. */
  keepLostSession: (lost: boolean) => void;
  /**
   * Writes the sections that changed since the last call; the others stay as another window may have left them.
   * Once this borrower is signed out of the phone, nothing more is kept.
   * @returns false when the phone would not keep it: it lives in memory only.
   */
  keepDrafts: (userId: string, orderNo: string, drafts: Drafts) => boolean;
  /** The same for what was typed and not sent: what did not change here stays as another window may have left it. */
  keepUnsent: (userId: string, unsent: Unsent) => boolean;
  /** The drafts of this order as the phone keeps them now, whichever window wrote them. */
  draftsKept: (userId: string, orderNo: string) => Drafts;
  /** Forgets the borrower, unless another window has signed in again since; language and app stay with the phone. */
  forgetBorrower: () => void;
  /** The same, and keeps the token until the lender has ended its session. */
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
  loggedOut: [],
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Found = Readonly<Record<string, unknown>>;
const BEARER = 'Bearer ';
/** What travels in a header has to be plain ASCII: no call could be sent with any other token, not even to sign out. */
const AUTHORIZATION = /^Bearer [\x21-\x7e]+$/;

/** From each version to the next. */
const MIGRATIONS: Readonly<Record<number, (found: Found) => Found>> = {
  /** Token and borrower lay together as `session`. */
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
  // The first version did not name itself.
  const { version = 1 } = found;
  const migrate = typeof version === 'number' ? MIGRATIONS[version] : undefined;
  return migrate ? migrated(migrate(found)) : found;
}

/** Both or neither: a token without its borrower is nobody's. */
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

/** What travels in a header has to be plain ASCII; the rest only has to be short. */
const APP_FIELDS: Readonly<Record<keyof AppIdentity, RegExp>> = {
  packageName: /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/,
  appName: /^[\x20-\x7e]{1,60}$/,
  afid: /^[\x21-\x7e]{1,100}$/,
  edition: /^.{1,60}$/,
  deviceMsg: /^[^]{1,2000}$/,
};

/** What of a told identity may be kept; the rest is not there. */
export function readApp(value: unknown): AppIdentity {
  const app: AppIdentity = {};
  if (isRecord(value))
    for (const field of Object.keys(APP_FIELDS) as (keyof AppIdentity)[]) {
      const told = value[field];
      if (isText(told) && APP_FIELDS[field].test(told)) app[field] = told;
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

/** A place that is no more would stop the app at every start. */
const isTarget = (value: unknown): value is RouteTarget =>
  isText(value) && value.charAt(0) === '#' && Object.keys(ROUTES).indexOf(value.slice(1)) >= 0;

function readAwaitedCode(value: unknown): AwaitedCode | null {
  if (!isRecord(value) || (value['purpose'] !== 'login' && value['purpose'] !== 'register')) return null;
  const { purpose, mobile, codeAgainAt, pendingRoute } = value;
  if (!isText(mobile) || typeof codeAgainAt !== 'number') return null;
  const isPending = isRecord(pendingRoute) && isTarget(pendingRoute['to']) && isValues(pendingRoute['query']);
  return { purpose, mobile, codeAgainAt, pendingRoute: isPending ? (pendingRoute as unknown as AwaitedCode['pendingRoute']) : null };
}

const isLoggedOut = (value: unknown): value is LoggedOut => isRecord(value) && isText(value['token']) && typeof value['tries'] === 'number';

/** Rubbish in any part costs that part alone. */
function parse(text: string | null): Kept {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    // Not ours or cut off: as if nothing had been kept.
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

/** @param open may throw: in some web views the mere look at localStorage does. */
export function openStorage(open: () => Store = () => localStorage): DeviceStorage {
  let store: Store | null = null;
  let kept: Kept = nothing();
  try {
    store = open();
    kept = parse(store.getItem(STORAGE_KEY));
  } catch {
    store = null;
  }

  /** Whether the phone holds what is known here: another window may have written since, and wins. */
  let isWritten = store !== null;
  /** Sections as this window handed them over last. */
  let handedOver: Drafts = {};
  /** What was typed and not sent, the same. */
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

  /** @param ended sessions that the lender is still to end. */
  function forget(ended: readonly LoggedOut[]): void {
    const { token, language, app, loggedOut } = now();
    const isOther = token !== null && kept.token !== null && token.Authorization !== kept.token.Authorization;
    handedOver = {};
    unsentBefore = {};
    const left = { ...nothing(), language, app, loggedOut: [...loggedOut, ...ended] };
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
    keepApp: (told) => {
      const app = { ...kept.app, ...readApp(told) };
      if (JSON.stringify(app) !== JSON.stringify(kept.app)) keep({ app });
    },
    app: () => kept.app,
    keepLanguage: (language) => void (language !== kept.language && keep({ language })),
    keepLostSession: (lostSession) => void (lostSession !== kept.lostSession && keep({ lostSession })),
    keepResume: (resume) => void (resume !== kept.resume && keep({ resume })),
    // Asked at every tick of the countdown; what was read and what the chart says are other objects.
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

/** Whether a stored text, as another view of this phone wrote it, still holds a session of this borrower. */
export const hasSession = (text: string | null, userId: string): boolean => parse(text).userInfo?.basicInfo.userId === userId;
