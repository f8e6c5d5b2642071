import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { feedbackText } from '../shared/feedbackStrings.ts';

export default function FeedbackFaq({ state, send }: ScreenProps) {
  const t = feedbackText(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('faq')}
      sections={[
        { title: t('when'), text: [t('whenA')] },
        { title: t('proof'), text: [t('proofA')] },
        { title: t('charge'), text: [t('chargeA')] },
      ]}
    >
      <Contact state={state} send={send} />
    </Article>
  );
}
