/** The page of the application describes the order in every status after the application was sent. */
import { expect, it } from 'vitest';
import { clockText, MINUTE } from '#machines/model/calendar.ts';
import { loaded } from '#machines/model/loadable.ts';
import { homeOf } from '#machines/required.ts';
import { examples } from '#screens/apply/reviewTips/examples.ts';
import ReviewTips from '#screens/apply/reviewTips/screen.tsx';
import { markupOf, wordsOf } from '../drawnText.tsx';

it.each([
  ['approved', /Approved .*You can get KSh 4,942 .*See your offer/],
  ['lending', /On its way .*We send you KSh 4,942 .*Back to home/],
  ['payFail', /Not sent .*still with us. You owe nothing. .*See what to do/],
  ['repaying', /Your loan is running .*Left to pay by .* KSh 3,374 .*Pay your loan/],
  ['overdue', /Your loan is overdue .*To pay now KSh .*Pay your loan/],
  ['finished', /Your loan is repaid You owe nothing. Thank you. .*Back to home/],
  ['unknownStatus', /There is news about your loan. Home shows it. .*Back to home/],
] as const)('order %s: the page names its status and the next step', (name, words) => {
  const shown = wordsOf(ReviewTips, examples[name]);
  expect(shown).toMatch(words);
  if (name !== 'approved') expect(shown).not.toContain('Approved');
});

it('application referred when it was sent: the page shows deadline and reason, and counts no minutes', () => {
  const shown = wordsOf(ReviewTips, examples.leftToPerson);
  expect(shown).toMatch(/needs a closer look You will have your answer by Fri 21 Nov, 17:00/);
  expect(shown).toContain('Why: Your ID or the photo of your face could not be recognised for certain');
  expect(shown).not.toMatch(/usual time left|around \d/);
  expect(markupOf(ReviewTips, examples.leftToPerson)).not.toContain('role="timer"');
  expect(markupOf(ReviewTips, examples.assessing)).toContain('role="timer"');
});

it('application referred, phone behind the clock of the lender: the page counts no minutes, and names no check before the sending', () => {
  const { context } = examples.leftToPerson;
  const submittedAt = context.order?.submittedAt;
  if (typeof submittedAt !== 'number') throw new Error('the example was not sent');
  const home = loaded({ ...homeOf(context), readAt: submittedAt - 3 * MINUTE });
  const shown = wordsOf(ReviewTips, { ...examples.leftToPerson, context: { ...context, home, now: submittedAt - 500 } });
  expect(shown).toContain('needs a closer look');
  expect(shown).not.toMatch(/usual time left|around \d/);
  // Home was read before the application was sent, and an answer cannot have been checked for earlier than that.
  expect(shown).toContain(`Last checked for an answer at ${clockText(submittedAt)}`);
});

it('application approved: the number of days is the latest time to pay back, not the earliest', () => {
  expect(wordsOf(ReviewTips, examples.approved)).toContain('Pay back KSh 5,374 within 91 days');
});
