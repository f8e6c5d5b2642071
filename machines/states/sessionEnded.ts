import type { NoticeKey } from '../context.ts';
import { required } from '../required.ts';
import { blockNavigation, stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Deletes the borrower's data, shows one notice, logs out through the shell and loads home. Entered once per session. */
export const sessionEnded = stateConfig({
  id: 'sessionEnded',
  meta: { route: ROUTES.home, title: 'Session ended', replace: true },
  tags: ['busy'],
  entry: [
    { type: 'notify', params: ({ context }) => ({ key: 'sessionEnded', message: required('problem', context.problem).message }) },
    'forgetBorrower',
    { type: 'setLostSession', params: ({ event }) => ({ lost: !(event.type === 'session.lost' && event.isElsewhere) }) },
  ],
  on: { 'xstate.route': { actions: 'rememberRoute' } },
  invoke: {
    id: 'forgetSession',
    src: 'forgetSession',
    onDone: '#loadingHome',
    onError: '#loadingHome',
  },
});

/** The borrower ended the session. The phone deletes the borrower's data, which never fails, and home shows a notice. */
export const forgetting = <const I extends string, const S extends 'logOut' | 'forgetSession'>(id: I, src: S, key: NoticeKey) => {
  const gone = { target: '#loadingHome', actions: [{ type: 'notify', params: { key } }, 'forgetBorrower'] } as const;
  return stateConfig({ tags: ['busy', 'overlay'], on: blockNavigation, invoke: { id, src, onDone: gone, onError: gone } });
};
