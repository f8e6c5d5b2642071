import { useMemo, type ReactNode } from 'react';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phone.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { codeDigits } from '#src/forms/text.ts';
import { LIMITS } from '#src/market/limits.ts';
import { SmsCode } from './smsCode.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { clockText } from '#src/ui/countdown/aboutLeft.ts';
import { CodeField } from '#src/ui/form/CodeField.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../props.ts';
import { codeText } from './codeStrings.ts';

const FORM = 'code-form';
const CODE_DIGITS = LIMITS.verificationCode;

/** What is wrong with the code itself is said at its field. */
const REFUSED_BY_LENDER: readonly number[] = [CODE.invalidVerificationCode, CODE.tooManyWrongCodes];

interface CodeScreenProps extends ScreenProps {
  /** The number that got the code. */
  mobile: string;
  /** When another code may be asked for; null: at once. */
  codeAgainAt: Instant | null;
  busy: 'verifying' | 'sending' | null;
  /** The code was sent only if the one that was typed for it was right. */
  mayNotCome?: boolean;
  /** The button, and what it says while the code is checked. Without it: confirming. */
  action?: { label: string; busy: string };
  /** Why a code is asked for, above its field. */
  why?: ReactNode;
  /** Leads to another number; left out where there is only one. */
  onOtherNumber?: () => void;
}

/** The code from a text message: the second half of signing in and of registering, and the proof at a draw. */
export function CodeScreen({ state, send, mobile, codeAgainAt, busy, mayNotCome = false, action, why, onOtherNumber }: CodeScreenProps) {
  const { language, problem, now } = state.context;
  const t = codeText(language);
  const msisdn = toMsisdn(mobile);
  const isMistyped = problem?.code === LOCAL.codeInvalid;
  const isAboutCode = isMistyped || (problem !== null && REFUSED_BY_LENDER.includes(problem.code));
  const refused = useMemo(
    () => (problem && REFUSED_BY_LENDER.includes(problem.code) ? { code: problemText(language, problem) } : undefined),
    [language, problem],
  );
  const form = useShortForm({
    initial: { code: '' },
    settle: { code: codeDigits },
    isRefused: isMistyped,
    refused,
    rules: { code: (typed) => (typed.length === CODE_DIGITS ? null : problemText(language, { code: LOCAL.codeInvalid, message: '' })) },
  });
  const error = form.error('code');
  const wait = codeAgainAt !== null && now !== null ? codeAgainAt - now : 0;

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      art={<SmsCode />}
      actions={
        <Actions>
          <Button type="submit" form={FORM} busy={busy === 'verifying' && (action?.busy ?? t('checking'))}>
            {action?.label ?? t('confirm')}
          </Button>
        </Actions>
      }
    >
      <Announce text={error} />
      <ProblemNote language={language} problem={isAboutCode ? null : problem} />
      {why}
      <form
        id={FORM}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'code.submitted', code: form.submit().value('code') });
        }}
      >
        <CodeField
          {...form.field('code')}
          id="code"
          language={language}
          label={t('label')}
          hint={t(mayNotCome ? 'sentToReader' : 'sentTo', { number: msisdn ? formatMsisdn(msisdn) : mobile })}
          error={error}
          arrivesHere
          enterKey="done"
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
        {onOtherNumber && (
          <Button kind="quiet" onPress={onOtherNumber}>
            {t('otherNumber')}
          </Button>
        )}
      </div>
    </Screen>
  );
}
