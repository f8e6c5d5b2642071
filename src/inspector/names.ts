/** Readable names for identifiers of the chart. */
import { upperFirst } from '#machines/words.ts';

/** `enteringMobile` to "Entering mobile". */
export function plainName(code: string): string {
  const words = code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase();
  return upperFirst(words);
}

/** `loadHome` to "load home", for use inside a sentence. */
export const inWords = (code: string): string => plainName(code).toLowerCase();

/** One full stop at the end, also after a message that has its own, or a hidden text such as `[words 2].`. */
export const asSentence = (text: string): string => text.replace(/\.*$/, '.');

/** Whether the page shows business words, or the names in the code. */
export type Names = 'plain' | 'code';
