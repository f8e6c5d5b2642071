import { output, stateConfig } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Reads the data that this phone stored. A link that arrives meanwhile is remembered. */
export const boot = stateConfig({
  id: 'boot',
  meta: { route: ROUTES.home, title: 'Starting' },
  tags: ['busy'],
  on: { 'xstate.route': { actions: 'rememberRoute' } },
  invoke: {
    id: 'restoreDevice',
    src: 'restoreDevice',
    onDone: {
      target: '#loadingHome',
      actions: [
        { type: 'restore', params: ({ event }) => ({ device: output({ event }) }) },
        { type: 'resumeLater', params: ({ event }) => ({ device: output({ event }) }) },
      ],
    },
    onError: '#loadingHome',
  },
});
