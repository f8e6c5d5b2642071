import { meta, onSessionLost, output, stateConfig } from '../../setup.ts';

/** Asks the lender what it already knows of the borrower, so that nothing is typed twice. Not knowing is no obstacle. */
export const loadingSavedSections = stateConfig({
  id: 'loadingSavedSections',
  meta: meta('personalInfo', 'Your application', { replace: true }),
  tags: ['busy'],
  on: { 'xstate.route': {} },
  invoke: {
    id: 'loadSaved',
    src: 'loadSaved',
    onDone: { target: '#routingByStatus', actions: { type: 'setSaved', params: ({ event }) => ({ saved: output({ event }) }) } },
    onError: [onSessionLost, { target: '#routingByStatus' }],
  },
});
