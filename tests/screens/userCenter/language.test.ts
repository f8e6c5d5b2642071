/** The page of languages names what changes with the language, and when. */
import { expect, it } from 'vitest';
import { example } from '#screens/example.ts';
import { amina, visitor } from '#screens/samples.ts';
import LanguageScreen from '#screens/userCenter/language/screen.tsx';
import { wordsOf } from '../drawnText.tsx';

const at = { places: { userCenter: { language: 'shown' } } } as const;

it.each([
  ['signed in', amina, 'From then on we write your SMS in this language too.'],
  ['signed out', visitor, 'Once you sign in, we write your SMS in this language too.'],
])('languages, %s: says when the language of SMS changes', (_, person, words) => {
  expect(wordsOf(LanguageScreen, example(at, person))).toContain(words);
});
