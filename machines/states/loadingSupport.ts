import { onApiError, output, reload, stateConfig } from '../setup.ts';

/**
 * Loads the contact data of the support and of the company, for a page made by `loadedPage`.
 * @param id of the call. Every state needs its own.
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
