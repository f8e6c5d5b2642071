/** The typed values of a borrower for a clerk: under the headings and labels of the form, choices in words. */
import type { SectionName, Values } from '#machines/model/application.ts';
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { CARD_FIELDS, type CardField, type CardLines } from '#machines/model/identityCheck.ts';
import type { Covered, TypedAndRead } from '#src/api/desk.ts';
import { say } from '#src/forms/messages/index.ts';
import { inWords, labelOfField } from '#src/forms/review.ts';
import { loadSection, scopeOf } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { masked } from './covered.ts';

export const TYPED_SECTIONS = ['personalInfo', 'additionalInfo', 'loanQuestion'] as const satisfies readonly SectionName[];

/** A line with its plain values. `cover` is the kind of data that it is covered as; null: it is always shown. */
export interface Line extends TypedAndRead {
  cover: Covered | null;
}

/** The kind of data that a field is covered as; null: it is always shown. */
function coverOf(field: string): Covered | null {
  if (field === 'number' || ['nationalId', 'rfc', 'nss', 'curp', 'bvn'].includes(field)) return 'idNumber';
  // The relation of a contact to the borrower is shown, because it does not identify the contact.
  if (/^emergencyContact(Name|Mobile)/.test(field)) return 'contacts';
  return /phone|mobile|whatsapp/i.test(field) ? 'mobile' : null;
}

/** Fields that the card contains too. They are shown in the comparison with the card only. */
const ON_CARD: readonly string[] = ['nationalId', 'firstName', 'middleName', 'lastName', 'inputBirthday'];

const CARD_LABELS: Readonly<Record<CardField, string>> = { number: 'ID number', name: 'Name', birthday: 'Date of birth' };

/** @param card null: no card was read. */
export function typedLines(typed: Partial<Record<SectionName, Values>>, card: CardLines | null, now: Instant): Line[] {
  const context = { today: nairobiDate(now), lang: 'en' } as const;
  const scope = scopeOf(context);
  const compared = card
    ? CARD_FIELDS.map((field): Line => {
        const { agrees, ...line } = card[field];
        return { ...line, field, label: CARD_LABELS[field], group: 'On the card', differs: !agrees, cover: coverOf(field) };
      })
    : [];
  const others = TYPED_SECTIONS.flatMap((section) => {
    const stored = typed[section] ?? {};
    const shown = loadSection(section, stored, context);
    return sections[section].fields.flatMap((field): Line[] => {
      const value = stored[field.name] ?? '';
      if (value === '' || field.privacy === 'secret' || (card && ON_CARD.includes(field.name))) return [];
      return [
        {
          field: field.name,
          group: say('en')(`group.${field.group}`),
          label: labelOfField(field, scope),
          // A choice that is not offered any more has no words, so its value is shown.
          typed: inWords(field, shown, scope) || value,
          read: null,
          differs: false,
          cover: coverOf(field.name),
        },
      ];
    });
  });
  return [...compared, ...others];
}

/** Masks a number except for its last characters, which suffice for comparing it, and a name completely. */
const hide = (value: string | null): string | null =>
  value === null ? null : /\p{L}/u.test(value) ? '••••' : masked(value.replace(/\s/g, ''));

/** A line as the clerk sees it. */
export const hideCovered = ({ cover, ...line }: Line, uncovered: readonly Covered[]): TypedAndRead =>
  cover === null || uncovered.includes(cover) ? line : { ...line, typed: hide(line.typed), read: hide(line.read) };
