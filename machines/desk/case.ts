/** One case: read, taken, uncovered with a reason, acted on, and confirmed by a second person where an act needs one. */
import type { DeskCase } from '#src/api/desk.ts';
import { required } from '../required.ts';
import type { DeskContext } from './context.ts';
import { blockLeaving, error, eventOf, loadAgain, onSignedOut, output, stateConfig } from './setup.ts';

type In = { context: DeskContext };
const caseIdOf = ({ context }: In): string => required('caseId', context.caseId);
const setProblem = { type: 'setProblem', params: error } as const;

type Answered = { event: { output: DeskCase } };
const shown = ({ event }: Answered) => ({ shown: event.output });

/** If the refusal says that the case has changed, the case is loaded again, and the page keeps showing the refusal. */
const onChangeError = [
  onSignedOut,
  { guard: { type: 'isOutdated', params: error }, target: 'loading', actions: [setProblem, 'announceChange'] },
  { target: 'open', actions: setProblem },
] as const;

/** The same for an act. Only after a refusal is it certain that nothing was done, so only then is the pending act dropped. */
const onActError = [
  onSignedOut,
  { guard: { type: 'isOutdated', params: error }, target: 'loading', actions: [setProblem, 'dropPending', 'announceChange'] },
  { guard: { type: 'isUnanswered', params: error }, target: 'unknown', actions: setProblem },
  { target: 'open', actions: [setProblem, 'dropPending'] },
] as const;

export const deskCase = stateConfig({
  id: 'case',
  meta: { title: 'Case' },
  initial: 'loading',
  on: {
    'case.closed': [
      { guard: 'hasQueue', target: '#queue', actions: 'leaveCase' },
      { target: '#overview', actions: 'leaveCase' },
    ],
    // In every state, because a clerk may type while a call runs.
    'draft.changed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadCase',
        src: 'loadCase',
        input: (args: In) => ({ caseId: caseIdOf(args) }),
        onDone: { target: 'open', actions: { type: 'setCase', params: shown } },
        onError: [
          onSignedOut,
          { guard: { type: 'isGone', params: error }, target: 'gone', actions: [setProblem, 'dropCase'] },
          { guard: { type: 'isClosedToMe', params: error }, target: 'closedToMe', actions: [setProblem, 'dropCase'] },
          { target: 'failed', actions: setProblem },
        ],
      },
    },
    failed: { on: loadAgain('loading') },
    /** Another member of staff has finished the case. */
    gone: {},
    /** The case is about the clerk's own loan, or belongs to another role. */
    closedToMe: {},
    open: {
      initial: 'choosing',
      on: {
        'refresh.requested': 'loading',
        'case.taken': { guard: 'isFree', target: 'taking' },
        'case.putBack': { guard: 'isMine', target: 'puttingBack' },
        'cover.lifted': [
          { guard: { type: 'isReasonGiven', params: ({ event }) => event }, target: 'uncovering' },
          { actions: 'noteReasonMissing' },
        ],
        'act.chosen': {
          guard: { type: 'mayAct', params: ({ event }) => event },
          target: '.writing',
          actions: { type: 'chooseAct', params: ({ event }) => event },
        },
        'approval.decided': {
          guard: { type: 'isSecondPerson', params: ({ event }) => event },
          target: 'deciding',
        },
      },
      states: {
        /** Opens the form again that was open before the case was loaded again, or before the session ended. */
        choosing: { always: [{ guard: 'isWriting', target: 'writing' }, { target: 'reading' }] },
        reading: {},
        writing: {
          on: {
            'act.abandoned': { target: 'reading', actions: { type: 'chooseAct', params: { act: null } } },
            'act.submitted': [
              {
                guard: 'isActComplete',
                target: '#case.acting',
                actions: { type: 'setPending', params: ({ event }) => event },
              },
              { actions: 'noteMistakes' },
            ],
          },
        },
      },
    },
    taking: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'takeCase',
        src: 'takeCase',
        input: ({ context, event }) => ({ caseId: caseIdOf({ context }), requestId: eventOf({ event }, 'case.taken').requestId }),
        onDone: { target: 'open', actions: [{ type: 'setCase', params: shown }, 'announceChange'] },
        onError: onChangeError,
      },
    },
    puttingBack: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'putBackCase',
        src: 'putBackCase',
        input: ({ context, event }) => ({ caseId: caseIdOf({ context }), requestId: eventOf({ event }, 'case.putBack').requestId }),
        onDone: { target: 'open', actions: [{ type: 'setCase', params: shown }, 'announceChange'] },
        onError: onChangeError,
      },
    },
    uncovering: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'uncover',
        src: 'uncover',
        input: ({ context, event }) => {
          const { what, reason } = eventOf({ event }, 'cover.lifted');
          return { caseId: caseIdOf({ context }), what, reason: reason.trim() };
        },
        // The case is loaded again, because it then names the uncovered data, whose pictures the page may fetch.
        onDone: { target: 'loading', actions: { type: 'addValues', params: ({ event }) => output({ event }) } },
        onError: onChangeError,
      },
    },
    acting: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context }: In) => required('pending', context.pending),
        onDone: [
          {
            guard: { type: 'waitsForSecond', params: ({ event }) => output({ event }) },
            target: 'waitingForSecond',
            actions: [{ type: 'finishAct', params: ({ event }) => ({ shown: output({ event }).case }) }, 'announceChange'],
          },
          {
            target: 'done',
            actions: [{ type: 'finishAct', params: ({ event }) => ({ shown: output({ event }).case }) }, 'announceChange'],
          },
        ],
        onError: onActError,
      },
    },
    /** No answer arrived, so the act may have been done. A retry has the same request id, so that the act is done once. */
    unknown: {
      tags: ['unknown'],
      on: {
        'retry.requested': 'acting',
        'refresh.requested': 'loading',
      },
    },
    deciding: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'decideWaiting',
        src: 'decideWaiting',
        input: ({ event }) => {
          const { approvalId, decision, requestId } = eventOf({ event }, 'approval.decided');
          return { approvalId, decision, requestId };
        },
        onDone: { target: 'done', actions: 'announceChange' },
        onError: onChangeError,
      },
    },
    done: { on: { 'refresh.requested': 'loading' } },
    waitingForSecond: { on: { 'refresh.requested': 'loading' } },
  },
});
