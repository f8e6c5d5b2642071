/** Keeps the address and the desk in step, so that Back works and a case can be opened in a tab of its own. */
import type { DeskActor, DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskEvent } from '#machines/desk/events.ts';
import { required } from '#machines/required.ts';
import { QUEUES } from '#src/api/desk.ts';

/** The address of a snapshot: `#case/applications:LN1234`. Null: the address does not change. */
export function addressOf(state: DeskSnapshot): string | null {
  const { queue, caseId, logOf } = state.context;
  if (!state.matches('working')) return null;
  if (state.matches({ working: { place: 'case' } })) return `#case/${required('caseId', caseId)}`;
  if (state.matches({ working: { place: 'queue' } })) return `#queue/${required('queue', queue)}`;
  if (state.matches({ working: { place: 'log' } })) return logOf === null ? '#log' : `#log/${logOf}`;
  for (const place of ['search', 'figures', 'recordings', 'staff', 'account'] as const)
    if (state.matches({ working: { place } })) return `#${place}`;
  return '#';
}

/** Undoes the percent-encoding; null where it is broken, because a person may type or cut an address. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The event that opens an address; null: the desk has no such address. */
export function eventOfAddress(address: string): DeskEvent | null {
  const [place = '', ...rest] = address.replace(/^#/, '').split('/');
  const name = decoded(rest.join('/'));
  if (name === null) return null;
  const queue = QUEUES.find((one) => one === name);
  if (place === 'queue' && queue) return { type: 'queue.opened', queue };
  if (place === 'case' && /^[a-zA-Z]+:[\w.-]+$/.test(name)) return { type: 'case.opened', caseId: name };
  if (place === 'log') return { type: 'log.opened', caseId: name === '' ? null : name };
  if (place === 'search' || place === 'figures' || place === 'recordings' || place === 'staff' || place === 'account')
    return { type: `${place}.opened` };
  return null;
}

/** The token in the fragment of an invitation's address; null: the address has none. */
export const invitationOf = (hash: string): string | null => /^#invitation=([\w-]+)$/.exec(hash)?.[1] ?? null;

/** @returns a function that stops following. */
export function followAddress(actor: DeskActor): () => void {
  /** The address that the page was opened with, or that was chosen while signed out. It is opened when a session begins. */
  let wanted = eventOfAddress(window.location.hash);
  const { unsubscribe } = actor.subscribe((state) => {
    const address = addressOf(state);
    if (address === null) return;
    if (wanted) {
      const event = wanted;
      wanted = null;
      actor.send(event);
      return;
    }
    if (address !== (window.location.hash || '#')) window.history.pushState(null, '', address);
  });
  const follow = (): void => {
    const address = window.location.hash;
    const event = eventOfAddress(address);
    const state = actor.getSnapshot();
    if (!state.matches('working')) wanted = event ?? wanted;
    else if (address === '') actor.send({ type: 'overview.opened' });
    else if (event && addressOf(state) !== address) actor.send(event);
  };
  window.addEventListener('popstate', follow);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', follow);
  };
}
