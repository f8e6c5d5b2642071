/** Saving a form section: what another device saved meanwhile is not overwritten unseen. */
import type { SavedSection, SectionName, Values } from '#machines/model/application.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { isSameText } from '#machines/model/sameText.ts';
import { savedSection, saveSection } from '#server/apply/applicant.ts';
import type { Tx } from '#server/store/store.ts';
import type { Language } from '#machines/context.ts';
import { readWhole } from './read.ts';
import { Refusal } from '#server/refusals/refusal.ts';

/** Sections that are kept as they were typed; the account is kept in a table of its own. */
export type KeptSection = Exclude<SectionName, 'bankAccount'>;

/** @returns undefined where the device does not say which version it changed. */
export function readBase(request: { readonly basedOn?: unknown }, language: Language): Instant | null | undefined {
  const { basedOn } = request;
  return basedOn === undefined || basedOn === null ? basedOn : readWhole({ basedOn }, 'basedOn', language, 0);
}

export interface Change {
  section: KeptSection;
  values: Values;
  basedOn: Instant | null | undefined;
}

/** @throws Refusal savedElsewhere, with the version that is stored. Equal values are no conflict: a repeat after a lost answer is one. */
export async function saveChange(tx: Tx, userId: number, { section, values, basedOn }: Change, now: Instant): Promise<SavedSection> {
  const stored = await savedSection(tx, userId, section);
  const isKnown = basedOn === undefined || (stored?.savedAt ?? null) === basedOn;
  if (stored && !isKnown && !isSameText(stored.values, values))
    throw new Refusal(CODE.savedElsewhere, 'savedElsewhere', {}, { newer: stored });
  return saveSection(tx, userId, section, values, now);
}
