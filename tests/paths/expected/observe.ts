/** The outcome of a step that a borrower or the lender could notice: the place after the step and the changes of the context. */
import { initialContext, withoutBorrower, type JourneyContext } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { textOf } from '../independence.ts';
import type { Step } from '../steps.ts';
import { endedCalls } from '../endedCalls.ts';

/** `repay.cashier.waiting` */
export const placeOf = (snapshot: JourneySnapshot): string => {
  const known = places.get(snapshot._nodes);
  if (known !== undefined) return known;
  let deepest: readonly string[] = [];
  for (const { path } of snapshot._nodes) if (path.length > deepest.length) deepest = path;
  const place = deepest.join('.').replace(/^places\./, '');
  places.set(snapshot._nodes, place);
  return place;
};
const places = new WeakMap<object, string>();

/** State of each fact after the step, by name of the fact. */
type Facts = ReadonlyMap<string, string>;

export interface Observation {
  /** Place after the step, `stays`, or `starts again` where a call of the same place was started anew. */
  to: string;
  /** Facts about the fields of the context that the step changed. */
  facts: Facts;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parts of the context whose own fields are facts. */
const OPEN = ['signIn', 'paying', 'drafts', 'answers', 'photos', 'unsent', 'recording', 'cancellation', 'payoutCodes'];

const STATUS_NAME: ReadonlyMap<number, string> = new Map(Object.entries(STATUS).map(([name, status]) => [status, name]));

/** All values of the event, including those of its answer, as text. */
function eventValuesOf({ event }: Step): Set<string> {
  const known = valuesByEvents.get(event);
  if (known) return known;
  const eventValues = new Set<string>();
  const add = (value: unknown, depth: number): void => {
    if (value === null || value === undefined || typeof value === 'boolean') return;
    eventValues.add(textOf(value));
    if (depth > 0 && isObject(value)) for (const one of Object.values(value)) add(one, depth - 1);
  };
  for (const key in event) if (key !== 'type' && key !== 'actorId') add(event[key], 2);
  valuesByEvents.set(event, eventValues);
  return eventValues;
}
const valuesByEvents = new WeakMap<object, Set<string>>();

/** @param eventValues a function, because the values are needed for changed facts only, and most steps change few. */
function stateOf(name: string, value: unknown, eventValues: () => Set<string>): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isObject(value)) {
    const { is } = value;
    if (typeof is === 'string') return 'value' in value && eventValues().has(textOf(value['value'])) ? `${is} as told` : is;
    if (Object.keys(value).length === 0) return 'none';
  }
  if (Array.isArray(value) && value.length === 0) return name === 'signIn.captchaAnswer' ? 'no work' : 'none';
  if (name === 'notice' && isObject(value)) return String(value['key']);
  if (value === 0) return '0';
  if (typeof value === 'number' && name === 'recordPages') return String(value);
  if (typeof value === 'string' && name.endsWith('.is')) return value;
  if (eventValues().has(textOf(value))) return 'as told';
  if (name === 'recording') return textOf(value).replaceAll('"', '');
  if (name === 'order' && isObject(value)) return STATUS_NAME.get(value['status'] as number) ?? 'set';
  if (name === 'problem' && isObject(value)) return `code ${String(value['code'])}`;
  if (name === 'pendingRoute' && isObject(value)) return `${String(value['to'])}${value['wish'] === undefined ? '' : ' to apply'}`;
  return 'set';
}

function collect(facts: Map<string, string>, before: unknown, after: unknown, name: string, eventValues: () => Set<string>): void {
  if (before === after || textOf(before) === textOf(after)) return;
  if (OPEN.includes(name) && isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      collect(facts, before[key], after[key], `${name}.${key}`, eventValues);
    return;
  }
  facts.set(name, stateOf(name, after, eventValues));
}

/** The state of a fact in a snapshot after a step, for facts that the step did not change. */
function factIn(snapshot: JourneySnapshot, name: string, step: Step): string {
  let value: unknown = snapshot.context;
  for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined;
  return stateOf(name, value, () => eventValuesOf(step));
}

/** Fields of the context that keep their value when the borrower's data is removed. */
const KEPT = new Set(
  Object.keys(initialContext).filter((key) => {
    const marked = { ...initialContext, [key]: 'kept' } as unknown as JourneyContext;
    return (withoutBorrower(marked) as unknown as Readonly<Record<string, unknown>>)[key] !== initialContext[key as keyof JourneyContext];
  }),
);
const OF_THE_PAGE = ['problem', 'notice', 'pendingRoute', 'lostSession', 'query', 'origin'];

/** Whether the step removed all data of the borrower, which is one fact instead of thirty. */
const isForgotten = (before: JourneyContext, after: JourneyContext): boolean =>
  before.session !== null &&
  after.session === null &&
  Object.keys(initialContext).every(
    (key) =>
      KEPT.has(key) ||
      OF_THE_PAGE.includes(key) ||
      textOf(after[key as keyof JourneyContext]) === textOf(initialContext[key as keyof JourneyContext]),
  );

/** Ids of the running calls. */
const callsIn = (snapshot: JourneySnapshot): readonly string[] => {
  const ended = endedCalls(snapshot);
  return snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)).filter((id) => !ended.includes(id));
};

const startsAgain = (before: JourneySnapshot, after: JourneySnapshot): boolean => {
  const [a, b] = [before.children, after.children] as Readonly<Record<string, unknown>>[];
  return callsIn(after).some((id) => a?.[id] !== undefined && b?.[id] !== undefined && a[id] !== b[id]);
};

export function observe(before: JourneySnapshot, step: Step, after: JourneySnapshot): Observation {
  const facts = new Map<string, string>();
  if (before.context !== after.context) {
    const eventValues = (): Set<string> => eventValuesOf(step);
    const [a, b] = [before.context, after.context] as unknown as Readonly<Record<string, unknown>>[];
    const forgotten = isForgotten(before.context, after.context);
    if (forgotten) facts.set('borrower', 'forgotten');
    for (const key in b)
      if (!forgotten || (KEPT.has(key) && key !== 'epoch') || OF_THE_PAGE.includes(key)) collect(facts, a?.[key], b[key], key, eventValues);
  }
  const [from, to] = [placeOf(before), placeOf(after)];
  return { to: from !== to ? to : startsAgain(before, after) ? 'starts again' : 'stays', facts };
}

/** The state of a fact after a step, whether the step changed it or not. */
export const factAfter = ({ facts }: Observation, name: string, end: JourneySnapshot, step: Step): string =>
  facts.get(name) ?? (name === 'borrower' ? 'kept' : factIn(end, name, step));
