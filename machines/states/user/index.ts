import { stateConfig } from '../../setup.ts';
import { login } from './login.ts';
import { nation } from './nation.ts';
import { register } from './register.ts';

export const user = stateConfig({
  id: 'user',
  initial: 'login',
  exit: { type: 'offerSession', params: { session: null } },
  // What was typed stays. The app tells of the session again whenever these pages open.
  on: {
    'back.requested': '#home',
    'shellSession.found': { guard: 'isSignedOut', actions: { type: 'offerSession', params: ({ event }) => event } },
    'shellSession.taken': { guard: 'isSignedOut', target: '#takingSession' },
  },
  states: { login, register, nation },
});
