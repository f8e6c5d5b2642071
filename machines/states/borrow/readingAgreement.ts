import type { JourneyContext } from '../../context.ts';
import type { InputOf } from '../../ports/index.ts';
import { onOrderError, output, reenterOnRefresh, reload, stateConfig } from '../../setup.ts';

/**
 * The states of a place that shows an agreement; its entry is `startLoading('agreement')`.
 * @param id of the call. @param input which agreement.
 */
export const readingAgreement = <const I extends string>(
  id: I,
  input: (scope: { context: JourneyContext }) => InputOf<'loadAgreement'>,
) => ({
  loading: stateConfig({
    tags: ['busy'],
    entry: reload('agreement'),
    on: reenterOnRefresh('loading'),
    invoke: {
      id,
      src: 'loadAgreement',
      input,
      onDone: {
        target: 'shown',
        actions: { type: 'setAgreement', params: ({ event }) => ({ agreement: output({ event }) }) },
      },
      onError: onOrderError('failed', 'agreement'),
    },
  }),
  // The file link expires. A borrower who returns to the page gets a new one.
  shown: stateConfig({ tags: ['stable'], on: { 'refresh.requested': 'loading' } }),
  failed: stateConfig({ tags: ['stable'], on: { 'retry.requested': 'loading' } }),
});
