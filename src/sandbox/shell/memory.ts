/** The state of the simulated phone that survives a reload of the page: settings, contacts, and the shell's session. */
import { defaultContacts, defaultSettings, MANNERS, COLLECTS, PUSHES, type Contact, type ShellSettings } from './shellSettings.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import type { ShellSession } from '#src/bridge/messages.ts';
import type { ShellContext } from './shell.machine.ts';

const KEY = 'sandbox.phone';
const ID_KEY = 'sandbox.installation';

/** Random id of this installation of the native app. The page has an id of its own. Without storage it is new at each visit. */
export function installationId(storage: Storage): string {
  const made = visit ?? newRequestId();
  visit = made;
  try {
    const kept = storage.getItem(ID_KEY);
    if (kept !== null) return kept;
    storage.setItem(ID_KEY, made);
  } catch {
    // The storage is full or forbidden.
  }
  return made;
}
let visit: string | null = null;

type Kept = Pick<ShellContext, 'settings' | 'contacts' | 'session'>;

/** Stored state that cannot be parsed is dropped: the simulation starts with defaults. */
export function recall(storage: Storage): Kept {
  const fresh: Kept = { settings: defaultSettings, contacts: defaultContacts, session: null };
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    if (!kept) return fresh;
    return {
      settings: isSettings(kept.settings) ? kept.settings : fresh.settings,
      contacts: Array.isArray(kept.contacts) ? kept.contacts.filter(isContact) : fresh.contacts,
      session: isSession(kept.session) ? kept.session : null,
    };
  } catch {
    return fresh;
  }
}

export function keep(storage: Storage, { settings, contacts, session }: ShellContext): void {
  try {
    storage.setItem(KEY, JSON.stringify({ settings, contacts, session }));
  } catch {
    // With a full or forbidden storage the next visit starts with defaults.
  }
}

const isSettings = (value: unknown): value is ShellSettings => {
  const settings = value as Partial<ShellSettings> | null | undefined;
  return (
    (settings?.presence === 'there' || settings?.presence === 'absent') &&
    (settings.login === 'own' || settings.login === 'none') &&
    settings.manner !== undefined &&
    MANNERS.includes(settings.manner) &&
    settings.collects !== undefined &&
    COLLECTS.includes(settings.collects) &&
    settings.pushes !== undefined &&
    PUSHES.includes(settings.pushes)
  );
};
const isContact = (value: unknown): value is Contact => {
  const contact = value as Partial<Contact> | null;
  return typeof contact?.id === 'string' && typeof contact.name === 'string' && typeof contact.phone === 'string';
};
const isSession = (value: unknown): value is ShellSession => {
  const session = value as Partial<ShellSession> | null | undefined;
  return typeof session?.token === 'string' && typeof session.userId === 'string' && typeof session.mobile === 'string';
};
