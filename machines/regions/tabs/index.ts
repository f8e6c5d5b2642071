import { region } from '../../setup.ts';
import { home } from './home.ts';
import { me } from './me.ts';
import { records } from './records.ts';

export const tabs = region({
  id: 'tabs',
  initial: 'home',
  on: {
    'back.requested': '#home',
    'login.requested': { target: '#askingLogin', actions: { type: 'rememberPlace', params: { to: 'me' } } },
  },
  states: { home, records, me },
});
