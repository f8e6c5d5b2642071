import { ROUTES } from '#machines/routes.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { receipt, records } from '#src/ui/icon/paths.ts';
import type { ScreenProps } from '../props.ts';
import { Landing, UpTo } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

export default function Yx2({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  return (
    <Landing state={state} send={send} title={t('forYou')} action={t('apply')}>
      {product && <UpTo state={state} product={product} />}
      <CardList>
        <RowItem icon={receipt} href={`#${ROUTES.yx2ConfirmBorrow}`} title={t('glanceLink')} note={t('glanceNote')} />
        <RowItem icon={records} href={`#${ROUTES.termsOfService}`} title={t('terms')} />
      </CardList>
    </Landing>
  );
}
