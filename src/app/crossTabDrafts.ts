/**
 * Turns draft changes of another tab into events of the chart. Fetched together with the forms, because only forms
 * write drafts.
 */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { Draft, SectionName, Values } from '#machines/model/application.ts';
import { ownValues } from '#machines/model/drafts.ts';
import { isSameText } from '#machines/model/sameText.ts';
import type { DeviceStorage } from './storage.ts';

/**
 * Names of the fields whose text differs between two versions of a section. The form decides which of these differences it
 * shows.
 */
const differing = (ours: Values, theirs: Values): string[] =>
  Object.keys({ ...ours, ...theirs }).filter((name) => (ours[name] ?? '') !== (theirs[name] ?? ''));

const isSame = (ours: Draft | undefined, theirs: Draft): boolean =>
  ours !== undefined && isSameText(ours.values, theirs.values) && ours.basedOn === theirs.basedOn;

/** Compares the stored drafts with the drafts of this tab and sends an event for each difference. */
export function sendCrossTabDrafts(actor: JourneyActor, storage: DeviceStorage): void {
  const { context } = actor.getSnapshot();
  const { session, order, drafts } = context;
  if (!session || !order) return;
  const kept = storage.draftsKept(session.userId, order.orderNo);
  const names = Object.keys(kept) as SectionName[];
  if (names.length === 0) {
    if (Object.keys(drafts).length > 0) actor.send({ type: 'application.sentElsewhere' });
    return;
  }
  const changed: Partial<Record<SectionName, string[]>> = {};
  for (const name of names) {
    const theirs = kept[name];
    if (theirs && !isSame(drafts[name], theirs)) changed[name] = differing(ownValues(context, name), theirs.values);
  }
  if (Object.keys(changed).length > 0) actor.send({ type: 'draft.changedElsewhere', drafts: { ...drafts, ...kept }, changed });
}
