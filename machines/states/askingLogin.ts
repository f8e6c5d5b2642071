import { output, stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Login or a private place was requested. The shell shows its login; without a shell the app's own login opens. */
export const askingLogin = stateConfig({
  id: 'askingLogin',
  meta: { route: ROUTES.login, title: 'Sign in', replace: true },
  tags: ['busy'],
  // A request for a public place is followed at once, because it needs no login.
  on: {
    'xstate.route': { guard: 'needsLogin', actions: 'rememberRoute' },
    'back.requested': '#home',
    'shellSession.found': '#takingSession',
  },
  invoke: {
    id: 'askShellLogin',
    src: 'askShellLogin',
    onDone: { target: '#loadingHome', actions: { type: 'openSession', params: ({ event }) => ({ session: output({ event }) }) } },
    onError: '#login',
  },
});
