import { CODE, LOCAL } from '#machines/model/codes.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phone.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { onlyDigits } from '#src/forms/text.ts';
import { LIMITS } from '#src/market/limits.ts';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { clockText } from '#src/ui/countdown/aboutLeft.ts';
import { TextField } from '#src/ui/form/TextField.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from './codeStrings.ts';

const FORM = 'code-form';
const CODE_DIGITS = LIMITS.verificationCode;

/** Errors of the code itself, which are shown at its field. */
const ABOUT_THE_CODE: readonly number[] = [LOCAL.codeInvalid, CODE.invalidVerificationCode, CODE.tooManyWrongCodes];

/** The code from the text message: the second half of signing in and of registering. */
export function CodeScreen({ state, send, busy }: ScreenProps & { busy: 'verifying' | 'sending' | null }) {
  const { language, signIn, problem, now } = state.context;
  const { mobile, codeAgainAt } = signIn;
  const t = codeText(language);
  const msisdn = toMsisdn(mobile);
  const isAboutCode = problem !== null && ABOUT_THE_CODE.indexOf(problem.code) >= 0;
  const form = useShortForm({
    initial: { code: '' },
    settle: { code: onlyDigits },
    rules: { code: (typed) => (typed.length === CODE_DIGITS ? null : problemText(language, { code: LOCAL.codeInvalid, message: '' })) },
  });
  const error = isAboutCode ? problemText(language, problem) : form.error('code');
  const wait = codeAgainAt !== null && now !== null ? codeAgainAt - now : 0;

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={busy === 'verifying' && t('checking')}>
            {t('confirm')}
          </Button>
        </Actions>
      }
    >
      <Announce text={error} />
      <ProblemNote language={language} problem={isAboutCode ? null : problem} />
      <form
        id={FORM}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'code.submitted', code: form.entered()('code') });
        }}
      >
        <TextField
          {...form.field('code')}
          id="code"
          language={language}
          label={t('label')}
          hint={t('sentTo', { number: msisdn ? formatMsisdn(msisdn) : mobile })}
          error={error}
          mode="numeric"
          autocomplete="one-time-code"
          enterKey="done"
          maxLength={CODE_DIGITS}
          required
        />
      </form>
      <div className="stack stack--tight">
        {wait > 0 ? (
          <p className="small muted center">
            {t('again')} <span className="num">{t('in', { time: clockText(wait) })}</span>
          </p>
        ) : (
          <Button kind="quiet" busy={busy === 'sending' && t('sending')} onPress={() => send({ type: 'code.requestedAgain' })}>
            {t('again')}
          </Button>
        )}
        <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
          {t('otherNumber')}
        </Button>
      </div>
    </Screen>
  );
}
