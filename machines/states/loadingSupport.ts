import { onApiError, output, reload, stateConfig } from '../setup.ts';

/** Loads how the lender is reached and which company it is, for a page made by `loadedPage`. */
export const loadingSupport = stateConfig({
  tags: ['busy'],
  entry: reload('support'),
  invoke: {
    id: 'loadSupport',
    src: 'loadSupport',
    onDone: { target: 'shown', actions: { type: 'setSupport', params: ({ event }) => ({ support: output({ event }) }) } },
    onError: onApiError('shown', 'support'),
  },
});
