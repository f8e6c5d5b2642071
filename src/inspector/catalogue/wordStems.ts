/** The words of a text without their endings, so that "money did not arrive" finds "the money never arrived". */

import { stemmer } from 'stemmer';

/** Words whose forms share no beginning. */
const IRREGULAR: Readonly<Record<string, string>> = {
  came: 'come',
  chose: 'choose',
  chosen: 'choose',
  died: 'die',
  forgot: 'forget',
  forgotten: 'forget',
  gave: 'give',
  given: 'give',
  gone: 'go',
  got: 'get',
  kept: 'keep',
  left: 'leave',
  lost: 'lose',
  paid: 'pay',
  payment: 'pay',
  payments: 'pay',
  repaid: 'repay',
  repayment: 'repay',
  sent: 'send',
  stole: 'steal',
  stolen: 'steal',
  took: 'take',
  taken: 'take',
  went: 'go',
};

/** All say that something is not so. */
const NOT = 'not';
const NEGATIONS: ReadonlySet<string> = new Set([
  'no',
  'not',
  'never',
  'none',
  'nothing',
  'cannot',
  'cant',
  'didnt',
  'doesnt',
  'dont',
  'isnt',
  'wasnt',
  'wont',
]);

/** Words that say nothing about a journey. */
const FILL: ReadonlySet<string> = new Set(
  (
    'a an the my me i we you he she it its they them his her their our your this that these those is are was were be been am do does did ' +
    'has have had will would can to of in on at by for from with and or but so if as then than when where why how ' +
    'what who which there here just still any some'
  ).split(' '),
);

/** The word without its ending: "arrived", "arrives" and "arrive" are one word. */
export function stemOf(word: string): string {
  const plain = word.replace(/['’]/g, '');
  return NEGATIONS.has(plain) ? NOT : stemmer(IRREGULAR[plain] ?? plain);
}

const WORD = /[a-z0-9][a-z0-9'’]*/g;

/** @param text In lower case. */
export const stemsIn = (text: string): ReadonlySet<string> => new Set((text.match(WORD) ?? []).map(stemOf));

/** The words of a query that matter; all of them if none does. */
export function queryWords(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, ''))
    .filter(Boolean);
  const telling = words.filter((word) => !FILL.has(word));
  return telling.length > 0 ? telling : words;
}
