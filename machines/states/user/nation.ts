import { onApiError, output, stateConfig } from '../../setup.ts';
import { backTo, loadedPage } from '../place.ts';

/** Which country this is for, as the lender says: where the phone seems to be, and once that is known, by its code. */
const page = loadedPage(
  'nation',
  'Country',
  'login',
  stateConfig({
    tags: ['busy'],
    invoke: {
      id: 'loadCountry',
      src: 'loadCountry',
      input: ({ context }) => ({ code: context.country?.code ?? null }),
      onDone: {
        target: 'shown',
        actions: { type: 'setCountry', params: ({ event }) => ({ country: output({ event }) }) },
      },
      onError: onApiError('shown'),
    },
  }),
);

/** Read while signing in; whoever is signed in by now goes home. */
export const nation = stateConfig({
  ...page,
  on: { 'back.requested': [backTo('login')[0], { guard: 'isSignedOut', target: '#login' }, { target: '#home' }] },
});
