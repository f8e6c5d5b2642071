/** Entry of the desk. */
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { ROLES } from '#src/api/desk.ts';
import { followAddress, invitationOf } from './deskAddress.ts';
import { bindDesk } from './bindDesk.ts';
import { followBrowser } from './browserEvents.ts';
import { createDeskClient } from './deskClient.ts';
import { Desk } from './Desk.tsx';
import { attachDevtools } from './deskDevtools.ts';
import { followAppearance } from './followAppearance.ts';
import { followSandbox, withSandboxClerk } from './sandboxSignIn.ts';
import './desk.css';

followAppearance();
const lender = createDeskClient({ fetch: window.fetch.bind(window), phoneNow: Date.now, isOnline: () => navigator.onLine });
// The address of an invitation is a secret, so it is removed from the history.
const invitation = invitationOf(window.location.hash);
if (invitation !== null) window.history.replaceState(null, '', window.location.pathname);
// `/desk?clerk=reviewer`: the sandbox shows the desk in a frame, signed in by a call that only a sandbox answers.
const wanted = new URLSearchParams(window.location.search).get('clerk');
const sandboxRole = ROLES.find((role) => role === wanted) ?? null;
const client = sandboxRole === null ? lender : withSandboxClerk(lender, sandboxRole);

const actor = createActor(bindDesk({ client, sandboxRole }), { input: { now: client.now(), invitation, isOnline: navigator.onLine } });
followAddress(actor);
const start = (): void => {
  actor.start();
  followBrowser(actor, client.now);
  if (sandboxRole !== null) followSandbox(actor, client);
};
const attached = attachDevtools(actor);
if (attached) void attached.then(start);
else start();
const root = document.getElementById('root');
if (!root) throw new Error('desk.html has no #root');
createRoot(root).render(<Desk actor={actor} />);
