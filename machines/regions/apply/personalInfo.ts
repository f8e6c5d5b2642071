import { STATUS } from '../../model/orderStatus.ts';
import { heldInPlace, meta, onOrderError, output, region } from '../../setup.ts';
import { opensPicker, picking } from './picking.ts';

export const personalInfo = region({
  id: 'personalInfo',
  route: { guard: { type: 'canFill', params: { step: STATUS.basicInfo } } },
  initial: 'editing',
  meta: meta('personalInfo', 'Personal information'),
  on: { 'back.requested': '#home' },
  states: {
    editing: { tags: ['form', 'stable'], on: { ...opensPicker, 'personalInfo.submitted': 'saving' } },
    picking,
    saving: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'savePersonalInfo',
        src: 'savePersonalInfo',
        input: ({ context, event }) => ({
          orderNo: context.order?.orderNo ?? '',
          values: event.type === 'personalInfo.submitted' ? event.values : {},
        }),
        onDone: {
          target: '#followingStatus',
          actions: ['clearProblem', { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) }],
        },
        onError: onOrderError('editing'),
      },
    },
  },
});
