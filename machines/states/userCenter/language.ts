import { onSessionLost, output, place, stateConfig } from '../../setup.ts';
import { backTo, routeWithOrigin } from '../place.ts';

/** Texts of the lender in the context are loaded again in the chosen language. */
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
        // The language is set in any case. The next load of home returns the lender's texts in the new language.
        onError: [onSessionLost, { target: 'shown' }],
      },
    },
  },
});
