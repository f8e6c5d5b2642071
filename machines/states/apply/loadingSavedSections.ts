import { meta, onSessionLost, output, stateConfig } from '../../setup.ts';

/** Loads the sections that the lender already holds, so that nothing is typed twice. If loading fails, the forms start empty. */
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
