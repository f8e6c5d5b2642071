import { expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { text } from '#src/ui/rejectionCard/strings.ts';
import { REJECTIONS, rejectionText } from '#server/books/reasonTexts.ts';

const wordsOf = (sentence: string): string => sentence.toLowerCase().replace(/[^\p{L} ]/gu, '');

it.each(LANGUAGES)('rejection in %s: its main reason does not repeat the rejection', (language) => {
  const answer = wordsOf(text(language)('noOffer'));
  for (const reason of Object.keys(REJECTIONS)) expect(wordsOf(rejectionText(reason, language))).not.toContain(answer);
});
