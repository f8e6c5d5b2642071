import type { ReactNode } from 'react';
import type { Instant } from '#machines/model/calendar.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { ShortFormBody } from '#src/forms/ShortFormBody.tsx';
import { SmsCode } from './smsCode.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { countdownText } from '#src/ui/countdown/aboutLeft.ts';
import { CodeField } from '#src/ui/form/CodeField.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../props.ts';
import { codeText } from './codeStrings.ts';
import { useCodeForm } from './useCodeForm.ts';

const FORM = 'code-form';

interface CodeScreenProps extends ScreenProps {
  /** The number that got the code. */
  mobile: string;
  /** When another code may be asked for; null: at once. */
  codeAgainAt: Instant | null;
  busy: 'verifying' | 'sending' | null;
  /** The code was sent only if the received code that was typed for it was right. */
  mayNotCome?: boolean;
  /** Labels of the button, before and while the code is checked. Default: those for confirming. */
  action?: { label: string; busy: string };
  /** Why a code is asked for, above its field. */
  why?: ReactNode;
  /** Leads to another number; left out where there is only one. */
  onOtherNumber?: () => void;
}

/** The form for a code by SMS, for signing in, registering and drawing. */
export function CodeScreen({ state, send, mobile, codeAgainAt, busy, mayNotCome = false, action, why, onOtherNumber }: CodeScreenProps) {
  const { language, now } = state.context;
  const t = codeText(language);
  const msisdn = toMsisdn(mobile);
  const form = useCodeForm(state.context);
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
      <ProblemNote language={language} problem={form.note} />
      {why}
      <ShortFormBody id={FORM} form={form} announced="code" onSubmit={({ value }) => send({ type: 'code.submitted', code: value('code') })}>
        <CodeField
          {...form.field('code')}
          id="code"
          language={language}
          label={t('label')}
          hint={t(mayNotCome ? 'sentToReader' : 'sentTo', { number: msisdn ? formatMsisdn(msisdn) : mobile })}
          error={form.error('code')}
          arrivesHere
          enterKey="done"
          required
        />
      </ShortFormBody>
      <div className="stack stack--tight">
        {wait > 0 ? (
          <p className="small muted center">
            {t('again')} <span className="num">{t('in', { time: countdownText(wait) })}</span>
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
