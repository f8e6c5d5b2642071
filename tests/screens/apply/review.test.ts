/** The review before the application is sent: one card lists all optional groups that are empty. */
import { expect, it } from 'vitest';
import { examples } from '#screens/apply/loanQuestion/examples.ts';
import LoanQuestion from '#screens/apply/loanQuestion/screen.tsx';
import { wordsOf } from '../drawnText.tsx';

it('review, empty optional groups: are listed on one card, each with its link', () => {
  const words = wordsOf(LoanQuestion, examples.reviewing);
  expect(words).toContain('Not given Emergency contact 3 Change Emergency contact 3 Emergency contact 4 Change');
  expect(words).not.toContain('Emergency contact 3 Emergency contact 3');
});
