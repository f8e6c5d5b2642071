import { STATUS } from '../../model/orderStatus.ts';
import { onApiError, output, place, reenterOnRefresh, stateConfig } from '../../setup.ts';

/** The money is being sent. Once it has arrived or the payout failed, the status routes the borrower. */
export const lending = stateConfig({
  ...place('lending', 'Sending your money'),
  route: { guard: { type: 'orderIs', params: { status: STATUS.lending } } },
  initial: 'waiting',
  on: { 'back.requested': '#home' },
  states: {
    waiting: {
      tags: ['stable'],
      after: { POLL: 'checking' },
      on: { 'refresh.requested': 'checking' },
    },
    checking: {
      tags: ['busy'],
      on: reenterOnRefresh('checking'),
      invoke: {
        id: 'checkLending',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: {
          target: 'evaluating',
          actions: { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) },
        },
        onError: onApiError('waiting'),
      },
    },
    evaluating: { always: [{ guard: 'isOrderWaiting', target: 'waiting' }, { target: '#routingByStatus' }] },
  },
});
