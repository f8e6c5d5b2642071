/** What the lender makes of the photos: the values of the card beside the typed ones, and whether a person looks at them. */

/** In the order in which they are shown. */
export const CARD_FIELDS = ['number', 'name', 'birthday'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** One value as it was read on the card and as it was typed. A birthday is `dd-mm-yyyy` in both. */
export interface CardLine {
  read: string;
  /** Empty: not typed yet. */
  typed: string;
  /** Whether both are the same by the lender's rules, which forgive single misread letters. */
  agrees: boolean;
}

export type CardLines = Readonly<Record<CardField, CardLine>>;

/**
 * `none`: no front is stored, or no reader is configured. `unread`: the reader had no answer, so that a person reads
 * the card.
 */
export type CardCheck = { is: 'none' | 'unread' } | { is: 'read'; lines: CardLines };

/** The verdict on the back or the face. `none`: there is no such photo, or nothing judges it. `undecided`: a person decides. */
export type PhotoVerdict = 'none' | 'recognised' | 'undecided';

export interface IdentityCheck {
  card: CardCheck;
  back: { is: PhotoVerdict };
  face: { is: PhotoVerdict };
}

export const differingFields = (lines: CardLines): CardField[] => CARD_FIELDS.filter((field) => !lines[field].agrees);

/** Number and name both differ: this is the card of somebody else, not a mistake in typing. */
export const isOtherPersonsCard = ({ number, name }: CardLines): boolean => !number.agrees && !name.agrees;

/** Whether a person has to decide instead of the rules. */
export const needsPerson = ({ card, back, face }: IdentityCheck): boolean =>
  card.is === 'unread' ||
  (card.is === 'read' && differingFields(card.lines).length > 0) ||
  back.is === 'undecided' ||
  face.is === 'undecided';

/** Everything that was judged is in order. */
export const isConfirmed = (check: IdentityCheck): boolean => check.card.is === 'read' && !needsPerson(check);
