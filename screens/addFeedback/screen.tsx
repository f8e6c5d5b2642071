import { Card } from '#src/ui/card/Card.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { shield } from '#src/ui/icon/paths.ts';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { feedbackText } from '../shared/feedbackStrings.ts';

/** The kinds of message the lender knows, and what each needs, so that an e-mail does what the form will do. */
const KINDS = ['repaidBill', 'period', 'failure', 'borrow', 'repay', 'notReceived', 'lookAgain', 'other'] as const;

export default function AddFeedback({ state, send }: ScreenProps) {
  const t = feedbackText(state.context.language);
  return (
    <Article state={state} send={send} title={t('write')} intro={t('intro')}>
      <Contact state={state} send={send} />
      <Card title={t('what')}>
        <ul className="stack stack--snug">
          {KINDS.map((kind) => (
            <li key={kind}>{t(kind)}</li>
          ))}
        </ul>
      </Card>
      <Note icon={shield}>{t('pictures')}</Note>
    </Article>
  );
}
