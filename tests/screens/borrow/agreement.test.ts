/** The drawn agreement. */
import { expect, it } from 'vitest';
import { loaded } from '#machines/model/loadable.ts';
import { examples } from '#screens/borrow/agreement/examples.ts';
import AgreementScreen from '#screens/borrow/agreement/screen.tsx';
import { agreement } from '#screens/samples.ts';
import { markupOf } from '../drawnText.tsx';

it('agreement with the name of M-PESA: does not break the name at the end of a line', () => {
  const sections = [{ heading: 'How you pay', body: 'You pay in the app from M-PESA.' }];
  const { context } = examples.shown;
  const markup = markupOf(AgreementScreen, { ...examples.shown, context: { ...context, agreement: loaded({ ...agreement, sections }) } });
  expect(markup).toContain('You pay in the app from M\u2011PESA.');
});
