import { required } from '../required.ts';
import { stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Deletes the borrower's data, shows one notice, logs out through the shell and loads home. Entered once per session. */
export const sessionEnded = stateConfig({
  id: 'sessionEnded',
  meta: { route: ROUTES.home, title: 'Session ended', replace: true },
  tags: ['busy'],
  entry: [
    { type: 'notify', params: ({ context }) => ({ key: 'sessionEnded', message: required('problem', context.problem).message }) },
    'forgetBorrower',
    { type: 'setLostSession', params: { lost: true } },
  ],
  on: { 'xstate.route': { actions: 'rememberRoute' } },
  invoke: {
    id: 'forgetSession',
    src: 'forgetSession',
    onDone: '#loadingHome',
    onError: '#loadingHome',
  },
});
