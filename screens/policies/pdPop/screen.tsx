import { ROUTES } from '#machines/routes.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { shield } from '#src/ui/icon/secondaryIcons.ts';
import { phone } from '#src/ui/icon/primaryIcons.ts';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { text } from './strings.ts';

export default function PdPop({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      intro={t('intro')}
      sections={[
        { title: t('forTitle'), text: [t('forText')] },
        { title: t('longTitle'), text: [t('longText', DATA_PROMISES)] },
        { title: t('youTitle'), text: [t('youText')] },
      ]}
    >
      <CardList>
        <RowItem icon={shield} href={`#${ROUTES.privacyPolicy}`} title={t('policy')} note={t('policyNote')} />
        <RowItem icon={phone} href={`#${ROUTES.pop}`} title={t('phone')} note={t('phoneNote')} />
      </CardList>
    </Article>
  );
}
