import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { HOME_COUNTRY } from '#src/market/app.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Brand } from '#src/ui/brand/Brand.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { down } from '#src/ui/icon/secondaryIcons.ts';
import { help, me } from '#src/ui/icon/primaryIcons.ts';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { MobileForm } from '../../shared/mobileForm.tsx';
import { mobileText } from '../../shared/mobileStrings.ts';
import { OfferedSession } from '../../shared/offeredSession.tsx';
import { isSending } from './afterNumber.ts';
import { text } from './strings.ts';

const FORM = 'mobile-form';

/** Asks for the number. A visitor's first press waits for this file, so what comes after the number is in others. */
export default function LoginNumber({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = text(language);
  const m = mobileText(language);
  const back = () => send({ type: 'back.requested' });

  if (state.matches({ places: 'askingLogin' })) {
    return (
      <Screen language={language} title={t('title')} onBack={back} busy>
        <p className="muted">{t('opening')}</p>
        <TextSkeleton language={language} />
      </Screen>
    );
  }

  const country = valueOf(state.context.country);
  const name = country?.name ?? t('kenya');
  const code = country?.callingCode ?? HOME_COUNTRY.callingCode;
  const isFinding = state.matches({ places: { user: { login: 'findingMobile' } } });
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={back}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={(isFinding && t('looking')) || (isSending({ state, of: 'login' }) && m('sending'))}>
            {m('send')}
          </Button>
        </Actions>
      }
    >
      <Brand app={state.context.app} />
      <OfferedSession state={state} send={send} />
      <MobileForm
        state={state}
        send={send}
        id={FORM}
        prefix={
          <a href={`#${ROUTES.nation}`} aria-label={t('country', { name, code })}>
            +{code}
            <Icon path={down} size="xs" />
          </a>
        }
        onSubmit={(mobile) => send({ type: 'mobile.submitted', mobile })}
      >
        <p className="muted">{t('intro')}</p>
      </MobileForm>
      <CardList>
        <RowItem icon={me} href={`#${ROUTES.register}`} title={`${t('newHere')} ${t('register')}`} note={t('registerNote')} />
        <RowItem icon={help} href={`#${ROUTES.faq}`} title={t('help')} note={t('helpNote')} />
      </CardList>
    </Screen>
  );
}
