/** Reads the values of a card from lines of text. Pure. */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { CardReading } from './photoReader.ts';
import { findMarks, plain, type Found, type Line, type Mark } from './marks.ts';

/** The result of one recognition of a picture. */
export interface Seen {
  /** Number of different marks of a national identity card; below {@link MIN_MARKS} the picture shows no card. */
  marks: number;
  number: string | null;
  name: string | null;
  birthday: CalendarDate | null;
}

/** More than two, because one or two of the words also occur on a letterhead. */
export const MIN_MARKS = 3;

const NOTHING: Seen = { marks: 0, number: null, name: null, birthday: null };

/** Number, name and birthday are required of a Kenyan card; the first missing one is reported. */
export function readingOf({ marks, number, name, birthday }: Seen): CardReading {
  if (marks < MIN_MARKS) return { is: 'unusable', cause: 'notAnId' };
  if (number === null) return { is: 'unusable', cause: 'numberMissing' };
  if (name === null) return { is: 'unusable', cause: 'nameMissing' };
  if (birthday === null) return { is: 'unusable', cause: 'birthdayMissing' };
  return { is: 'read', card: { number, name, birthday } };
}

/** Merges two recognitions of the same picture, because each may have found values that the other missed. */
export const mergeReadings = (first: Seen, second: Seen): Seen => ({
  marks: Math.max(first.marks, second.marks),
  number: first.number ?? second.number,
  name: first.name ?? second.name,
  birthday: first.birthday ?? second.birthday,
});

export function parseCard(lines: readonly Line[]): Seen {
  const found = findMarks(lines);
  const marks = new Set(found.map(({ mark }) => mark));
  if (marks.has('other')) return NOTHING;
  /** The first text beside or below this mark that `read` accepts. */
  const valueOf = <T>(mark: Mark, read: (text: string) => T | null): T | null => {
    for (const one of found.filter((place) => place.mark === mark)) {
      for (const text of [one.rest, ...near(one.line, lines, found)]) {
        const value = read(plain(text));
        if (value !== null) return value;
      }
    }
    return null;
  };
  return {
    marks: marks.size,
    number: valueOf('number', readNumber) ?? onlyNumber(lines, found),
    name: valueOf('names', readName) ?? joined(valueOf('givenNames', readWords), valueOf('surname', readWords)),
    birthday: valueOf('birthday', readDate),
  };
}

/** Texts to the right in the same row, then those below in the same column, nearest first. */
function near(label: Line, lines: readonly Line[], found: readonly Found[]): string[] {
  const height = label.y1 - label.y0;
  const others = lines.filter((line) => line !== label && !found.some((place) => place.line === line));
  const right = others
    .filter((line) => Math.min(line.y1, label.y1) - Math.max(line.y0, label.y0) > height / 2 && line.x0 >= label.x1)
    .toSorted((a, b) => a.x0 - b.x0);
  const below = others
    .filter((line) => {
      const gap = line.y0 - label.y1;
      return gap > -height / 2 && gap < height * 3.5 && line.x0 < label.x1 + height && line.x1 > label.x0 - height;
    })
    .toSorted((a, b) => a.y0 - b.y0);
  return [...right, ...below].map((line) => line.text);
}

/** Digits by the letters that they are often misread as. */
const DIGIT_FOR: Readonly<Record<string, string>> = { O: '0', D: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' };
const LETTER_FOR: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' };

export const asDigits = (word: string): string =>
  word.replace(/\D/g, '').length * 2 > word.length ? word.replace(/[A-Z]/g, (letter) => DIGIT_FOR[letter] ?? letter) : word;

const wordsOfDigits = (text: string): string[] => text.split(' ').map((word) => asDigits(word.replace(/^[.:,'\-/]+|[.:,'\-/]+$/g, '')));

/** Eight digits, perhaps with blanks between them. */
function readNumber(text: string): string | null {
  const words = wordsOfDigits(text);
  return words.find((word) => /^\d{8}$/.test(word)) ?? (/^\d{8}$/.test(words.join('')) ? words.join('') : null);
}

/** The number when its label was not read: the only word of eight digits that is not a date and not beside the serial number. */
function onlyNumber(lines: readonly Line[], found: readonly Found[]): string | null {
  const rows = lines.filter((line) => !found.some((place) => place.line === line && place.mark === 'serial'));
  const words = rows.flatMap((line) => wordsOfDigits(plain(line.text)));
  const numbers = new Set(words.filter((word) => /^\d{8}$/.test(word) && readDate(word) === null));
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}

/** Reads day, month and year with any signs between them. */
function readDate(text: string): CalendarDate | null {
  const digits = text
    .split(' ')
    .map(asDigits)
    .join(' ')
    .replace(/[^\dA-Z]/g, '');
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(digits) ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isOnCalendar = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isOnCalendar && Number(year) >= 1900 && Number(year) < 2100 ? `${year}-${month}-${day}` : null;
}

/** Reads words of letters; digits that look like letters are read as letters. */
function readWords(text: string): string | null {
  const words = text
    .split(' ')
    .map((word) => (/[A-Z]{2}/.test(word) ? word.replace(/[0158]/g, (digit) => LETTER_FOR[digit] ?? digit) : word))
    .map((word) => word.replace(/^[^A-Z]+|[^A-Z]+$/g, ''))
    .filter((word) => /^[A-Z][A-Z'-]+$/.test(word));
  return words.length > 0 && !/\d{3}/.test(text) ? words.join(' ') : null;
}

/** Reads a full name, which has at least two words: a single word is often a misread smudge. */
function readName(text: string): string | null {
  const name = readWords(text);
  return name !== null && name.includes(' ') ? name : null;
}

const joined = (given: string | null, surname: string | null): string | null =>
  given !== null && surname !== null ? `${given} ${surname}` : null;
