/** Finds the printed words of a card in lines of text with single misread letters. */
import { elementAt } from '#server/apply/photos/pixels.ts';

/** A line of text and its position in pixels; y goes down. */
export interface Line {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Printed on the front of both generations of the card. */
export const FRONT_MARKS = {
  jamhuri: ['JAMHURI YA KENYA'],
  republic: ['REPUBLIC OF KENYA'],
  identityCard: ['NATIONAL IDENTITY CARD', 'KITAMBULISHO CHA TAIFA'],
  serial: ['SERIAL NUMBER', 'SERIAL NO'],
  number: ['ID NUMBER', 'ID NO'],
  names: ['FULL NAMES', 'FULL NAME'],
  surname: ['SURNAME'],
  givenNames: ['GIVEN NAMES', 'GIVEN NAME'],
  birthday: ['DATE OF BIRTH'],
  sex: ['SEX'],
  birthplace: ['DISTRICT OF BIRTH', 'PLACE OF BIRTH'],
  issuePlace: ['PLACE OF ISSUE'],
  issueDate: ['DATE OF ISSUE'],
  expiry: ['DATE OF EXPIRY'],
  sign: ['HOLDERS SIGN'],
  /** Words of other documents that also carry a name, a number and a birthday. */
  other: ['DRIVING LICENCE', 'DRIVING LICENSE', 'PASSPORT', 'ALIEN', 'STUDENT', 'MEMBERSHIP', 'VOTER'],
} as const;

/** Printed on the back. `DISTRICT` alone is on the back, `DISTRICT OF BIRTH` on the front. */
export const BACK_MARKS = {
  district: ['DISTRICT'],
  division: ['DIVISION'],
  location: ['LOCATION'],
  sublocation: ['SUBLOCATION', 'SUB LOCATION'],
  registrar: ['PRINCIPAL REGISTRAR', 'PRINCIPAL REGISTRARS SIGN'],
  thumb: ['THUMB PRINT', 'RIGHT THUMB PRINT'],
} as const;

type Labels = Readonly<Record<string, readonly string[]>>;

export type Mark = keyof typeof FRONT_MARKS;
export type BackMark = keyof typeof BACK_MARKS;

export interface Found<M extends string = Mark> {
  mark: M;
  line: Line;
  /** The rest of the line after the mark, up to the next mark. */
  rest: string;
}

/** Reduces a text to capitals without accents, digits and the few signs that a card has. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    // A stroke inside a word is part of a letter, as in "WAN]JIKU".
    .replace(/(?<=[A-Z])[[\](){}|](?=[A-Z])/g, '')
    .replace(/[^A-Z0-9.:'/,\- ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

interface Place<M extends string> {
  mark: M;
  from: number;
  to: number;
  wrong: number;
  length: number;
}

/** Every mark of the front in these lines. */
export const findMarks = (lines: readonly Line[]): Found[] => findLabels(lines, FRONT_MARKS);

/** Every mark of either side in these lines. */
export const findAnyMarks = (lines: readonly Line[]): Found<Mark | BackMark>[] => findLabels(lines, { ...FRONT_MARKS, ...BACK_MARKS });

/** Of two labels that share words, the one with fewer misreadings is kept. */
function findLabels<L extends Labels>(lines: readonly Line[], labels: L): Found<keyof L & string>[] {
  return lines.flatMap((line) => {
    const words = plain(line.text).split(' ');
    const places = Object.entries(labels).flatMap(([mark, texts]) =>
      texts.flatMap((text) => placesOf<keyof L & string>(mark, text, words)),
    );
    places.sort((a, b) => a.wrong - b.wrong || b.length - a.length);
    const taken: Place<keyof L & string>[] = [];
    for (const place of places) if (taken.every((other) => place.to <= other.from || place.from >= other.to)) taken.push(place);
    taken.sort((a, b) => a.from - b.from);
    return taken.map(({ mark, to }, i) => ({
      mark,
      line,
      rest: words
        .slice(to, taken[i + 1]?.from)
        .join(' ')
        .replace(/^[:.\-, ]+/, ''),
    }));
  });
}

/** Places of a label among words. One letter in five may be wrong, and a blank may be missing or added. */
function placesOf<M extends string>(mark: M, label: string, words: readonly string[]): Place<M>[] {
  const wanted = label.replace(/ /g, '');
  const count = label.split(' ').length;
  const places: Place<M>[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + Math.max(1, count - 1); to <= Math.min(words.length, from + count + 1); to++) {
      const read = words
        .slice(from, to)
        .join('')
        .replace(/[^A-Z0-9]/g, '');
      const wrong = misreadings(wanted, read);
      if (wrong <= Math.floor(wanted.length / 5)) places.push({ mark, from, to, wrong, length: wanted.length });
    }
  }
  return places;
}

/** Levenshtein's distance. */
export function misreadings(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = elementAt(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, elementAt(row, j) + 1, elementAt(next, j - 1) + 1));
    }
    row = next;
  }
  return elementAt(row, b.length);
}
