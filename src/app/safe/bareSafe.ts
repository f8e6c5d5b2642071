/**
 * The safe of a phone that can hold no key: the page has no TLS, or IndexedDB is missing or fails. The local storage then
 * contains nothing sensitive. The session and the awaited number are in the session storage, which survives a reload and ends
 * with the web view; without it every reload would need another code by SMS. Sensitive fields are only in memory. The id of
 * the installation is stored readable, because without it every sign-in would be one on a new phone.
 */
import type { Values } from '#machines/model/application.ts';
import type { Unsent } from '#machines/model/feedback.ts';
import { foundIn, STORAGE_KEY, type Found, type Safe, type Secrets, type IsSensitive } from '../storedFormat.ts';
import { readDeviceId, readSecrets } from './secrets.ts';

export type SessionStore = Pick<Storage, 'getItem' | 'setItem'>;

export async function openBareSafe(session: SessionStore | undefined): Promise<Safe> {
  const { isSensitive } = await import('./sensitive.ts');
  return bareSafe(session, isSensitive);
}

const pick = (values: Values, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

/** Copies `drafts` and `unsent` with changed values. */
function mapValues(
  { drafts, unsent }: Pick<Secrets, 'drafts' | 'unsent'>,
  change: (values: Values, section: string | null, name: string) => Values,
): Pick<Secrets, 'drafts' | 'unsent'> {
  const sections = Object.entries(drafts?.sections ?? {}).map(([name, draft]) => [
    name,
    { ...draft, values: change(draft.values, name, name) },
  ]);
  const texts = Object.entries(unsent?.texts ?? {}).map(([about, values]) => [about, change(values, null, about)]);
  return {
    drafts: drafts && { ...drafts, sections: Object.fromEntries(sections) as typeof drafts.sections },
    unsent: unsent && { ...unsent, texts: Object.fromEntries(texts) as Unsent },
  };
}

export function bareSafe(session: SessionStore | undefined, isSensitive: IsSensitive): Safe {
  /** Whether the last write to the session storage succeeded. Otherwise only this tab's memory has the secrets. */
  let isWritten = session !== undefined;

  function ofSession(known: Secrets): Found {
    try {
      if (isWritten && session) return foundIn(session.getItem(STORAGE_KEY));
    } catch {
      // The browser forbids the session storage.
    }
    return { ...known };
  }

  return {
    read: (found, known) => {
      // Versions before the safe stored the secrets readable.
      const isOlder = 'token' in found || 'session' in found;
      const isSignedIn = isOlder || found['isSignedIn'] === true;
      const kept = readSecrets(isOlder ? found : { ...found, ...ofSession(known) });
      const { drafts, unsent } = readSecrets(found);
      // Values in this tab's memory count only for the same borrower and order.
      const isSameOrder = known.drafts?.userId === drafts?.userId && known.drafts?.orderNo === drafts?.orderNo;
      const ownDrafts = isSameOrder ? known.drafts : null;
      const ownTexts = known.unsent?.userId === unsent?.userId ? known.unsent?.texts : null;
      const open = mapValues({ drafts, unsent }, (values, section, name) => {
        const inMemory = section ? ownDrafts?.sections[section as keyof typeof ownDrafts.sections]?.values : ownTexts?.[name];
        return { ...pick(inMemory ?? {}, (field) => isSensitive(section, field)), ...values };
      });
      // Signing out in another tab removes `isSignedIn` from the local storage, which both tabs share.
      const deviceId = readDeviceId(found['deviceId']) ?? known.deviceId;
      return { ...kept, ...(isSignedIn ? {} : { token: null, userInfo: null }), ...open, deviceId };
    },
    write: (secrets, found) => {
      const { token, userInfo, awaitedCode, loggedOut, deviceId } = secrets;
      try {
        session?.setItem(STORAGE_KEY, JSON.stringify({ token, userInfo, awaitedCode, loggedOut }));
        isWritten = session !== undefined;
      } catch {
        isWritten = false;
      }
      return {
        ...mapValues(secrets, (values, section) => pick(values, (name) => !isSensitive(section, name))),
        // Keeps the encrypted text, because its key may be reachable at the next start. A new session replaces it.
        ...(token === null && typeof found['sealed'] === 'string' ? { sealed: found['sealed'] } : {}),
        ...(typeof found['device'] === 'string' ? { device: found['device'] } : {}),
        ...(deviceId === null ? {} : { deviceId }),
      };
    },
    isCurrent: () => false,
    leavesOut: (secrets) => {
      let isAnyLeft = false;
      mapValues(secrets, (values, section) => {
        isAnyLeft ||= Object.entries(values).some(([name, value]) => value !== '' && isSensitive(section, name));
        return values;
      });
      return isAnyLeft;
    },
  };
}
