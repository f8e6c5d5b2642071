import type { JourneyContext } from '../../context.ts';
import { required } from '../../required.ts';
import { meta, onApiError, onOrderError, output, place, reenterOnRefresh, reload, startLoading, stateConfig } from '../../setup.ts';
import { readingAgreement } from '../borrow/readingAgreement.ts';

const statementAsked = ({ context }: { context: JourneyContext }) => ({ orderNo: required('statementOf', context.statementOf) });

/** Every loan of the borrower; each leads to its statement and its agreement. */
export const records = stateConfig({
  ...place('records', 'Records'),
  route: {},
  initial: 'loading',
  on: {
    'statement.opened': { target: '.statement', actions: { type: 'openStatement', params: ({ event }) => event } },
  },
  states: {
    loading: {
      tags: ['busy'],
      entry: reload('records'),
      on: reenterOnRefresh('loading'),
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        input: ({ context }) => ({ pages: context.recordPages }),
        onDone: {
          target: 'listed',
          actions: { type: 'setRecords', params: ({ event }) => ({ records: output({ event }) }) },
        },
        onError: onApiError('failed', 'records'),
      },
    },
    listed: {
      tags: ['stable'],
      on: { 'refresh.requested': 'loading', 'records.moreRequested': { target: 'loading', actions: 'requestMoreRecords' } },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    /** The statement of one loan; Back leads to the list. */
    statement: {
      initial: 'loading',
      meta: meta('records', 'Statement'),
      // The statement is a sheet over the list, so Android Back leads to the list too.
      tags: ['sheet'],
      on: {
        'back.requested': 'loading',
        'picker.cancelled': 'loading',
        'statement.opened': {},
        'agreement.opened': 'agreement',
      },
      states: {
        loading: {
          tags: ['busy'],
          entry: reload('statement'),
          on: reenterOnRefresh('loading'),
          invoke: {
            id: 'loadStatement',
            src: 'loadStatement',
            input: statementAsked,
            onDone: {
              target: 'shown',
              actions: { type: 'setStatement', params: ({ event }) => ({ statement: output({ event }) }) },
            },
            onError: onOrderError('failed', 'statement'),
          },
        },
        shown: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
        failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
      },
    },
    /** The agreement of that loan, a sheet over the statement; Back leads to the statement. */
    agreement: {
      initial: 'loading',
      meta: meta('records', 'Loan agreement'),
      tags: ['sheet'],
      entry: startLoading('agreement'),
      on: { 'back.requested': 'statement', 'picker.cancelled': 'statement', 'statement.opened': {} },
      states: readingAgreement('loadAgreement.recorded', statementAsked),
    },
  },
});
