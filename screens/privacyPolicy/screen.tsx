import { APP_NAME } from '#src/market/app.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { text } from './strings.ts';

export default function PrivacyPolicy({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      intro={t('intro', { app: APP_NAME })}
      sections={[
        { title: t('keep'), text: [t('keepNumber'), t('keepForms'), t('keepContacts'), t('keepPhotos'), t('keepAccount'), t('keepLoan')] },
        { title: t('phone'), text: [t('phoneText')] },
        { title: t('long'), text: [t('longNon', DATA_PROMISES), t('longLoan')] },
        { title: t('who'), text: [t('whoText')] },
        { title: t('rights'), text: [t('rightsSee', DATA_PROMISES), t('rightsDelete', DATA_PROMISES), t('rightsPerson')] },
      ]}
    >
      <Contact state={state} send={send} />
    </Article>
  );
}
