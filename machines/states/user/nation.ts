import { valueOf } from '../../model/loadable.ts';
import { onApiError, output, reload, stateConfig } from '../../setup.ts';
import { backTo, loadedPage } from '../place.ts';

/** Loads the country that the lender serves: first the one in which the phone seems to be, then by its code. */
const page = loadedPage(
  'nation',
  'Country',
  'login',
  stateConfig({
    tags: ['busy'],
    entry: reload('country'),
    invoke: {
      id: 'loadCountry',
      src: 'loadCountry',
      input: ({ context }) => ({ code: valueOf(context.country)?.code ?? null }),
      onDone: {
        target: 'shown',
        actions: { type: 'setCountry', params: ({ event }) => ({ country: output({ event }) }) },
      },
      onError: onApiError('shown', 'country'),
    },
  }),
);

/** The page is opened while signing in. Back leads home once the borrower is signed in. */
export const nation = stateConfig({
  ...page,
  on: { 'back.requested': [backTo('login')[0], { guard: 'isSignedOut', target: '#login' }, { target: '#home' }] },
});
