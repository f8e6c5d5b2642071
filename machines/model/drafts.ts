/** Versions of a section: the drafts of this phone, and the lender's versions. */
import type { Instant } from './calendar.ts';
import { isAskedFor, type Drafts, type SavedSection, type SectionName, type Values } from './application.ts';
import type { Order } from './order.ts';

interface Versions {
  drafts: Drafts;
  saved: Readonly<Partial<Record<SectionName, Values>>>;
  savedAt: Readonly<Partial<Record<SectionName, Instant>>>;
}

/** The drafts that were typed for this order, in sections that it asks for. Returns `drafts` itself if these are all. */
export const draftsFor = (drafts: Drafts, draftsOf: string | null, order: Order | null): Drafts => {
  const names = Object.keys(drafts) as SectionName[];
  const isOurs = draftsOf === null || draftsOf === order?.orderNo;
  const kept = names.filter((section) => isOurs && isAskedFor(section, order));
  if (kept.length === names.length) return drafts;
  return Object.fromEntries(kept.map((section) => [section, drafts[section]]));
};

/** The values that the form shows when it opens. */
export const ownValues = (c: Versions, section: SectionName): Values => c.drafts[section]?.values ?? c.saved[section] ?? {};

/** The lender's version that the draft was based on, which a save may replace; null: none was known when typing began. */
export const baseOf = (c: Versions, section: SectionName): Instant | null => {
  const draft = c.drafts[section];
  return (draft ? draft.basedOn : c.savedAt[section]) ?? null;
};

/** Takes over the sections that the lender reports. Drafts keep their values and their base version. */
export const withSaved = (c: Versions, sections: readonly SavedSection[]): Pick<Versions, 'saved' | 'savedAt'> => ({
  saved: { ...c.saved, ...Object.fromEntries(sections.map(({ section, values }) => [section, values])) },
  savedAt: { ...c.savedAt, ...Object.fromEntries(sections.map(({ section, savedAt }) => [section, savedAt])) },
});

/** The questionnaire is answered afresh for every order; the other sections may be known from an earlier one. */
export const withoutAnswers = ({ saved, savedAt }: Versions): Pick<Versions, 'saved' | 'savedAt'> => {
  const { loanQuestion: _values, ...others } = saved;
  const { loanQuestion: _moment, ...moments } = savedAt;
  return { saved: others, savedAt: moments };
};

/** A draft that starts from the lender's version `from`. */
const basedOn = (c: Versions, { section, savedAt }: SavedSection, values: Values): Drafts => ({
  ...c.drafts,
  [section]: { values, savedAt: c.drafts[section]?.savedAt ?? savedAt, basedOn: savedAt },
});

/** Replaces this phone's version by the lender's. */
export const withSettled = (c: Versions, from: SavedSection): Versions => ({
  ...withSaved(c, [from]),
  drafts: basedOn(c, from, from.values),
});

/** Bases this phone's values on the lender's version `from`, so that saving replaces it. */
export const rebased = (c: Versions, from: SavedSection): Pick<Versions, 'drafts'> => ({
  drafts: basedOn(c, from, ownValues(c, from.section)),
});
