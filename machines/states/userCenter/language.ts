import { onSessionLost, output, place, stateConfig } from '../../setup.ts';
import { backTo, routeWithOrigin } from '../place.ts';

/** The words of the lender that are shown from memory, why money did not arrive, are asked for again in the language chosen. */
export const language = stateConfig({
  ...place('language', 'Language'),
  ...routeWithOrigin,
  initial: 'shown',
  on: {
    'back.requested': backTo('me'),
    'language.chosen': { target: '.rewording', reenter: true, actions: { type: 'setLanguage', params: ({ event }) => event } },
  },
  states: {
    shown: { tags: ['stable'] },
    rewording: {
      tags: ['busy'],
      invoke: {
        id: 'rewordHome',
        src: 'loadHome',
        input: ({ context }) => ({ signedIn: context.session !== null }),
        onDone: { target: 'shown', actions: { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) } },
        // The language is chosen all the same; the next look at the lender brings its words.
        onError: [onSessionLost, { target: 'shown' }],
      },
    },
  },
});
