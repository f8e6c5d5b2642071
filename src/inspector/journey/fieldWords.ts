/** Names of fields, as borrowers read them. */
import { say } from '#src/forms/messages/index.ts';
import { sections } from '#src/forms/sections/index.ts';
import { plainName } from '../names.ts';

const english = say('en');

const labels = new Map(
  Object.values(sections).flatMap(({ fields }) => fields.map(({ name, label, params }) => [name, english(label, params)] as const)),
);

/** Names of controls that are no fields of a form. */
const OTHERS: Readonly<Record<string, string>> = {
  front: 'Photo of the front',
  back: 'Photo of the back',
  face: 'Photo of the face',
  mobile: 'Mobile number',
  code: 'Code from the SMS',
  contacts: 'Phone book',
};

/** "ID number" for `nationalId`. */
export const fieldWords = (name: string): string => OTHERS[name] ?? labels.get(name) ?? plainName(name);
