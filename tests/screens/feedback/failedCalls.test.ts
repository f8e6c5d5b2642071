/** Long forms to the lender: a refusal is shown beside the button or at the pictures, where it is seen. */
import { describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { example } from '#screens/example.ts';
import AddFeedback from '#screens/feedback/addFeedback/screen.tsx';
import { examples as adding } from '#screens/feedback/addFeedback/examples.ts';
import CancellationForm from '#screens/policies/cancellationForm/screen.tsx';
import { examples as closing } from '#screens/policies/cancellationForm/examples.ts';
import FeedbackDetail from '#screens/feedback/feedbackDetail/screen.tsx';
import { examples as reading } from '#screens/feedback/feedbackDetail/examples.ts';
import { problemText } from '#src/i18n/problems.ts';
import { markupOf } from '../drawnText.tsx';

const offline = { code: LOCAL.networkFailed, message: '' };
const words = problemText('en', offline).slice(0, 30);
const [scrolled, stuck] = ['before', 'after'].map((side) => (markup: string): string => {
  const end = markup.indexOf('</main>');
  expect(end, 'the page has a footer').toBeGreaterThan(0);
  return side === 'before' ? markup.slice(0, end) : markup.slice(end);
}) as [(markup: string) => string, (markup: string) => string];

describe('failed call of a feedback page: the message stands beside its button, which stays visible', () => {
  it.each([
    ['a new message', AddFeedback, adding.written],
    ['a reply', FeedbackDetail, reading.replying],
    ['closing the account', CancellationForm, closing.withoutLoan],
  ] as const)('failed call of a feedback page: the message stands beside its button: %s', (_, Drawing, shown) => {
    const markup = markupOf(Drawing, example(shown.value, { ...shown.context, problem: offline }));
    expect(stuck(markup)).toContain(words);
    expect(scrolled(markup)).not.toContain(words);
  });
});

it('file that is no picture: the message stands at the pictures', () => {
  const markup = markupOf(AddFeedback, adding.pictureUnreadable);
  expect(scrolled(markup)).toContain('This file could not be opened. Choose a photo or a screenshot.');
  expect(stuck(markup)).not.toContain('could not be');
});
