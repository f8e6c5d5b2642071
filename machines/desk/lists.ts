/** The places beside a case: counts of the queues, one queue, the search, figures, the log, staff, and the own account. */
import type { DeskLogLine, Queue, RecordingRow } from '#src/api/desk.ts';
import { loadedOf, required } from '../required.ts';
import { recordingFilterOf, type DeskContext } from './context.ts';
import { blockLeaving, eventOf, loadAgain, onRefused, onSignedOut, output, stateConfig } from './setup.ts';

type In = { context: DeskContext };

const lastOf = (rows: readonly RecordingRow[]): string | null => rows[rows.length - 1]?.journey ?? null;
const oldestOf = (lines: readonly DeskLogLine[]): number | null => lines[lines.length - 1]?.line ?? null;

/** The counts of the queues, polled while a clerk is at the desk. */
export const summary = stateConfig({
  initial: 'loading',
  on: { 'queues.changed': '.loading' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadQueues',
        src: 'loadQueues',
        input: {},
        onDone: { target: 'shown', actions: { type: 'setSummary', params: ({ event }) => ({ summary: output({ event }) }) } },
        onError: [onSignedOut, { target: 'failed', actions: 'failSummary' }],
      },
    },
    shown: {
      after: {
        POLL: [
          { guard: 'isAttended', target: 'loading' },
          { target: 'shown', reenter: true },
        ],
      },
      on: { 'refresh.requested': 'loading' },
    },
    failed: {
      after: {
        POLL: [
          { guard: 'isAttended', target: 'loading' },
          { target: 'failed', reenter: true },
        ],
      },
      on: { 'refresh.requested': 'loading', 'retry.requested': 'loading' },
    },
  },
});

/** The queues with their counts, before one is chosen. */
export const overview = stateConfig({ id: 'overview', meta: { title: 'What waits' } });

export const queue = stateConfig({
  id: 'queue',
  meta: { title: 'Queue' },
  initial: 'loading',
  on: {
    'page.turned': { target: '.loading', actions: { type: 'setPage', params: ({ event }) => event } },
    'refresh.requested': '.loading',
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadQueue',
        src: 'loadQueue',
        input: ({ context }: In): { queue: Queue; page: number } => ({ queue: required('queue', context.queue), page: context.page }),
        onDone: { target: 'shown', actions: { type: 'setItems', params: ({ event }) => ({ items: output({ event }) }) } },
        onError: onRefused('failed', 'failItems'),
      },
    },
    shown: {
      after: {
        POLL: [
          { guard: 'isAttended', target: 'loading' },
          { target: 'shown', reenter: true },
        ],
      },
    },
    failed: { on: loadAgain('loading') },
  },
});

export const search = stateConfig({
  id: 'search',
  meta: { title: 'Find a case' },
  initial: 'asking',
  entry: 'dropFound',
  exit: 'dropFound',
  states: {
    asking: {
      on: {
        'search.submitted': [
          {
            guard: { type: 'isSearch', params: ({ event }) => event },
            target: 'searching',
            actions: 'dropFound',
          },
          { actions: { type: 'noteSearchMistakes', params: ({ event }) => event } },
        ],
      },
    },
    searching: {
      tags: ['busy'],
      invoke: {
        id: 'findCases',
        src: 'findCases',
        input: ({ event }) => {
          const { query, reason } = eventOf({ event }, 'search.submitted');
          return { query: query.trim(), reason: reason.trim() };
        },
        onDone: { target: 'asking', actions: { type: 'setFound', params: ({ event }) => ({ found: output({ event }) }) } },
        onError: onRefused('asking'),
      },
    },
  },
});

export const figures = stateConfig({
  id: 'figures',
  meta: { title: 'Figures of the day' },
  initial: 'loading',
  on: {
    'day.chosen': { target: '.loading', actions: { type: 'setDay', params: ({ event }) => event } },
    'refresh.requested': '.loading',
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadFigures',
        src: 'loadFigures',
        input: ({ context }: In) => ({ day: context.day }),
        onDone: {
          target: 'shown',
          actions: { type: 'setFigures', params: ({ event }) => ({ figures: output({ event }) }) },
        },
        onError: onRefused('failed', 'failFigures'),
      },
    },
    shown: {},
    failed: { on: loadAgain('loading') },
  },
});

