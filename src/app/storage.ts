/**
 * The only module that uses localStorage, for everything that survives closing the web view. The storage may be missing,
 * forbidden, full or damaged. Then less is stored, and the app still works.
 */
import {
  APPEARANCES,
  LANGUAGES,
  type AppIdentity,
  type Appearance,
  type AwaitedCode,
  type Language,
  type Session,
  type StoredDevice,
} from '#machines/context.ts';
import type { Draft, Drafts, SectionName } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import {
  CHART_VERSION,
  foundIn,
  isOfInstallation,
  isRecord,
  isTarget,
  isNonEmptyText,
  NO_SECRETS,
  STORAGE_KEY,
  STORAGE_VERSION,
  type BasicInfo,
  type Found,
  type LoggedOut,
  type Safe,
  type Secrets,
} from './storedFormat.ts';

/** Source of a session. A session from the shell is dropped when the shell has signed out. */
export type SessionSource = 'shell' | 'app';

/** The fields that are stored readable. */
interface Plain {
  version: number;
  chartVersion: number;
  language: Language;
  /** The start page also reads this field, before it paints. */
  appearance: Appearance;
  /** The identity that the native app reported. */
  app: AppIdentity;
  sessionFrom: SessionSource;
  resume: RouteTarget | null;
  lostSession: boolean;
}

type Kept = Plain & Secrets;

export interface LoggedOutStorage {
  /** Sessions that the lender has not ended yet. */
  loggedOut: () => readonly LoggedOut[];
  keepLoggedOut: (loggedOut: readonly LoggedOut[]) => void;
}

export interface DeviceStorage extends LoggedOutStorage {
  /**
   * Resolves when all stored data can be read. Without stored secrets it resolves at once, so that a visitor's home does not
   * wait for the key. Rejects if the chunk of the safe could not be fetched. Then no secret is known, and the stored data
   * stay as they are.
   */
  ready: () => Promise<void>;
  /** Opens the safe if `ready` read the secrets without it. From then on typed text is stored at once. Rejects like `ready`. */
  settle: () => Promise<void>;
  /** Opens the safe before there is a secret, so that the first secret is stored at once. Rejects like `ready`. */
  prepare: () => Promise<void>;
  /** Call it after `ready`. */
  read: () => StoredDevice & { sessionFrom: SessionSource };
  keepSession: (session: Session, from: SessionSource) => void;
  /** Stores the lender's data about the signed-in borrower. */
  keepUserInfo: (basicInfo: BasicInfo) => void;
  /** Merges new facts about the native app into the known ones. They are kept when the borrower signs out. */
  keepApp: (app: AppIdentity) => void;
  /** Random id of this installation, created by the first call. Waits for the safe, and rejects like `ready`. */
  deviceId: () => Promise<string>;
  /** The known identity of the native app. */
  app: () => AppIdentity;
  keepLanguage: (language: Language) => void;
  keepAppearance: (appearance: Appearance) => void;
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
  keepDrafts: (userId: string, orderNo: string | null, drafts: Drafts) => boolean;
  /** The same for unsent messages: unchanged ones stay as another tab may have written them. */
  keepUnsent: (userId: string, unsent: Unsent) => boolean;
  /** The drafts of this order in the storage, from any tab. */
  draftsKept: (userId: string, orderNo: string) => Drafts;
  /** Whether a stored text, written by another tab, still contains a session of this borrower. */
  hasSession: (text: string | null, userId: string) => boolean;
  /** Deletes the borrower's data, unless another tab has signed in again. Language, appearance and native app are kept. */
  forgetBorrower: () => void;
  /** Like `forgetBorrower`, but keeps the token until the lender has ended its session. */
  logOut: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const SECRETS = Object.keys(NO_SECRETS) as (keyof Secrets)[];

const PLAIN: Plain = {
  version: STORAGE_VERSION,
  chartVersion: CHART_VERSION,
  language: 'en',
  appearance: 'system',
  app: {},
  sessionFrom: 'app',
  resume: null,
  lostSession: false,
};

const nothing = (): Kept => ({ ...PLAIN, ...NO_SECRETS });

const BEARER = 'Bearer ';

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
      if (isNonEmptyText(text) && APP_FIELDS[field].test(text)) app[field] = text;
    }
  return app;
}

/** Each part is validated by itself: a damaged part is dropped and the others are kept. */
const readPlain = (found: Found): Plain => ({
  ...PLAIN,
  language: LANGUAGES.find((one) => one === found['language']) ?? 'en',
  appearance: APPEARANCES.find((one) => one === found['appearance']) ?? 'system',
  app: readApp(found['app']),
  sessionFrom: found['sessionFrom'] === 'shell' ? 'shell' : 'app',
  lostSession: found['lostSession'] === true,
  resume: found['chartVersion'] === CHART_VERSION && isTarget(found['resume']) ? found['resume'] : null,
});

