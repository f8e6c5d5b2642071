import { APP_NAME } from '#src/market/app.ts';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { factsOf } from '../shared/facts.ts';
import { text } from './strings.ts';

export default function AboutUs({ state, send }: ScreenProps) {
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
        ...(facts ? [{ title: t('lend'), text: [t('lendText', facts), t('costText', facts)] }] : []),
        { title: t('how'), text: [t('howText'), t('privacy')] },
      ]}
    >
      <Contact state={state} send={send} />
    </Article>
  );
}
