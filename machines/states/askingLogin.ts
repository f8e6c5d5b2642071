import { output, stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** A private place was asked for: the shell is asked to show its login; where there is none, ours opens. */
export const askingLogin = stateConfig({
  id: 'askingLogin',
  meta: { route: ROUTES.login, title: 'Sign in', replace: true },
  tags: ['busy'],
  // A public place needs no login and is simply followed.
  on: { 'xstate.route': { guard: 'needsLogin', actions: 'rememberRoute' }, 'back.requested': '#home' },
  invoke: {
    id: 'askShellLogin',
    src: 'askShellLogin',
    onDone: { target: '#loadingHome', actions: { type: 'openSession', params: ({ event }) => ({ session: output({ event }) }) } },
    onError: '#login',
  },
});
