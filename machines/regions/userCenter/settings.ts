import { heldInPlace, meta, region } from '../../setup.ts';

export const settings = region({
  id: 'settings',
  route: {},
  initial: 'shown',
  meta: meta('settings', 'Settings'),
  states: {
    shown: { tags: ['stable'], on: { 'logout.requested': 'loggingOut' } },
    /** Whatever the lender answers, this phone forgets the borrower. */
    loggingOut: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'logOut',
        src: 'forgetSession',
        input: ({ context }) => ({ language: context.language }),
        onDone: { target: '#syncing', actions: [{ type: 'notify', params: { key: 'loggedOut' } }, 'forgetBorrower'] },
        onError: { target: '#syncing', actions: [{ type: 'notify', params: { key: 'loggedOut' } }, 'forgetBorrower'] },
      },
    },
  },
});
