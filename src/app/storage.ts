/**
 * The one module over localStorage: what this phone keeps between two openings of the web view.
 * Storage may be missing, forbidden, full or full of rubbish; then the app forgets more, and still works.
 */
import { LANGUAGES, type AwaitedCode, type Language, type Session, type StoredDevice } from '#machines/context.ts';
import type { Draft, Drafts, SectionName } from '#machines/model/application.ts';
import type { RouteTarget } from '#machines/routes.ts';

/**
 * Names of states, sections and fields are a stored format. When one is renamed this number grows:
 * places and drafts of another version are forgotten, session and language are kept.
 */
export const CHART_VERSION = 1;

/** Who knows the session first: a shell that was signed out since takes it along. */
export type SessionSource = 'shell' | 'app';

interface KeptDrafts {
  userId: string;
  orderNo: string;
  sections: Drafts;
}

interface Kept {
  chartVersion: number;
  language: Language;
  session: Session | null;
  sessionFrom: SessionSource;
  /** Of one order of one borrower: there is one loan at a time. */
  drafts: KeptDrafts | null;
  resume: RouteTarget | null;
  awaitedCode: AwaitedCode | null;
  lostSession: boolean;
}

export interface DeviceStorage {
  read: () => StoredDevice & { sessionFrom: SessionSource };
  keepSession: (session: Session, from: SessionSource) => void;
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
  /** The drafts of this order as the phone keeps them now, whichever window wrote them. */
  draftsKept: (userId: string, orderNo: string) => Drafts;
  /** Forgets the borrower, unless another window has signed in again since; the language stays with the phone. */
  forgetBorrower: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export const STORAGE_KEY = 'loan-journey';

const nothing = (): Kept => ({
  chartVersion: CHART_VERSION,
  language: 'en',
  session: null,
  sessionFrom: 'app',
  drafts: null,
  resume: null,
  awaitedCode: null,
  lostSession: false,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function readSession(value: unknown): Session | null {
  if (!isRecord(value)) return null;
  const { token, userId, mobile } = value;
  return isText(token) && isText(userId) && isText(mobile) ? { token, userId, mobile } : null;
}

const isDrafts = (value: unknown): value is Drafts =>
  isRecord(value) &&
  Object.keys(value).every((section) => {
    const draft = value[section];
    return isRecord(draft) && typeof draft['savedAt'] === 'number' && isRecord(draft['values']);
  });

function readDrafts(value: unknown): KeptDrafts | null {
  if (!isRecord(value)) return null;
  const { userId, orderNo, sections } = value;
  return isText(userId) && isText(orderNo) && isDrafts(sections) ? { userId, orderNo, sections } : null;
}

const isTarget = (value: unknown): value is RouteTarget => isText(value) && value.charAt(0) === '#';

function readAwaitedCode(value: unknown): AwaitedCode | null {
  if (!isRecord(value) || (value['purpose'] !== 'login' && value['purpose'] !== 'register')) return null;
  const { purpose, mobile, codeAgainAt, pendingRoute } = value;
  if (!isText(mobile) || typeof codeAgainAt !== 'number') return null;
  const isPending = isRecord(pendingRoute) && isTarget(pendingRoute['to']) && isRecord(pendingRoute['query']);
  return { purpose, mobile, codeAgainAt, pendingRoute: isPending ? (pendingRoute as unknown as AwaitedCode['pendingRoute']) : null };
}

/** Rubbish in any part costs that part alone. */
function parse(text: string | null): Kept {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    // Not ours or cut off: as if nothing had been kept.
  }
  if (!isRecord(found)) return nothing();
  const language = LANGUAGES.find((one) => one === found['language']) ?? 'en';
  const kept: Kept = {
    ...nothing(),
    language,
    session: readSession(found['session']),
    sessionFrom: found['sessionFrom'] === 'shell' ? 'shell' : 'app',
    lostSession: found['lostSession'] === true,
  };
  if (found['chartVersion'] !== CHART_VERSION) return kept;
  const resume = found['resume'];
  return {
    ...kept,
    drafts: readDrafts(found['drafts']),
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

  return {
    read: () => {
      const { session, language, sessionFrom, resume, awaitedCode, lostSession, drafts } = kept;
      const isOwn = session !== null && drafts?.userId === session.userId;
      handedOver = isOwn ? drafts.sections : {};
      const draftsOf = isOwn ? drafts.orderNo : null;
      return { session, language, sessionFrom, resume, awaitedCode, lostSession, drafts: handedOver, draftsOf };
    },
    keepSession: (session, sessionFrom) => void keep({ session, sessionFrom, awaitedCode: null, lostSession: false }),
    keepLanguage: (language) => void (language !== kept.language && keep({ language })),
    keepLostSession: (lostSession) => void (lostSession !== kept.lostSession && keep({ lostSession })),
    keepResume: (resume) => void (resume !== kept.resume && keep({ resume })),
    // Asked at every tick of the countdown; what was read and what the chart says are other objects.
    keepAwaitedCode: (awaitedCode) => void (JSON.stringify(awaitedCode) !== JSON.stringify(kept.awaitedCode) && keep({ awaitedCode })),
    keepDrafts: (userId, orderNo, ours) => {
      if (isWritten && now().session?.userId !== userId) return true;
      const there = draftsKept(userId, orderNo);
      const sections: Record<string, Draft | undefined> = {};
      for (const name of Object.keys(ours) as SectionName[])
        sections[name] = ours[name] === handedOver[name] ? (there[name] ?? ours[name]) : ours[name];
      handedOver = ours;
      return keep({ drafts: { userId, orderNo, sections: sections as Drafts } });
    },
    draftsKept,
    forgetBorrower: () => {
      const { session, language } = now();
      const isOther = session !== null && kept.session !== null && session.token !== kept.session.token;
      handedOver = {};
      if (isOther) kept = { ...nothing(), language };
      else keep({ ...nothing(), language });
    },
  };
}

/** Whether a stored text, as another view of this phone wrote it, still holds a session of this borrower. */
export const hasSession = (text: string | null, userId: string): boolean => parse(text).session?.userId === userId;
