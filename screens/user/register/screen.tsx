import { LOCAL } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Brand } from '#src/ui/brand/Brand.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { shield } from '#src/ui/icon/secondaryIcons.ts';
import { me, records } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SecondHalf } from '../login/secondHalf.tsx';
import { isAfterNumber, isSending } from '../login/afterNumber.ts';
import type { ScreenProps } from '../../props.ts';
import { MobileForm } from '../../shared/mobileForm.tsx';
import { mobileText } from '../../shared/mobileStrings.ts';
import { OfferedSession } from '../../shared/offeredSession.tsx';
import { text } from './strings.ts';

const FORM = 'register-form';

export default function Register({ state, send }: ScreenProps) {
  const { language, problem, signIn } = state.context;
  const { acceptedTerms, mobile, unknownMobile } = signIn;
  const t = text(language);
  const m = mobileText(language);
  if (isAfterNumber({ state, of: 'register' })) return <SecondHalf state={state} send={send} of="register" />;

  const termsError = problem?.code === LOCAL.termsNotAccepted ? problemText(language, problem) : undefined;
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={isSending({ state, of: 'register' }) && m('sending')}>
            {m('send')}
          </Button>
        </Actions>
      }
    >
      <Announce text={termsError} />
      <Brand app={state.context.app} />
      <OfferedSession state={state} send={send} />
      {unknownMobile !== null && unknownMobile === mobile && <Note>{t('unknown')}</Note>}
      <MobileForm
        state={state}
        send={send}
        id={FORM}
        onSubmit={(mobile) => send({ type: 'registration.submitted', mobile, acceptedTerms })}
      >
        <p className="muted">{t('intro')}</p>
        <Checkbox
          id="acceptedTerms"
          name="acceptedTerms"
          language={language}
          error={termsError}
          checked={acceptedTerms}
          onChange={(_, accepted) => send({ type: 'terms.ticked', accepted })}
        >
          {t('agree', { age: LIMITS.age.minimum })}
        </Checkbox>
      </MobileForm>
      <CardList>
        <RowItem icon={records} href={`#${ROUTES.termsOfService}`} title={t('terms')} note={t('termsNote')} />
        <RowItem icon={shield} href={`#${ROUTES.privacyPolicy}`} title={t('privacy')} note={t('privacyNote')} />
        <RowItem icon={me} href={`#${ROUTES.login}`} title={t('known')} note={t('signIn')} />
      </CardList>
    </Screen>
  );
}
