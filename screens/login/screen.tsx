import { LOCAL } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { PhoneField } from '#src/ui/form/PhoneField.tsx';
import { globe, me } from '#src/ui/icon/paths.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';
import { CodeScreen } from './codeForm.tsx';
import { localPart } from './localPart.ts';
import { text } from './strings.ts';

const FORM = 'mobile-form';

export default function Login({ state, send }: ScreenProps) {
  const { language, mobile, problem, codeAgainAt } = state.context;
  const t = text(language);
  const back = () => send({ type: 'back.requested' });
  const at = (place: 'findingMobile' | 'sendingCode' | 'enteringCode' | 'verifying') =>
    state.matches({ places: { user: { login: place } } });

  if (state.matches({ places: 'askingLogin' })) {
    return (
      <Screen language={language} title={t('title')} onBack={back} busy>
        <p className="muted">{t('opening')}</p>
        <TextSkeleton language={language} />
      </Screen>
    );
  }
  if (at('enteringCode') || at('verifying') || (at('sendingCode') && codeAgainAt !== null)) {
    return <CodeScreen state={state} send={send} busy={at('verifying') ? 'verifying' : at('sendingCode') ? 'sending' : null} />;
  }

  const isAboutMobile = problem?.code === LOCAL.mobileInvalid;
  const error = problem && isAboutMobile ? problemText(language, problem) : undefined;
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={back}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={(at('findingMobile') && t('looking')) || (at('sendingCode') && t('sending'))}>
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <Announce text={error} />
      <ProblemNote language={language} problem={isAboutMobile ? null : problem} />
      <p className="muted">{t('intro')}</p>
      <Choosing initial={{ typed: localPart(mobile) }}>
        {({ typed }, choose) => (
          <form
            id={FORM}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              send({ type: 'mobile.submitted', mobile: typed });
            }}
          >
            <PhoneField
              id="mobile"
              name="mobile"
              language={language}
              label={t('mobile')}
              hint={t('hint')}
              error={error}
              affix="+254"
              value={typed}
              autocomplete="tel-national"
              enterKey="send"
              required
              onChange={(_, value) => choose({ typed: localPart(value) })}
              onBlur={() => undefined}
            />
          </form>
        )}
      </Choosing>
      <CardList>
        <RowItem icon={globe} href={`#${ROUTES.nation}`} title={t('country')} note={t('kenya')} />
        <RowItem icon={me} href={`#${ROUTES.register}`} title={`${t('newHere')} ${t('register')}`} note={t('registerNote')} />
      </CardList>
    </Screen>
  );
}
