import { STATUS } from '../../model/orderStatus.ts';
import { blockNavigation, onOrderError, output, place, stateConfig } from '../../setup.ts';
import { backToReview } from './loanQuestion.ts';
import { comparing, onSavedElsewhere, versionOf } from './comparing.ts';
import { opensPicker, picking } from './picking.ts';

export const personalInfo = stateConfig({
  ...place('personalInfo', 'Personal information'),
  route: { guard: { type: 'canFill', params: { step: STATUS.basicInfo } } },
  initial: 'editing',
  on: { 'back.requested': backToReview('home') },
  states: {
    editing: { tags: ['form', 'stable'], on: { ...opensPicker, 'personalInfo.submitted': 'saving' } },
    picking,
    comparing,
    saving: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'savePersonalInfo',
        src: 'savePersonalInfo',
        input: ({ context, event }) => versionOf('personalInfo', context, event),
        onDone: {
          target: '#routingByStatus',
          actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
        },
        onError: [onSavedElsewhere, ...onOrderError('editing')],
      },
    },
  },
});
