import { APPEARANCES } from '#machines/context.ts';
import { ROUTES } from '#machines/routes.ts';
import { languageName } from '#src/i18n/languageName.ts';
import { APP_NAME, APP_VERSION } from '#src/market/app.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { SharedData } from '#src/ui/consentCard/SharedData.tsx';
import { globe, shield } from '#src/ui/icon/secondaryIcons.ts';
import { close, info, phone } from '#src/ui/icon/primaryIcons.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { Segments } from '#src/ui/segments/Segments.tsx';
import type { ScreenProps } from '../../props.ts';
import { askedKinds } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

export default function Settings({ state, send }: ScreenProps) {
  const { language, appearance, app, order, problem } = state.context;
  const t = text(language);
  const isAsked = askedKinds(order).length > 0;
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button
            kind="secondary"
            busy={state.matches({ places: { userCenter: { settings: 'loggingOut' } } }) && t('loggingOut')}
            onPress={() => send({ type: 'logout.requested' })}
          >
            {t('logOut')}
          </Button>
        </Actions>
      }
    >
      <ProblemNote language={language} problem={problem} />
      <CardList>
        <RowItem icon={globe} href={`#${ROUTES.language}`} title={t('language')} note={languageName(language)} />
        <RowItem
          icon={shield}
          href={`#${ROUTES.pop}`}
          title={t('permissions')}
          note={isAsked ? t('permissionsAsked') : t('permissionsNote')}
        />
        <RowItem icon={phone} href={`#${ROUTES.devices}`} title={t('devices')} note={t('devicesNote')} />
        <RowItem icon={close} href={`#${ROUTES.cancellationForm}`} title={t('close')} note={t('closeNote')} />
        <RowItem
          icon={info}
          title={t('version')}
          note={[app?.appName ?? APP_NAME, APP_VERSION, app?.edition].filter(Boolean).join(' · ')}
        />
      </CardList>
      <Segments
        legend={t('appearance')}
        name="appearance"
        value={appearance}
        segments={APPEARANCES.map((id) => ({ id, title: t(id) }))}
        onChange={(id) => send({ type: 'appearance.chosen', appearance: APPEARANCES.find((known) => known === id) ?? appearance })}
      />
      <SharedData
        language={language}
        collection={order?.collection}
        withdrawing={state.matches({ places: { userCenter: { settings: 'withdrawing' } } })}
        onWithdraw={(kind) => send({ type: 'consent.withdrawn', kind })}
      />
      <p className="small muted">{t('logOutNote')}</p>
    </Screen>
  );
}
