import { onApiError, output, reload, stateConfig } from '../setup.ts';

/**
 * Loads how the lender is reached and which company it is, for a page made by `loadedPage`.
 * @param id of the call: no two states share one.
 */
export const loadingSupport = <const I extends string>(id: I) =>
  stateConfig({
    tags: ['busy'],
    entry: reload('support'),
    invoke: {
      id,
      src: 'loadSupport',
      onDone: { target: 'shown', actions: { type: 'setSupport', params: ({ event }) => ({ support: output({ event }) }) } },
      onError: onApiError('shown', 'support'),
    },
  });
