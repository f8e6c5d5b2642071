import { maskMsisdn, onItsOwn } from '#machines/model/phoneNumber.ts';
import { ROUTES } from '#machines/routes.ts';
import { homeOf } from '#machines/required.ts';
import { languageName } from '#src/i18n/languageName.ts';
import { Brand } from '#src/ui/brand/Brand.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card, CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Dot } from '#src/ui/dot/Dot.tsx';
import { envelope, globe, settings, shield } from '#src/ui/icon/secondaryIcons.ts';
import { chat, check, help, info, me, records } from '#src/ui/icon/primaryIcons.ts';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

export default function Me({ state, send }: ScreenProps) {
  const { language, session, recording, hasUnread } = state.context;
  const { firstName } = homeOf(state.context);
  const t = text(language);
  return (
    <Screen language={language} title={t('title')} tab="me">
      <Brand app={state.context.app} />
      {session ? (
        <CardList>
          <RowItem
            icon={me}
            title={firstName ? t('hello', { name: firstName }) : onItsOwn(maskMsisdn(session.mobile))}
            note={firstName && onItsOwn(maskMsisdn(session.mobile))}
          />
        </CardList>
      ) : (
        <Card title={t('visitor')}>
          <p className="muted">{t('visitorNote')}</p>
          <Button onPress={() => send({ type: 'login.requested' })}>{t('logIn')}</Button>
        </Card>
      )}
      <CardList>
        <RowItem icon={help} href={`#${ROUTES.faq}`} title={t('faq')} note={t('faqNote')} />
        {session && <RowItem icon={chat} href={`#${ROUTES.customerServices}`} title={t('service')} note={t('serviceNote')} />}
        {session && (
          <RowItem
            icon={envelope}
            href={`#${ROUTES.feedbackList}`}
            title={
              <>
                {t('messages')}
                {hasUnread && <Dot label={t('fresh')} />}
              </>
            }
            note={t(hasUnread ? 'fresh' : 'messagesNote')}
          />
        )}
        <RowItem icon={info} href={`#${ROUTES.aboutUs}`} title={t('about')} note={t('aboutNote')} />
        <RowItem
          icon={check}
          href={`#${ROUTES.helpImprove}`}
          title={t('improve')}
          note={t(recording === 'on' || recording === 'sent' ? 'recording' : 'improveNote')}
        />
      </CardList>
      <CardList>
        <RowItem icon={globe} href={`#${ROUTES.language}`} title={t('language')} note={languageName(language)} />
        {session && <RowItem icon={settings} href={`#${ROUTES.settings}`} title={t('settings')} note={t('settingsNote')} />}
        <RowItem icon={shield} href={`#${ROUTES.privacyPolicy}`} title={t('privacy')} />
        <RowItem icon={records} href={`#${ROUTES.termsOfService}`} title={t('terms')} />
      </CardList>
    </Screen>
  );
}