/** The fields that the safe reads: encrypted ones, or readable ones of an older format, with their `chartVersion`. */
const withoutPlain = (found: Found): Found =>
  Object.fromEntries(Object.entries(found).filter(([name, value]) => value !== null && (name === 'chartVersion' || !(name in PLAIN))));
/** Whether data of a borrower is stored, encrypted or not. */
const hasSecrets = (found: Found): boolean =>
  Object.keys(withoutPlain(found)).some((name) => name !== 'chartVersion' && !isOfInstallation(name));
const ofInstallation = (found: Found): Found => Object.fromEntries(Object.entries(found).filter(([name]) => isOfInstallation(name)));
/** Whether the installation's id is stored readable, as by versions before 4. */
const hasOpenId = (found: Found): boolean => isNonEmptyText(found['deviceId']);

/**
 * @param open returns the local storage, or throws, as `window.localStorage` does in some web views.
 * @param openSafe fetches the safe; called when the storage contains a secret, or when the first secret must be stored.
 * @param readAhead reads the secrets before the safe is opened (`settle`); if it resolves with null, the safe is opened at once.
 *   Never rejects.
 */
export function openStorage(
  open: () => Store = () => localStorage,
  openSafe: Safe | (() => Promise<Safe>) = async () => (await import('./safe/safe.ts')).openSafe(),
  readAhead?: (found: Found) => Promise<Secrets | null>,
): DeviceStorage {
  let store: Store | null = null;
  let kept: Kept = nothing();
  let safe: Safe | null = null;
  let opening: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  /** The secrets were read by `readAhead`. Changes of another tab can only be read once the safe is open. */
  let isReadAhead = false;
  /** Secrets that changed before the safe was open. They are newer than the stored ones. */
  let waiting: Partial<Secrets> = {};
  /** Whether the storage still holds what this tab last wrote. If another tab has written since, its data wins. */
  let isWritten = false;
  /** The safe could not be fetched since the last change. */
  let isLocked = false;
  /** The drafts that this tab wrote last. */
  let handedOver: Drafts = {};
  /** The unsent messages that this tab wrote last. */
  let unsentBefore: Unsent = {};

  const foundNow = (): Found => foundIn(store?.getItem(STORAGE_KEY) ?? null);
  const parse = (found: Found): Kept => ({ ...kept, ...readPlain(found), ...safe?.read(found, kept) });

  function now(): Kept {
    try {
      return isWritten ? parse(foundNow()) : kept;
    } catch {
      return kept;
    }
  }

  const written = (by: Safe, found: Found): Found => ({ ...by.write(kept, found), ...(kept.token ? { isSignedIn: true } : {}) });

  /** @param left returns the stored fields to keep. Before the safe is open, the stored secrets are copied unchanged. */
  function write(left: (found: Found) => Found = (found) => found): boolean {
    try {
      const found = left(foundNow());
      const plain = Object.fromEntries(Object.keys(PLAIN).map((name) => [name, kept[name as keyof Plain]]));
      store?.setItem(STORAGE_KEY, JSON.stringify({ ...plain, ...(safe ? written(safe, found) : withoutPlain(found)) }));
      isWritten = store !== null;
    } catch {
      isWritten = false;
    }
    return isWritten && !(safe ? safe.leavesOut(kept) : isLocked);
  }

  function keep(change: Partial<Kept>, left?: (found: Found) => Found): boolean {
    kept = { ...now(), ...change };
    if (!safe) {
      for (const name of SECRETS) if (name in change) waiting = { ...waiting, [name]: change[name] };
      if (Object.keys(waiting).length > 0) void unlock().catch(() => undefined);
    }
    return write(left);
  }

  async function readOrUnlock(read: NonNullable<typeof readAhead>, found: Found): Promise<void> {
    const secrets = await read(found);
    if (safe) return;
    if (!secrets || (found['isSignedIn'] && !secrets.token)) return unlock();
    kept = { ...kept, ...secrets, deviceId: kept.deviceId, ...waiting };
    isReadAhead = true;
  }

  function takeSafe(opened: Safe): void {
    safe = opened;
    isLocked = false;
    const found = isWritten ? foundNow() : {};
    kept = { ...now(), ...waiting };
    // Somebody was signed in, but the text cannot be decrypted: the key is lost, or the text is damaged.
    if (found['isSignedIn'] && !kept.token) kept.lostSession = true;
    if (Object.keys(waiting).length > 0 || ((hasSecrets(found) || hasOpenId(found)) && !safe.isCurrent(found))) write();
    waiting = {};
  }

  async function unlock(): Promise<void> {
    if (typeof openSafe !== 'function') return;
    opening ??= openSafe().then(takeSafe);
    try {
      await opening;
    } catch (error) {
      opening = null;
      isLocked = true;
      throw error;
    }
  }

  try {
    store = open();
    isWritten = true;
    kept = parse(foundNow());
  } catch {
    store = null;
    isWritten = false;
  }
  if (typeof openSafe !== 'function') takeSafe(openSafe);

  const draftsKept = (userId: string, orderNo: string): Drafts => {
    const { drafts } = now();
    return drafts?.userId === userId && drafts.orderNo === orderNo ? drafts.sections : {};
  };

  /** @param ended sessions that the lender still has to end. */
  function forget(ended: readonly LoggedOut[]): void {
    const { token, language, appearance, app, loggedOut } = now();
    const isOther = token !== null && kept.token !== null && token.Authorization !== kept.token.Authorization;
    handedOver = {};
    unsentBefore = {};
    const { deviceId: _, ...empty } = nothing();
    const left = { ...empty, language, appearance, app, loggedOut: [...loggedOut, ...ended] };
    // Another tab has signed out. It has stored the session that the lender has to end, which only the safe can read.
    const isForgotten = isReadAhead && !safe && ended.length === 0 && isWritten && foundNow()['isSignedIn'] !== true;
    if (isForgotten) {
      waiting = {};
      kept = { ...kept, ...left };
    } else if (isOther) {
      keep({ loggedOut: left.loggedOut });
      kept = { ...kept, ...left };
    } else keep(left, ofInstallation);
  }

  return {
    prepare: async () => {
      if (!safe) await unlock();
    },
    settle: async () => {
      if (isReadAhead && !safe) await unlock();
    },
    ready: async () => {
      if (safe || isReadAhead || !isWritten) return;
      const found = foundNow();
      if (hasSecrets(found)) await (readAhead ? (reading ??= readOrUnlock(readAhead, found)) : unlock());
      // The readable id is encrypted as soon as the safe is open. Nothing waits for that.
      else if (hasOpenId(found)) void unlock().catch(() => undefined);
    },
    read: () => {
      const { language, appearance, sessionFrom, resume, awaitedCode, lostSession, drafts, app, unsent: texts } = kept;
      const session = sessionOf(kept);
      const isOwn = session !== null && drafts?.userId === session.userId;
      handedOver = isOwn ? drafts.sections : {};
      const draftsOf = isOwn ? drafts.orderNo : null;
      unsentBefore = session !== null && texts?.userId === session.userId ? texts.texts : {};
      const unsent = unsentBefore;
      return { session, language, appearance, sessionFrom, resume, awaitedCode, lostSession, drafts: handedOver, draftsOf, app, unsent };
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
    deviceId: async () => {
      if (!safe) await unlock();
      const { deviceId } = now();
      if (deviceId !== null) return deviceId;
      const made = newRequestId();
      keep({ deviceId: made });
      return made;
    },
    app: () => kept.app,
    keepLanguage: (language) => void (language !== kept.language && keep({ language })),
    keepAppearance: (appearance) => void (appearance !== kept.appearance && keep({ appearance })),
    keepLostSession: (lostSession) => void (lostSession !== kept.lostSession && keep({ lostSession })),
    keepResume: (resume) => void (resume !== kept.resume && keep({ resume })),
    // The countdown calls this at every tick. Stored and current objects are different instances, so they are compared
    // by value.
    keepAwaitedCode: (awaitedCode) => void (JSON.stringify(awaitedCode) !== JSON.stringify(kept.awaitedCode) && keep({ awaitedCode })),
    keepDrafts: (userId, orderNo, ours) => {
      if (isWritten && now().userInfo?.basicInfo.userId !== userId) return true;
      if (orderNo === null) {
        handedOver = ours;
        return keep({ drafts: null });
      }
      const there = draftsKept(userId, orderNo);
      const sections: Record<string, Draft | undefined> = {};
      for (const name of Object.keys(ours) as SectionName[])
        sections[name] = ours[name] === handedOver[name] ? (there[name] ?? ours[name]) : ours[name];
      handedOver = ours;
      return keep({ drafts: { userId, orderNo, sections: sections as Drafts } });
    },
    keepUnsent: (userId, ours) => {
      const abouts = Object.keys({ ...unsentBefore, ...ours });
      // Nothing has changed, as at every start. A write would encrypt all secrets again.
      if (abouts.every((about) => ours[about] === unsentBefore[about])) return true;
      const there = now();
      if (isWritten && there.userInfo?.basicInfo.userId !== userId) return true;
      const texts: Record<string, Unsent[string]> = { ...(there.unsent?.userId === userId ? there.unsent.texts : {}) };
      for (const about of abouts) {
        const values = ours[about];
        if (!values) delete texts[about];
        else if (values !== unsentBefore[about]) texts[about] = values;
      }
      unsentBefore = ours;
      return keep({ unsent: { userId, texts } });
    },
    draftsKept,
    hasSession: (text, userId) => {
      const found = foundIn(text);
      if (isReadAhead && !safe && found['isSignedIn'] !== true) return false;
      return parse(found).userInfo?.basicInfo.userId === userId;
    },
    forgetBorrower: () => forget([]),
    logOut: () => forget(kept.token ? [{ token: kept.token.Authorization.slice(BEARER.length), tries: 0 }] : []),
    loggedOut: () => now().loggedOut,
    keepLoggedOut: (loggedOut) => void keep({ loggedOut }),
  };
}
