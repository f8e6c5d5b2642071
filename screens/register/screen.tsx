import { LOCAL } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { PhoneField } from '#src/ui/form/PhoneField.tsx';
import { me, records, shield } from '#src/ui/icon/paths.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { CodeScreen } from '../login/codeForm.tsx';
import { localPart } from '../login/localPart.ts';
import type { ScreenProps } from '../props.ts';
import { text } from './strings.ts';

const FORM = 'register-form';

export default function Register({ state, send }: ScreenProps) {
  const { language, mobile, problem, codeAgainAt } = state.context;
  const t = text(language);
  const at = (place: 'sendingCode' | 'enteringCode' | 'verifying') => state.matches({ places: { user: { register: place } } });

  if (at('enteringCode') || at('verifying') || (at('sendingCode') && codeAgainAt !== null)) {
    return <CodeScreen state={state} send={send} busy={at('verifying') ? 'verifying' : at('sendingCode') ? 'sending' : null} />;
  }

  const messageFor = (code: number) => (problem?.code === code ? problemText(language, problem) : undefined);
  const mobileError = messageFor(LOCAL.mobileInvalid);
  const termsError = messageFor(LOCAL.termsNotAccepted);
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={at('sendingCode') && t('sending')}>
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <Announce text={mobileError ?? termsError} />
      <ProblemNote language={language} problem={mobileError || termsError ? null : problem} />
      <p className="muted">{t('intro')}</p>
      <Choosing initial={{ typed: localPart(mobile), acceptedTerms: false }}>
        {({ typed, acceptedTerms }, choose) => (
          <form
            id={FORM}
            className="stack stack--loose"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              send({ type: 'registration.submitted', mobile: typed, acceptedTerms });
            }}
          >
            <PhoneField
              id="mobile"
              name="mobile"
              language={language}
              label={t('mobile')}
              hint={t('hint')}
              error={mobileError}
              affix="+254"
              value={typed}
              autocomplete="tel-national"
              enterKey="send"
              required
              onChange={(_, value) => choose({ typed: localPart(value) })}
              onBlur={() => undefined}
            />
            <Checkbox
              id="acceptedTerms"
              name="acceptedTerms"
              language={language}
              error={termsError}
              checked={acceptedTerms}
              onChange={(_, checked) => choose({ acceptedTerms: checked })}
            >
              {t('agree')}
            </Checkbox>
          </form>
        )}
      </Choosing>
      <CardList>
        <RowItem icon={records} href={`#${ROUTES.termsOfService}`} title={t('terms')} note={t('termsNote')} />
        <RowItem icon={shield} href={`#${ROUTES.privacyPolicy}`} title={t('privacy')} note={t('privacyNote')} />
        <RowItem icon={me} href={`#${ROUTES.login}`} title={`${t('known')} ${t('signIn')}`} note={t('signInNote')} />
      </CardList>
    </Screen>
  );
}
