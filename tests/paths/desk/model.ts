/** The model of the desk: its chart with every step that can happen in a snapshot. */
import type { DeskMachine, DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskInputs } from '#machines/desk/context.ts';
import type { DeskEvent } from '#machines/desk/events.ts';
import type { DeskPortName } from '#machines/desk/ports.ts';
import type { Model } from '../explore.ts';
import { stepsIn, type Step } from '../steps.ts';
import { answers, events, failures, isCloseLook, project } from './cases.ts';

const isEventType = (type: string): type is DeskEvent['type'] => type in events;
const isPort = (src: string): src is DeskPortName => src in answers;

/** While a question covers the page, only its answers can be pressed. */
const ANSWERS_OF_A_QUESTION: readonly string[] = [
  'stay.requested',
  'signOut.requested',
  'signOut.confirmed',
  'clock.ticked',
  'network.changed',
];
const isPossible = (snapshot: DeskSnapshot, type: string): boolean =>
  !(snapshot.matches({ working: { attendance: 'warned' } }) || snapshot.matches({ working: { attendance: 'leaving' } })) ||
  ANSWERS_OF_A_QUESTION.includes(type);

/** Counts of the queues are loaded on every page. Where the projection leaves out the counts, their calls get no answer. */
const isOfCounts = ({ name }: Step): boolean => name.startsWith('loadQueues ') || name.includes('.working.summary.');

/** All enabled steps of a snapshot. */
export const enabledSteps = (snapshot: DeskSnapshot): Step[] =>
  allSteps(snapshot).filter((step) => isCloseLook(snapshot) || !isOfCounts(step));

const allSteps = (snapshot: DeskSnapshot): Step[] =>
  stepsIn(snapshot, {
    events: (type) => (isEventType(type) ? (isPossible(snapshot, type) ? events[type](snapshot.context) : {}) : null),
    answers: ({ port }) => (isPort(port) ? answers[port](snapshot.context) : null),
    failures: ({ port }) => (isPort(port) ? failures(port) : {}),
  });

export const deskModel = (input: DeskInputs, check: Model<DeskMachine>['check'] = () => undefined): Model<DeskMachine> => ({
  input,
  enabled: enabledSteps,
  projection: project,
  check,
});
