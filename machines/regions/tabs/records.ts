import { meta, onApiError, output, region } from '../../setup.ts';

export const records = region({
  id: 'records',
  route: {},
  initial: 'loading',
  meta: meta('records', 'Records'),
  exit: 'clearProblem',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        onDone: {
          target: 'listed',
          actions: ['clearProblem', { type: 'setRecords', params: ({ event }) => ({ records: output({ event }) }) }],
        },
        onError: onApiError('failed'),
      },
    },
    listed: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
