import { stateConfig } from '../../setup.ts';
import { login } from './login.ts';
import { nation } from './nation.ts';
import { register } from './register.ts';

export const user = stateConfig({
  id: 'user',
  initial: 'login',
  exit: { type: 'offerSession', params: { session: null } },
  // Typed values stay. The app reports the shell's session again every time these pages open.
  on: {
    'back.requested': '#home',
    'shellSession.found': { guard: 'isSignedOut', actions: { type: 'offerSession', params: ({ event }) => event } },
    'shellSession.taken': { guard: 'isSignedOut', target: '#takingSession' },
  },
  states: { login, register, nation },
});
