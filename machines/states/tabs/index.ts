import { stateConfig } from '../../setup.ts';
import { home } from './home.ts';
import { me } from './me.ts';
import { records } from './records.ts';

export const tabs = stateConfig({
  id: 'tabs',
  initial: 'home',
  // A borrower who returns to a tab has given up the request that led to login. A resumed request was raised as an event before.
  entry: 'forgetRoute',
  on: {
    'back.requested': '#home',
    'login.requested': { guard: 'isSignedOut', target: '#askingLogin', actions: { type: 'rememberPlace', params: { to: 'me' } } },
  },
  states: { home, records, me },
});
