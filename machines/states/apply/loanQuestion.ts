import type { ChangedLine } from '../../model/application.ts';
import { STATUS } from '../../model/orderStatus.ts';
import { required } from '../../required.ts';
import type { RouteName } from '../../routes.ts';
import { blockNavigation, error, meta, ofOrder, onOrderStale, onSessionLost, output, place, stateConfig } from '../../setup.ts';
import { consent } from '../collection/consent.ts';
import { opensPicker, picking } from './picking.ts';

type Asked = { event: ChangedLine };

const changes = <const S extends ChangedLine['section'], const T extends string>(section: S, target: T) =>
  ({
    guard: { type: 'isChangeOf', params: ({ event }: Asked) => ({ asked: event.section, section }) },
    target,
    actions: { type: 'setChanging', params: ({ event: { section: of, field } }: Asked) => ({ line: { section: of, field } }) },
  }) as const;

/** Back leads to the review if every answer is given, else to the previous place. */
export const backToReview = <const N extends RouteName>(up: N) =>
  [{ guard: 'hasReview', target: '#loanQuestion' }, { target: `#${up}` as const }] as const;

/**
 * Eleven questions about the credit history. Once each is answered, the borrower reviews the whole application. It is sent
 * only from the review, after the borrower has decided which data the phone may share.
 */
export const loanQuestion = stateConfig({
  ...place('loanQuestion', 'Your credit history'),
  route: { guard: { type: 'canFill', params: { step: STATUS.question } } },
  initial: 'reviewing',
  on: { 'back.requested': backToReview('home') },
  states: {
    reviewing: {
      meta: meta('loanQuestion', 'Check your answers'),
      tags: ['stable'],
      // Answers are also missing after an incomplete form was submitted.
      always: { guard: 'areAnswersMissing', target: 'editing' },
      on: {
        'change.requested': [
          changes('personalInfo', '#personalInfo'),
          changes('additionalInfo', '#additionalInfo'),
          changes('idPhotos', '#idPhotos'),
          changes('bankAccount', '#bankAccount'),
          changes('loanQuestion', 'editing'),
        ],
        'application.confirmed': 'consent',
        'back.requested': { target: '#home', actions: { type: 'setChanging', params: { line: null } } },
      },
    },
    editing: {
      tags: ['form', 'stable'],
      on: {
        ...opensPicker,
        'questionnaire.submitted': {
          target: 'reviewing',
          actions: { type: 'keepDraft', params: ({ event }) => ({ section: 'loanQuestion' as const, values: event.values }) },
        },
      },
    },
    picking,
    consent,
    sending: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'saveQuestionnaire',
        src: 'saveQuestionnaire',
        input: ({ context }) => ({ ...ofOrder({ context }), values: required('answers', context.drafts.loanQuestion).values }),
        onDone: {
          target: '#routingByStatus',
          actions: [{ type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) }, 'dropDrafts'],
        },
        onError: [
          onSessionLost,
          onOrderStale,
          { guard: { type: 'hasRefusedFields', params: error }, target: 'editing', actions: { type: 'setProblem', params: error } },
          { target: 'reviewing', actions: { type: 'setProblem', params: error } },
        ],
      },
    },
  },
});