export const log = stateConfig({
  id: 'log',
  meta: { title: 'Log' },
  initial: 'loading',
  on: { 'refresh.requested': '.loading' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadLog',
        src: 'loadLog',
        input: ({ context }: In) => ({ caseId: context.logOf, before: null }),
        onDone: { target: 'shown', actions: { type: 'setLog', params: ({ event }) => ({ log: output({ event }) }) } },
        onError: onRefused('failed', 'failLog'),
      },
    },
    shown: { on: { 'log.continued': { guard: 'hasMoreLog', target: 'continuing' } } },
    continuing: {
      tags: ['busy'],
      invoke: {
        id: 'loadMoreLog',
        src: 'loadMoreLog',
        input: ({ context }: In) => ({ caseId: context.logOf, before: oldestOf(loadedOf('log', context.log)) }),
        onDone: { target: 'shown', actions: { type: 'addLog', params: ({ event }) => ({ log: output({ event }) }) } },
        onError: onRefused('shown'),
      },
    },
    failed: { on: loadAgain('loading') },
  },
});

/** Recordings that borrowers sent, by period, release, language, phone and product. */
export const recordings = stateConfig({
  id: 'recordings',
  meta: { title: 'Recordings' },
  initial: 'loading',
  on: {
    'recordings.chosen': { target: '.loading', actions: { type: 'setRecordingFilter', params: ({ event }) => event } },
    'refresh.requested': '.loading',
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadRecordings',
        src: 'loadRecordings',
        input: ({ context }: In) => ({ ...recordingFilterOf(context), after: null }),
        onDone: {
          target: 'shown',
          actions: { type: 'setRecordings', params: ({ event }) => ({ list: output({ event }) }) },
        },
        onError: onRefused('failed', 'failRecordings'),
      },
    },
    shown: { on: { 'recordings.continued': { guard: 'hasMoreRecordings', target: 'continuing' } } },
    continuing: {
      tags: ['busy'],
      invoke: {
        id: 'loadMoreRecordings',
        src: 'loadMoreRecordings',
        input: ({ context }: In) => ({ ...recordingFilterOf(context), after: lastOf(loadedOf('recordings', context.recordings).rows) }),
        onDone: { target: 'shown', actions: { type: 'addRecordings', params: ({ event }) => ({ list: output({ event }) }) } },
        onError: onRefused('shown'),
      },
    },
    failed: { on: loadAgain('loading') },
  },
});

export const staff = stateConfig({
  id: 'staff',
  meta: { title: 'Staff' },
  initial: 'loading',
  exit: 'dropLink',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadStaff',
        src: 'loadStaff',
        input: {},
        onDone: { target: 'shown', actions: { type: 'setStaff', params: ({ event }) => ({ staff: output({ event }) }) } },
        onError: onRefused('failed', 'failStaff'),
      },
    },
    shown: {
      on: {
        'member.invited': {
          target: 'inviting',
          actions: ['dropLink', { type: 'noteLinkFor', params: ({ event }) => event }],
        },
        'member.changed': { target: 'changing', actions: 'dropLink' },
        'refresh.requested': 'loading',
      },
    },
    inviting: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'inviteMember',
        src: 'inviteMember',
        input: ({ event }) => {
          const { type: _, ...invitation } = eventOf({ event }, 'member.invited');
          return invitation;
        },
        onDone: { target: 'loading', actions: { type: 'setLink', params: ({ event }) => output({ event }) } },
        onError: onRefused('shown'),
      },
    },
    changing: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'changeMember',
        src: 'changeMember',
        input: ({ event }) => {
          const { type: _, ...change } = eventOf({ event }, 'member.changed');
          return change;
        },
        onDone: { target: 'shown', actions: { type: 'setMember', params: ({ event }) => ({ member: output({ event }) }) } },
        onError: onRefused('shown'),
      },
    },
    failed: { on: loadAgain('loading') },
  },
});
