import { stateConfig } from '../../setup.ts';
import { home } from './home.ts';
import { me } from './me.ts';
import { records } from './records.ts';

export const tabs = stateConfig({
  id: 'tabs',
  initial: 'home',
  // Whoever comes back here has given up what a login was asked for; a route that is being resumed is already on its way.
  entry: 'forgetRoute',
  on: {
    'back.requested': '#home',
    'login.requested': { guard: 'isSignedOut', target: '#askingLogin', actions: { type: 'rememberPlace', params: { to: 'me' } } },
  },
  states: { home, records, me },
});
