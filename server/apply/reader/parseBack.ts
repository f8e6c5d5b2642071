/** Judges by lines of text whether a photo shows the back of a card. Pure. */
import { findAnyMarks, FRONT_MARKS, plain, type Line } from './marks.ts';
import { MIN_MARKS } from './parse.ts';
import type { BackReading, IdCard } from './photoReader.ts';

/** The result of one recognition of a picture. */
export interface SeenBack {
  /** Number of different marks of either side of a card; the machine-readable lines count as two. */
  marks: number;
  /** Number of different marks that only the front has. */
  ofFront: number;
  /** Nine digits of the machine-readable lines; null: there are none. */
  serial: string | null;
  /** All digits of the machine-readable lines. */
  digits: string;
  /** Number of lines with a readable word. */
  words: number;
  /** Whether a word of another document was found. */
  isOther: boolean;
}

/** The machine-readable lines begin with the kind of document, the country and the serial number. */
const MACHINE_READABLE = /[I1L][D0O]KYA([0-9OIQDSZBGL]{9})/;
const MACHINE_READABLE_WORTH = 2;
/** Number of marks from which a photo with a serial number shows a back. */
const MIN_BACK = 3;
/** Number of readable lines from which a photo without any mark may show a back of an unknown layout. */
const MIN_WORDS = 4;

const isFrontMark = (mark: string): boolean => mark in FRONT_MARKS;

export function parseBack(lines: readonly Line[]): SeenBack {
  const marks = new Set(findAnyMarks(lines).map(({ mark }) => mark));
  const joined = lines.map(({ text }) => text.toUpperCase().replace(/\s/g, ''));
  const serial = joined.map((text) => MACHINE_READABLE.exec(text)?.[1] ?? null).find((text) => text !== null) ?? null;
  const ofFront = [...marks].filter((mark) => isFrontMark(mark) && mark !== 'other').length;
  return {
    marks: marks.size + (serial === null ? 0 : MACHINE_READABLE_WORTH),
    ofFront,
    serial: serial && toDigits(serial),
    digits: serial === null ? '' : joined.map(toDigits).join(' '),
    words: lines.filter(({ text }) => /[A-Z]{5}/.test(plain(text))).length,
    isOther: marks.has('other'),
  };
}

const DIGIT_FOR: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' };
const toDigits = (text: string): string => text.replace(/[OQDILZSGB]/g, (letter) => DIGIT_FOR[letter] ?? letter).replace(/[^0-9]+/g, ' ');

/** Merges two recognitions of the same picture. */
export const mergeBacks = (first: SeenBack, second: SeenBack): SeenBack => ({
  marks: Math.max(first.marks, second.marks),
  ofFront: Math.max(first.ofFront, second.ofFront),
  serial: first.serial ?? second.serial,
  digits: `${first.digits} ${second.digits}`,
  words: Math.max(first.words, second.words),
  isOther: first.isOther || second.isOther,
});

const isFront = ({ ofFront, serial }: SeenBack): boolean => ofFront >= MIN_MARKS && serial === null;
const isBack = ({ marks, ofFront, serial }: SeenBack): boolean => serial !== null && marks - ofFront >= MIN_BACK;

/** Whether no further recognition is needed. */
export const isBackOrFront = (seen: SeenBack): boolean => isFront(seen) || isBack(seen);

/**
 * A back has the marks of a back and a serial number. If the ID number was read on the front, the machine-readable lines must
 * repeat it. If they do not, it may be the back of another card, and a person decides. A person also decides about readable
 * text of an unknown layout. A photo without text does not show a card.
 */
export function backOf(seen: SeenBack, card: IdCard | null): BackReading {
  if (isFront(seen)) return { is: 'unusable', cause: 'front' };
  if (seen.isOther) return { is: 'unusable', cause: 'notABack' };
  if (isBack(seen)) return { is: card && !seen.digits.includes(card.number) ? 'undecided' : 'recognised' };
  return seen.marks > 0 || seen.words >= MIN_WORDS ? { is: 'undecided' } : { is: 'unusable', cause: 'notABack' };
}
