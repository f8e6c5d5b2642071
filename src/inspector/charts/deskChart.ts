/** The desk of the lender's staff. */
import { deskMachine, type DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskContext } from '#machines/desk/context.ts';
import { isUnsent } from '#machines/desk/draft.ts';
import { DESK_RULES } from '#machines/deskInvariants.ts';
import type { DeskMeta } from '#machines/desk/setup.ts';
import { judge } from '#machines/rule.ts';
import { ROLE_NAMES } from '#src/desk/deskWords.ts';
import { describeDeskEvent, deskGuardWords, deskTransitionWords } from '../desk/deskSentences.ts';
import { plainName } from '../names.ts';
import type { ChartStep, InspectedChart } from './inspectedChart.ts';

const PLACE = 'desk.working.place';
const ATTENDANCE = 'desk.working.attendance';
const SUMMARY = 'desk.working.summary';

/** Names of states without a title, by id. */
const NAMES: Readonly<Record<string, string>> = {
  desk: 'The desk',
  working: 'At work',
  [PLACE]: 'The place in the middle',
  [ATTENDANCE]: 'Is somebody there?',
  [`${ATTENDANCE}.present`]: 'Somebody is there',
  [`${ATTENDANCE}.warned`]: 'Asked whether they are',
  [`${ATTENDANCE}.leaving`]: 'Asked about unsent words',
  [`${ATTENDANCE}.renewing`]: 'Renewing the session',
  [SUMMARY]: 'Counts of the queues',
  [`${SUMMARY}.shown`]: 'Counts are shown',
  [`${PLACE}.returning`]: 'Where the clerk was',
  [`${PLACE}.case.closedToMe`]: 'Not for this clerk',
  [`${PLACE}.case.unknown`]: 'No answer came',
  [`${PLACE}.case.waitingForSecond`]: 'Waits for a second person',
  [`${PLACE}.case.gone`]: 'Finished by somebody else',
  [`${PLACE}.case.open`]: 'Open',
};

const snapshotOf = ({ snapshot, event }: ChartStep) => ({ event, snapshot: snapshot as DeskSnapshot });

export const deskChart: InspectedChart = {
  id: 'desk',
  machine: deskMachine,
  name: 'Desk',
  run: 'visit to the desk',
  heading: 'Where the desk is',
  isReplayed: false,
  frames: ['desk', 'working', 'place'],
  besides: [ATTENDANCE, SUMMARY],
  switchState: null,
  // Pages of the menu can be opened from everywhere, and are drawn from the overview. A case is drawn from its queue.
  drawnFrom: ({ source, event }) => (source.id === PLACE ? (event === 'case.opened' ? 'queue' : 'overview') : null),
  drawnTo: { working: `${PLACE}.returning` },
  // Every call may find that the session has ended.
  isEverywhere: ({ event, source, target }) =>
    target.id === 'signingIn' && event.startsWith('xstate.error.') && source.id.startsWith('desk.working'),
  isGivenUp: () => false,
  isPage: ({ meta }) => meta !== undefined,
  nameOf: (node) => (node.meta as DeskMeta | undefined)?.title ?? NAMES[node.id] ?? plainName(node.key),
  describe: describeDeskEvent,
  transitionWords: deskTransitionWords,
  guardWords: deskGuardWords,
  facts(context) {
    const { session = null, isOnline = false, drafts = {} } = context as Readonly<Partial<DeskContext>>;
    const unsent = Object.values(drafts).some(isUnsent);
    return [
      { name: 'Role', value: session ? ROLE_NAMES[session.role] : 'nobody', isGood: session !== null },
      { name: 'Network', value: isOnline ? 'online' : 'offline', isGood: isOnline },
      { name: 'Draft', value: unsent ? 'kept' : 'none', isGood: unsent },
    ];
  },
  clausesOfState: () => [],
  clausesOfTransition: () => [],
  verdictsOf: (before, step) => judge(DESK_RULES, before && snapshotOf(before), snapshotOf(step)),
};
