import { APP_NAME } from '#src/market/app.ts';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { factsOf } from '../shared/facts.ts';
import { text } from './strings.ts';

export default function TermsOfService({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = text(language);
  const facts = product && factsOf(product);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      intro={t('intro', { app: APP_NAME })}
      sections={[
        { title: t('who'), text: [t('whoText'), t('whoOne')] },
        ...(facts
          ? [
              { title: t('loan'), text: [t('loanAmount', facts), t('loanCost', facts), t('loanConsent', facts)] },
              { title: t('pay'), text: [t('payText'), t('payLate', facts)] },
            ]
          : []),
        { title: t('safe'), text: [t('safeText')] },
        { title: t('decide'), text: [t('decideText')] },
        { title: t('ends'), text: [t('endsText')] },
      ]}
    >
      <Contact state={state} send={send} />
    </Article>
  );
}
