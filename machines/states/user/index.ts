import { stateConfig } from '../../setup.ts';
import { login } from './login.ts';
import { nation } from './nation.ts';
import { register } from './register.ts';

export const user = stateConfig({
  id: 'user',
  initial: 'login',
  on: { 'back.requested': '#home' },
  states: { login, register, nation },
});
