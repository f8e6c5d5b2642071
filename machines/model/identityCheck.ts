/** The lender's check of the photos: the values on the card beside the typed ones, and whether a person has to decide. */

/** In the order in which they are shown. */
export const CARD_FIELDS = ['number', 'name', 'birthday'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** One value as it was read on the card and as it was typed. A birthday is `dd-mm-yyyy` in both. */
export interface CardLine {
  read: string;
  /** Empty: not typed yet. */
  typed: string;
  /** Whether the two values agree by the lender's rules, which tolerate single misread letters. */
  agrees: boolean;
}

export type CardLines = Readonly<Record<CardField, CardLine>>;

/**
 * `none`: no front is stored, or no reader is configured. `unread`: the reader could not read the card, so a person
 * reads it.
 */
export type CardCheck = { is: 'none' | 'unread' } | { is: 'read'; lines: CardLines };

/** The verdict on the back or the face. `none`: no photo is stored, or no reader is configured. `undecided`: a person decides. */
export type PhotoVerdict = 'none' | 'recognised' | 'undecided';

export interface IdentityCheck {
  card: CardCheck;
  back: { is: PhotoVerdict };
  face: { is: PhotoVerdict };
}

export const differingFields = (lines: CardLines): CardField[] => CARD_FIELDS.filter((field) => !lines[field].agrees);

/** If number and name both differ, the card belongs to another person. A single difference may be a mistake in typing. */
export const isOtherPersonsCard = ({ number, name }: CardLines): boolean => !number.agrees && !name.agrees;

/** Whether a person has to decide instead of the rules. */
export const needsPerson = ({ card, back, face }: IdentityCheck): boolean =>
  card.is === 'unread' ||
  (card.is === 'read' && differingFields(card.lines).length > 0) ||
  back.is === 'undecided' ||
  face.is === 'undecided';

/** The card was read, and nothing needs a person. */
export const isConfirmed = (check: IdentityCheck): boolean => check.card.is === 'read' && !needsPerson(check);
