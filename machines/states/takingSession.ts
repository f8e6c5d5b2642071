import { sessionOfShell } from '../required.ts';
import { output, stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Stores the session of the shell as the session of this page. */
export const takingSession = stateConfig({
  id: 'takingSession',
  meta: { route: ROUTES.home, title: 'Signing in', replace: true },
  tags: ['busy'],
  on: { 'xstate.route': { actions: 'rememberRoute' }, 'back.requested': {} },
  invoke: {
    id: 'keepShellSession',
    src: 'keepShellSession',
    input: ({ event }) => sessionOfShell(event),
    onDone: { target: '#loadingHome', actions: { type: 'openSession', params: ({ event }) => ({ session: output({ event }) }) } },
    onError: '#loadingHome',
  },
});
