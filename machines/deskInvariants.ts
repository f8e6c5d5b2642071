/** What must hold at the desk in every state and in every step. */
import type { DeskSnapshot } from './desk.machine.ts';
import type { Rule } from './rule.ts';
import { isUnsent } from './desk/draft.ts';
import { draftOf } from './desk/setup.ts';

type CaseState = 'open' | 'acting' | 'unknown';
const atCase = (state: DeskSnapshot, place: CaseState): boolean => state.matches({ working: { place: { case: place } } });

/** @param holds is called only where the rule applies, because the path tests check a million snapshots. */
const holdsWhere = (applies: boolean, holds: () => boolean, otherwise: string) => (applies ? (holds() ? null : otherwise) : undefined);

/** Events after which a draft may be gone: the clerk has changed, sent or dropped it. */
const DROPPING: readonly string[] = ['draft.changed', 'act.abandoned', 'xstate.done.actor.act', 'signOut.requested', 'signOut.confirmed'];

/** The place as text; attendance and counts may change beside it. */
const placeOf = ({ value }: DeskSnapshot): string =>
  JSON.stringify(typeof value === 'object' && 'working' in value ? value.working.place : null);

export const DESK_RULES: readonly Rule<DeskSnapshot>[] = [
  {
    name: 'a session exists exactly while somebody works',
    ofState: (state) =>
      holdsWhere(true, () => (state.context.session !== null) === state.matches('working'), 'the session does not fit the state'),
  },
  {
    name: 'nothing about borrowers is kept without a session',
    ofState(state) {
      const { case: shown, values, found, items, staff, log, recordings, summary } = state.context;
      const isEmpty = () =>
        shown === null &&
        Object.keys(values).length === 0 &&
        found === null &&
        [items, staff, log, recordings, summary].every(({ is }) => is === 'loading');
      return holdsWhere(!state.matches('working'), isEmpty, 'loaded data is still there');
    },
  },
  {
    name: 'an open case is the one in the address',
    ofState: (state) =>
      holdsWhere(atCase(state, 'open'), () => state.context.case?.caseId === state.context.caseId, 'another case is shown'),
  },
  {
    name: 'an act that runs is the one that was sent',
    ofState: (state) =>
      holdsWhere(
        atCase(state, 'acting') || atCase(state, 'unknown'),
        () => state.context.pending !== null && state.context.pending.caseId === state.context.caseId,
        'no act of this case was sent',
      ),
  },
  {
    name: 'a form is open only for an act that was chosen',
    ofState: (state) =>
      holdsWhere(
        state.matches({ working: { place: { case: { open: 'writing' } } } }),
        () => draftOf(state.context).act !== null,
        'no act is chosen',
      ),
  },
  {
    name: 'uncovered values belong to an open case',
    ofState: ({ context: { values, caseId } }) => holdsWhere(Object.keys(values).length > 0, () => caseId !== null, 'no case is open'),
  },
  {
    name: 'typed words stay until they are sent or dropped by their clerk',
    ofStep({ context: before }, { type }, { context: after }) {
      const typed = Object.keys(before.drafts).filter((caseId) => isUnsent(before.drafts[caseId]));
      const isOther = after.session !== null && after.session.staffId !== before.draftsOf;
      return holdsWhere(
        typed.length > 0 && !DROPPING.includes(type) && !isOther,
        () => typed.every((caseId) => isUnsent(after.drafts[caseId])),
        'what was typed is lost',
      );
    },
  },
  {
    name: 'the same act is sent again with the same request id',
    ofStep({ context: { pending: before } }, _, { context: { pending: after } }) {
      const isSame = before !== null && after !== null && JSON.stringify(before.act) === JSON.stringify(after.act);
      return holdsWhere(isSame, () => before?.requestId === after?.requestId, 'it has another request id');
    },
  },
  {
    name: 'nothing leaves a change that runs but its answer',
    ofStep(from, { type }, to) {
      const isRunning = from.hasTag('changing') && to.hasTag('changing') && !/^xstate\.(done|error)\.actor\./.test(type);
      return holdsWhere(isRunning, () => placeOf(from) === placeOf(to), 'another change runs');
    },
  },
];
