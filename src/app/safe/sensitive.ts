/** Which fields the phone must not store readable. Their descriptions say so. */
import type { SectionName } from '#machines/model/application.ts';
import { sections } from '#src/forms/sections/index.ts';
import { UNSENT_FIELDS } from '#src/forms/unsentFields.ts';
import type { IsSensitive } from '../storedFormat.ts';

const OPEN_UNSENT: readonly string[] = Object.entries(UNSENT_FIELDS).flatMap(([name, { sensitive }]) => (sensitive ? [] : [name]));

/** An unknown field counts as sensitive. */
export const isSensitive: IsSensitive = (section, field) =>
  section === null
    ? !OPEN_UNSENT.includes(field)
    : (sections[section as SectionName]?.fields.find(({ name }) => name === field)?.sensitive ?? true);
